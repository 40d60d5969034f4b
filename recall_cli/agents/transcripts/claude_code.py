"""Claude Code: `~/.claude/projects/<folder>/<session>.jsonl`, the agents it sets to work in `<session>/subagents/`."""

from recall_cli.agents.transcripts.turn import Turn, content_text, make_turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FOLDERS = ("$CLAUDE_CONFIG_DIR/projects", "~/.claude/projects")
FILES = ("*/*.jsonl", "*/*/subagents/*.jsonl")

_CLIENT_MARKS = ("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage")
"""What the client itself put in: reminders, summaries, errors."""


def read(entry: "dict[str, Any]") -> "Turn | None":
    """The turn of a line; what tells the client's own state, a tool's call or its result is none.

    The words that set a subagent to work stand there as a user's; the agent said them.
    """
    message = entry.get("message")
    if entry.get("type") not in ("user", "assistant") or not isinstance(message, dict):
        return None
    if any(entry.get(mark) for mark in _CLIENT_MARKS):
        return None
    aside = entry.get("isSidechain") or entry.get("agentId")
    speaker = "assistant" if aside else entry["type"]
    return make_turn(speaker, content_text(message.get("content")), entry.get("timestamp"), entry.get("uuid"))


def about(entry: "dict[str, Any]") -> "tuple[Any, Any]":
    """The session and the folder that a line names."""
    return entry.get("sessionId"), entry.get("cwd")
