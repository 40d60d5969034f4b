"""`recall hook`: told when sessions begin, put down when they end, and never in anybody's way."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import apsw
import pytest

from recall_cli.agents.hook_messages import MAX_MESSAGE_BYTES, count_utf16_units
from recall_cli.agents.registry import KNOWN_AGENTS, MAX_BRIEF_UNITS
from recall_cli.domain.store_request import store_request
from recall_cli.rules.places import circuit_breaker
from recall_cli.rules.places.circuit_breaker import PAUSE_MS
from tests.command import MINUTE, CommandResult, Home

SESSION_COUNT = int(os.environ.get("RECALL_SESSIONS", "24"))
"""How many run in a loop; a thousand have been, and can be."""
EVENTS = ("session-start", "prompt", "compact", "turn-end", "session-end")


@pytest.fixture
def work(recall: Home) -> Path:
    """A folder to work in, with the record of a session in it."""
    folder = recall.path / "work"
    folder.mkdir()
    said = {
        "type": "user",
        "uuid": "1",
        "sessionId": "s-1",
        "message": {"role": "user", "content": "We use tabs in Go."},
    }
    (folder / "s-1.jsonl").write_text(json.dumps(said) + "\n")
    return folder


@pytest.fixture(autouse=True)
def no_worker(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Workers that are started in this process are counted, not run."""
    started: list[int] = []
    monkeypatch.setattr(
        "recall_cli.flows.agents.worker_process.start_worker", lambda app, after=0: started.append(after)
    )
    return started


def hook_message(work: Path, session: str = "s-1", **more: Any) -> str:
    """What Claude Code sends."""
    path = str(work / f"{session}.jsonl")
    return json.dumps({"session_id": session, "transcript_path": path, "cwd": str(work), **more})


def recorded_runs(recall: Home, agent: str = "claude-code") -> list[list[str]]:
    """The record of an agent's runs: event, outcome, reason."""
    path = recall.path / f".local/share/recall/hooks/{agent}.runs"
    lines = path.read_text().splitlines() if path.exists() else []
    return [[words[1], words[2], " ".join(words[4:])] for words in (line.split(" ") for line in lines)]


def assert_silent(answer: CommandResult) -> bool:
    """Nothing said, nothing wrong."""
    return answer == CommandResult(0, "", "", b"")


def stored_jobs(recall: Home) -> list[Any]:
    return list(recall.json("jobs")["jobs"])


@pytest.mark.parametrize("agent", KNOWN_AGENTS)
def test_a_session_begins_with_the_brief(agent: str, recall: Home, work: Path) -> None:
    """What `recall context --compact` says there, in the agent's own form."""
    recall.store("We chose NATS, because replay was too slow.", "--type", "decision", cwd=work)
    recall.store("Of another project.", "--type", "decision", "--project", "other")
    brief = recall.quick("context", "--compact", "--no-touch", cwd=work).out.strip()
    answer = recall.quick("hook", "session-start", "--agent", agent, stdin=hook_message(work, source="startup"))
    assert (answer.status, answer.err) == (0, "")
    told = answer.out.strip()
    if agent != "opencode":
        document = json.loads(told)
        told = document.get("additionalContext") or document.get("additional_context") or (
            document["hookSpecificOutput"]["additionalContext"]
        )  # fmt: skip
    assert told == brief
    assert "replay was too slow" in told
    assert "another project" not in told
    assert recorded_runs(recall, agent) == [["session-start", "told", ""]]


def test_what_an_agent_is_told_at_the_start_is_no_use(recall: Home, work: Path) -> None:
    """It did not ask for it; and what it says again later is an echo, which brings no new memory."""
    id_ = recall.store("We chose NATS, because replay was too slow.", "--type", "decision", cwd=work)
    recall.quick("hook", "session-start", "--agent", "codex", stdin=hook_message(work))
    assert recall.json("get", id_)["access_count"] == 0
    echo = "We chose NATS because replay was too slow."
    recall.quick("store", echo, "--type", "decision", "--agent", "codex", "--extractor", "rules", cwd=work)
    assert recall.json("count", "--project", "*")["count"] == 1


def test_the_folder_is_the_sessions_and_not_the_hooks(recall: Home, work: Path) -> None:
    """Agents run hooks where they like; the message says where the session is."""
    recall.store("Only here.", cwd=work)
    elsewhere = recall.quick("hook", "session-start", "--agent", "codex", stdin=json.dumps({"cwd": str(recall.path)}))
    assert "Only here." not in elsewhere.out
    assert "Only here." in recall.quick("hook", "session-start", "--agent", "codex", stdin=hook_message(work)).out


