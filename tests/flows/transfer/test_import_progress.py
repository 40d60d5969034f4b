"""A long import shows how far it is, and looks at each statement once."""

import os
import pty
import subprocess

import pytest

from recall_cli.flows.transfer.movein.notes import read_markdown
from recall_cli.rules.text.markdown_notes import NotesFile
from tests.command import Home, read_terminal


def test_a_large_file_of_notes_shows_its_progress(recall: Home) -> None:
    """At a terminal, from its first line on; what is stored is the same."""
    notes = "".join(f"- Worker number {n} of the billing service listens on port {n + 1000}.\n" for n in range(3_500))
    (recall.path / "notes.md").write_text(notes)
    ours, theirs = pty.openpty()
    running = recall.start(
        "import", "notes.md", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs, env={"TERM": "xterm"}
    )
    os.close(theirs)
    seen = read_terminal(ours)
    out, _ = running.communicate(timeout=100)
    assert b"imported 3,500" in out
    assert b"importing" in seen
    assert b"100 %" in seen


def test_a_small_file_of_notes_shows_none(recall: Home) -> None:
    """It is over before a bar could be read, and a pipe never gets one."""
    (recall.path / "notes.md").write_text("- The queue is NATS.\n")
    assert "importing" not in recall("import", "notes.md").err


def test_the_whole_file_is_looked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it comes from basic-memory is asked once, not for each of its statements."""
    asked: list[int] = []

    def is_basic_memory(notes_file: NotesFile) -> bool:
        asked.append(len(notes_file.notes))
        return False

    monkeypatch.setattr(NotesFile, "is_basic_memory", property(is_basic_memory))
    notes = "".join(f"- The worker {n} listens on port {n}.\n" for n in range(50))
    assert len([*read_markdown(notes, "notes.md", "mark", None)]) == 50
    assert asked == [50]
