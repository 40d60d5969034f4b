"""How a memory of another program is told: in the words of an import line, with nothing in it that is not checked."""

from recall_cli.domain.errors import RecallError
from recall_cli.domain.ids import is_id, uuid7
from recall_cli.domain.json_text import loads
from recall_cli.domain.memory import MEMORY_TYPES
from recall_cli.domain.moment import format_iso, parse_moment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FOREIGN_TYPES = {
    "debugging": "finding", "bugfix": "finding", "discovery": "finding", "insight": "finding", "learning": "finding",
    "architecture": "decision", "roadmap": "fact", "temporary": "fact", "feature": "fact", "refactor": "fact",
    "change": "fact", "lesson": "correction", "gotcha": "correction", "rule": "preference", "convention": "preference",
    "constraint": "preference", "technique": "procedure", "method": "procedure", "workflow": "procedure",
    "how-to": "procedure", "approach": "decision", "design": "decision",
}  # fmt: skip
"""What other programs' types are among ours."""
MIN_MILLISECONDS = 100_000_000_000
"""A number below this counts seconds, one above it milliseconds."""


def make_line(text: "Any", memory_id: "str | None", created_at: "str | None", **said: "Any") -> "dict[str, Any]":
    """A memory with what is known of it; what nobody says is left to the defaults."""
    given = {"id": memory_id, "text": text, "created_at": created_at, "trust": "imported", **said}
    return {name: value for name, value in given.items() if value is not None and value not in ({}, [], "")}


def memory_type(name: "Any") -> "str | None":
    """Our type of theirs; None, which is a fact, where there is none."""
    name = str(name or "").casefold()
    return name if name in MEMORY_TYPES else FOREIGN_TYPES.get(name)


def iso_time(value: "Any") -> "str | None":
    """A time of theirs, in seconds, milliseconds or ISO 8601 (which means UTC where it says no zone)."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        ms = int(value * 1000) if value < MIN_MILLISECONDS else int(value)
        return format_iso(ms) if 0 < ms < 253_402_300_800_000 else None
    if not isinstance(value, str) or len(value) < 10:
        return None
    zoned = value[-1] in "Zz" or "+" in value[10:] or "-" in value[10:]
    try:
        return format_iso(parse_moment(value if zoned or len(value) == 10 else value + "Z", 0))
    except RecallError:
        return None


def fraction(value: "Any") -> "float | None":
    """A number from 0 to 1; None where it is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        return None
    return float(value)


def positive_int(value: "Any") -> "int | None":
    """A whole number that counts something."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**63 else None


def clean_text(value: "Any") -> "str | None":
    """A text that names something."""
    return value.strip() or None if isinstance(value, str) else None


def parse_json_text(value: "Any") -> "Any":
    """A JSON text as what it stands for; anything else as it is."""
    if not isinstance(value, str):
        return value
    try:
        return loads(value)
    except ValueError:
        return value


def plain_tags(values: "Any", excluded: "tuple[str, ...]" = ()) -> "dict[str, str]":
    """The plain values of a document as tags."""
    found: dict[str, str] = {}
    for key, value in values.items() if isinstance(values, dict) else ():
        if key not in excluded and isinstance(value, (str, int, float)):
            found[str(key)] = str(value).lower() if isinstance(value, bool) else str(value)
    return found


def nested_values(values: "Any") -> "dict[str, Any] | None":
    """What of a document is no plain value."""
    found = {str(key): value for key, value in values.items() if isinstance(value, (dict, list)) and value}
    return found or None


def valid_id(value: "Any") -> "str | None":
    """Their id where it has the form of ours."""
    return value.lower() if isinstance(value, str) and is_id(value) else None


def derive_id(source: str, foreign_id: "Any", created_at: "str | None") -> str:
    """An id that is the same each time the same thing is imported."""
    from hashlib import blake2b

    digest = blake2b(f"{source}\0{foreign_id}".encode("utf-8", "surrogatepass"), digest_size=10).digest()
    ms = parse_moment(created_at, 0) if created_at else 0
    return uuid7(ms, int.from_bytes(digest[8:], "big") & 0xFFF, digest[:8])
