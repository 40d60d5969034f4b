"""Devices, pipes and empty files where a store or a file to import is expected."""

import os
import threading
from pathlib import Path

import pytest

from tests.command import Home


@pytest.mark.parametrize("command", [("list",), ("store", "The cache runs on Redis.", "--extractor", "none")])
def test_a_device_is_no_store(recall: Home, command: tuple[str, ...]) -> None:
    """A device as --db is refused for what it is, before anything is read from it."""
    answer = recall.quick("--db", "/dev/zero", *command)
    assert answer.status == 2
    assert answer.err == "recall: /dev/zero is not an ordinary file (name a file, e.g. --db memories.db)\n"


def test_a_pipe_is_no_store(recall: Home, tmp_path: Path) -> None:
    """The same for a named pipe, which would be waited for."""
    os.mkfifo(tmp_path / "pipe")
    assert "is not an ordinary file" in recall.quick("--db", str(tmp_path / "pipe"), "list").err


@pytest.mark.parametrize(
    "command", [("doctor",), ("list",), ("maintain",), ("scan",), ("undo",), ("jobs",), ("worker",), ("stats",)]
)
def test_an_empty_file_stays_empty(recall: Home, tmp_path: Path, command: tuple[str, ...]) -> None:
    """Only what stores something makes a store of an empty file."""
    file = tmp_path / "empty.db"
    file.touch(0o600)
    recall.quick("--db", str(file), *command)
    assert file.stat().st_size == 0


def test_an_empty_file_can_become_a_store(recall: Home, tmp_path: Path) -> None:
    """A store command makes a store of an empty file, as of none."""
    file = tmp_path / "empty.db"
    file.touch(0o600)
    assert recall.quick("--db", str(file), "store", "The cache runs on Redis.", "--extractor", "none").status == 0
    assert recall.quick("--db", str(file), "count").out == "1\n"


def test_a_pipe_with_a_writer_is_read(recall: Home, tmp_path: Path) -> None:
    """What a program writes into a named pipe is imported."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text('{"text": "The queue is NATS."}\n'))
    writer.start()
    assert recall.quick("import", str(pipe)).out == "imported 1 (0 already stored)\n"
    writer.join()


@pytest.mark.parametrize("tail", ["-journal", "-wal", "-shm"])
def test_a_pipe_beside_the_store_is_not_waited_for(recall: Home, tmp_path: Path, tail: str) -> None:
    """A named pipe in the place of one of SQLite's own files is refused at once."""
    file = tmp_path / "m.db"
    assert recall.quick("--db", str(file), "store", "The cache runs on Redis.", "--extractor", "none").status == 0
    (tmp_path / f"m.db{tail}").unlink(missing_ok=True)
    os.mkfifo(tmp_path / f"m.db{tail}")
    assert f"m.db{tail} is not an ordinary file" in recall.quick("--db", str(file), "list").err
