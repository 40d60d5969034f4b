"""Whether two texts say the same: what makes no difference, and what always does."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.change.sameness import Reading, are_same, denies, difference, is_part, is_told_by, says_all
from tests.for_each import for_each
from tests.rows import read_rows

NEAR_MISSES = [tuple(line.split("\t")) for line in (Path(__file__).parent / "near_misses.tsv").read_text().splitlines()]
"""Pairs that differ in one value, name, quantity, role, scope, time or negation."""
SAME = read_rows(__file__, "same")


@for_each("text, other", SAME)
def test_what_makes_no_difference(text: str, other: str) -> None:
    """Capitals, light words, plurals, notations of one number, and a phrase that stands first or last."""
    assert are_same(text, other)
    assert are_same(other, text)
    assert not difference(text, other)


@for_each("text, other", NEAR_MISSES)
def test_a_near_miss_is_not_the_same(text: str, other: str) -> None:
    """What is doubtful is kept twice."""
    assert not are_same(text, other)
    assert not are_same(other, text)


@for_each(
    "text, other, expected",
    [
        ("Retry only on 503.", "Retry only on 504.", "numbers"),
        ("The job takes 5 minutes.", "The job takes 5 hours.", "numbers"),
        ("The queue of Alice is slow.", "The queue of Bob is slow.", "names"),
        ("See docs/setup.md for the steps.", "See docs/deploy.md for the steps.", "names"),
        ("The user wants emojis.", "The user does not want emojis.", "a negation"),
        ("Keep the latency < 200 ms.", "Keep the latency > 200 ms.", "a condition"),
        ("Run the tests before a push.", "Run the tests after a push.", "a condition"),
        ("The cache is enabled in staging.", "The cache is disabled in staging.", "one word"),
        ("Ask Alice before Bob.", "Ask Bob before Alice.", "who does what"),
        ("lint depends on tests", "tests depends on lint", "who does what"),
        ("The port is 8080.", "The port is 8080 on every host.", ""),
        ("Nora likes Python.", "As Ben says, Nora likes Python for scripts.", ""),
    ],
)
def test_in_what_two_texts_exclude_each_other(text: str, other: str, expected: str) -> None:
    """It is the same in both directions; a text that only says more excludes nothing."""
    assert difference(text, other) == difference(other, text) == expected


def test_a_part_of_another_text() -> None:
    """One has all words of the other."""
    assert is_part(Reading("The CI server is ci.example."), Reading("Our CI runs at ci.example."))
    assert not is_part(Reading("The CI server is ci.example."), Reading("The CI runner is ci.example."))
    assert not is_part(Reading("The CI server is ci.example."), Reading("The CI server is not ci.example."))
    assert not is_part(
        Reading("Exports retry failed uploads twice."), Reading("Exports archive failed uploads at night.")
    )


def test_a_text_that_says_all_of_another() -> None:
    """Whole sentences, in any order; a part of a sentence may hold only within the whole."""
    assert says_all("We use NATS. Dashboards live in Grafana.", "Dashboards live in Grafana.")
    assert not says_all("Deploys are frozen on Fridays.", "Deploys are frozen.")
    assert not says_all("Keep it > 5. Ask Nora.", "Keep it < 5.")


def test_a_text_that_tells_a_source() -> None:
    """The words of each sentence stand together in one sentence of the text."""
    assert is_told_by("Billing listens on port 80.", "Billing listens on port 80 and orders on port 81.")
    assert not is_told_by("Orders listen on port 81.", "Billing listens on port 80 and orders on port 81.")


def test_denials() -> None:
    """Two negations deny nothing."""
    assert denies("The job was not retried.")
    assert not denies("Not one job was not retried.")


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_texts_can_be_compared(text: str, other: str) -> None:
    """The order of the two makes no difference."""
    assert are_same(text, other) == are_same(other, text)
    assert difference(text, other) == difference(other, text)
    assert are_same(text, text)
