"""BM25 against numbers worked by hand."""

from math import isclose, log

from hypothesis import given
from hypothesis import strategies as some

from recall_cli.rules.ranking.bm25 import bm25, rarity


def test_rarity() -> None:
    """In one of ten texts: log(1 + 9.5 / 1.5); in all of them nearly 0; in none the most."""
    assert isclose(rarity(10, 1), log(1 + 9.5 / 1.5))
    assert isclose(rarity(10, 10), log(1 + 0.5 / 10.5))
    assert rarity(10, 0) > rarity(10, 1) > rarity(10, 10) > 0


def test_bm25() -> None:
    """Two hits in a text of average length: 3 · 2 · 1.9 / (2 + 0.9); a missing term adds nothing."""
    assert isclose(bm25([2, 0], 10, 10, [3.0, 5.0]), 3 * 2 * 1.9 / 2.9)


def test_bm25_forgives_length_gently() -> None:
    """Twice the average length lowers a single hit from 1.9 / 1.9 to 1.9 / (1 + 0.9 · 1.4)."""
    assert isclose(bm25([1], 10, 10, [1.0]), 1.0)
    assert isclose(bm25([1], 20, 10, [1.0]), 1.9 / (1 + 0.9 * 1.4))


@given(some.integers(0, 20), some.integers(1, 100), some.floats(0.1, 10))
def test_another_hit_never_hurts(hits: int, length: int, rare: float) -> None:
    """One more hit at the same length never lowers the score."""
    assert bm25([hits + 1], length, 20, [rare]) >= bm25([hits], length, 20, [rare])
