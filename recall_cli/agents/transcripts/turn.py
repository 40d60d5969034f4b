"""Making turns from the fields that a client writes."""

from recall_cli.domain.turn import TOOL, TYPED, USER, Turn

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