@pytest.mark.parametrize("agent", KNOWN_AGENTS)
def test_where_nothing_is_known_the_agent_is_asked_to_store(agent: str, recall: Home, work: Path) -> None:
    """An empty brief is one sentence, without a fence; no store is made by looking."""
    answer = recall.quick("hook", "session-start", "--agent", agent, stdin=hook_message(work))
    assert (answer.status, answer.err) == (0, "")
    assert store_request("recall") in answer.out.replace('\\"', '"')
    assert "recalled_memories" not in answer.out
    assert not recall.db.exists()


def test_a_resumed_session_is_not_told_again_by_agents_that_repeat(recall: Home, work: Path) -> None:
    """Claude Code and Codex hold the brief of the beginning; Gemini CLI and Copilot hold none when they resume."""
    recall.store("Something.", cwd=work)
    told = {
        agent: bool(
            recall.quick("hook", "session-start", "--agent", agent, stdin=hook_message(work, source="resume")).out
        )
        for agent in ("claude-code", "codex", "gemini", "copilot")
    }
    assert told == {"claude-code": False, "codex": False, "gemini": True, "copilot": True}


@pytest.mark.parametrize("letter", ["x", "漢", "🙂"])
def test_no_agent_cuts_the_brief(letter: str, recall: Home, work: Path) -> None:
    """However much the user lets it cost, it stays below 10,000 UTF-16 units, whole lines and a closed fence."""
    for number in range(60):
        recall.store(f"{number} {letter * 380}.", "--type", "preference", cwd=work)
    answer = recall.quick(
        "hook",
        "session-start",
        "--agent",
        "claude-code",
        stdin=hook_message(work),
        env={"RECALL_HOOKS_TOKENS": "90000"},
    )
    told = json.loads(answer.out)["hookSpecificOutput"]["additionalContext"]
    assert 4_000 < count_utf16_units(told) <= MAX_BRIEF_UNITS
    assert told.splitlines()[-2].startswith("</recalled_memories")
    memories = [line for line in told.splitlines()[1:-2] if line.startswith("- ")]
    assert all(re.fullmatch(r"- \d.* [b-z]{3,}\[[0-9a-f]{4,}(, .*)?\]", line) for line in memories)
    assert len(memories) >= 8


def test_a_session_that_ends_leaves_one_job(recall: Home, work: Path, no_worker: list[int]) -> None:
    """However often it is told of: the record's path and where it was, for the worker that is started."""
    for event in ("compact", "session-end", "session-end"):
        assert assert_silent(recall.quick("hook", event, "--agent", "claude-code", stdin=hook_message(work)))
    found = stored_jobs(recall)
    assert [(job["kind"], job["state"]) for job in found] == [("transcript", "queued")]
    assert no_worker == [0, 0, 0]
    payload = json.loads(apsw.Connection(str(recall.db)).execute("SELECT payload FROM job").get)
    path = str(work / "s-1.jsonl")
    assert payload == {"agent": "claude-code", "path": path, "session": "s-1", "cwd": str(work)}


def test_what_is_said_while_a_job_is_done_is_not_lost(recall: Home, work: Path) -> None:
    """A job in a worker's hands may have read the end already: one more is put down, and no third."""
    recall.quick("hook", "compact", "--agent", "claude-code", stdin=hook_message(work))
    held = apsw.Connection(str(recall.db))
    held.execute("UPDATE job SET state = 'processing', lease_until = ?", (recall.now + MINUTE,))
    for _ in range(3):
        recall.quick("hook", "session-end", "--agent", "claude-code", stdin=hook_message(work))
    assert sorted(job["state"] for job in stored_jobs(recall)) == ["processing", "queued"]
    held.execute("UPDATE job SET state = 'complete', finished_at = ?", (recall.now,))
    recall.quick("hook", "session-end", "--agent", "claude-code", stdin=hook_message(work))
    assert sorted(job["state"] for job in stored_jobs(recall)) == ["complete", "complete", "queued"]


