"""Claude Code: `~/.claude/projects/<folder>/<session>.jsonl`, its subagents in `<session>/subagents/`."""

from recall_cli.agents.transcripts.turn import Turn, content_text, make_turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FOLDERS = ("$CLAUDE_CONFIG_DIR/projects", "~/.claude/projects")
FILES = ("*/*.jsonl", "*/*/subagents/*.jsonl")

_CLIENT_MARKS = ("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage")
"""Marks of entries from the client itself: reminders, summaries, errors."""


def read(entry: "dict[str, Any]") -> "Turn | None":
    """The turn in a line; None for the client's own state, a tool's call or its result.

    A subagent's prompt has the type of a user's message, but the agent wrote it.
    """
    message = entry.get("message")
    if entry.get("type") not in ("user", "assistant") or not isinstance(message, dict):
        return None
    if any(entry.get(mark) for mark in _CLIENT_MARKS):
        return None
    is_subagent = entry.get("isSidechain") or entry.get("agentId")
    speaker = "assistant" if is_subagent else entry["type"]
    return make_turn(speaker, content_text(message.get("content")), entry.get("timestamp"), entry.get("uuid"))


def about(entry: "dict[str, Any]") -> "tuple[Any, Any]":
    """The session and the folder that a line names."""
    return entry.get("sessionId"), entry.get("cwd")
