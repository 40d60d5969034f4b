"""The fact of a memory after only its text was edited."""

_PUNCTUATION = " \t\n.,;:!?\"'`“”‘’()[]{}"


def value_after_edit(before: str, after: str, value: str) -> "str | None":
    """The value that the edited text gives the same fact; None if the text does not say it.

    A value that the old text did not contain was set by hand, and stays.
    """
    if not _contains_whole_words(before, value) or _contains_whole_words(after, value):
        return value
    return _replacement(before, after, value)


def _contains_whole_words(text: str, value: str) -> bool:
    return _find_whole_words(text, value) >= 0


def _find_whole_words(text: str, value: str) -> int:
    """The position of a value in a text as whole words; −1 if it is not there."""
    text, value = text.casefold(), value.casefold()
    at = text.find(value) if value else -1
    while at >= 0:
        neighbours = text[at - 1 : at] + text[at + len(value) : at + len(value) + 1]
        if not any(letter.isalnum() or letter == "_" for letter in neighbours):
            return at
        at = text.find(value, at + 1)
    return -1


def _replacement(before: str, after: str, value: str) -> "str | None":
    """The new words in place of the value, if the rest of the text is unchanged; else None."""
    at = _find_whole_words(before, value)
    start, end = before[:at], before[at + len(value) :].rstrip(_PUNCTUATION)
    body = after.rstrip(_PUNCTUATION)
    if not body.startswith(start) or not body.endswith(end) or len(start) + len(end) >= len(body):
        return None
    return body[len(start) : len(body) - len(end)].strip(_PUNCTUATION) or None
