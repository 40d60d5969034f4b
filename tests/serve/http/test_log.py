"""The log of `recall serve`: readable at a terminal, JSON elsewhere."""

import json
import os
import pty
import signal
import subprocess

import pytest

from recall_cli.serve.http.log import readable_event
from tests.command import AS_INSTALLED, Home, read_terminal
from tests.for_each import for_each

REQUEST = {"method": "POST", "path": "/mcp", "status": 200, "ms": 3.25}
EVENTS = (
    ("started", {"url": "http://127.0.0.1:7077"}, "serving at http://127.0.0.1:7077 (stop with Ctrl-C)"),
    ("request", {**REQUEST, "token": "laptop", "remote": "::1"}, "POST  /mcp            200      3.2 ms  laptop  ::1"),
    ("request", {**REQUEST, "path": "/\x1b[31m\x9b\u202e"}, r"POST  /\x1b[31m\x9b\u202e        200      3.2 ms  -"),
    ("reading_failed", {"reason": "OSError"}, "reading failed  reason: OSError"),
)


@for_each("event, values, line", EVENTS)
def test_a_person_reads_an_event(event: str, values: dict[str, object], line: str) -> None:
    """One aligned line; what a client sent cannot control the terminal."""
    assert readable_event(event, values) == line


@pytest.mark.parametrize("as_json", [False, True])
def test_the_log_at_a_terminal(recall: Home, as_json: bool) -> None:
    """A person gets readable lines, and JSON with --json."""
    recall.store("The queue is NATS.")
    ours, theirs = pty.openpty()
    process = recall.start(
        "serve", "--port", "0", *(["--json"] if as_json else []), code=AS_INSTALLED, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    seen = b""
    while b"\n" not in seen:
        seen += os.read(ours, 65_536)
    process.send_signal(signal.SIGINT)
    process.wait(30)
    lines = (seen + read_terminal(ours)).decode().split("\r\n")
    if as_json:
        assert json.loads(lines[0])["event"] == "started"
    else:
        assert "  serving at http://127.0.0.1:" in lines[0] and "{" not in "".join(lines)
