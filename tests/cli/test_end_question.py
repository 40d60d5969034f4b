"""The one question at the end of a session: asked once, where somebody reads along, and only after enough was done."""

import json
from typing import Any

import pytest

from recall_cli.flows.brief.end_question import MIN_CALLS, MIN_MESSAGES
from tests.command import Home

QUESTION = "Does the next session need to know anything from this one?"
ATTENDED = {"CLAUDE_CODE_SESSION_ATTENDED": "1"}


@pytest.fixture(autouse=True)
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker is started."""
    monkeypatch.setattr("recall_cli.flows.agents.worker_process.start_worker", lambda app, after=0: None)


@pytest.fixture
def asking(recall: Home) -> Home:
    """A user who wants the question."""
    recall.quick("config", "hooks.end_question", "true", person=True)
    return recall


def write_claude_session(recall: Home, *, calls: int = 0, messages: int = 1, session: str = "s-1") -> None:
    """A session file of Claude Code with so many calls of tools and messages of the user."""
    said = [{"type": "user", "message": {"role": "user", "content": f"Message {n}."}} for n in range(messages)]
    tool = [{"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "true"}}]
    done = [{"type": "assistant", "message": {"role": "assistant", "content": tool}}] * calls
    lines = [{"sessionId": session, "uuid": f"u{n}", **entry} for n, entry in enumerate([*said, *done])]
    (recall.path / f"{session}.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))


def end_turn(recall: Home, session: str = "s-1", env: dict[str, str] = ATTENDED, **more: Any) -> str:
    """What the hook answers at the end of a turn of Claude Code."""
    path = str(recall.path / f"{session}.jsonl")
    message = {"session_id": session, "transcript_path": path, "cwd": str(recall.path), **more}
    answer = recall.quick("hook", "turn-end", "--agent", "claude-code", stdin=json.dumps(message), env=env)
    assert answer.status == 0, answer
    return answer.out


def test_a_session_is_asked_once(asking: Home) -> None:
    """In a form that shows no error to the user, with the command; not again, not even when it is resumed much later."""
    write_claude_session(asking, calls=MIN_CALLS)
    said = json.loads(end_turn(asking))["hookSpecificOutput"]
    assert said["hookEventName"] == "Stop"
    assert QUESTION in said["additionalContext"] and "recall store" in said["additionalContext"]
    assert end_turn(asking) == ""
    asking.later(days=60)
    assert end_turn(asking) == ""
    write_claude_session(asking, messages=MIN_MESSAGES, session="s-2")
    assert QUESTION in end_turn(asking, "s-2")


def test_nobody_is_asked_unless_the_user_wants_it(recall: Home) -> None:
    """The setting is off at first."""
    write_claude_session(recall, calls=MIN_CALLS)
    assert end_turn(recall) == ""


@pytest.mark.parametrize(("calls", "messages"), [(0, 1), (MIN_CALLS - 1, MIN_MESSAGES - 1)])
def test_a_session_that_did_little_is_not_asked(calls: int, messages: int, asking: Home) -> None:
    """It is asked later, if it goes on."""
    write_claude_session(asking, calls=calls, messages=messages)
    assert end_turn(asking) == ""
    write_claude_session(asking, calls=calls + MIN_CALLS)
    assert QUESTION in end_turn(asking)


@pytest.mark.parametrize(
    "env",
    [{}, {"CLAUDE_CODE_SESSION_ATTENDED": "0"}, ATTENDED | {"RECALL_OFF": "1"}, ATTENDED | {"RECALL_PRIVATE": "1"}],
)
def test_no_question_where_it_would_disturb(env: dict[str, str], asking: Home) -> None:
    """A program takes the last words of its agent for the answer; off and private mean silence."""
    write_claude_session(asking, calls=MIN_CALLS)
    assert end_turn(asking, env=env) == ""


def test_no_question_after_the_answer_of_another_hook(asking: Home) -> None:
    """An agent that a hook had go on is left alone, so there is no loop."""
    write_claude_session(asking, calls=MIN_CALLS)
    assert end_turn(asking, stop_hook_active=True) == ""
    assert QUESTION in end_turn(asking, stop_hook_active=False)


def test_an_agent_that_stored_is_not_asked(asking: Home) -> None:
    """What it wanted to say is said. What another session stored does not count."""
    write_claude_session(asking, calls=MIN_CALLS)
    write_claude_session(asking, calls=MIN_CALLS, session="s-2")
    asking.store("The list is sorted by name, because users asked.", env={"CLAUDE_CODE_SESSION_ID": "s-1"})
    assert end_turn(asking) == ""
    assert QUESTION in end_turn(asking, "s-2")


def test_no_question_where_memory_is_off_for_the_project(asking: Home) -> None:
    """The session could store nothing."""
    write_claude_session(asking, calls=MIN_CALLS)
    quiet = asking.path / "quiet"
    quiet.mkdir()
    asking.store("Anything at all.", cwd=quiet)
    asking.quick("config", "project", "disable", "quiet", person=True)
    assert end_turn(asking, cwd=str(quiet)) == ""
    assert QUESTION in end_turn(asking)


def test_no_question_if_it_could_not_be_noted(asking: Home) -> None:
    """Where the note of it cannot be written, it would be asked again and again."""
    write_claude_session(asking, calls=MIN_CALLS)
    blocked = asking.path / ".local/share/recall/hooks/asked"
    blocked.mkdir(parents=True)
    assert end_turn(asking) == ""
    blocked.rmdir()
    assert QUESTION in end_turn(asking)


def test_what_is_damaged_or_missing_is_no_failure(asking: Home) -> None:
    """The turn ends as if there were no hook."""
    assert end_turn(asking) == ""
    write_claude_session(asking, calls=MIN_CALLS)
    asking.db.parent.mkdir(parents=True, exist_ok=True)
    asking.db.write_bytes(b"no store at all, and long enough to be looked at" * 40)
    assert end_turn(asking) == ""
    asking.db.unlink()
    (asking.path / "s-1.jsonl").write_bytes(b"\xff{{{\n" * 50)
    assert end_turn(asking) == ""


@pytest.mark.parametrize(("source", "is_asked"), [("cli", True), ("exec", False)])
def test_codex_is_asked_in_its_own_form(source: str, is_asked: bool, asking: Home) -> None:
    """It goes on with the question; the session is read when it has answered. In `codex exec` nobody reads along."""
    call = {"type": "function_call", "name": "shell", "arguments": "{}", "call_id": "c"}
    lines = [{"type": "session_meta", "payload": {"id": "s-1", "source": source}}]
    lines += [{"type": "response_item", "payload": call}] * MIN_CALLS
    path = asking.path / "rollout-1.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    message = {"session_id": "s-1", "transcript_path": str(path), "cwd": str(asking.path), "turn_id": "t"}
    answers = [
        asking.quick("hook", "Stop", "--agent", "codex", stdin=json.dumps({**message, "stop_hook_active": again}))
        for again in (False, True)
    ]
    first, second = (json.loads(answer.out) for answer in answers)
    assert (first.get("decision") == "block" and QUESTION in first.get("reason", "")) == is_asked
    assert first == {} or is_asked
    assert second == {}
    assert len(asking.json("jobs")["jobs"]) == 1


def test_the_hook_is_installed_only_for_the_question(recall: Home) -> None:
    """Without the setting nothing runs at the end of a turn; `recall hooks` says when to install again."""
    path = recall.path / ".claude/settings.json"
    recall.quick("hooks", "install", "claude-code")
    assert "Stop" not in json.loads(path.read_text())["hooks"]
    recall.quick("config", "hooks.end_question", "true", person=True)
    assert recall.json("hooks")["agents"][0]["installed"][0]["state"] == "of another version"
    recall.quick("hooks", "install", "claude-code")
    assert len(json.loads(path.read_text())["hooks"]["Stop"]) == 1
    recall.quick("hooks", "remove", "claude-code")
    assert not path.exists()
