"""Which of two decisions of one day is the later one? A date alone does not say that."""

from recall_cli.domain.stopwords import STOP

SUBJECT = 0.5
"""Two texts that share this part of the shorter one's telling words speak of one thing."""


def telling_words(text: str) -> "frozenset[str]":
    """The words of a text that may name its subject."""
    words = (word.strip(".,;:!?()[]{}\"'`“”‘’").casefold() for word in text.split())
    return frozenset(word.removesuffix("s") for word in words if len(word) > 2 and word not in STOP)


def of_one_thing(one: "frozenset[str]", other: "frozenset[str]") -> bool:
    """Do two texts with these words speak of one thing?"""
    return bool(one and other) and len(one & other) >= SUBJECT * min(len(one), len(other))
