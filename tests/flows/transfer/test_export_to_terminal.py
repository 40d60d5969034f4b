"""An export that would fill the terminal is asked about; a pipe and a named file are not."""

import contextlib
import fcntl
import os
import pty
import struct
import termios

import pytest

from tests.command import WITHOUT_AGENT, Home

ROWS, COLUMNS = 40, 80


@pytest.fixture
def filled(recall: Home) -> Home:
    """More memories than fit on a screen."""
    for number in range(12):
        recall.store(f"Finding {number} about the build server.")
    return recall


def type_at_terminal(recall: Home, *args: str, keys: str = "") -> tuple[int, str]:
    """The status of a command at a terminal of 40 lines, and what is seen there when these keys were typed."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    os.write(ours, keys.encode())
    running = recall.start(
        *args, env={"TERM": "xterm"}, code=WITHOUT_AGENT, stdin=theirs, stdout=theirs, stderr=theirs,
        start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    seen = b""
    with contextlib.suppress(OSError):  # the other side is closed
        while part := os.read(ours, 65536):
            seen += part
    os.close(ours)
    return running.wait(60), seen.decode()


def test_a_long_export_is_asked_about(filled: Home) -> None:
    """The question says how many memories there are, and how to write a file; Enter prints nothing."""
    status, seen = type_at_terminal(filled, "export", keys="\n")
    assert "the export of 12 memories is longer than the screen (recall export FILE writes a file)" in seen
    assert (status, "Finding 3" in seen) == (0, False)
    assert "Finding 3" in type_at_terminal(filled, "export", keys="y\n")[1]


def test_what_fits_or_was_asked_for_is_printed(filled: Home) -> None:
    """A single memory, and - as the file."""
    filled.store("A small one.", "--topic", "small")
    for args in (("--topic", "small"), ("-",)):
        _, seen = type_at_terminal(filled, "export", *args)
        assert "longer than the screen" not in seen
        assert "A small one." in seen


def test_a_pipe_is_never_asked(filled: Home) -> None:
    """It gets every line as before."""
    answer = filled("export")
    assert len(answer.out.splitlines()) == 13
    assert "longer than the screen" not in answer.err
