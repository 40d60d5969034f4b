"""The fact of a memory after only its text was edited."""

from recall_cli.rules.text import normalize

_PUNCTUATION = " \t\n.,;:!?\"'`“”‘’()[]{}"


def value_after_edit(before: str, after: str, entity: str, attribute: str, value: str) -> "str | None":
    """The value that the edited text gives the same fact; None if the text does not say it.

    A value that the old text did not contain was set by hand. It stays unless the new text states another one.
    """
    from recall_cli.rules.reading.extraction import extract_drafts

    fact = normalize.fact_key(entity, attribute)
    for draft in extract_drafts(after).drafts:
        if draft.value and normalize.fact_key(draft.entity, draft.attribute) == fact:
            return value if normalize.name_key(draft.value) == normalize.name_key(value) else draft.value
    if not _contains_whole_words(before, value) or _contains_whole_words(after, value):
        return value
    return _replacement(before, after, value)


def _contains_whole_words(text: str, value: str) -> bool:
    """Whether a text contains a value as whole words."""
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
