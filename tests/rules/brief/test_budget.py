"""The token budget of a brief."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.brief.budget import BriefBudget, estimate_tokens, fitting_positions


@given(st.lists(st.integers(1, 200)), st.integers(0, 500))
def test_a_budget_is_never_exceeded(costs, budget):
    """The chosen lines fit, in their order, and the others did not fit when their turn came."""
    chosen = fitting_positions(costs, budget)
    assert sum(costs[at] for at in chosen) <= budget
    assert chosen == sorted(chosen)
    for at, cost in enumerate(costs):
        if at not in chosen:
            assert sum(costs[before] for before in chosen if before < at) + cost > budget


def test_tokens_by_hand():
    """Seven letters are at most three tokens; ten Japanese letters are fifteen."""
    assert estimate_tokens("") == 1
    assert estimate_tokens("a" * 7) == 3
    assert estimate_tokens("東" * 10) == 15


@given(st.text(), st.text())
def test_more_text_costs_no_less(one, other):
    """A longer text never costs less."""
    assert estimate_tokens(one + other) >= estimate_tokens(one)


def test_what_comes_after_a_full_budget_is_not_asked_for():
    """Once less than the minimum is left, the next costs are not read."""
    asked = []
    costs = (asked.append(cost) or cost for cost in (60, 30, 8, 1))
    assert fitting_positions(costs, 100, 12) == [0, 1]
    assert asked == [60, 30]


def test_patience_ends_after_so_many_in_a_row() -> None:
    """Three misses in a row end it, two and a fitting one do not; further costs are not read."""
    asked: list[int] = []

    def costs(*given: int) -> "Iterator[int]":
        for cost in given:
            asked.append(cost)
            yield cost

    assert fitting_positions(costs(7, 5, 5, 2, 9, 9, 9, 1), 10, max_misses=3) == [0, 3]
    assert asked == [7, 5, 5, 2, 9, 9, 9]
    assert fitting_positions(costs(7, 5, 5, 5, 1), 10) == [0, 4]


def test_a_source_whose_line_was_too_much_waits_from_then_on() -> None:
    """After its first line that is too much, a source waits; other sources do not."""
    room = BriefBudget(100)
    one, other = (("import", 0.5),), (("agent codex", 0.5),)
    room.take(40, one)
    assert not room.waits(one)
    assert room.waits(one, 20)
    assert room.waits(one)
    assert not room.waits(other, 20)
