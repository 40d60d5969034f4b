"""The values of another program's memories, converted to the fields of an import line."""

from recall_cli.domain.errors import RecallError
from recall_cli.domain.ids import is_id, uuid7
from recall_cli.domain.json_text import loads
from recall_cli.domain.memory import MEMORY_TYPES
from recall_cli.domain.moment import format_iso, parse_moment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

FOREIGN_TYPES = {
    "debugging": "finding", "bugfix": "finding", "discovery": "finding", "insight": "finding", "learning": "finding",
    "architecture": "decision", "roadmap": "fact", "temporary": "fact", "feature": "fact", "refactor": "fact",
    "change": "fact", "lesson": "correction", "gotcha": "correction", "rule": "preference", "convention": "preference",
    "constraint": "preference", "technique": "procedure", "method": "procedure", "workflow": "procedure",
    "how-to": "procedure", "approach": "decision", "design": "decision",
}  # fmt: skip
"""Types of other programs, each with the type it becomes here."""
MIN_MILLISECONDS = 100_000_000_000
"""A time below this number is in seconds, and any other in milliseconds."""
MAX_MILLISECONDS = 253_402_300_800_000
"""The end of the year 9999."""


def import_line(text: object, **fields: object) -> "dict[str, object]":
    """The import line of another program's memory: the fields that have a value.

    The text can be anything: the import checks it, and reports a line that has no text.
    """
    given = {"text": text, "trust": "imported", **fields}
    return {name: value for name, value in given.items() if value is not None and value not in ({}, [], "")}


def read_fields(row: "Mapping[str, object]", *names: str, **columns: str) -> "dict[str, object]":
    """Fields of an import line, each from the column of its name, or from another one (field=column)."""
    columns = {**dict(zip(names, names, strict=True)), **columns}
    return {field: FIELD_READERS[field](row.get(column)) for field, column in columns.items()}


def memory_type(name: object) -> "str | None":
    """The type here for a type of another program; None if there is none, which makes it a fact."""
    name = str(name or "").casefold()
    return name if name in MEMORY_TYPES else FOREIGN_TYPES.get(name)


def iso_time(value: object) -> "str | None":
    """A time in ISO 8601, from seconds, milliseconds or ISO 8601; without a time zone it is in UTC."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        ms = int(value * 1000) if value < MIN_MILLISECONDS else int(value)
        return format_iso(ms) if 0 < ms < MAX_MILLISECONDS else None
    if not isinstance(value, str) or len(value) < 10:
        return None
    has_zone = value[-1] in "Zz" or "+" in value[10:] or "-" in value[10:]
    try:
        return format_iso(parse_moment(value if has_zone or len(value) == 10 else value + "Z", 0))
    except RecallError:
        return None


def fraction(value: object) -> "float | None":
    """A number from 0 to 1; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        return None
    return float(value)


def positive_int(value: object) -> "int | None":
    """A positive integer that fits into a table column; None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**63 else None


def clean_text(value: object) -> "str | None":
    """A text without surrounding spaces; None if it is empty or not a text."""
    return value.strip() or None if isinstance(value, str) else None


def parse_json_text(value: object) -> object:
    """The value of a JSON text; anything else is returned unchanged."""
    if not isinstance(value, str):
        return value
    try:
        parsed: object = loads(value)
    except ValueError:
        return value
    return parsed


def json_object(value: object) -> "dict[str, object]":
    """The value if it is a JSON object, else an empty one."""
    return value if isinstance(value, dict) else {}


def plain_tags(values: "dict[str, object]", excluded: "tuple[str, ...]" = ()) -> "dict[str, str]":
    """The texts, numbers and booleans of an object, as tags."""
    return {
        str(key): str(value).lower() if isinstance(value, bool) else str(value)
        for key, value in values.items()
        if key not in excluded and isinstance(value, (str, int, float))
    }


def nested_values(values: "dict[str, object]") -> "dict[str, object]":
    """The lists and objects inside an object; they cannot be tags."""
    return {str(key): value for key, value in values.items() if isinstance(value, (dict, list)) and value}


def valid_id(value: object) -> "str | None":
    """The id in lower case; None if it is not a UUID."""
    return value.lower() if isinstance(value, str) and is_id(value) else None


def foreign_id(program: str, row: "Mapping[str, object]", text: object, created_at: object) -> str:
    """The id of a row, or one that is derived from what identifies it in its program."""
    return valid_id(row.get("id")) or derive_id(program, row.get("id") or text, created_at)


def derive_id(source: str, foreign_id: object, created_at: object) -> str:
    """An id for a memory without a UUID. The same memory gets the same id on every import."""
    from hashlib import blake2b

    digest = blake2b(f"{source}\0{foreign_id}".encode("utf-8", "surrogatepass"), digest_size=10).digest()
    ms = parse_moment(str(created_at), 0) if created_at else 0
    return uuid7(ms, int.from_bytes(digest[8:], "big") & 0xFFF, digest[:8])


FIELD_READERS: "dict[str, Callable[[object], object]]" = {
    "type": memory_type,
    "access_count": positive_int,
    **dict.fromkeys(("created_at", "updated_at", "accessed_at", "valid_from", "valid_until"), iso_time),
    **dict.fromkeys(("importance", "confidence", "decay_score"), fraction),
    **dict.fromkeys(("topic", "project", "entity", "attribute", "value", "session", "agent"), clean_text),
}
"""For each field of an import line: how a value of another program becomes one of it."""
