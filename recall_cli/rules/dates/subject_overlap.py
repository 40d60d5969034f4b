"""Whether two decisions of the same day are about the same subject, so that a reader must know which came later."""

from recall_cli.domain.stopwords import STOP_WORDS

MIN_SHARED_WORDS = 0.5
"""Two texts have the same subject if they share this part of the shorter one's subject words."""


def subject_words(text: str) -> "frozenset[str]":
    """The words of a text that may name its subject."""
    words = (word.strip(".,;:!?()[]{}\"'`“”‘’").casefold() for word in text.split())
    return frozenset(word.removesuffix("s") for word in words if len(word) > 2 and word not in STOP_WORDS)


def have_same_subject(words: "frozenset[str]", other_words: "frozenset[str]") -> bool:
    """Whether two texts with these subject words are about the same thing."""
    return bool(words and other_words) and len(words & other_words) >= MIN_SHARED_WORDS * min(
        len(words), len(other_words)
    )
