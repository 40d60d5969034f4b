"""Codex CLI: `~/.codex/sessions/<year>/<month>/<day>/rollout-<time>-<session>.jsonl`."""

from recall_cli.agents.transcripts.turn import Turn, content_text, make_turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FOLDERS = ("$CODEX_HOME", "~/.codex")
FILES = ("sessions/*/*/*/rollout-*.jsonl", "archived_sessions/rollout-*.jsonl")

_CLIENT_PREFIXES = ("<environment_context>", "<user_instructions>", "<skills_instructions>", "# AGENTS.md instructions")
"""The beginnings of messages that the client sends in the user's name."""


def read(entry: "dict[str, Any]") -> "Turn | None":
    """The turn in a line: a message of the user or the agent."""
    payload = entry.get("payload")
    if entry.get("type") != "response_item" or not isinstance(payload, dict) or payload.get("type") != "message":
        return None
    text = content_text(payload.get("content"))
    if payload.get("role") == "user" and text.lstrip().startswith(_CLIENT_PREFIXES):
        return None
    return make_turn(payload.get("role"), text, entry.get("timestamp"), payload.get("id"))


def about(entry: "dict[str, Any]") -> "tuple[Any, Any]":
    """The session and the folder that a line names."""
    payload = entry.get("payload")
    if not isinstance(payload, dict):
        return None, None
    return (payload.get("id") if entry.get("type") == "session_meta" else None), payload.get("cwd")
