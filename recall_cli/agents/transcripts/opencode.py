"""opencode: one SQLite file, `~/.local/share/opencode/opencode.db`, a message's words in its parts."""

from recall_cli.agents.transcripts.turn import Turn, make_turn
from recall_cli.domain.json_text import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FOLDERS = ("$XDG_DATA_HOME/opencode", "~/.local/share/opencode")
FILES = ("opencode.db",)


def read(row: "dict[str, Any]") -> "Turn | None":
    """The turn of a part of a message; one that is still being written is none yet."""
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
        found = loads(text) if isinstance(text, str) else None
    except ValueError:
        found = None
    return found if isinstance(found, dict) else {}


def _unquote(text: str) -> str:
    """What was typed as an argument stands there in quotes."""
    return text[1:-1] if len(text) > 2 and text[0] == text[-1] == '"' and '"' not in text[1:-1] else text
