"""The values of another program's memories, converted to the fields of an import line."""

from recall_cli.domain.errors import RecallError
from recall_cli.domain.ids import is_id, uuid7
from recall_cli.domain.json_text import loads
from recall_cli.domain.memory import MEMORY_TYPES
from recall_cli.domain.moment import format_iso, parse_moment
from recall_cli.domain.record import Record

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


class ForeignMemory(Record):
    """A memory of another program, in the fields of an import line. A field without a value gets its default."""

    text: object
    """It can be anything: the import checks it, and reports a line that has no text."""
    id: "str | None" = None
    created_at: "str | None" = None
    trust: str = "imported"
    type: "str | None" = None
    topic: "str | None" = None
    project: "str | None" = None
    entity: "str | None" = None
    attribute: "str | None" = None
    value: "str | None" = None
    importance: "float | None" = None
    confidence: "float | None" = None
    decay_score: "float | None" = None
    access_count: "int | None" = None
    updated_at: "str | None" = None
    accessed_at: "str | None" = None
    valid_from: "str | None" = None
    valid_until: "str | None" = None
    superseded_by: "str | None" = None
    superseded_at: "str | None" = None
    deleted_at: "str | None" = None
    session: "str | None" = None
    agent: "str | None" = None
    tags: "dict[str, str] | None" = None
    metadata: "dict[str, object] | None" = None

    def as_json(self) -> "dict[str, object]":
        """The import line: all fields that have a value."""
        return {name: value for name, value in self.fields().items() if value is not None and value not in ({}, [], "")}


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


def derive_id(source: str, foreign_id: object, created_at: "str | None") -> str:
    """An id for a memory without a UUID. The same memory gets the same id on every import."""
    from hashlib import blake2b

    digest = blake2b(f"{source}\0{foreign_id}".encode("utf-8", "surrogatepass"), digest_size=10).digest()
    ms = parse_moment(created_at, 0) if created_at else 0
    return uuid7(ms, int.from_bytes(digest[8:], "big") & 0xFFF, digest[:8])
