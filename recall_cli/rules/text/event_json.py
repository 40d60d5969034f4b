"""A memory's events as JSON and back: the part of an export that keeps its history."""

from recall_cli.domain.json_text import dumps_utf8, loads
from recall_cli.domain.memory import (
    BOOLEAN_FIELDS,
    CHANGEABLE_COLUMNS,
    CLASSIFICATIONS,
    JSON_FIELDS,
    TIME_FIELDS,
    TRUST_LEVELS,
)
from recall_cli.domain.moment import format_iso, parse_exact_iso
from recall_cli.domain.record import Record
from recall_cli.rules.text.memory_json import FIELD_CHECKS, MAX_COUNT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.domain.event import Event
    from recall_cli.domain.memory import Columns

DERIVED_COLUMNS = frozenset({"hash", "grams"})
"""Columns computed from the text; an import computes them again."""
_KNOWN_COLUMNS = frozenset(CHANGEABLE_COLUMNS) - DERIVED_COLUMNS - {"tags"}
"""The columns that an event may change, beside `tags.KEY`."""
ORIGIN_FIELDS = ("agent", "session")
_USER_TEXT_COLUMNS = frozenset({"text", "topic", "entity", "attribute", "value", "qualifier"})
MAX_EVENTS_PER_LINE = 10_000
"""Further events of an export line are ignored."""
MAX_KIND_LENGTH = 40
"""Maximum length of an operation's name."""


class ImportedEvent(Record):
    """An event of an export line. Projects are names and memories are ids, as in the file."""

    op: int
    kind: str
    at: int
    trust: str
    agent: "str | None"
    session: "str | None"
    undone: "int | None"
    """The operation that undid it."""
    before: "Columns"
    after: "Columns"


def event_as_json(event: "Event", projects: "dict[int, str]", ids: "dict[int, str]") -> "dict[str, Any]":
    """An event for an export, with names of projects and ids of memories in place of row numbers."""
    result = {"op": event.op, "kind": event.kind, "at": format_iso(event.at), "trust": event.trust}
    origin = {"agent": event.agent, "session": event.session}
    result.update({name: value for name, value in origin.items() if value is not None})
    if event.undone_by is not None:
        result["undone"] = event.undone_by
    if event.before or event.after:
        result["before"] = _values_as_json(event.before, projects, ids)
        result["after"] = _values_as_json(event.after, projects, ids)
    return result


def _values_as_json(values: "dict[str, Any]", projects: "dict[int, str]", ids: "dict[int, str]") -> "dict[str, Any]":
    special: dict[str, Callable[[Any], Any]] = {
        "project": projects.get,
        "superseded_by": ids.get,
        "classification": CLASSIFICATIONS.__getitem__,
        **dict.fromkeys(TIME_FIELDS, format_iso),
        **dict.fromkeys(BOOLEAN_FIELDS, bool),
        **dict.fromkeys(JSON_FIELDS, loads),
    }
    return {
        name: None if value is None else special[name](value) if name in special else value
        for name, value in values.items()
        if name not in DERIVED_COLUMNS
    }


def read_events(values: "Any", last_operation: int) -> "list[dict[str, Any]]":
    """The valid events of an export line, as values of table columns; invalid ones are left out.

    `last_operation` is the highest operation number that the export announces. Project names and ids are kept as they
    are, since only the store knows their row numbers.
    """
    events: list[dict[str, Any]] = []
    for entry in values[:MAX_EVENTS_PER_LINE] if isinstance(values, list) else ():
        event = _read_event(entry, last_operation) if isinstance(entry, dict) else None
        if event is not None and (not events or events[-1]["op"] < event["op"]):
            events.append(event)
    return events


def _read_event(values: "dict[str, Any]", last_operation: int) -> "dict[str, Any] | None":
    op, kind, trust, at = values.get("op"), values.get("kind"), values.get("trust"), values.get("at")
    if (
        not _is_operation_number(op, last_operation)
        or not isinstance(kind, str)
        or not kind.isprintable()
        or len(kind) > MAX_KIND_LENGTH
    ):
        return None
    moment = _read_moment(at)
    if moment is None or trust not in TRUST_LEVELS or not kind:
        return None
    undone = values.get("undone")
    return {
        "op": op,
        "kind": kind,
        "at": moment,
        "trust": trust,
        **{name: values[name] if isinstance(values.get(name), str) else None for name in ORIGIN_FIELDS},
        "undone": undone if _is_operation_number(undone, last_operation) else None,
        "before": _read_values(values.get("before")),
        "after": _read_values(values.get("after")),
    }


def _read_moment(value: "Any") -> "int | None":
    """A moment that `format_iso` wrote; None for anything else."""
    if not isinstance(value, str):
        return None
    return parse_exact_iso(value) or (0 if value == format_iso(0) else None)


def _is_operation_number(value: "Any", last_operation: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= last_operation


def _read_values(values: "Any") -> "dict[str, Any]":
    result: dict[str, Any] = {}
    for name, value in values.items() if isinstance(values, dict) else ():
        if value is None and (name in _KNOWN_COLUMNS or name.startswith("tags.")):
            result[name] = None
        elif (known_value := _read_value(name, value)) is not None:
            result[name] = known_value
    return result


def _read_value(name: str, value: "Any") -> "Any":
    """A changed value as its table column holds it; None if the column cannot hold it."""
    if name.startswith("tags.") or name == "fact":
        return value if isinstance(value, str) else None
    if name not in _KNOWN_COLUMNS:
        return None
    if name in JSON_FIELDS:
        return dumps_utf8(value)
    if name in TIME_FIELDS:
        return _read_moment(value)
    fits, _ = FIELD_CHECKS[name]
    if not fits(value) or (isinstance(value, int) and value > MAX_COUNT):
        return None
    if name == "classification":
        return CLASSIFICATIONS.index(value)
    return int(value) if isinstance(value, bool) else value


def event_texts(events: "list[dict[str, Any]]") -> "list[str]":
    """Every text in these events that a user or an agent wrote."""
    return [
        value
        for event in events
        for side in (event["before"], event["after"])
        for name, value in side.items()
        if isinstance(value, str) and (name in _USER_TEXT_COLUMNS or name.startswith("tags."))
    ]
