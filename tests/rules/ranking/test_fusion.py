"""Combining several lists of scores into one."""

from hypothesis import given
from hypothesis import strategies as some

from recall_cli.rules.ranking.fusion import min_max_scale, reciprocal_rank_fusion

scores = some.lists(some.floats(-1e6, 1e6), min_size=1, max_size=30)


def test_min_max() -> None:
    """The lowest becomes 0, the highest 1, and the others lie between in proportion."""
    assert min_max_scale([3.0, 5.0, 4.0]) == [0.0, 1.0, 0.5]
    assert min_max_scale([-2.0, 0.0]) == [0.0, 1.0]


def test_scores_that_do_not_differ_say_nothing() -> None:
    """One score, equal scores, or no scores prefer nothing."""
    assert min_max_scale([7.0]) == [0.0]
    assert min_max_scale([2.0, 2.0, 2.0]) == [0.0, 0.0, 0.0]
    assert min_max_scale([]) == []


def test_rrf() -> None:
    """By hand: a is first and second, 1/61 + 1/62; b is second only, 1/62; c is first only, 1/61."""
    fused = reciprocal_rank_fusion([["a", "b"], ["c", "a"]])
    assert fused == {"a": 1 / 61 + 1 / 62, "b": 1 / 62, "c": 1 / 61}


@given(scores)
def test_min_max_keeps_the_order(values: "list[float]") -> None:
    """Scaling keeps the order, and all scores are between 0 and 1."""
    stretched = min_max_scale(values)
    assert all(0 <= value <= 1 for value in stretched)
    for (a, x), (b, y) in zip(zip(values, stretched), list(zip(values, stretched))[1:]):  # noqa: B905 — of one length
        assert (a < b) <= (x <= y)


@given(some.lists(some.permutations("abcde"), min_size=2, max_size=4))
def test_rrf_ignores_the_order_of_lists(rankings: "list[list[str]]") -> None:
    """The order of the lists makes no difference beyond rounding."""
    there, back = reciprocal_rank_fusion(rankings), reciprocal_rank_fusion(rankings[::-1])
    assert all(abs(there[found] - back[found]) < 1e-12 for found in "abcde")
