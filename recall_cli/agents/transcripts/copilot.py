"""Copilot CLI: `~/.copilot/session-state/<session>/events.jsonl`, written shortly after the session's end."""

from recall_cli.agents.transcripts.turn import Turn, content_text, make_turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FOLDERS = ("~/.copilot/session-state",)
FILES = ("*/events.jsonl",)
_SPEAKERS = {"user.message": "user", "assistant.message": "assistant"}


def read(entry: "dict[str, Any]") -> "Turn | None":
    """The turn in a line: the user's text without the client's additions, or the agent's answer."""
    data, speaker = entry.get("data"), _SPEAKERS.get(str(entry.get("type")))
    if speaker is None or not isinstance(data, dict):
        return None
    return make_turn(speaker, content_text(data.get("content")), entry.get("timestamp"), entry.get("id"))


def about(entry: "dict[str, Any]") -> "tuple[Any, Any]":
    """The session and the folder that a line names."""
    data = entry.get("data")
    if entry.get("type") != "session.start" or not isinstance(data, dict):
        return None, None
    context = data.get("context")
    return data.get("sessionId"), context.get("cwd") if isinstance(context, dict) else None
