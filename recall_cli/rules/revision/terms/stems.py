"""The stem of a word: what its forms share."""

_ENDINGS = (("sses", "ss"), ("ies", "y"), ("ings", ""), ("ing", ""), ("ied", "y"), ("ed", ""), ("es", "e"), ("s", ""))


def stem(word: str) -> str:
    """The part of a word that its forms share: `uses`, `used` and `using` are one."""
    if word.endswith(("'s", "’s")):
        word = word[:-2]
    if len(word) > 4:
        word = _cut_ending(word)
        if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl":
            word = word[:-1]
        if len(word) > 3 and word[-1] == "e":
            word = word[:-1]
        if len(word) > 3 and word[-1] == "y":
            word = word[:-1] + "i"
    elif len(word) == 4 and (word[3] == "e" or (word[3] == "s" and word[2] not in "sui")):
        word = word[:-1]
    return word


def _cut_ending(word: str) -> str:
    if word[-1] not in "sgd" or word.endswith(("ss", "us", "is")):
        return word
    for ending, put in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)] + put
    return word
