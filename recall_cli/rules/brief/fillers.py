"""What a brief leaves out of a sentence: words that say nothing of the matter ("btw", "last thing: remember that")."""

FILLERS = (
    "by the way", "btw", "fyi", "for the record", "just so you know", "one more thing", "one last thing", "last thing",
    "before i forget", "please remember that", "remember that", "please note that", "note that", "keep in mind that",
    "please keep in mind that", "hmm", "hm", "ehm", "uhm", "um", "uh",
)  # fmt: skip
"""These can go wherever they begin a sentence."""
FILLERS_BEFORE_PAUSE = (
    "ok", "okay", "great", "nice", "cool", "perfect", "awesome", "thanks", "thank you", "sure", "alright", "right",
    "oh", "ah", "so", "well", "also", "anyway", "yes", "yeah", "hey", "hi",
)  # fmt: skip
"""These only where the sentence pauses behind them: "great idea" says something."""
_ALL_FILLERS = FILLERS + FILLERS_BEFORE_PAUSE
_PAUSES = ",.:;!…–—-"


def remove_fillers(text: str) -> str:
    """The text without the fillers that it begins with and the signs that it ends with; empty where that is all."""
    rest = _remove_trailing_emoji(text.strip())
    while rest:
        shorter = _remove_first_filler(rest)
        if shorter == rest:
            return rest
        rest = shorter
    return rest


def _remove_first_filler(text: str) -> str:
    """The text without one filler at its beginning."""
    low = text.casefold()
    if not low.startswith(_ALL_FILLERS) or len(low) != len(text):  # letters that change their length are none of ours
        return text
    for filler in FILLERS:
        if low.startswith(filler) and not text[len(filler) : len(filler) + 1].isalnum():
            return text[len(filler) :].lstrip(_PAUSES + " ")
    for filler in FILLERS_BEFORE_PAUSE:
        behind = text[len(filler) :]
        if low.startswith(filler) and (not behind or behind[0] in ",.:;!…" or _is_emoji(behind.lstrip()[:1])):
            return behind.lstrip(_PAUSES + " ").lstrip("".join(filter(_is_emoji, behind)) + " ")
    return text


def _remove_trailing_emoji(text: str) -> str:
    """The text without pictures at its end."""
    while text and (_is_emoji(text[-1]) or text[-1] in "\ufe0f\u200d "):
        text = text[:-1]
    return text


def _is_emoji(letter: str) -> bool:
    """Is this a picture, as emoji are, and no writing?"""
    return letter >= "\u2600" and not letter.isalnum() and (letter <= "\u27bf" or letter >= "\U0001f000")
