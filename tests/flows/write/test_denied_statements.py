"""An agent says something, its user says no: the agent's words are not kept."""

import pytest

from tests.command import Home
from tests.flows.agents.test_transcripts import add_job, session_memories, transcript_line, write_session

CLAIM = "The exporter of billing listens on port 9464."


def texts_from_session(recall: Home, *lines: str) -> "list[str]":
    """What is kept of a session."""
    add_job(recall, write_session(recall, "".join(lines)))
    assert recall.quick("worker", "--once").status == 0
    return [one["text"] for one in session_memories(recall)]


@pytest.mark.parametrize("answer", ["no, it's 9100", "That's not true any more."])
def test_what_the_user_denies_is_not_kept(recall: Home, answer: str) -> None:
    """The very next word decides."""
    assert CLAIM not in texts_from_session(recall, transcript_line(CLAIM, 1, "assistant"), transcript_line(answer, 2))


@pytest.mark.parametrize(
    "lines",
    [
        [transcript_line(CLAIM, 1, "assistant"), transcript_line("No worries, go on.", 2)],
        [
            transcript_line(CLAIM, 1, "assistant"),
            transcript_line("The chart says the same.", 2),
            transcript_line("No, that's it.", 3),
        ],
        [transcript_line(CLAIM, 1), transcript_line("No, I found nothing else.", 2, "assistant")],
    ],
)
def test_what_nobody_denies_is_kept(recall: Home, lines: "list[str]") -> None:
    """Politeness denies nothing, a later no another thing, and an agent's no nothing of its user's."""
    assert CLAIM in texts_from_session(recall, *lines)
