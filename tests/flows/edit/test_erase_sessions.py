"""The receipt of an erasure names the agents' own session files that hold the words, and changes none of them."""

import os
from pathlib import Path

import pytest

from tests.command import Home
from tests.flows.agents.test_transcripts import add_job, transcript_line, write_session

TEXT = "We decided to keep the Zyxquartz ledger in Reykjavik because flimberwock audits demand it."
OTHER = "The API of billing listens on port 9090, and the ledger is quiet."


@pytest.fixture
def files(recall: Home) -> dict[str, Path]:
    """Two sessions that recall has read, and one that it does not know."""
    paths = {
        "first": write_session(recall, transcript_line(TEXT, 1), "s-1"),
        "second": write_session(recall, transcript_line(OTHER, 2), "s-2"),
    }
    for path in paths.values():
        add_job(recall, path)
    recall.json("worker")
    return paths | {"unread": write_session(recall, transcript_line(TEXT, 3), "s-3")}


def erase(recall: Home, *args: str) -> list[str]:
    """The session files that the receipt names."""
    receipt = recall.json("erase", *args, "--confirm", person=True)
    assert receipt["left"] == 0
    return [file["path"] for file in receipt["session_files"]]


def test_the_file_with_the_memory_is_named_and_stays(recall: Home, files: dict[str, Path]) -> None:
    """Only the one that was read and holds it; its bytes and its time are as before."""
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in files.values()}
    (id_,) = [memory["id"] for memory in recall.json("search", "Zyxquartz", "--project", "*")["results"][:1]]
    assert erase(recall, id_) == [str(files["first"])]
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in files.values()} == before


def test_the_words_of_a_query_count_alone(recall: Home, files: dict[str, Path]) -> None:
    """A name that stands in another sentence of the session is found too."""
    files["second"].write_text(transcript_line("Ask ZYXQUARTZ ÖDEGÅRD about the port.", 2))
    recall.store("Zyxquartz Ödegård owns the pager.")
    assert erase(recall, "--query", "Zyxquartz Ödegård") == [str(files["second"])]


def test_a_file_that_is_gone_or_rewritten_is_not_named(recall: Home, files: dict[str, Path]) -> None:
    """Nothing to delete is nothing to say; the receipt has no such line."""
    files["first"].unlink()
    assert erase(recall, "--query", "Zyxquartz") == []


def test_a_person_is_told_what_to_do(recall: Home, files: dict[str, Path]) -> None:
    """On the screen and in a pipe."""
    screen = recall("erase", "--query", "Zyxquartz", "--confirm", tty=True).out
    assert "1 agent's own session file holds the words; recall never changes them" in screen
    assert str(files["first"]) in screen
    assert "delete them yourself" in screen


def test_an_unreadable_file_is_told(recall: Home, files: dict[str, Path]) -> None:
    """A file that cannot be searched proves nothing, and the erasure is done all the same."""
    if os.geteuid() == 0:
        pytest.skip("root reads every file")
    files["first"].chmod(0)
    answer = recall.quick("erase", "--query", "Zyxquartz", "--confirm", person=True)
    assert "could not be searched" in answer.err
