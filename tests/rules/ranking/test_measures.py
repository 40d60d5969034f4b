"""The measures of a ranking, worked by hand."""

import pytest

from recall_cli.rules.ranking.measures import any_at, interval, ndcg_at, recall_at, reciprocal_rank

FOUND = ["c", "a", "x", "b", "y"]
GOLD = frozenset("ab")


def test_recall() -> None:
    """One of two among the first three, both among the first five."""
    assert recall_at(3, FOUND, GOLD) == 0.5
    assert recall_at(5, FOUND, GOLD) == 1.0


def test_any() -> None:
    """None at the top, one in the first two."""
    assert any_at(1, FOUND, GOLD) == 0.0
    assert any_at(2, FOUND, GOLD) == 1.0


def test_reciprocal_rank() -> None:
    """The first stands second; where none was found it is nothing."""
    assert reciprocal_rank(FOUND, GOLD) == 0.5
    assert reciprocal_rank(["x"], GOLD) == 0.0


def test_ndcg() -> None:
    """Gains at the ranks 2 and 4 against those at 1 and 2; a perfect order has 1."""
    assert ndcg_at(10, FOUND, GOLD) == pytest.approx((0.63093 + 0.43068) / (1 + 0.63093), abs=1e-4)
    assert ndcg_at(10, ["a", "b"], GOLD) == 1.0
    assert ndcg_at(1, ["a", "b"], GOLD) == 1.0


def test_interval() -> None:
    """Mean 0.5 of one 0 and one 1: a variance of a half over two, its root times 1.96."""
    assert interval([0.0, 1.0]) == pytest.approx((0.5, 1.96 * 0.5))
    assert interval([0.25]) == (0.25, 0.0)
    assert interval([]) == (0.0, 0.0)
