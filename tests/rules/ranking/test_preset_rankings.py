"""The published formulas, against numbers worked by hand."""

from math import e, exp, isclose, log

import pytest
from hypothesis import given
from hypothesis import strategies as some

from recall_cli.rules.ranking.preset_rankings import (
    five_factor_score,
    four_part_score,
    four_part_weights,
    reciprocal_rank_fusion,
    rrf_boost_score,
)
from tests.for_each import for_each


@for_each(
    "recency, weights",
    [(0.0, (0.70, 0.00, 0.20, 0.10)), (1.0, (0.40, 0.40, 0.10, 0.10)), (0.5, (0.55, 0.20, 0.15, 0.10))],
)
def test_recall_weights_move_linearly(recency: float, weights: "tuple[float, ...]") -> None:
    """The ends are as published, and the middle is half way."""
    assert four_part_weights(recency) == pytest.approx(weights)


@for_each(
    "fused, values, expected",
    [
        (2 / 61, (2, 3, 7, 0.8, 0.5, 0.0), 0.7 * 2 / 61 + 0.2 * 0.4 + 0.1 * log(4) / log(8)),
        (1 / 61, (4, 1, 1, 1, 1, 1.0), 0.4 / 61 + 0.4 * exp(-2) + 0.1 + 0.1),
        (1 / 61, (0, 0, 0, 0, 1, 0), 0.7 / 61),  # nothing was ever accessed: strength is 0, and not 0 / 0
        (0.0, (0, 9, 9, 1, 1, 1), None),  # without words and meaning nothing is returned, however new or important
    ],
)
def test_four_parts(fused: float, values: tuple[float, ...], expected: float | None) -> None:
    """By days of age, accesses, the most accesses, importance, decay and recency: exp(−4 / 2) for 4 days, one access."""
    names = ("age_days", "accesses", "max_accesses", "importance", "decay", "recency")
    score = four_part_score(fused, **dict(zip(names, values, strict=True)))  # type: ignore[arg-type]  # numbers of both kinds
    assert score == (None if expected is None else pytest.approx(expected))


def test_five_factor() -> None:
    """0.15 · 1 + 0.40 · 0.5 + 0.15 · 0.6 + 0.15 · 0.8 + 0.15 · e⁻¹ after a hundred idle days."""
    score = five_factor_score(keyword=1, cosine=0.5, usefulness=0.6, importance=0.8, idle_days=100)
    assert isclose(score, 0.15 + 0.20 + 0.09 + 0.12 + 0.15 / e)


def test_rrf_boost() -> None:
    """Ten accesses, a hundred days ago: × (1 + 0.1 · ln 11) × e⁻¹."""
    assert isclose(rrf_boost_score(0.03, accesses=10, idle_days=100), 0.03 * (1 + 0.1 * log(11)) / e)


def test_rrf_boost_does_not_punish_the_new() -> None:
    """A memory without any access keeps its fused rank."""
    assert rrf_boost_score(0.03, accesses=0, idle_days=None) == 0.03


def test_rrf() -> None:
    """By hand: a is first and second, 1/61 + 1/62; b is second only, 1/62; c is first only, 1/61."""
    fused = reciprocal_rank_fusion([["a", "b"], ["c", "a"]])
    assert fused == {"a": 1 / 61 + 1 / 62, "b": 1 / 62, "c": 1 / 61}


@given(some.lists(some.permutations("abcde"), min_size=2, max_size=4))
def test_rrf_ignores_the_order_of_lists(rankings: "list[list[str]]") -> None:
    """The order of the lists makes no difference beyond rounding."""
    there, back = reciprocal_rank_fusion(rankings), reciprocal_rank_fusion(rankings[::-1])
    assert all(abs(there[found] - back[found]) < 1e-12 for found in "abcde")
