"""A switch of a window reaches the sessions of an agent that runs all its windows in one process, or stops them all."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from recall_cli.agents import shared_process
from recall_cli.agents.ancestors import Process
from recall_cli.agents.shared_process import SharedProcess, find_shared_process, is_on
from tests.command import AS_INSTALLED, Home
from tests.for_each import for_each

DAEMON = Process(name="codex", number=20, parent=10, group=20, session=20)
WINDOW = Process(name="codex", number=10, parent=9, group=10, session=9, terminal=5)


def shared_with(
    monkeypatch: pytest.MonkeyPatch, above: list[Process], every: list[Process] | None = None
) -> SharedProcess | None:
    monkeypatch.setattr(shared_process, "ancestors", lambda: iter(above))
    monkeypatch.setattr(shared_process, "all_processes", lambda: iter(every or above))
    return find_shared_process()


def test_a_window_of_its_own_is_not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its variables are its own: other windows mean nothing for it."""
    private = WINDOW.but(number=11, environment={"RECALL_PRIVATE": "1"})
    assert shared_with(monkeypatch, [Process(name="sh"), WINDOW], [WINDOW, private]) is None
    assert shared_with(monkeypatch, [Process(name="bash", number=3, group=3)], [private]) is None


@pytest.mark.parametrize(
    "above",
    [
        [DAEMON],
        [Process(name="sh"), DAEMON, WINDOW],
        [
            WINDOW.but(name="claude"),
            Process(name="claude", number=7, group=6),
            Process(name="claude", number=6, group=6),
        ],
        [Process(name="opencode", number=7, group=6, terminal=3)],
    ],
    ids=["codex", "child of the first window", "claude --bg", "opencode serve"],
)
def test_a_background_process_is_shared(monkeypatch: pytest.MonkeyPatch, above: list[Process]) -> None:
    """Also where the first window started it, or where its sessions have terminals that nobody sees."""
    found = shared_with(monkeypatch, above)
    assert found is not None
    assert found.window_switch is None
    assert found.unequal_variable is None


@pytest.mark.parametrize("name", ["RECALL_PRIVATE", "RECALL_OFF"])
@pytest.mark.parametrize("where", ["window", "process"])
def test_a_switch_of_any_window_counts(monkeypatch: pytest.MonkeyPatch, name: str, where: str) -> None:
    """In the shared process and in each window; the stronger switch wins, and nobody else's counts."""
    switched = {"RECALL_PRIVATE": "1", name: "1"}
    daemon = DAEMON.but(environment=switched if where == "process" else {})
    window = WINDOW.but(environment=switched if where == "window" else {})
    found = shared_with(monkeypatch, [daemon], [daemon, window])
    assert found is not None
    assert found.window_switch == name
    inner = WINDOW.but(environment={**switched, "RECALL_INSIDE": "1"})
    for other in (inner, WINDOW.but(name="claude", environment=switched)):
        alone = shared_with(monkeypatch, [DAEMON], [DAEMON, other])
        assert alone is not None
        assert alone.window_switch is None


