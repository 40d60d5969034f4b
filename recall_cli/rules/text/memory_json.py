"""A memory as JSON and back: for programs, exports and imports."""

from recall_cli.domain.errors import RecallError
from recall_cli.domain.json_text import loads
from recall_cli.domain.memory import (
    BOOLEAN_FIELDS,
    CLASSIFICATIONS,
    JSON_FIELDS,
    MEMORY_DEFAULTS,
    MEMORY_TYPES,
    SOURCES,
    TIME_FIELDS,
    TRUST_LEVELS,
    Memory,
)
from recall_cli.domain.moment import format_iso, parse_exact_iso, parse_moment
from recall_cli.rules.beliefs.authorship import memory_author

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

EXPORT_FORMAT = 1
"""The version of the export's lines; its header names it."""

MAX_COUNT = 2**53
"""Imported counts are capped here, so that a sum of several is still an integer in SQLite."""
_CHOICE_FIELDS = {"type": MEMORY_TYPES, "classification": CLASSIFICATIONS, "source": SOURCES, "trust": TRUST_LEVELS}
_SHARE_FIELDS = ("importance", "confidence", "decay_score", "usefulness")
_COUNT_FIELDS = ("access_count", "helpful", "unhelpful", "seen_count")
_TEXT_FIELDS = tuple(
    """id user text topic project agent session entity attribute value qualifier superseded_by held extracted_by
    span""".split()
)


EXTRA_LINE_FIELDS = ("links", "questions", "settles", "contest")
"""Fields of a line besides its memory and its history."""
NO_PROJECT = ""
"""In place of a project's name: the line says that its memory belongs to no project."""
MAX_JSON_DEPTH = 100
"""More deeply nested values are refused."""


class BadLine(RecallError):
    """A line of an import cannot be read."""

    code = "bad_line"


def memory_as_json(memory: Memory) -> "dict[str, Any]":
    """Everything about a memory, for programs: all stored fields, and the author as it is shown."""
    return {
        **stored_as_json(memory),
        "maybe_replaced_by": memory.maybe_replaced_by,
        "author": memory_author(memory),
    }


def stored_as_json(memory: Memory) -> "dict[str, Any]":
    """All stored fields of a memory: times in ISO format, tags as an object, no row number."""
    values = memory.fields()
    del values["n"], values["maybe_replaced_by"]
    for name in TIME_FIELDS:
        values[name] = format_iso(values[name])
    for name in JSON_FIELDS:
        text = values[name]
        values[name] = loads(text) if text else {} if name == "tags" else None
    return values


def read_memory_line(values: "Any", now: int) -> "dict[str, Any]":
    """The checked values of an import line, as table columns hold them; raises BadLine with the reason."""
    if not isinstance(values, dict):
        raise BadLine("not a JSON object")
    text = values.get("text")
    if not isinstance(text, str) or not text.strip():
        raise BadLine("has no text")
    read: dict[str, Any] = {**_DEFAULT_VALUES, "text": text}
    for name, value in values.items():
        if value is None:
            continue
        if name in TIME_FIELDS:
            read[name] = _read_moment(name, value, now)
        elif name in ("anchors", "metadata"):
            _check_numbers(name, value)
            read[name] = value
        elif name in FIELD_CHECKS:
            fits, expected = FIELD_CHECKS[name]
            if not fits(value):
                _raise_bad_value(name, value, expected)
            read[name] = min(value, MAX_COUNT) if name in _COUNT_FIELDS else value
    if read["project"] is None and "project" in values:
        read["project"] = NO_PROJECT
    if read["created_at"] is None:
        read["created_at"] = now
    if read["updated_at"] is None:
        read["updated_at"] = read["created_at"]
    read["tags"] = _read_tags(read["tags"])
    has_ended = read["superseded_at"] is not None or read["valid_until"] is not None
    if read["superseded_by"] == read["id"] or not has_ended:
        read["superseded_by"] = None
    return read


def check_json_depth(values: "Any") -> None:
    """Raise BadLine if lists and objects are nested too deeply; call this before any recursive function."""
    level, depth = [values], 0
    while level:
        depth += 1
        if depth > MAX_JSON_DEPTH + 1:
            raise BadLine(f"nested more than {MAX_JSON_DEPTH} levels deep")
        next_level: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                next_level += (part for part in value.values() if isinstance(part, (dict, list)))
            elif isinstance(value, list):
                next_level += (part for part in value if isinstance(part, (dict, list)))
        level = next_level


def _read_tags(tags: "dict[str, Any] | None") -> "dict[str, str]":
    """Tags with their values as text; a list or an object is refused."""
    result: dict[str, str] = {}
    for key, value in (tags or {}).items():
        if isinstance(value, (dict, list)):
            _raise_bad_value(f"tag {key}", value, "text")
        if value is not None:
            result[key] = value if isinstance(value, str) else str(value).lower()
    return result


def _is_share(value: "Any") -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1


def _is_count(value: "Any") -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**63


def _check_numbers(name: str, value: "Any") -> None:
    """Raise BadLine for infinite numbers in a value, which JSON cannot express."""
    unchecked = [value]
    while unchecked:
        part = unchecked.pop()
        if isinstance(part, float) and part - part != 0:
            _raise_bad_value(name, part, "made of finite numbers")
        elif isinstance(part, (dict, list)):
            unchecked += part.values() if isinstance(part, dict) else part


def _read_moment(name: str, value: "Any", now: int) -> int:
    if not isinstance(value, str):
        _raise_bad_value(name, value, "an ISO 8601 time")
    try:
        return parse_exact_iso(value) or parse_moment(value, now)
    except RecallError as error:
        raise BadLine(f"{name}: {error.message}") from None


def _raise_bad_value(name: str, value: "Any", expected: str) -> "NoReturn":
    raise BadLine(f"{name} must be {expected}, not {value!r:.40}")


_DEFAULT_VALUES = {
    **MEMORY_DEFAULTS,
    **dict.fromkeys(TIME_FIELDS),
    "source": "agent",
    "trust": "imported",
    "text": None,
    "user": None,
    "id": None,
}
FIELD_CHECKS: "dict[str, tuple[Callable[[Any], bool], str]]" = {
    **dict.fromkeys(_TEXT_FIELDS, (lambda value: isinstance(value, str), "text")),
    **dict.fromkeys(_SHARE_FIELDS, (_is_share, "between 0 and 1")),
    **dict.fromkeys(_COUNT_FIELDS, (_is_count, "a count")),
    **dict.fromkeys(BOOLEAN_FIELDS, (lambda value: isinstance(value, bool), "true or false")),
    **{name: (choices.__contains__, "one of " + ", ".join(choices)) for name, choices in _CHOICE_FIELDS.items()},
    "tags": (lambda value: isinstance(value, dict), "an object"),
}
"""What each field may contain: a check, and the words that say what is expected."""