def test_a_session_whose_end_nobody_told_is_read_later(recall: Home, work: Path) -> None:
    """A terminal is closed, an agent is killed: half an hour later the next hook finds the record unread."""
    recall.store("Something.", cwd=work)
    recall.more["RECALL_EXTRACTOR"] = "rules"
    recall.quick("hook", "session-start", "--agent", "codex", stdin=hook_message(work, "not-there-yet"))
    assert assert_silent(recall.quick("hook", "session-start", "--agent", "claude-code", stdin=hook_message(work), env={"RECALL_PRIVATE": "1"})) is False  # fmt: skip
    assert [job["state"] for job in stored_jobs(recall)] == ["queued"]
    recall.quick("hook", "session-start", "--agent", "claude-code", stdin=hook_message(work, "s-2"))
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
    recall.quick("hook", "session-start", "--agent", "claude-code", stdin=hook_message(work))
    recall.quick("hook", "session-end", "--agent", "claude-code", stdin=hook_message(work))
    recall.quick("worker", "--once")
    assert [job["state"] for job in stored_jobs(recall)] == ["complete"]


def test_a_beginning_with_work_left_starts_the_worker(recall: Home, work: Path, no_worker: list[int]) -> None:
    """What was put off and is due is done, whoever comes first."""
    recall.store("Something.", cwd=work)
    recall.quick("hook", "session-start", "--agent", "codex", stdin=hook_message(work))
    assert no_worker == []
    recall.later(minutes=31)
    recall.quick("hook", "session-start", "--agent", "codex", stdin=hook_message(work, "s-9"))
    assert no_worker == [0]


