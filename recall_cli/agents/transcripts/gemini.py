"""Gemini CLI: `<project>/chats/session-*.jsonl` in its folder. A message is written again after a tool has answered."""

from recall_cli.agents.transcripts.turn import Turn, content_text, make_turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FOLDERS = ("~/.gemini/tmp",)
FILES = ("*/chats/session-*.jsonl",)
PROJECT_ROOT_FILE = ".project_root"
"""The file, two folders up, that names the folder of the session."""


def read(entry: "dict[str, Any]") -> "Turn | None":
    """The turn in a line: the user's or the agent's text, without the context that the client sends first."""
    speaker = {"user": "user", "gemini": "assistant"}.get(str(entry.get("type")))
    text = content_text(entry.get("content"))
    if text.lstrip().startswith("<session_context>"):
        return None
    return make_turn(speaker, text, entry.get("timestamp"), entry.get("id"))


def about(entry: "dict[str, Any]") -> "tuple[Any, Any]":
    """The session that a line names. The folder is in another file."""
    return entry.get("sessionId"), None
