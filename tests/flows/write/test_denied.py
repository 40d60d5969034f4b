"""An agent says something, its user says no: the agent's words are not kept."""

import pytest

from tests.command import Home
from tests.flows.agents.test_transcripts import kept, line, put_down, session

CLAIM = "The exporter of billing listens on port 9464."


def texts(recall: Home, *lines: str) -> "list[str]":
    """What is kept of a session."""
    put_down(recall, session(recall, "".join(lines)))
    assert recall.quick("worker", "--once").status == 0
    return [one["text"] for one in kept(recall)]


@pytest.mark.parametrize("answer", ["no, it's 9100", "That's not true any more."])
def test_what_the_user_denies_is_not_kept(recall: Home, answer: str) -> None:
    """The very next word decides."""
    assert CLAIM not in texts(recall, line(CLAIM, 1, "assistant"), line(answer, 2))


@pytest.mark.parametrize(
    "lines",
    [
        [line(CLAIM, 1, "assistant"), line("No worries, go on.", 2)],
        [line(CLAIM, 1, "assistant"), line("The chart says the same.", 2), line("No, that's it.", 3)],
        [line(CLAIM, 1), line("No, I found nothing else.", 2, "assistant")],
    ],
)
def test_what_nobody_denies_is_kept(recall: Home, lines: "list[str]") -> None:
    """Politeness denies nothing, a later no another thing, and an agent's no nothing of its user's."""
    assert CLAIM in texts(recall, *lines)
