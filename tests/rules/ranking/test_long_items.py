"""Stores of long items: other weights, and no session that fills the first places."""

import pytest

from recall_cli.rules.ranking.long_items import LONG_WEIGHTS, cap_sessions, weights_for_length
from recall_cli.rules.ranking.scoring import SIGNAL_WEIGHTS
from tests.for_each import for_each

SESSIONS = {1: "a", 2: "a", 3: "a", 4: "b", 5: "b", 6: "c", 7: "", 8: "", 9: ""}


@for_each("average, share", [(10, 0), (35, 0), (45, 0.5), (55, 1), (500, 1)])
def test_weights_move_with_the_length(average: float, share: float) -> None:
    """By a third of the way at most; what is not named stays."""
    weights = weights_for_length(SIGNAL_WEIGHTS, average)
    for name, before in SIGNAL_WEIGHTS.items():
        assert weights[name] == pytest.approx(before + share / 3 * (LONG_WEIGHTS.get(name, before) - before))


def totals(**values: float) -> dict[int, float]:
    return {int(name[1:]): value for name, value in values.items()}


def test_a_third_result_of_a_session_waits() -> None:
    """The best of another session comes before it, and all results stay."""
    order, scores = [1, 2, 3, 4, 5, 6], totals(n1=9, n2=8.9, n3=8.8, n4=8.5, n5=8.4, n6=8.3)
    assert cap_sessions(order, SESSIONS, scores, 60) == [1, 2, 4, 5, 6, 3]
    assert cap_sessions(order, SESSIONS, scores, 44) == order


def test_a_question_that_counts_looks_further() -> None:
    """Among its first ten results a session has two places too."""
    sessions = {**dict.fromkeys(range(1, 8), "a"), 8: "b", 9: "c", 10: "d", 11: "e", 12: "f"}
    order = [*range(1, 13)]
    scores = {n: 9 - n / 100 for n in order}
    assert cap_sessions(order, sessions, scores, 60) == [1, 2, 8, 9, 10, 3, 4, 5, 6, 7, 11, 12]
    assert cap_sessions(order, sessions, scores, 60, several=True) == [1, 2, 8, 9, 10, 11, 12, 3, 4, 5, 6, 7]


def test_a_clear_lead_stays() -> None:
    """No other session is near."""
    order, scores = [1, 2, 3, 4], totals(n1=9, n2=8.9, n3=8.8, n4=7.7)
    assert cap_sessions(order, SESSIONS, scores, 60) == order


def test_memories_without_a_session_are_not_one_session() -> None:
    """Each of them stands for itself."""
    order, scores = [7, 8, 9, 1], totals(n7=9, n8=8.9, n9=8.8, n1=8.7)
    assert cap_sessions(order, SESSIONS, scores, 60) == order
