"""At a terminal, a command that reads standard input says what it waits for; a pipe gets no such line."""

import os
import pty
import subprocess

import pytest

from tests.command import WITHOUT_AGENT, Home

READERS = [
    (("context", "--error", "-"), "the text of the error"),
    (("context", "--diff", "-"), "a diff, as git diff prints it"),
    (("store", "-"), "the text to store"),
    (("import", "-"), "lines to import"),
]


@pytest.mark.parametrize(("args", "what"), READERS, ids=[" ".join(args) for args, _ in READERS])
def test_it_says_what_it_waits_for(recall: Home, args: tuple[str, ...], what: str) -> None:
    """The line comes before anything is typed, and Ctrl-D ends the input."""
    ours, theirs = pty.openpty()
    running = recall.start(
        *args, code=WITHOUT_AGENT, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    os.close(theirs)
    line = running.stderr.readline().decode()
    assert line == f"recall: waiting for {what} (type or paste it, then press Ctrl-D on an empty line)\n"
    os.write(ours, b"{}\n\x04\x04")
    running.communicate(timeout=60)
    os.close(ours)
    assert running.returncode in (0, 1, 2, 3)


@pytest.mark.parametrize(("args", "what"), READERS, ids=[" ".join(args) for args, _ in READERS])
def test_a_pipe_gets_no_such_line(recall: Home, args: tuple[str, ...], what: str) -> None:
    """What comes through a pipe needs no help."""
    assert "waiting for" not in recall(*args).err
