"""A turn: one message of the user or the agent, in the form that all clients share."""

from recall_cli.domain.record import Record

MAX_TURN_LETTERS = 32_768
"""The letters of one turn that are read. A longer text was pasted, and its beginning shows what it is."""


class Turn(Record):
    """Who wrote what, and when."""

    speaker: str
    """user, the person who typed it; assistant, the agent; subagent, an agent that it started; or tool, a program
    that it ran, whose text says only whether it succeeded."""
    text: str
    at: "int | None" = None
    """Milliseconds since 1970, from the client."""
    id: str = ""
    """The client's id of it, the same in every file that has it."""


TOOL, TOOL_OK, TOOL_FAILED = "tool", "ok", "failed"
"""The speaker of a tool's turn, and its two texts: what the tool wrote is not kept."""
SPEAKERS = ("user", "assistant", "subagent", TOOL)


def make_tool_turn(*, failed: bool, at: object = None, turn_id: object = "") -> Turn:
    """The turn of a tool that ended."""
    return Turn(
        speaker=TOOL,
        text=TOOL_FAILED if failed else TOOL_OK,
        at=timestamp_ms(at),
        id=turn_id if isinstance(turn_id, str) else "",
    )


def make_turn(speaker: object, text: str, at: object, turn_id: object) -> "Turn | None":
    """A turn, if it has a text and a known speaker."""
    if not isinstance(speaker, str) or speaker not in SPEAKERS or not text.strip():
        return None
    return Turn(
        speaker=speaker,
        text=text[:MAX_TURN_LETTERS],
        at=timestamp_ms(at),
        id=turn_id if isinstance(turn_id, str) else "",
    )


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
