"""Repetitions step back, gently."""

from hypothesis import given
from hypothesis import strategies as some

from recall_cli.rules.diversity import diversified

RELEVANCE = {"a": 1.0, "a again": 0.99, "b": 0.95, "c": 0.2}


def alike(left: str, right: str) -> float:
    return 1.0 if left[0] == right[0] else 0.0


def test_a_repetition_steps_behind_its_equal() -> None:
    """By hand: after a, its repetition has 0.9 · 0.99 − 0.1 = 0.791, b has 0.855."""
    assert diversified(list(RELEVANCE), RELEVANCE.__getitem__, alike) == ["a", "b", "a again", "c"]


def test_it_stays_ahead_of_the_irrelevant() -> None:
    """Unlikeness alone never lifts what is hardly relevant: c has 0.18."""
    assert diversified(list(RELEVANCE), RELEVANCE.__getitem__, alike)[-1] == "c"


def test_weight_one_changes_nothing() -> None:
    """Relevance alone is the ranking itself."""
    assert diversified(list(RELEVANCE), RELEVANCE.__getitem__, alike, weight=1.0) == list(RELEVANCE)


@given(some.lists(some.integers(0, 50), unique=True), some.integers(0, 30))
def test_nothing_is_lost(ranked: "list[int]", depth: int) -> None:
    """All stay, and beyond the depth nothing moves."""
    result = diversified(ranked, lambda n: n / 50, lambda a, b: abs(a - b) / 50, depth=depth)
    assert sorted(result) == sorted(ranked)
    assert result[depth:] == ranked[depth:]
