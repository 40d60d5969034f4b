"""The worker that hooks start reads what sessions left."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.hook.calls import hook_message, recorded_runs, run_hook, start_session, stored_jobs
from tests.command import Home

SESSION_COUNT = int(os.environ.get("RECALL_SESSIONS", "24"))
"""How many run in a loop; a thousand have been, and can be."""


def recall_processes(recall: Home) -> set[int]:
    """Every process of recall's that belongs to this home."""
    found = set()
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and f"HOME={recall.path}\0".encode() in (entry / "environ").read_bytes():
                found.add(int(entry.name))
        except OSError:
            continue
    return found


def wait_for_workers(recall: Home) -> None:
    """Wait until no worker is left."""
    end = time.monotonic() + 30
    while recall_processes(recall) and time.monotonic() < end:
        time.sleep(0.05)
    assert recall_processes(recall) == set()


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="processes are counted through /proc")
def test_sessions_in_a_loop_leave_nothing_but_what_was_said(recall: Home, work: Path) -> None:
    """Many sessions, two agents at once, real processes: no process is left, nothing twice, no file grows by itself."""
    recall.more["RECALL_EXTRACTOR"] = "rules"
    for number in range(0, SESSION_COUNT, 2):
        running = []
        for agent, session in (("claude-code", f"s-{number}"), ("codex", f"s-{number + 1}")):
            said = f"The service {session} listens on port {4000 + number}, because the others were taken."
            user = {"role": "user", "content": said}
            line = {"type": "user", "uuid": session, "sessionId": session, "message": user}
            if agent == "codex":
                line = {
                    "type": "response_item",
                    "payload": {"type": "message", **user, "content": [{"type": "input_text", "text": said}]},
                }
            (work / f"{session}.jsonl").write_text(json.dumps(line) + "\n")
            for event in ("session-start", "compact", "session-end"):
                one = recall.start(
                    "hook",
                    event,
                    "--agent",
                    agent,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                )
                one.stdin.write(hook_message(work, session).encode())
                one.stdin.close()
                running.append(one)
        for one in running:
            assert (one.wait(30), one.stderr.read()) == (0, b"")
    wait_for_workers(recall)
    recall.later(minutes=31)  # a beginning that overtook its own end is looked after then
    recall("worker", "--once")
    texts = [memory["text"] for memory in recall.json("list", "--project", "*", "-n", "10000")["memories"]]
    assert len(texts) == len(set(texts)) == SESSION_COUNT
    assert {job["state"] for job in stored_jobs(recall)} == {"complete"}
    hooks = recall.path / ".local/share/recall/hooks"
    assert sum(path.stat().st_size for path in hooks.iterdir()) < 200_000


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="processes are counted through /proc")
def test_a_worker_outlives_the_hook_and_its_agent(recall: Home, work: Path) -> None:
    """The hook's whole group of processes is killed, as Codex does: what was put down is done all the same."""
    recall.more["RECALL_EXTRACTOR"] = "rules"
    running = recall.start(
        "hook",
        "session-end",
        "--agent",
        "claude-code",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    running.communicate(hook_message(work).encode(), timeout=30)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(running.pid, signal.SIGKILL)
    wait_for_workers(recall)
    assert [job["state"] for job in stored_jobs(recall)] == ["complete"]
    assert recall.json("count", "--project", "*")["count"] == 1


def test_of_two_lone_workers_one_works(recall: Home) -> None:
    """--alone ends at once where another holds the lock; what was put down meanwhile is seen by that one."""
    import fcntl

    recall.quick("store", "Put off.", "--defer")
    with open(f"{recall.db}.worker", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert recall.json("worker", "--once", "--alone")["done"] == 0
    assert recall.json("worker", "--once", "--alone")["done"] == 1
    assert recall.quick("worker", "--alone", "--watch").status == 2


def test_the_brief_after_a_compaction_holds_what_was_just_said(recall: Home, work: Path) -> None:
    """It waits for the worker that reads the session; that wait is no sign of a slow hook."""
    recall.more["RECALL_EXTRACTOR"] = "rules"
    recall("store", "Something older is known.", cwd=work)
    for number in range(4):
        said = f"The service number {number} listens on port {7000 + number}."
        name = f"session-{number}"
        line = {"type": "user", "uuid": name, "sessionId": name, "message": {"role": "user", "content": said}}
        (work / f"{name}.jsonl").write_text(json.dumps(line) + "\n")
        recall("hook", "compact", "--agent", "claude-code", stdin=hook_message(work, name))
        message = hook_message(work, name, source="compact")
        assert said in recall("hook", "session-start", "--agent", "claude-code", stdin=message).out
    assert [run[:2] for run in recorded_runs(recall)] == [["compact", "queued"], ["session-start", "told"]] * 4
    assert recall.json("hooks", "status", "claude-code")["agents"][0]["slow"] == 0


def test_after_a_compaction_nobody_waits_for_a_model_or_for_no_worker(recall: Home, work: Path) -> None:
    """A model may read for minutes; and where no worker runs, none is waited for."""
    recall.store("Something older is known.", cwd=work)
    for name, extractor, least, most in (("s-1", "command", 0.0, 0.9), ("s-2", "rules", 0.9, 3.0)):
        (work / "s-2.jsonl").write_text((work / "s-1.jsonl").read_text())
        run_hook(recall, "compact", "claude-code", hook_message(work, name))
        began = time.monotonic()
        environment = {"RECALL_EXTRACTOR": extractor}
        message = hook_message(work, name, source="compact")
        answer = start_session(recall, message, env=environment)
        assert "Something older" in answer.out
        assert least < time.monotonic() - began < most


def test_nothing_of_the_folder_is_imported_by_the_worker(recall: Home, work: Path) -> None:
    """A repository with a package of our name in it runs nothing of its own."""
    (work / "recall_cli").mkdir()
    for name in ("__init__", "__main__"):
        (work / "recall_cli" / f"{name}.py").write_text(f"open({str(work / 'bad')!r}, 'w')\n")
    started = [
        sys.executable,
        "-c",
        "from recall_cli.__main__ import main; main()",
        "hook",
        "session-end",
        "--agent",
        "claude-code",
    ]
    environment = {**recall.environment(), "PYTHONSAFEPATH": "1"}
    subprocess.run(started, input=hook_message(work).encode(), cwd=work, env=environment, check=True)
    if os.path.isdir("/proc/self"):
        wait_for_workers(recall)
    assert not (work / "bad").exists()
