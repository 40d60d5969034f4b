"""Which of two decisions of one day is the later one? A date alone does not say that."""

from recall_cli.domain.stopwords import STOP_WORDS

MIN_SHARED_WORDS = 0.5
"""Two texts that share this part of the shorter one's telling words speak of one thing."""


def subject_words(text: str) -> "frozenset[str]":
    """The words of a text that may name its subject."""
    words = (word.strip(".,;:!?()[]{}\"'`“”‘’").casefold() for word in text.split())
    return frozenset(word.removesuffix("s") for word in words if len(word) > 2 and word not in STOP_WORDS)


def have_same_subject(words: "frozenset[str]", other_words: "frozenset[str]") -> bool:
    """Do two texts with these words speak of one thing?"""
    return bool(words and other_words) and len(words & other_words) >= MIN_SHARED_WORDS * min(
        len(words), len(other_words)
    )
