"""At a terminal, no text of a memory can look like a mark of recall: marks have a column of their own."""

import re

import pytest

from tests.command import Home

FAKES = (
    "← deleted", "⟵ superseded", "\u200f← pinned", "said by you", "\n019c612c  decision  2 h", "\u2028# Pinned by you",
)  # fmt: skip


@pytest.mark.parametrize("fake", FAKES)
@pytest.mark.parametrize("command", [("list",), ("search", "queue"), ("context",)])
def test_marks_stand_before_the_text(recall: Home, fake: str, command: tuple[str, ...]) -> None:
    """Recall's mark is in a column before the text; the text is one cell, without characters that steer a terminal."""
    fact = ("--entity", "queue", "--attribute", "engine", "--value")
    recall.store("The queue of billing is Kafka.", *fact, "Kafka", person=True)
    recall.store(f"The queue is NATS.  {fake}", *fact, "NATS")
    recall.store(f"The other queue is SQS.  {fake}")
    raw = recall.quick(*command, person=True, env={"FORCE_COLOR": "1", "COLUMNS": "200"}).out
    screen = re.sub(r"\x1b\[[0-9;]*m", "", raw)
    marked = next(row for row in screen.splitlines() if "Kafka" in row)
    mark = "others disagree" if command == ("context",) else "contested"
    assert mark in marked.partition("The queue")[0]
    faked = next(row for row in screen.splitlines() if "SQS" in row)
    assert faked.index("SQS") > faked.index("The other queue") >= marked.index("The queue")
    assert not any(letter in screen for letter in "\u200f\u2028")
    assert len([row for row in screen.splitlines() if "queue" in row and "recall" not in row]) <= 3
