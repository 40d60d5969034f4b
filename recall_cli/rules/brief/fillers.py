"""Fillers: words at the beginning of a sentence that a brief leaves out ("btw", "last thing: remember that")."""

from recall_cli.language.tables import read_phrases

FILLERS = read_phrases("words", "fillers")
"""These are removed wherever they begin a sentence."""
FILLERS_BEFORE_PAUSE = read_phrases("words", "fillers before a pause")
"""These are removed only before a pause, because "great idea" has a meaning."""
_ALL_FILLERS = FILLERS + FILLERS_BEFORE_PAUSE
_PAUSES = ",.:;!…–—-"


def remove_fillers(text: str) -> str:
    """The text without fillers at its beginning and emoji at its end; empty if nothing else is there."""
    rest = _remove_trailing_emoji(text.strip())
    while rest:
        shorter = _remove_first_filler(rest)
        if shorter == rest:
            return rest
        rest = shorter
    return rest


def _remove_first_filler(text: str) -> str:
    lowercase = text.casefold()
    if not lowercase.startswith(_ALL_FILLERS) or len(lowercase) != len(
        text
    ):  # fillers have no letters whose case changes the length
        return text
    for filler in FILLERS:
        if lowercase.startswith(filler) and not text[len(filler) : len(filler) + 1].isalnum():
            return text[len(filler) :].lstrip(_PAUSES + " ")
    for filler in FILLERS_BEFORE_PAUSE:
        following = text[len(filler) :]
        if lowercase.startswith(filler) and (
            not following or following[0] in ",.:;!…" or _is_emoji(following.lstrip()[:1])
        ):
            return following.lstrip(_PAUSES + " ").lstrip("".join(filter(_is_emoji, following)) + " ")
    return text


def _remove_trailing_emoji(text: str) -> str:
    while text and (_is_emoji(text[-1]) or text[-1] in "\ufe0f\u200d "):
        text = text[:-1]
    return text


def _is_emoji(letter: str) -> bool:
    """Whether this letter is an emoji or a similar picture."""
    return letter >= "\u2600" and not letter.isalnum() and (letter <= "\u27bf" or letter >= "\U0001f000")
