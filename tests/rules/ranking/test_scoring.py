"""Relevance, belief and the resulting order."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from recall_cli.rules.ranking.scoring import (
    FULL_MODEL_WEIGHTS,
    MAX_BELIEF,
    SCALED_SIGNALS,
    SIGNAL_WEIGHTS,
    belief_score,
    displayed_scores,
    is_clear_match,
    min_max_scale,
    order_by_score,
    relevance_scores,
    weighted_signals,
)
from recall_cli.rules.ranking.signals import Signals
from tests.for_each import for_each
from tests.rules.samples.conversation import ask_question, build_passages, build_store

shares = some.floats(0, 1)
known_values = some.tuples(*[shares] * 6)
"""The five values of a memory that count for its belief, and its decay."""


def signal_columns(**columns: "list[float]") -> "dict[str, list[float]]":
    """All columns; those that are not given are equal for two candidates."""
    return {name: columns.get(name, [0.0, 0.0]) for name in SIGNAL_WEIGHTS}


def test_relevance_by_hand() -> None:
    """Words 4 and 2 become 1 and 0, meaning 0.2 and 0.6 become 0 and 3, a date counts 4."""
    assert relevance_scores(signal_columns(words=[4.0, 2.0], meaning=[0.2, 0.6], date=[0.0, 1.0])) == [1.0, 7.0]


def test_what_each_reason_adds() -> None:
    """The terms that are shown add up to the relevance."""
    added = weighted_signals(signal_columns(words=[4.0, 2.0], asking=[1.0, 0.0]))
    assert added["words"] == [1.0, 0.0]
    assert added["asking"] == [-0.7, 0.0]


def test_weights_and_signals_are_the_same_list() -> None:
    """Every signal has a weight, and every weight a signal."""
    columns = Signals(ask_question("boats"), build_passages(), build_store()).columns([1, 2])
    assert list(columns) == list(SIGNAL_WEIGHTS)
    assert FULL_MODEL_WEIGHTS.keys() == SIGNAL_WEIGHTS.keys() | {"beside"} >= SCALED_SIGNALS


def test_belief_by_hand() -> None:
    """All values full: MAX_BELIEF. All at a half: half of it. Decay lowers importance only."""
    assert belief_score(1, 1, 1, 1, 1, 1) == pytest.approx(MAX_BELIEF)
    assert belief_score(0.5, 0.5, 0.5, 0.5, 0.5, 1) == pytest.approx(MAX_BELIEF / 2)
    assert belief_score(1, 1, 1, 1, 1, 0) == pytest.approx(MAX_BELIEF * 0.65)


@given(known_values)
def test_belief_is_bounded(values: "tuple[float, ...]") -> None:
    """Belief is always between 0 and MAX_BELIEF."""
    assert 0 <= belief_score(*values) <= MAX_BELIEF + 1e-12


@given(some.floats(0, 10), some.floats(0.31, 5), known_values, known_values)
def test_belief_never_lifts_the_less_relevant(
    low: float, ahead: float, first: "tuple[float, ...]", second: "tuple[float, ...]"
) -> None:
    """A candidate that is ahead by more than MAX_BELIEF stays ahead."""
    assert order_by_score([1, 2], [low, low + ahead], [belief_score(*first), belief_score(*second)]) == [2, 1]


@given(some.lists(some.tuples(some.integers(0, 3), shares), min_size=1, max_size=12), some.randoms())
def test_input_order_is_no_matter(pairs: "list[tuple[int, float]]", chance: "object") -> None:
    """The same candidates in any order give the same ranking."""
    candidates = [(place, float(score), bonus) for place, (score, bonus) in enumerate(pairs)]
    shuffled = candidates[:]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]  # Hypothesis hands out a random.Random

    def order(given_order: "list[tuple[int, float, float]]") -> "list[int]":
        places, scores, bonuses = zip(*given_order, strict=True)
        return order_by_score(places, scores, bonuses)

    assert order(candidates) == order(shuffled)


def test_the_whole_ranking_on_a_conversation() -> None:
    """The reply to the question about painting is first, though it has neither "paint" nor "boat"."""
    places = [1, 2, 3, 4, 5, 6]
    turns = build_passages()
    for turn in turns.values():
        turn.meaning = 0.5
    columns = Signals(ask_question("When did Ana paint a boat?"), turns, build_store()).columns(places)
    assert order_by_score(places, relevance_scores(columns), [0.0] * 6)[0] == 3


def test_shares_by_hand() -> None:
    """The first has the evidence, one with half its total has half of it, one below zero has none."""
    assert displayed_scores([10.0, 5.0, -1.0], 0.8) == [0.8, 0.4, 0.0]
    assert displayed_scores([2.0, 1.0], -0.1) == [0.01, 0.005]
    assert displayed_scores([-1.0, -2.0], 0.8) == [0.0, 0.0]
    assert displayed_scores([], 0.8) == []


@for_each(
    "meaning, nearest, is_clear",
    [(0.7, 0.95, True), (0.5, 0.6, True), (0.5, 0.7, False), (0.3, 0.3, False), (0.35, 0.35, True)],
)
def test_a_meaning_that_is_clear(meaning: float, nearest: float, is_clear: bool) -> None:
    """A meaning is clear by itself, or above the minimum and about as near as the nearest."""
    assert is_clear_match(meaning, nearest) is is_clear


@for_each("meaning, nearest, is_clear", [(0.4, 0.9, True), (0.2, 0.45, True), (0.2, 0.6, False), (0.1, 0.1, False)])
def test_a_full_model_is_read_on_its_own_scale(meaning: float, nearest: float, is_clear: bool) -> None:
    """The cosines of a full model are lower and mean more."""
    assert is_clear_match(meaning, nearest, full_model=True) is is_clear


def test_a_full_model_weighs_the_meaning_beside_a_memory() -> None:
    """Meaning 0.2 and 0.6 become 0 and 2.5, that of the neighbours 1 and 0."""
    assert relevance_scores({"meaning": [0.2, 0.6], "beside": [0.5, 0.1]}, FULL_MODEL_WEIGHTS) == [1.0, 2.5]


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


@given(scores)
def test_min_max_keeps_the_order(values: "list[float]") -> None:
    """Scaling keeps the order, and all scores are between 0 and 1."""
    stretched = min_max_scale(values)
    assert all(0 <= value <= 1 for value in stretched)
    for (a, x), (b, y) in zip(zip(values, stretched), list(zip(values, stretched))[1:]):  # noqa: B905 — of one length
        assert (a < b) <= (x <= y)
