"""A session that ends is put down as one job, whoever tells of its end."""

import json
import time
from pathlib import Path

import apsw
import pytest

from tests.cli.hook.calls import assert_silent, hook_message, recorded_runs, run_hook, start_session, stored_jobs
from tests.command import MINUTE, Home


def test_a_session_that_ends_leaves_one_job(recall: Home, work: Path, no_worker: list[int]) -> None:
    """However often it is told of: the record's path and where it was, for the worker that is started."""
    for event in ("compact", "session-end", "session-end"):
        assert assert_silent(run_hook(recall, event, "claude-code", hook_message(work)))
    found = stored_jobs(recall)
    assert [(job["kind"], job["state"]) for job in found] == [("transcript", "queued")]
    assert no_worker == [0, 0, 0]
    payload = json.loads(apsw.Connection(str(recall.db)).execute("SELECT payload FROM job").get)
    path = str(work / "s-1.jsonl")
    assert payload == {"agent": "claude-code", "path": path, "session": "s-1", "cwd": str(work)}


def test_what_is_said_while_a_job_is_done_is_not_lost(recall: Home, work: Path) -> None:
    """A job in a worker's hands may have read the end already: one more is put down, and no third."""
    run_hook(recall, "compact", "claude-code", hook_message(work))
    held = apsw.Connection(str(recall.db))
    held.execute("UPDATE job SET state = 'processing', lease_until = ?", (recall.now + MINUTE,))
    for _ in range(3):
        run_hook(recall, "session-end", "claude-code", hook_message(work))
    assert sorted(job["state"] for job in stored_jobs(recall)) == ["processing", "queued"]
    held.execute("UPDATE job SET state = 'complete', finished_at = ?", (recall.now,))
    run_hook(recall, "session-end", "claude-code", hook_message(work))
    assert sorted(job["state"] for job in stored_jobs(recall)) == ["complete", "complete", "queued"]


def test_a_session_whose_end_nobody_told_is_read_later(recall: Home, work: Path) -> None:
    """A terminal is closed, an agent is killed: half an hour later the next hook finds the record unread."""
    recall.store("Something.", cwd=work)
    recall.more["RECALL_EXTRACTOR"] = "rules"
    run_hook(recall, "session-start", "codex", hook_message(work, "not-there-yet"))
    assert assert_silent(start_session(recall, hook_message(work), env={"RECALL_PRIVATE": "1"})) is False  # fmt: skip
    assert [job["state"] for job in stored_jobs(recall)] == ["queued"]
    start_session(recall, hook_message(work, "s-2"))
    line = {
        "type": "user",
        "uuid": "2",
        "sessionId": "s-2",
        "message": {"role": "user", "content": "We use spaces in C."},
    }
    (work / "s-2.jsonl").write_text(json.dumps(line) + "\n")
    recall.quick("worker", "--once")
    assert recall.json("count", "--project", "*")["count"] == 1
    recall.later(minutes=31)
    recall.quick("worker", "--once")
    assert recall.json("count", "--project", "*")["count"] == 2
    assert {job["state"] for job in stored_jobs(recall)} == {"complete"}


def test_a_session_that_ends_is_read_at_once(recall: Home, work: Path) -> None:
    """The job of its beginning does not keep it waiting, and there is but one."""
    recall.store("Something.", cwd=work)
    start_session(recall, hook_message(work))
    run_hook(recall, "session-end", "claude-code", hook_message(work))
    recall.quick("worker", "--once")
    assert [job["state"] for job in stored_jobs(recall)] == ["complete"]


def test_a_beginning_with_work_left_starts_the_worker(recall: Home, work: Path, no_worker: list[int]) -> None:
    """What was put off and is due is done, whoever comes first."""
    recall.store("Something.", cwd=work)
    run_hook(recall, "session-start", "codex", hook_message(work))
    assert no_worker == []
    recall.later(minutes=31)
    run_hook(recall, "session-start", "codex", hook_message(work, "s-9"))
    assert no_worker == [0]