@pytest.mark.parametrize("name", ["RECALL_DB", "RECALL_USER", "RECALL_CONFIG", "RECALL_CLEARANCE"])
def test_another_store_of_a_window_is_noticed(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Nobody knows which window a session belongs to."""
    found = shared_with(monkeypatch, [DAEMON], [DAEMON, WINDOW.but(environment={name: "x"})])
    assert found is not None
    assert found.unequal_variable == name


@for_each("value, on", [("1", True), ("yes", True), ("on!", True), ("0", False), ("False", False)])
def test_a_switch_that_is_not_understood_is_on(value: str, on: bool) -> None:
    """The private switch never fails open."""
    assert is_on(value) is on


DAEMON_SCRIPT = """
import os, subprocess, sys
os.setsid()
for line in sys.stdin:
    event, message = line.rstrip("\\n").split(" ", 1)
    run = subprocess.run([*sys.argv[1:], "hook", event, "--agent", "codex"], input=message, text=True, capture_output=True)
    print(run.stdout.replace("\\n", " "), flush=True)
"""


class Codex:
    """A background process by the name of codex, which runs hooks, and windows with variables."""

    def __init__(self, recall: Home) -> None:
        self._recall = recall
        self._program = recall.path / "codex.py"
        self._program.write_text(DAEMON_SCRIPT)
        self._window = recall.path / "bin/codex"
        self._window.parent.mkdir()
        self._window.write_text("#!/bin/sh\nsleep 60\ntrue\n")
        self._window.chmod(0o755)
        self._windows: list[subprocess.Popen[bytes]] = []
        self._daemon: subprocess.Popen[str] | None = None

    def start(self, **variables: str) -> None:
        self._daemon = subprocess.Popen(
            [sys.executable, str(self._program), sys.executable, "-c", AS_INSTALLED],
            env=self._recall.environment(variables), cwd=self._recall.path, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def open_window(self, **variables: str) -> None:
        window = subprocess.Popen(
            [str(self._window)],
            env=self._recall.environment(variables),
            start_new_session=True,
            stdout=subprocess.DEVNULL,
        )
        self._windows.append(window)
        while b"bin/codex" not in Path(f"/proc/{window.pid}/cmdline").read_bytes():
            time.sleep(0.01)

    def send(self, event: str, session: str) -> str:
        assert self._daemon is not None
        assert self._daemon.stdin is not None
        assert self._daemon.stdout is not None
        transcript = self._recall.path / f"rollout-{session}.jsonl"
        transcript.touch()
        message = {"session_id": session, "cwd": str(self._recall.path), "transcript_path": str(transcript)}
        self._daemon.stdin.write(f"{event} {json.dumps({**message, 'prompt': 'hello'})}\n")
        self._daemon.stdin.flush()
        return self._daemon.stdout.readline().strip()

    def close_windows(self) -> None:
        for window in self._windows:
            os.killpg(window.pid, signal.SIGKILL)
            window.wait()
        self._windows.clear()

    def close(self) -> None:
        self.close_windows()
        if self._daemon is not None:
            self._daemon.communicate()


@pytest.fixture
def codex(recall: Home) -> Iterator[Codex]:
    recall.more["RECALL_EXTRACTOR"] = "rules"
    recall.store("The staging cluster has 12 nodes.", "--global")
    with_windows = Codex(recall)
    yield with_windows
    with_windows.close()


needs_proc = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc")


@needs_proc
@pytest.mark.parametrize("name", ["RECALL_PRIVATE", "RECALL_OFF", "RECALL_DB"])
def test_nothing_of_a_private_window_is_queued(recall: Home, codex: Codex, name: str) -> None:
    """By the hooks of its background process: not at the turn's end, and not after the window was closed."""
    codex.start()
    codex.open_window(**{name: "1"})
    answer = json.loads(codex.send("session-start", "s-1"))
    assert f"recall stores nothing of this session: {name} " in answer["systemMessage"]
    assert ("hookSpecificOutput" in answer) == (name == "RECALL_PRIVATE")
    codex.send("turn-end", "s-1")
    codex.close_windows()
    codex.send("session-end", "s-1")
    runs = (recall.path / ".local/share/recall/hooks/codex.runs").read_text()
    assert " queued " not in runs
    assert "systemMessage" not in codex.send("session-start", "s-2")
    codex.send("turn-end", "s-2")
    assert " queued " in (recall.path / ".local/share/recall/hooks/codex.runs").read_text()


@needs_proc
def test_a_prompt_in_a_private_window_is_enough(recall: Home, codex: Codex) -> None:
    """A resumed session sends no start; its window may be closed before the turn ends."""
    codex.start()
    codex.open_window(RECALL_PRIVATE="1")
    assert "systemMessage" in codex.send("prompt", "s-1")
    assert "systemMessage" not in codex.send("prompt", "s-1")
    codex.close_windows()
    codex.send("turn-end", "s-1")
    assert " queued " not in (recall.path / ".local/share/recall/hooks/codex.runs").read_text()


@needs_proc
@pytest.mark.parametrize("name", ["RECALL_PRIVATE", "RECALL_OFF"])
def test_a_private_background_process_says_so_in_later_windows(recall: Home, codex: Codex, name: str) -> None:
    """It stores nothing, as before, and is not silent about it; doctor names it too."""
    codex.start(**{name: "1"})
    codex.open_window()
    assert f"{name} is set in a process of codex" in json.loads(codex.send("session-start", "s-1"))["systemMessage"]
    assert f"nothing is stored from them, since {name} is set in one of them" in recall("doctor").out


@needs_proc
def test_doctor_names_a_switch_that_does_not_reach_a_background_process(recall: Home, codex: Codex) -> None:
    """Before somebody relies on it."""
    codex.start()
    assert "RECALL_PRIVATE does not reach them from here: codex" in recall("doctor", env={"RECALL_PRIVATE": "1"}).out


def test_a_folder_can_be_private(recall: Home, tmp_path: Path) -> None:
    """For hooks and commands in it and below it, until it is switched off; an agent cannot do either."""
    inner = recall.path / "work/deep"
    inner.mkdir(parents=True)
    assert recall.quick("hooks", "private", "work").status == 3
    assert recall.quick("hooks", "private", "work", person=True).status == 0
    refused = recall.quick("store", "We use NATS.", cwd=inner)
    assert (refused.status, "this folder is private" in refused.err) == (3, True)
    message = json.dumps({"session_id": "s-1", "cwd": str(inner), "transcript_path": str(tmp_path / "x.jsonl")})
    recall.quick("hook", "session-start", "--agent", "claude-code", stdin=message)
    assert recall.quick("store", "We use NATS.", "--session", "s-1").status == 3
    assert recall.quick("store", "We use NATS.").status == 0
    assert recall.quick("hooks", "private", "work", "--off").status == 3
    assert recall.quick("hooks", "private", "work", "--off", person=True).status == 0
    assert recall.quick("store", "We use Kafka.", cwd=inner).status == 0


def test_an_agent_makes_only_its_own_session_private(recall: Home) -> None:
    """Also by its id; another session is for a person."""
    agent = {"CLAUDE_CODE_SESSION_ID": "s-1", "CLAUDECODE": "1"}
    refused = recall.quick("hooks", "private", "s-2", env=agent)
    assert (refused.status, "only its own session" in refused.err) == (3, True)
    assert recall.quick("store", "We use NATS.", "--session", "s-2").status == 0
    assert recall.quick("hooks", "private", "s-1", env=agent).status == 0
    assert recall.quick("store", "We use Kafka.", "--session", "s-1").status == 3
    assert recall.quick("hooks", "private", "s-2", person=True).status == 0


@pytest.mark.parametrize("private", [True, False])
def test_sessions_of_a_private_folder_are_not_read(recall: Home, private: bool) -> None:
    """Also where no hook ran in them, by an import of transcripts."""
    work = recall.path / "work"
    work.mkdir()
    transcripts = recall.path / ".claude/projects/-work"
    transcripts.mkdir(parents=True)
    line = {"type": "user", "uuid": "u-1", "sessionId": "s-1", "cwd": str(work), "timestamp": "2026-02-20T10:00:00Z"}
    said = {"message": {"role": "user", "content": "We use tabs in Go because gofmt wants them."}}
    (transcripts / "s-1.jsonl").write_text(json.dumps({**line, **said}) + "\n")
    if private:
        recall.quick("hooks", "private", "work", person=True)
    recall.quick("import", "transcripts", "--agent", "claude-code")
    assert (recall.json("count", "--project", "*")["count"] == 0) is private


def test_a_private_run_of_the_worker_does_not_lose_other_sessions(recall: Home) -> None:
    """RECALL_PRIVATE says something about the session of this command, and nothing about those that wait."""
    transcript = recall.path / "s-1.jsonl"
    line = {"type": "user", "uuid": "u-1", "sessionId": "s-1", "cwd": str(recall.path)}
    said = {"message": {"role": "user", "content": "We use tabs in Go because gofmt wants them."}}
    transcript.write_text(json.dumps({**line, **said, "timestamp": "2026-02-20T10:00:00Z"}) + "\n")
    message = json.dumps({"session_id": "s-1", "cwd": str(recall.path), "transcript_path": str(transcript)})
    recall.quick("hook", "session-end", "--agent", "claude-code", stdin=message)
    recall.quick("worker", "--once", env={"RECALL_PRIVATE": "1"})
    assert recall.json("count", "--project", "*")["count"] > 0
