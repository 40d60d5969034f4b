"""The stem of a word: what its forms share, and one word for several words of the same meaning."""

from recall_cli.rules.revision.vocabulary import GENERIC_WORDS, SAME_WORD

_ENDINGS = (("sses", "ss"), ("ies", "y"), ("ings", ""), ("ing", ""), ("ied", "y"), ("ed", ""), ("es", "e"), ("s", ""))


def stem(word: str) -> str:
    """The part of a word that its forms share, and one word for words of the same meaning."""
    word = word.removesuffix("'s").removesuffix("'")
    if word in SAME_WORD:
        return SAME_WORD[word]
    cut = _cut_ending(word)
    return SAME_WORD.get(cut) or SAME_WORD.get(cut + "e", cut)


def _cut_ending(word: str) -> str:
    if not word.isascii() or not word.isalpha():
        return word
    for ending, put in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith(("ss", "us", "is")):
            word = word[: -len(ending)] + put
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "slaeiou":
        word = word[:-1]
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    if len(word) > 3 and word.endswith("y"):
        word = word[:-1] + "i"
    return word


GENERIC_STEMS = frozenset(map(stem, GENERIC_WORDS))
"""Stems of words that fit any subject; a difference in them alone is no difference."""
