"""The measures of a ranking against numbers worked by hand."""

import pytest

from recall_cli.rules.ranking.measures import confidence_interval, hit_at, ndcg_at, recall_at, reciprocal_rank

RANKING = ["c", "a", "x", "b", "y"]
RELEVANT = frozenset("ab")


def test_recall() -> None:
    """One of two among the first three, both among the first five."""
    assert recall_at(3, RANKING, RELEVANT) == 0.5
    assert recall_at(5, RANKING, RELEVANT) == 1.0


def test_any() -> None:
    """None at the top, one among the first two."""
    assert hit_at(1, RANKING, RELEVANT) == 0.0
    assert hit_at(2, RANKING, RELEVANT) == 1.0


def test_reciprocal_rank() -> None:
    """The first relevant result is second; without one it is 0."""
    assert reciprocal_rank(RANKING, RELEVANT) == 0.5
    assert reciprocal_rank(["x"], RELEVANT) == 0.0


def test_ndcg() -> None:
    """Gains at ranks 2 and 4 relative to those at 1 and 2; a perfect order has 1."""
    assert ndcg_at(10, RANKING, RELEVANT) == pytest.approx((0.63093 + 0.43068) / (1 + 0.63093), abs=1e-4)
    assert ndcg_at(10, ["a", "b"], RELEVANT) == 1.0
    assert ndcg_at(1, ["a", "b"], RELEVANT) == 1.0


def test_interval() -> None:
    """Mean 0.5 of one 0 and one 1: the variance is a half, divided by two; its root times 1.96."""
    assert confidence_interval([0.0, 1.0]) == pytest.approx((0.5, 1.96 * 0.5))
    assert confidence_interval([0.25]) == (0.25, 0.0)
    assert confidence_interval([]) == (0.0, 0.0)