def test_a_hook_gives_up_before_its_agent_does(recall: Home, work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is stopped from outside leaves no record: after four fifths of its time a hook stops itself, and says so."""
    monkeypatch.setattr("recall_cli.cli.commands.agents.hook.TIMEOUT_SHARE", 0.05)
    monkeypatch.setattr("recall_cli.cli.commands.agents.hook.handle_event", lambda *_: time.sleep(60))
    assert assert_silent(recall.quick("hook", "session-end", "--agent", "codex", stdin=hook_message(work)))
    assert recorded_runs(recall, "codex") == [["session-end", "failed", "TimeoutError: the hook took too long"]]


def test_copilot_writes_its_record_after_the_end(recall: Home, work: Path, no_worker: list[int]) -> None:
    """No event names it and it is not there yet: the job waits for it, and so does the worker."""
    said = json.dumps({"sessionId": "0a-1", "cwd": str(work), "reason": "complete"})
    recall.quick("hook", "session-end", "--agent", "copilot", stdin=said)
    payload, run_after = apsw.Connection(str(recall.db)).execute("SELECT payload, run_after FROM job").fetchall()[0]
    assert json.loads(payload)["path"] == str(recall.path / ".copilot/session-state/0a-1/events.jsonl")
    assert (run_after, no_worker) == (recall.now + 3000, [3])


@pytest.mark.parametrize("session", ["../../etc", "a/b", "", "é", "a b"])
def test_a_sessions_name_is_no_path(session: str, recall: Home, work: Path) -> None:
    """What an agent calls its session names no file elsewhere."""
    said = json.dumps({"sessionId": session, "cwd": str(work)})
    assert assert_silent(recall.quick("hook", "session-end", "--agent", "copilot", stdin=said))
    assert recorded_runs(recall, "copilot") == [["session-end", "nothing", "the session has no transcript"]]


@pytest.mark.parametrize("event", ["compact", "session-end"])
def test_a_session_without_a_record_leaves_nothing(event: str, recall: Home, work: Path) -> None:
    """Opened and closed without a word: the path that is named is not there, or there is none."""
    for said in (
        hook_message(work, session="never"),
        hook_message(work, transcript_path=None),
        hook_message(work, transcript_path=str(work)),
    ):
        assert assert_silent(recall.quick("hook", event, "--agent", "claude-code", stdin=said))
    assert not recall.db.exists()


BAD_MESSAGES = {
    "nothing": b"", "blank": b" \n", "no JSON": b"{nope", "a list": b"[]", "binary": bytes(range(256)),
    "nested": b"[" * 100_000, "large": b'{"a": "' + b"x" * (MAX_MESSAGE_BYTES + 10) + b'"}',
}  # fmt: skip


@pytest.mark.parametrize("agent", ["claude-code", "copilot"])
@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("name", BAD_MESSAGES)
def test_what_is_no_message_changes_nothing(name: str, event: str, agent: str, recall: Home) -> None:
    """Silent, written down, 0; with --strict it is said."""
    recall.store("Something.", "--global")
    assert assert_silent(recall.quick("hook", event, "--agent", agent, stdin=BAD_MESSAGES[name]))
    assert [run[:2] for run in recorded_runs(recall, agent)] == [[event, "ignored"]]
    strict = recall.quick("hook", event, "--agent", agent, "--strict", stdin=BAD_MESSAGES[name])
    assert "Expecting" not in strict.err, "Python's own words do not reach a person"
    assert (strict.status, strict.out) == (2, "")


@pytest.mark.parametrize(
    "args",
    [
        ["PostToolBatch", "--agent", "claude-code"],
        ["session-start", "--agent", "emacs"],
        ["session-start"],
        ["", "--agent", "codex"],
        [],
    ],
)
def test_what_is_unknown_changes_nothing(args: list[str], recall: Home, work: Path) -> None:
    """Events and agents of tomorrow: silent, 0."""
    assert assert_silent(recall.quick("hook", *args, stdin=hook_message(work)))
    assert recorded_runs(recall, "unknown")[0][1] == "ignored" or args == ["", "--agent", "codex"]


@pytest.mark.parametrize(
    "args", [["--nope"], ["session-end", "extra"], ["session-end", "--strict=1"], ["session-end", "--", "-x"]]
)
def test_not_even_a_wrong_call_ends_with_a_failure(args: list[str], recall: Home) -> None:
    """Claude Code takes a status of 2 at a prompt as an order to stop its user: what is wrong is said on stderr alone."""
    answer = recall.quick("hook", *args)
    assert (answer.status, answer.out) == (0, "")
    assert answer.err.startswith("recall: ")
    assert recall.quick("hook", *args, "--strict").status == 2


def test_fifty_megabytes_are_swallowed(recall: Home) -> None:
    """All of it is read, so that no agent trips over a closed pipe; nothing of it is understood."""
    answer = recall(
        "hook", "session-end", "--agent", "claude-code", stdin=b'{"session_id": "' + b"x" * 50_000_000 + b'"}'
    )
    assert assert_silent(answer)
    assert recorded_runs(recall) == [["session-end", "ignored", "the message is too large"]]


def test_a_pipe_that_is_never_closed_is_not_waited_for(recall: Home, work: Path) -> None:
    """Some agents leave it open: the message counts when nothing more comes."""
    recall.store("Something.", cwd=work)
    running = recall.start(
        "hook",
        "session-start",
        "--agent",
        "codex",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    running.stdin.write(hook_message(work).encode())
    running.stdin.flush()
    assert b"Something." in running.stdout.read()
    assert running.wait(10) == 0
    running.stdin.close()


def test_standard_input_may_be_missing(recall: Home) -> None:
    """Closed altogether, it is an empty message."""
    command = f'exec "{sys.executable}" -m recall_cli hook session-start --agent codex <&-'
    ran = subprocess.run(["sh", "-c", command], env=recall.environment(), capture_output=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")


def test_a_locked_store_is_left_alone(recall: Home, work: Path) -> None:
    """Reading goes on beside a writer; what would have to wait for it longer than a hook may is given up."""
    recall.store("Something.", cwd=work)
    other = apsw.Connection(str(recall.db))
    other.execute("BEGIN IMMEDIATE")
    assert "Something." in recall.quick("hook", "session-start", "--agent", "claude-code", stdin=hook_message(work)).out
    assert assert_silent(recall.quick("hook", "session-end", "--agent", "claude-code", stdin=hook_message(work)))
    other.execute("ROLLBACK")
    assert [run[:2] for run in recorded_runs(recall)] == [["session-start", "told"], ["session-end", "failed"]]
    assert recorded_runs(recall)[1][2].startswith("StoreBusy: ")


@pytest.mark.parametrize("event", [event for event in EVENTS if event != "turn-end"])
@pytest.mark.parametrize(
    "content", [b"no store at all, and long enough to be looked at" * 40, b"SQLite format 3\0" + b"\xff" * 5000]
)
def test_a_damaged_store_is_left_alone(content: bytes, event: str, recall: Home, work: Path) -> None:
    """Silent, written down, 0, and not a byte of it is changed."""
    recall.db.parent.mkdir(parents=True)
    recall.db.write_bytes(content)
    said = hook_message(work, prompt="why?")
    assert assert_silent(
        recall.quick("hook", event, "--agent", "claude-code", stdin=said, env={"RECALL_HOOKS_PROMPTS": "1"})
    )
    assert [run[:2] for run in recorded_runs(recall)] == [[event, "failed"]]
    assert recall.db.read_bytes() == content
    assert recall.quick("hook", event, "--agent", "claude-code", "--strict", stdin=said, env={"RECALL_HOOKS_PROMPTS": "1"}).status == 5  # fmt: skip


def test_settings_that_cannot_be_read_change_nothing(recall: Home, work: Path) -> None:
    """A broken settings file breaks no session."""
    recall.config.parent.mkdir(parents=True)
    recall.config.write_text("off = [broken\n")
    assert assert_silent(recall.quick("hook", "session-start", "--agent", "claude-code", stdin=hook_message(work)))


def test_where_nothing_can_be_written_it_goes_on(recall: Home, work: Path) -> None:
    """No record of its runs, no counting of uses: the brief is told."""
    recall.store("Something.", cwd=work)
    recall.quick("list")
    (recall.path / ".local/share/recall/hooks").write_text("in the way")
    answer = recall.quick("hook", "session-start", "--agent", "claude-code", stdin=hook_message(work))
    assert "Something." in answer.out
    assert (answer.status, answer.err) == (0, "")


# Prompts


def test_prompts_are_not_answered_by_default(recall: Home, work: Path) -> None:
    """Nothing is said, and nothing is looked for."""
    recall.store("The API listens on port 8080.", cwd=work)
    said = hook_message(work, prompt="which port does the API listen on?")
    assert assert_silent(recall.quick("hook", "prompt", "--agent", "claude-code", stdin=said))


def test_prompts_are_answered_where_the_user_wants_it(recall: Home, work: Path) -> None:
    """With what answers them, and with nothing where nothing does."""
    recall.store("The API listens on port 8080.", cwd=work)
    on = {"RECALL_HOOKS_PROMPTS": "1"}
    said = hook_message(work, prompt="which port does the API listen on?")
    answer = recall.quick("hook", "prompt", "--agent", "claude-code", stdin=said, env=on)
    inner = json.loads(answer.out)["hookSpecificOutput"]
    assert inner["hookEventName"] == "UserPromptSubmit"
    assert "8080" in inner["additionalContext"]
    for prompt in ("write a haiku about autumn", "", "thanks!"):
        said = hook_message(work, prompt=prompt)
        assert assert_silent(recall.quick("hook", "prompt", "--agent", "claude-code", stdin=said, env=on)), prompt


# Switches

OFF_SWITCHES = {
    "everything": {"RECALL_OFF": "1"},
    "this agent": {"RECALL_HOOKS_OFF": "codex, Claude-Code"},
    "every agent": {"RECALL_HOOKS_OFF": "all"},
    "every agent, as one would guess": {"RECALL_HOOKS_OFF": "1"},
    "recall's own work": {"RECALL_INSIDE": "1"},
}


@pytest.mark.parametrize("name", OFF_SWITCHES)
def test_switched_off_nothing_is_told_and_nothing_kept(
    name: str, recall: Home, work: Path, no_worker: list[int]
) -> None:
    """For all, for an agent, and for whatever recall itself has set to work, so that it never hears itself."""
    recall.store("Something.", cwd=work)
    for event in EVENTS:
        said = hook_message(work, prompt="Something?")
        assert assert_silent(recall.quick("hook", event, "--agent", "claude-code", stdin=said, env={**OFF_SWITCHES[name], "RECALL_HOOKS_PROMPTS": "1"}))  # fmt: skip
    assert stored_jobs(recall) == []
    assert no_worker == []
    assert {run[1] for run in recorded_runs(recall)} <= {"off"}


def test_another_agent_is_not_switched_off(recall: Home, work: Path) -> None:
    """The switch of one agent is its own."""
    recall.store("Something.", cwd=work)
    off = {"RECALL_HOOKS_OFF": "codex,gemini"}
    assert (
        "Something."
        in recall.quick("hook", "session-start", "--agent", "claude-code", stdin=hook_message(work), env=off).out
    )


def test_a_project_is_switched_off_by_itself(recall: Home, work: Path) -> None:
    """Nothing is told there and nothing kept; elsewhere all goes on."""
    recall.store("Something.", cwd=work)
    recall.store("Everywhere.", "--global")
    recall.quick("config", "project", "disable", "work", person=True)
    for event in EVENTS:
        assert assert_silent(recall.quick("hook", event, "--agent", "claude-code", stdin=hook_message(work)))
    assert stored_jobs(recall) == []
    other = json.dumps({"session_id": "s-2", "cwd": str(recall.path)})
    assert "Everywhere." in recall.quick("hook", "session-start", "--agent", "claude-code", stdin=other).out


@pytest.mark.parametrize("agent", KNOWN_AGENTS)
def test_a_repository_cannot_switch_memory_on(agent: str, recall: Home, work: Path) -> None:
    """Hooks that came with it do nothing until its user wants them: for himself, or in that repository."""
    (work / ".git").mkdir()
    inside = work / "deep"
    inside.mkdir()
    other = Home(recall.path / "other")
    other.quick("hooks", "install", agent, "--project", cwd=work)  # by whoever made the repository
    recall.store("Something.", cwd=work)
    said = hook_message(work, cwd=str(inside))
    assert assert_silent(recall.quick("hook", "session-start", "--agent", agent, stdin=said))
    assert recorded_runs(recall, agent)[0][1] == "off"
    assert "came with the repository" in recorded_runs(recall, agent)[0][2]
    assert recall.json("hooks", "install", agent, "--project", cwd=inside)["hooks"][0]["action"] == "already installed"
    assert "Something." in recall.quick("hook", "session-start", "--agent", agent, stdin=said).out
    recall.quick("hooks", "remove", agent, "--project", cwd=inside)
    other.quick("hooks", "install", agent, "--project", cwd=work)
    assert assert_silent(recall.quick("hook", "session-start", "--agent", agent, stdin=said))
    recall.quick("hooks", "install", agent)
    recall.later()
    assert "Something." in recall.quick("hook", "session-start", "--agent", agent, stdin=said).out


def test_of_a_private_session_nothing_is_kept(recall: Home, work: Path) -> None:
    """RECALL_PRIVATE=1: it is told what is known, and leaves no job, no use, no memory, now or by a later import."""
    id_ = recall.store("Something.", cwd=work)
    private = {"RECALL_PRIVATE": "1", "CLAUDECODE": "1"}
    assert (
        "Something."
        in recall.quick("hook", "session-start", "--agent", "claude-code", stdin=hook_message(work), env=private).out
    )
    assert assert_silent(
        recall.quick("hook", "session-end", "--agent", "claude-code", stdin=hook_message(work), env=private)
    )
    refused = recall.quick("store", "Said in private.", env=private, cwd=work)
    assert (refused.status, "private" in refused.err) == (3, True)
    assert stored_jobs(recall) == []
    assert recall.json("get", id_)["access_count"] == 0
    assert assert_silent(recall.quick("hook", "session-end", "--agent", "claude-code", stdin=hook_message(work)))
    assert recorded_runs(recall)[-1] == ["session-end", "off", "this session is private (recall hooks private)"]


def test_one_session_can_be_made_private(recall: Home, work: Path) -> None:
    """By its id, or from within it; another goes on, and what waits for the worker is not read either."""
    recall.quick("hook", "compact", "--agent", "claude-code", stdin=hook_message(work))
    said = recall.quick("hooks", "private", env={"CLAUDE_CODE_SESSION_ID": "s-1"})
    assert (said.status, said.out.split("\t")[:2]) == (0, ["private", "s-1"])
    recall.quick("worker", "--once")
    assert [(job["state"], job["result"]["memories"]) for job in stored_jobs(recall)] == [("complete", [])]
    assert recall.json("count", "--project", "*")["count"] == 0
    assert recall.quick("store", "We use NATS.", "--session", "s-1").status == 3
    assert recall.quick("store", "We use NATS.", "--session", "s-10").status == 0
    assert recall.quick("hooks", "private").status == 2


@pytest.mark.parametrize("env", [{"RECALL_PRIVATE": "1"}, {"GEMINI_SESSION_ID": "s-77"}], ids=["setting", "session"])
def test_in_a_private_session_nothing_is_judged_or_changed(recall: Home, work: Path, env: dict[str, str]) -> None:
    """No correction, tag, pin, feedback or import; no question and no use is noted. What takes away still works."""
    recall.quick("hooks", "private", "s-77")
    id_ = recall.store("We chose NATS because Kafka is slow.", cwd=work)
    (work / "notes.jsonl").write_text('{"text": "said in private"}\n')
    before = recall.json("log")
    for args in (
        ("update", id_, "--importance", "0.9"), ("tag", id_, "a=b"), ("feedback", id_, "--helpful"), ("pin", id_),
        ("unpin", id_), ("import", "notes.jsonl"),
    ):  # fmt: skip
        refused = recall.quick(*args, cwd=work, env=env)
        assert (refused.status, refused.out) == (3, "")
        assert "not kept: this session is private" in refused.err
    assert recall.quick("import", "notes.jsonl", "--dry-run", cwd=work, env=env).status == 0
    assert "NATS" in recall.quick("search", "why NATS", cwd=work, env=env).out
    assert "NATS" in recall.quick("context", "why NATS", cwd=work, env=env).out
    assert recall.json("log") == before
    assert recall.json("get", id_)["access_count"] == 0
    assert recall.json("shadow", cwd=work)["questions"] == 0
    assert recall.quick("delete", id_, cwd=work, env=env).status == 0
    assert recall.quick("undo", cwd=work, env=env).status == 0


def test_an_agent_stores_nothing_in_its_private_session(recall: Home, work: Path) -> None:
    """What runs in it says so by its agent's variable: refused with the reason, and `recall hooks` says it too."""
    recall.quick("hooks", "private", "s-77")
    here = {"CLAUDE_CODE_SESSION_ID": "s-77"}
    for args in (["store", "We chose X because Y is slow."], ["store", "--defer", "We chose X because Y is slow."]):
        refused = recall(*args, cwd=work, env=here)
        assert (refused.status, "this session is private" in refused.err) == (3, True)
    assert "this session is private" in recall("hooks", cwd=work, env=here).err
    assert recall.json("count", "--project", "*")["count"] == 0
    assert (
        recall("store", "We chose X because Y is slow.", cwd=work, env={"CLAUDE_CODE_SESSION_ID": "s-78"}).status == 0
    )


@pytest.mark.parametrize("switch", ["all", "agent", "project", "private"])
def test_what_is_off_says_so(switch: str, recall: Home, work: Path) -> None:
    """Each switch is named with its reason: by `recall`, `recall hooks` and `recall doctor`, where it holds."""
    recall("store", "We chose X because Y is slow.", "--project", "shop", cwd=work)
    recall.quick("config", "project", "set", "shop", cwd=work, person=True)
    recall("hooks", "install", "claude-code", cwd=work)
    env = {"all": {"RECALL_OFF": "1"}, "agent": {"RECALL_HOOKS_OFF": "claude-code"}, "private": {"RECALL_PRIVATE": "1"}}
    if switch == "project":
        recall.quick("config", "project", "disable", "shop", cwd=work, person=True)
    said = {
        "all": "recall is switched off (RECALL_OFF is set)", "agent": "hooks are switched off for claude-code",
        "project": "memory is switched off for shop", "private": "this session is private (RECALL_PRIVATE is set)",
    }[switch]  # fmt: skip
    for args in ([], ["hooks"], ["doctor"]) if switch != "agent" else (["hooks"], ["doctor"]):
        answer = recall(*args, cwd=work, env=env.get(switch, {}))
        assert said in answer.out + answer.err, (args, answer)
    assert said not in "".join(recall("hooks", cwd=recall.path)[1:3])


def test_nobody_else_reads_the_folder_that_the_hooks_made(recall: Home) -> None:
    """It is the store's too, and made here first where hooks are installed before anything is stored."""
    recall.quick("hooks", "install", "claude-code")
    folder = recall.path / ".local/share/recall"
    assert [oct(path.stat().st_mode & 0o777) for path in (folder, folder / "hooks")] == ["0o700", "0o700"]
    assert "others may read" not in recall.quick("doctor").out


def test_the_worker_keeps_what_was_said(recall: Home, work: Path) -> None:
    """The same session, not private: its words are kept."""
    recall.more["RECALL_EXTRACTOR"] = "rules"
    recall.quick("hook", "session-end", "--agent", "claude-code", stdin=hook_message(work))
    recall.quick("worker", "--once")
    assert [memory["text"] for memory in recall.json("list", "--project", "*")["memories"]] == ["We use tabs in Go."]


# The breaker


def test_three_failures_in_a_row_rest_the_hooks(recall: Home, work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the prepared brief is told, without what was deleted since; a while later all is tried again."""
    recall.store("Tabs in Go.", "--type", "preference", cwd=work)
    gone = recall.store("Spaces in Python.", "--type", "preference", cwd=work)
    start = ("hook", "session-start", "--agent", "claude-code")
    assert "Spaces" in recall.quick(*start, stdin=hook_message(work)).out
    for _ in range(2):  # with the first one three that took longer than a millisecond
        recall.later(minutes=1)
        assert "Spaces" in recall.quick(*start, stdin=hook_message(work)).out
    recall.quick("delete", gone)
    recall.store("Not prepared.", "--type", "preference", cwd=work)
    assert recall.json("hooks", "status")["agents"][0]["breaker"] == "closed"
    monkeypatch.setattr(circuit_breaker, "SLOW_MS", 1)
    assert recall.json("hooks", "status")["agents"][0]["breaker"] == "prepared"
    recall.later(minutes=1)
    prepared = recall.quick(*start, stdin=hook_message(work))
    told = json.loads(prepared.out)["hookSpecificOutput"]["additionalContext"]
    assert "Tabs in Go." in told
    assert "Spaces" not in told
    assert "Not prepared." not in told
    assert recorded_runs(recall)[-1][:2] == ["session-start", "prepared"]
    recall.now += PAUSE_MS
    assert "Not prepared." in recall.quick(*start, stdin=hook_message(work)).out


def test_a_store_that_stays_damaged_is_left_in_peace(recall: Home, work: Path) -> None:
    """After three failures nobody opens it; `recall hooks` says why, and when it is mended all goes on."""
    recall.store("Something.", cwd=work)
    for tail in ("", "-wal", "-shm"):
        whole = Path(f"{recall.db}{tail}")
        if whole.exists():
            whole.rename(f"{recall.db}{tail}.kept")
    recall.db.write_bytes(b"rubbish " * 600)
    for _ in range(6):
        assert assert_silent(recall.quick("hook", "session-start", "--agent", "codex", stdin=hook_message(work)))
    assert [run[1] for run in recorded_runs(recall, "codex")] == [
        "failed",
        "failed",
        "failed",
        "prepared",
        "resting",
        "resting",
    ]
    found = recall.json("hooks", "status", "codex")["agents"][0]
    assert (found["breaker"], found["failures"]) == ("silent", 3)
    assert found["trouble"]
    assert "paused after three failed runs" in recall.quick("hooks").out
    for tail in ("", "-wal", "-shm"):
        kept = Path(f"{recall.db}{tail}.kept")
        if kept.exists():
            kept.rename(f"{recall.db}{tail}")
    recall.now += PAUSE_MS
    assert "Something." in recall.quick("hook", "session-start", "--agent", "codex", stdin=hook_message(work)).out
    assert recall.json("hooks", "status", "codex")["agents"][0]["breaker"] == "closed"


def test_telling_and_keeping_rest_apart(recall: Home, work: Path) -> None:
    """Briefs that fail keep no session from being kept."""
    for _ in range(3):
        recall.quick(
            "hook", "session-start", "--agent", "codex", stdin=hook_message(work), env={"RECALL_MIN_CONFIDENCE": "x"}
        )
    recall.store("Something.", cwd=work)
    for _ in range(3):
        recall.quick(
            "hook", "session-start", "--agent", "codex", stdin=hook_message(work), env={"RECALL_MIN_CONFIDENCE": "x"}
        )
    recall.quick("hook", "session-end", "--agent", "codex", stdin=hook_message(work))
    assert len(stored_jobs(recall)) == 1


def test_the_record_of_runs_does_not_grow(recall: Home) -> None:
    """It is cut to its newer half where it is long, and stays the user's alone."""
    path = recall.path / ".local/share/recall/hooks/codex.runs"
    path.parent.mkdir(parents=True)
    path.write_text("1 session-end told 1.0\n" * 3000)
    recall.quick("hook", "session-end", "--agent", "codex", stdin="{}")
    assert path.stat().st_size < 40_000
    assert path.read_text().splitlines()[-1].split()[1:3] == ["session-end", "nothing"]
    assert path.stat().st_mode & 0o777 == 0o600
    recall.json("hooks", "status")


def test_no_word_of_a_message_is_written_down(recall: Home, work: Path) -> None:
    """The record says what happened, not what was said."""
    for said in (hook_message(work, prompt="hunter2"), '{"hunter2', '["hunter2"]'):
        recall.quick("hook", "prompt", "--agent", "codex", stdin=said, env={"RECALL_HOOKS_PROMPTS": "1"})
    for path in (recall.path / ".local/share/recall/hooks").iterdir():
        assert "hunter2" not in path.read_text()


# The worker


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
        recall.quick("hook", "compact", "--agent", "claude-code", stdin=hook_message(work, name))
        began = time.monotonic()
        environment = {"RECALL_EXTRACTOR": extractor}
        message = hook_message(work, name, source="compact")
        answer = recall.quick("hook", "session-start", "--agent", "claude-code", stdin=message, env=environment)
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


@pytest.mark.parametrize("event", ["session-start", "session-end"])
def test_an_agent_whose_sessions_nobody_reads_leaves_no_job(event: str, recall: Home, work: Path) -> None:
    """Cursor is told at the beginning and not read at the end: a job could only fail, for a week."""
    recall.store("We use NATS.", cwd=work)
    assert recall.quick("hook", event, "--agent", "cursor", "--strict", stdin=hook_message(work)).status == 0
    assert stored_jobs(recall) == []


def test_both_readers_of_a_message_have_one_limit() -> None:
    """What is too large for the parser is too large to be read."""
    from recall_cli.cli import hook_input

    assert hook_input.MAX_MESSAGE_BYTES == MAX_MESSAGE_BYTES
