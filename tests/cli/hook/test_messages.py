"""Whatever an agent sends, and whatever the store is like, a hook is in nobody's way."""

import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from recall_cli.agents.hook_messages import MAX_MESSAGE_BYTES
from tests.cli.hook.calls import EVENTS, assert_silent, hook_message, recorded_runs, run_hook, start_session
from tests.command import Home

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
    assert assert_silent(run_hook(recall, event, agent, BAD_MESSAGES[name]))
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
    assert "Something." in start_session(recall, hook_message(work)).out
    assert assert_silent(run_hook(recall, "session-end", "claude-code", hook_message(work)))
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
    assert assert_silent(run_hook(recall, event, "claude-code", said, env={"RECALL_HOOKS_PROMPTS": "1"}))
    assert [run[:2] for run in recorded_runs(recall)] == [[event, "failed"]]
    assert recall.db.read_bytes() == content
    assert recall.quick("hook", event, "--agent", "claude-code", "--strict", stdin=said, env={"RECALL_HOOKS_PROMPTS": "1"}).status == 5  # fmt: skip


def test_settings_that_cannot_be_read_change_nothing(recall: Home, work: Path) -> None:
    """A broken settings file breaks no session."""
    recall.config.parent.mkdir(parents=True)
    recall.config.write_text("off = [broken\n")
    assert assert_silent(start_session(recall, hook_message(work)))


def test_where_nothing_can_be_written_it_goes_on(recall: Home, work: Path) -> None:
    """No record of its runs, no counting of uses: the brief is told."""
    recall.store("Something.", cwd=work)
    recall.quick("list")
    (recall.path / ".local/share/recall/hooks").write_text("in the way")
    answer = start_session(recall, hook_message(work))
    assert "Something." in answer.out
    assert (answer.status, answer.err) == (0, "")


def test_both_readers_of_a_message_have_one_limit() -> None:
    """What is too large for the parser is too large to be read."""
    from recall_cli.cli import hook_input

    assert hook_input.MAX_MESSAGE_BYTES == MAX_MESSAGE_BYTES
