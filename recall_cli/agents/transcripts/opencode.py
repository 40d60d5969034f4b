"""opencode: one SQLite file, `~/.local/share/opencode/opencode.db`, with a message's text in its parts."""

from recall_cli.agents.transcripts.turn import Turn, make_turn
from recall_cli.domain.json_text import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FOLDERS = ("$XDG_DATA_HOME/opencode", "~/.local/share/opencode")
FILES = ("opencode.db",)


def read(row: "dict[str, Any]") -> "Turn | None":
    """The turn in a part of a message; None for a part that is still being written."""
    message, part = _parse_object(row.get("message")), _parse_object(row.get("part"))
    if part.get("type") != "text" or part.get("synthetic") or part.get("ignored"):
        return None
    speaker = "assistant" if row.get("parent") else message.get("role")
    time = part.get("time")
    if message.get("role") == "assistant" and not (isinstance(time, dict) and time.get("end")):
        return None
    text = part.get("text")
    if not isinstance(text, str):
        return None
    return make_turn(speaker, _unquote(text), row.get("at"), row.get("id"))


def _parse_object(text: "Any") -> "dict[str, Any]":
    try:
        value = loads(text) if isinstance(text, str) else None
    except ValueError:
        value = None
    return value if isinstance(value, dict) else {}


def _unquote(text: str) -> str:
    """The text without the quotes in which opencode puts a command-line argument."""
    return text[1:-1] if len(text) > 2 and text[0] == text[-1] == '"' and '"' not in text[1:-1] else text
