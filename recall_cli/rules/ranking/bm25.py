"""How well do the words of a text match the words of a question?

SQLite's own bm25 has its constants fixed at 1.2 and 0.75, made for web pages; memories are short, so the
candidates are scored again with gentler ones. Document frequencies are those of the whole store: taken from
the candidates alone, which all match, they would say nothing.
"""

from math import log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

K1 = 0.9
B = 0.4


def rarity(documents: int, matching: int) -> float:
    """How much a term tells: the logarithm of how many documents do not hold it for one that does."""
    return log(1 + (documents - matching + 0.5) / (matching + 0.5))


def bm25(counts: "Sequence[float]", length: float, average: float, rarities: "Sequence[float]") -> float:
    """Okapi BM25 of one text, from how often it holds each term, its length, the mean length, the rarities."""
    damping = K1 * (1 - B + B * length / average) if average else K1
    total = 0.0
    for n, rare in zip(counts, rarities, strict=True):
        if n:
            total += rare * n * (K1 + 1) / (n + damping)
    return total