def test_a_hook_gives_up_before_its_agent_does(recall: Home, work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is stopped from outside leaves no record: after four fifths of its time a hook stops itself, and says so."""
    monkeypatch.setattr("recall_cli.cli.commands.agents.hook.TIMEOUT_SHARE", 0.05)
    monkeypatch.setattr("recall_cli.cli.commands.agents.hook.handle_event", lambda *_: time.sleep(60))
    assert assert_silent(run_hook(recall, "session-end", "codex", hook_message(work)))
    assert recorded_runs(recall, "codex") == [["session-end", "failed", "TimeoutError: the hook took too long"]]


def test_copilot_writes_its_record_after_the_end(recall: Home, work: Path, no_worker: list[int]) -> None:
    """No event names it and it is not there yet: the job waits for it, and so does the worker."""
    said = json.dumps({"sessionId": "0a-1", "cwd": str(work), "reason": "complete"})
    run_hook(recall, "session-end", "copilot", said)
    payload, run_after = apsw.Connection(str(recall.db)).execute("SELECT payload, run_after FROM job").fetchall()[0]
    assert json.loads(payload)["path"] == str(recall.path / ".copilot/session-state/0a-1/events.jsonl")
    assert (run_after, no_worker) == (recall.now + 3000, [3])


@pytest.mark.parametrize("of_editor", [True, False])
def test_cursor_names_no_file_or_its_own(of_editor: bool, recall: Home, work: Path, no_worker: list[int]) -> None:
    """Its command names none: the file has the names of the folder and of the session."""
    name = "".join(letter if letter.isalnum() else "-" for letter in str(work)[1:])
    path = (
        recall.path / f".cursor/projects/{name}/agent-transcripts" / ("0a-1/0a-1.jsonl" if of_editor else "0a-1.jsonl")
    )
    path.parent.mkdir(parents=True)
    path.write_text("{}\n")
    said = {"conversation_id": "0a-1", "workspace_roots": [str(work)], "transcript_path": None, "reason": "completed"}
    run_hook(recall, "session-end", "cursor", json.dumps(said))
    ((payload,),) = apsw.Connection(str(recall.db)).execute("SELECT payload FROM job").fetchall()
    assert json.loads(payload)["path"] == str(path)


@pytest.mark.parametrize("session", ["../../etc", "a/b", "", "é", "a b"])
def test_a_sessions_name_is_no_path(session: str, recall: Home, work: Path) -> None:
    """What an agent calls its session names no file elsewhere."""
    said = json.dumps({"sessionId": session, "cwd": str(work)})
    assert assert_silent(run_hook(recall, "session-end", "copilot", said))
    assert recorded_runs(recall, "copilot") == [["session-end", "nothing", "the session has no transcript"]]


@pytest.mark.parametrize("event", ["compact", "session-end"])
def test_a_session_without_a_record_leaves_nothing(event: str, recall: Home, work: Path) -> None:
    """Opened and closed without a word: the path that is named is not there, or there is none."""
    for said in (
        hook_message(work, session="never"),
        hook_message(work, transcript_path=None),
        hook_message(work, transcript_path=str(work)),
    ):
        assert assert_silent(run_hook(recall, event, "claude-code", said))
    assert not recall.db.exists()


@pytest.mark.parametrize("event", ["session-start", "session-end"])
def test_an_agent_whose_sessions_nobody_reads_leaves_no_job(event: str, recall: Home, work: Path) -> None:
    """VS Code is told at the beginning and not read at the end: a job could only fail, for a week."""
    recall.store("We use NATS.", cwd=work)
    said = json.dumps({"sessionId": "v-1", "timestamp": "2026-02-09T10:30:00Z", "cwd": str(work)})
    assert recall.quick("hook", event, "--agent", "claude-code", "--strict", stdin=said).status == 0
    assert stored_jobs(recall) == []
