"""How well do the words of a text match the words of a question?

SQLite's own bm25 has its constants fixed at 1.2 and 0.75, made for web pages; memories are short, so the
candidates are scored again with gentler ones. Document frequencies are those of the whole store: taken from
the candidates alone, which all match, they would say nothing.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

K1 = 0.9
B = 0.4


LN_2 = 0.6931471805599453


def rarity(documents: int, holding: int) -> float:
    """How much a term tells: the logarithm of how many documents do not hold it for one that does."""
    return log(1 + (documents - holding + 0.5) / (holding + 0.5))


def log(number: float) -> float:
    """The natural logarithm of a positive number; to load `math` for a few of them takes longer than this.

    The number is brought between 1 and 2, and there the series of the inverse hyperbolic tangent around the root of 2
    is as exact as a number can be after a dozen terms.
    """
    if number < 1:
        return -log(1 / number)
    halvings = int(number).bit_length() - 1
    rest = number / (1 << halvings)
    z = (rest - 2**0.5) / (rest + 2**0.5)
    square, power, total = z * z, z, z
    for odd in range(3, 27, 2):
        power *= square
        total += power / odd
    return (halvings + 0.5) * LN_2 + 2 * total


def bm25(counts: "Sequence[float]", length: float, average: float, rarities: "Sequence[float]") -> float:
    """Okapi BM25 of one text, from how often it holds each term, its length, the mean length, the rarities."""
    damping = K1 * (1 - B + B * length / average) if average else K1
    total = 0.0
    for n, rare in zip(counts, rarities, strict=True):
        if n:
            total += rare * n * (K1 + 1) / (n + damping)
    return total
