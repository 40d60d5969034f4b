"""BM25: how well the words of a text match the words of a question.

SQLite's own bm25 has the fixed constants 1.2 and 0.75, which suit web pages. Memories are short, so the candidates are
scored again with lower constants. Document frequencies come from the whole store, because all candidates contain the
words.
"""

from math import log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

K1 = 0.9
B = 0.4


def rarity(documents: int, matching: int) -> float:
    """The rarity of a term (idf): the logarithm of how many documents lack it for each one that contains it."""
    return log(1 + (documents - matching + 0.5) / (matching + 0.5))


def bm25(counts: "Sequence[float]", length: float, average: float, rarities: "Sequence[float]") -> float:
    """Okapi BM25 of one text, from its count of each term, its length, the mean length and the terms' rarities."""
    damping = K1 * (1 - B + B * length / average) if average else K1
    total = 0.0
    for count, rarity_of_term in zip(counts, rarities, strict=True):
        if count:
            total += rarity_of_term * count * (K1 + 1) / (count + damping)
    return total
