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


@pytest.mark.parametrize(
    ("recency", "weights"),
    [(0.0, (0.70, 0.00, 0.20, 0.10)), (1.0, (0.40, 0.40, 0.10, 0.10)), (0.5, (0.55, 0.20, 0.15, 0.10))],
)
def test_recall_weights_move_linearly(recency: float, weights: "tuple[float, ...]") -> None:
    """The ends are as published, and the middle is half way."""
    assert four_part_weights(recency) == pytest.approx(weights)


def test_recall() -> None:
    """First in both lists, 2 days old, 3 accesses of at most 7, importance .8, decay .5, recency 0."""
    score = four_part_score(2 / 61, age_days=2, accesses=3, max_accesses=7, importance=0.8, decay=0.5, recency=0.0)
    assert score is not None
    assert isclose(score, 0.7 * 2 / 61 + 0.2 * 0.4 + 0.1 * log(4) / log(8))


def test_recall_at_full_recency() -> None:
    """Age 4 with one access counts exp(−4 / 2), weighted 0.4."""
    score = four_part_score(1 / 61, age_days=4, accesses=1, max_accesses=1, importance=1, decay=1, recency=1.0)
    assert score is not None
    assert isclose(score, 0.4 / 61 + 0.4 * exp(-2) + 0.1 + 0.1)


def test_recall_returns_no_filler() -> None:
    """Without words and meaning nothing is returned, however new or important."""
    assert four_part_score(0.0, age_days=0, accesses=9, max_accesses=9, importance=1, decay=1, recency=1) is None


def test_recall_before_any_access() -> None:
    """If nothing was ever accessed, strength is 0 for all, and not 0 / 0."""
    score = four_part_score(1 / 61, age_days=0, accesses=0, max_accesses=0, importance=0, decay=1, recency=0)
    assert score == pytest.approx(0.7 / 61)


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
