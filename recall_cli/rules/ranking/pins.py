"""Pins: a memory that the user pinned comes first if it answers the question, whatever others have stored.

How well a pin fits depends only on the question and the pin itself. The rarity of words and the number and length of
other memories do not count, because anyone who can store memories could change them.
"""

from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.rules.questions.question_words import QUESTION_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    Tokenizer = Callable[[str], list[str]]

MIN_PIN_WORD_SHARE = 0.6
"""A pin answers the question if it contains this share of its naming words."""
MIN_PIN_COSINE = 0.65
"""A pin also answers the question if its meaning is this near."""


def naming_stems(question: str, words: "Tokenizer", stems: "Tokenizer") -> "frozenset[str]":
    """The stems of the question's naming words: those that neither ask nor are stop words."""
    plain = [word for word in words(question) if word not in STOP_WORDS]
    telling = [word for word in plain if word not in QUESTION_WORDS] or plain
    return frozenset(stem for word in telling for stem in stems(word))


def pin_fit(question: "frozenset[str]", memory: "Iterable[str]", meaning: float) -> "float | None":
    """How well a pin fits a question, from 0 to 1; None if it is not an answer."""
    share = len(question.intersection(memory)) / len(question) if question else 0.0
    return max(share, meaning) if share >= MIN_PIN_WORD_SHARE or meaning >= MIN_PIN_COSINE else None


def move_pins_first(order: "Sequence[int]", pins: "Mapping[int, float]") -> "list[int]":
    """The same order with the fitting pins in front, the best first."""
    if not pins:
        return [*order]
    first = sorted((n for n in order if n in pins), key=lambda n: (-pins[n], n))
    return [*first, *(n for n in order if n not in pins)]


def lift_pins(totals: "Mapping[int, float]", pins: "Mapping[int, float]") -> "dict[int, float]":
    """The totals, with each fitting pin raised to the best total."""
    best = max(0.01, *totals.values()) if pins else 0.0
    return {n: best if n in pins else total for n, total in totals.items()}
