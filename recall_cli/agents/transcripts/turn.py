"""Turns, calls of tools and the details of a session, from the fields that clients write."""

from recall_cli.domain.json_text import loads
from recall_cli.domain.record import Record
from recall_cli.domain.turn import TOOL, TYPED, USER, Turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Entry = dict[str, object]
    """A line of a session file, parsed; or a row of opencode's database."""
    Words = tuple[str, str, str]
    """Speaker, kind and text."""

MAX_TURN_LETTERS = 32_768
"""The letters of one turn that are read. A longer text was pasted, and its beginning shows what it is."""
MAX_TOOL_LETTERS = 300
"""The letters of a tool's call or error that are read."""


def make_turn(speaker: object, text: str, at: object, turn_id: object, kind: str = "") -> "tuple[Turn, ...]":
    """A turn, if it has a text."""
    if not isinstance(speaker, str) or not text.strip():
        return ()
    limit = MAX_TOOL_LETTERS if speaker == TOOL else MAX_TURN_LETTERS
    return (
        Turn(
            speaker=speaker,
            text=text[:limit],
            kind=kind or (TYPED if speaker == USER else ""),
            at=timestamp_ms(at),
            id=turn_id if isinstance(turn_id, str) else "",
        ),
    )


def make_turns(words: "Iterable[Words]", at: object, turn_id: object, typed_kind: str = TYPED) -> "Iterator[Turn]":
    """The turns of what somebody said, each with its speaker and kind; `typed_kind` is that of what was typed."""
    for speaker, kind, text in words:
        yield from make_turn(speaker, text, at, turn_id, typed_kind if kind == TYPED else kind)


def content_text(content: object) -> str:
    """The text of a message's content: a string, or a list of parts of which only those with text count."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = [part for part in content if isinstance(part, dict) and part.get("type") in _TEXT_TYPES]
    return "\n".join(part["text"] for part in parts if isinstance(part.get("text"), str))


_TEXT_TYPES = (None, "text", "input_text", "output_text")


def timestamp_ms(value: object) -> "int | None":
    """A client's timestamp in milliseconds: from ISO 8601, or milliseconds already."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value if 0 < value < 253_402_300_800_000 else None
    if not isinstance(value, str):
        return None
    from recall_cli.domain.errors import RecallError
    from recall_cli.domain.moment import parse_moment

    try:
        return parse_moment(value, 0) if value[:4].isdigit() else None
    except RecallError:
        return None


def parse_object(value: object) -> "Entry":
    """A JSON object, which may stand in a text; an empty one for anything else."""
    try:
        value = loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def objects_in(values: object) -> "list[Entry]":
    """The JSON objects in a list; none if it is no list."""
    return [value for value in values if isinstance(value, dict)] if isinstance(values, list) else []


_TELLING_FIELDS = ("command", "cmd", "file_path", "path", "filePath", "pattern", "query", "url", "description", "input")
"""Fields of a call of which the first that is there says what it was about."""


def call_text(name: object, arguments: object) -> str:
    """The tool's name and what it was called with, on one line."""
    if isinstance(arguments, str):
        arguments = _parse(arguments)
    detail = ""
    if isinstance(arguments, dict):
        detail = next((_line(arguments[field]) for field in _TELLING_FIELDS if arguments.get(field)), "")
    elif isinstance(arguments, str):
        detail = _line(arguments)
    return f"{name} {detail}".strip() if isinstance(name, str) else ""


def _parse(text: str) -> object:
    try:
        return loads(text) if text.lstrip()[:1] == "{" else text
    except (ValueError, RecursionError):
        return text


def _line(value: object) -> str:
    if isinstance(value, list):
        value = " ".join(part for part in value if isinstance(part, str))
    return " ".join(value[:600].split()) if isinstance(value, str) else ""


class SessionDetails(Record):
    """What a line says about its session."""

    session: "str | None" = None
    folder: "str | None" = None
    started_at: "int | None" = None
    """When it began, for clients whose lines have no time of their own."""
    is_subagent: bool = False
    """Whether an agent started it: then the messages in it are not the user's."""


NO_DETAILS = SessionDetails()


def make_details(
    session: object, folder: object, *, started_at: "int | None" = None, is_subagent: bool = False
) -> SessionDetails:
    """The details, without what is no text."""
    return SessionDetails(
        session=session if isinstance(session, str) else None,
        folder=folder if isinstance(folder, str) else None,
        started_at=started_at,
        is_subagent=is_subagent,
    )


def line_details(entry: "Entry") -> SessionDetails:
    """The session and folder that a line names under the usual names."""
    return make_details(entry.get("sessionId"), entry.get("cwd"))
