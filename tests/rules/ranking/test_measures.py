"""The measures of a ranking against numbers worked by hand."""

import pytest

from recall_cli.rules.ranking.measures import (
    MIN_PAIRS,
    USUAL_FLOOR,
    RankingChange,
    confidence_interval,
    hit_at,
    measure_floor,
    ndcg_at,
    ranking_change,
    recall_at,
    reciprocal_rank,
    share_from,
)
from tests.for_each import for_each

RANKING = ["c", "a", "x", "b", "y"]
RELEVANT = frozenset("ab")


def test_measures_by_hand() -> None:
    """One of two among the first three, both among five; none at the top; the first relevant is second.

    The gains of ndcg are those at ranks 2 and 4 relative to those at 1 and 2; a perfect order has 1.
    """
    assert [recall_at(k, RANKING, RELEVANT) for k in (3, 5)] == [0.5, 1.0]
    assert [hit_at(k, RANKING, RELEVANT) for k in (1, 2)] == [0.0, 1.0]
    assert (reciprocal_rank(RANKING, RELEVANT), reciprocal_rank(["x"], RELEVANT)) == (0.5, 0.0)
    assert ndcg_at(10, RANKING, RELEVANT) == pytest.approx((0.63093 + 0.43068) / (1 + 0.63093), abs=1e-4)
    assert [ndcg_at(k, ["a", "b"], RELEVANT) for k in (10, 1)] == [1.0, 1.0]


def test_interval() -> None:
    """Mean 0.5 of one 0 and one 1: the variance is a half, divided by two; its root times 1.96."""
    assert confidence_interval([0.0, 1.0]) == pytest.approx((0.5, 1.96 * 0.5))
    assert confidence_interval([0.25]) == (0.25, 0.0)
    assert confidence_interval([]) == (0.0, 0.0)


@for_each(
    "own, strange, expected",
    [
        ([5.0] * 20, [-5.0] * 20, 0.0),  # the middle
        ([-3.0, *[5.0] * 39], [-9.0] * 40, -2.0),  # one of forty is less than three of a hundred: it is lost
        ([-3.0] * 2 + [5.0] * 38, [-9.0] * 40, -3.0),  # two of forty are more
        ([0.9] * 20, [0.1] * 20, 0.5),  # a model whose scores are shares
        ([5.0] * (MIN_PAIRS - 1), [-5.0] * 20, USUAL_FLOOR),
        ([], [], USUAL_FLOOR),
    ],
)
def test_the_floor(own: list[float], strange: list[float], expected: float) -> None:
    """Not above the middle of both kinds; of the own pairs, at most three of a hundred are lost."""
    assert measure_floor(own, strange) == expected


def test_the_share_that_reaches_it() -> None:
    """The floor itself passes."""
    assert share_from(1.0, [0.5, 1.0, 2.0, 3.0]) == 0.75
    assert share_from(1.0, []) == 0.0


@for_each(
    "first, second, shift",
    [
        ("abc", "abc", RankingChange(same_first=True, overlap=1.0)),
        ("", "", RankingChange(same_first=True, overlap=1.0)),
        ("ab", "", RankingChange(same_first=False, overlap=0.0, removed=("a", "b"))),
        ("", "a", RankingChange(same_first=False, overlap=0.0, added=("a",))),
        ("abc", "acb", RankingChange(same_first=True, overlap=1.0, moved=(("c", 3, 2), ("b", 2, 3)))),
        (
            "abc",
            "cde",
            RankingChange(same_first=False, overlap=0.2, added=("d", "e"), removed=("a", "b"), moved=(("c", 3, 1),)),
        ),
    ],
)
def test_what_comes_goes_and_moves(first: str, second: str, shift: RankingChange) -> None:
    """Shared are 1 of a, b, c, d, e, so 0.2; places count from 1."""
    assert ranking_change(first, second) == shift
    assert shift.is_unchanged is (first == second)
