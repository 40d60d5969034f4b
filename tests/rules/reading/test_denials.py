"""Which answers deny what was said before them."""

import pytest

from recall_cli.rules.reading.signs import denies

CLAIM = "The exporter writes to port 9464."


@pytest.mark.parametrize(
    "answer",
    ["No, it's 9100.", "nope, 9100", "no.", "Wrong, that was last year.", "That's not true any more.", "You're wrong, it writes to Loki.",
     "That's outdated.\nHave a look at the chart."],
)  # fmt: skip
def test_a_denial(answer: str) -> None:
    """At its beginning, with or without what holds instead."""
    assert denies(answer, CLAIM)


@pytest.mark.parametrize(
    "answer",
    ["No worries.", "no thanks", "No doubt about it.", "No need to change that.", "Yes, go ahead.", "Now fix it.", "None of the tests fail.",
     "Wrong branch, switch to main.", "no-cache headers are missing", ""],
)  # fmt: skip
def test_no_denial(answer: str) -> None:
    """Politeness, other words, and what is wrong about something else."""
    assert not denies(answer, CLAIM)


def test_a_no_to_a_question_answers_it() -> None:
    """What the agent found out before it asked stands."""
    assert not denies("No, leave it.", f"{CLAIM} Shall I change it?")
    assert denies("That's wrong, it is 9100.", f"{CLAIM} Shall I change it?")
