"""A memory as JSON and back: what programs read, what an export keeps, what an import may say."""

from recall_cli.domain.errors import RecallError
from recall_cli.domain.jsontext import loads
from recall_cli.domain.memory import (
    BOOLEANS,
    CLASSIFICATIONS,
    DEFAULTS,
    DOCUMENTS,
    SOURCES,
    TIMES,
    TRUSTS,
    TYPES,
    Memory,
)  # fmt: skip
from recall_cli.domain.moment import iso, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FORMAT = 1
"""The version of the export's lines; its header names it."""

MOST = 2**53
"""What was counted more often counts so often: one more, or the sum of several, is a whole number to SQLite then."""
_CHOICES = {"type": TYPES, "classification": CLASSIFICATIONS, "source": SOURCES, "trust": TRUSTS}
_SHARES = ("importance", "confidence", "decay_score", "usefulness")
_COUNTS = ("access_count", "helpful", "unhelpful", "seen_count")
_TEXTS = (
    "id", "user", "topic", "project", "agent", "session", "entity", "attribute", "value", "qualifier",
    "superseded_by", "held", "extracted_by", "span",
)  # fmt: skip


class BadLine(RecallError):
    """A line of an import cannot be read."""

    code = "bad_line"


def as_json(memory: Memory) -> "dict[str, Any]":
    """Everything about a memory, for programs: ISO times, tags as an object, no row number."""
    values = memory.fields()
    del values["n"]
    for name in TIMES:
        values[name] = iso(values[name])
    for name in DOCUMENTS:
        text = values[name]
        values[name] = loads(text) if text else {} if name == "tags" else None
    return values


def read_line(values: "Any", now: int) -> "dict[str, Any]":
    """What a line of an import says, checked, in the terms of the table; BadLine says what is wrong with it."""
    if not isinstance(values, dict):
        raise BadLine("not a JSON object")
    text = values.get("text")
    if not isinstance(text, str) or not text.strip():
        raise BadLine("has no text")
    read = {**DEFAULTS, "source": "agent", "trust": "imported", "text": text, "user": None, "id": None}
    for name, value in values.items():
        if value is not None and (name in read or name in TIMES):
            read[name] = value
    _check(read)
    for name in TIMES:
        given = read.get(name)
        read[name] = None if given is None else _moment(name, given, now)
    read["created_at"] = now if read["created_at"] is None else read["created_at"]
    read["updated_at"] = read["created_at"] if read["updated_at"] is None else read["updated_at"]
    _must("tags", read["tags"], read["tags"] is None or isinstance(read["tags"], dict), "an object")
    read["tags"] = {
        str(key): value if isinstance(value, str) else str(value) for key, value in (read["tags"] or {}).items()
    }
    return read


def _check(read: "dict[str, Any]") -> None:
    """Every value of its kind; what nobody said is not looked at again, since lines may be very many."""
    for name in _TEXTS:
        if read[name] is not None:
            _must(name, read[name], isinstance(read[name], str), "text")
    for name, choices in _CHOICES.items():
        if read[name] not in choices:
            _must(name, read[name], False, "one of " + ", ".join(choices))
    for name in _SHARES:
        if read[name] is not DEFAULTS[name]:
            _must(name, read[name], _is_number(read[name]) and 0 <= read[name] <= 1, "between 0 and 1")
    for name in _COUNTS:
        if read[name] is not DEFAULTS[name]:
            _must(name, read[name], _is_whole(read[name]) and 0 <= read[name] < 2**63, "a count")
            read[name] = min(read[name], MOST)
    for name in BOOLEANS:
        if read[name] is not False:
            _must(name, read[name], isinstance(read[name], bool), "true or false")


def _moment(name: str, value: "Any", now: int) -> int:
    _must(name, value, isinstance(value, str), "an ISO 8601 time")
    try:
        return parse(value, now)
    except RecallError as error:
        raise BadLine(f"{name}: {error.message}") from None


def _must(name: str, value: "Any", holds: bool, kind: str) -> None:
    if not holds:
        raise BadLine(f"{name} must be {kind}, not {value!r:.40}")


def _is_number(value: "Any") -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_whole(value: "Any") -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
