"""Calls of `recall hook`, as agents make them, and what they leave."""

import json
from pathlib import Path
from typing import Any

from tests.command import CommandResult, Home

EVENTS = ("session-start", "prompt", "compact", "turn-end", "session-end")


def hook_message(work: Path, session: str = "s-1", **more: Any) -> str:
    """What Claude Code sends."""
    path = str(work / f"{session}.jsonl")
    return json.dumps({"session_id": session, "transcript_path": path, "cwd": str(work), **more})


def run_hook(recall: Home, event: str, agent: str, message: str | bytes, **more: Any) -> CommandResult:
    """What an agent's hook answers to a message."""
    return recall.quick("hook", event, "--agent", agent, stdin=message, **more)


def start_session(recall: Home, message: str | bytes, **more: Any) -> CommandResult:
    """What Claude Code is told when a session starts."""
    return run_hook(recall, "session-start", "claude-code", message, **more)


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
