"""Hooks that fail or are slow rest for a while."""

import json
from pathlib import Path

import pytest

from recall_cli.rules.places import circuit_breaker
from recall_cli.rules.places.circuit_breaker import PAUSE_MS
from tests.cli.hook.calls import assert_silent, hook_message, recorded_runs, run_hook, stored_jobs
from tests.command import Home


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
        assert assert_silent(run_hook(recall, "session-start", "codex", hook_message(work)))
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
    assert "Something." in run_hook(recall, "session-start", "codex", hook_message(work)).out
    assert recall.json("hooks", "status", "codex")["agents"][0]["breaker"] == "closed"


def test_telling_and_keeping_rest_apart(recall: Home, work: Path) -> None:
    """Briefs that fail keep no session from being kept."""
    for _ in range(3):
        run_hook(recall, "session-start", "codex", hook_message(work), env={"RECALL_MIN_CONFIDENCE": "x"})
    recall.store("Something.", cwd=work)
    for _ in range(3):
        run_hook(recall, "session-start", "codex", hook_message(work), env={"RECALL_MIN_CONFIDENCE": "x"})
    run_hook(recall, "session-end", "codex", hook_message(work))
    assert len(stored_jobs(recall)) == 1


def test_the_record_of_runs_does_not_grow(recall: Home) -> None:
    """It is cut to its newer half where it is long, and stays the user's alone."""
    path = recall.path / ".local/share/recall/hooks/codex.runs"
    path.parent.mkdir(parents=True)
    path.write_text("1 session-end told 1.0\n" * 3000)
    run_hook(recall, "session-end", "codex", "{}")
    assert path.stat().st_size < 40_000
    assert path.read_text().splitlines()[-1].split()[1:3] == ["session-end", "nothing"]
    assert path.stat().st_mode & 0o777 == 0o600
    recall.json("hooks", "status")


def test_no_word_of_a_message_is_written_down(recall: Home, work: Path) -> None:
    """The record says what happened, not what was said."""
    for said in (hook_message(work, prompt="hunter2"), '{"hunter2', '["hunter2"]'):
        run_hook(recall, "prompt", "codex", said, env={"RECALL_HOOKS_PROMPTS": "1"})
    for path in (recall.path / ".local/share/recall/hooks").iterdir():
        assert "hunter2" not in path.read_text()
