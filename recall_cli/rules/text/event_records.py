"""What happened to a memory as JSON and back: the part of an export that keeps its history."""

from recall_cli.domain.jsontext import dumps_utf8, loads
from recall_cli.domain.memory import CLASSIFICATIONS, SOURCES, TIMES, TRUSTS, TYPES
from recall_cli.domain.moment import exact, iso

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DERIVED = frozenset({"hash", "grams"})
"""Columns that follow from the text: they are made again where the export is read."""
TEXTS = frozenset({
    "text", "topic", "project", "entity", "attribute", "value", "qualifier", "held", "extracted_by", "fact",
    "superseded_by",
})  # fmt: skip
CHOICES = {"type": TYPES, "source": SOURCES, "trust": TRUSTS}
SHARES = frozenset({"importance", "confidence", "usefulness"})
COUNTS = frozenset({"helpful", "unhelpful", "seen_count"})
SWITCHES = frozenset({"shared", "pinned"})
MOMENTS = frozenset(TIMES) - {"created_at", "accessed_at"}
JSON_COLUMNS = frozenset({"anchors", "metadata"})
NAMED = ("agent", "session")
MAX_EVENTS = 10_000
"""A line with more events than this is not read further."""
MAX_KIND = 40
"""Letters of the name of an operation."""


def as_json(event: "dict[str, Any]", projects: "dict[int, str]", ids: "dict[int, str]") -> "dict[str, Any]":
    """An event for an export; projects and memories are told by their names and ids."""
    told = {"op": event["op"], "kind": event["kind"], "at": iso(event["at"]), "trust": event["trust"]}
    told.update({name: event[name] for name in NAMED if event[name] is not None})
    if event["undone_by"] is not None:
        told["undone"] = event["undone_by"]
    if event["before"] or event["after"]:
        told["before"] = _side(event["before"], projects, ids)
        told["after"] = _side(event["after"], projects, ids)
    return told


def _side(values: "dict[str, Any]", projects: "dict[int, str]", ids: "dict[int, str]") -> "dict[str, Any]":
    told: dict[str, Any] = {}
    for name, value in values.items():
        if name in DERIVED:
            continue
        if value is None:
            told[name] = None
        elif name == "project":
            told[name] = projects.get(value)
        elif name == "superseded_by":
            told[name] = ids.get(value)
        elif name == "classification":
            told[name] = CLASSIFICATIONS[value]
        elif name in MOMENTS:
            told[name] = iso(value)
        elif name in SWITCHES:
            told[name] = bool(value)
        elif name in JSON_COLUMNS:
            told[name] = loads(value)
        else:
            told[name] = value
    return told


def read(values: "Any", last: int) -> "list[dict[str, Any]]":
    """The events of a line, checked, in the terms of the table; what is wrong in them is left out.

    `last` is the highest operation number that the export announces. Project names and ids stay as they are: only the
    store knows their row numbers.
    """
    found: list[dict[str, Any]] = []
    for given in values[:MAX_EVENTS] if isinstance(values, list) else ():
        event = _event(given, last) if isinstance(given, dict) else None
        if event is not None and (not found or found[-1]["op"] < event["op"]):
            found.append(event)
    return found


def _event(given: "dict[str, Any]", last: int) -> "dict[str, Any] | None":
    op, kind, trust, at = given.get("op"), given.get("kind"), given.get("trust"), given.get("at")
    if not _is_number(op, last) or not isinstance(kind, str) or not kind.isprintable() or len(kind) > MAX_KIND:
        return None
    moment = _moment(at)
    if moment is None or trust not in TRUSTS or not kind:
        return None
    undone = given.get("undone")
    return {
        "op": op,
        "kind": kind,
        "at": moment,
        "trust": trust,
        **{name: given[name] if isinstance(given.get(name), str) else None for name in NAMED},
        "undone": undone if _is_number(undone, last) else None,
        "before": _read_side(given.get("before")),
        "after": _read_side(given.get("after")),
    }


def _moment(value: "Any") -> "int | None":
    """A moment that `iso` wrote; None for anything else."""
    if not isinstance(value, str):
        return None
    return exact(value) or (0 if value == iso(0) else None)


def _is_number(value: "Any", last: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= last


def _read_side(given: "Any") -> "dict[str, Any]":
    found: dict[str, Any] = {}
    for name, value in given.items() if isinstance(given, dict) else ():
        if value is None and (name in _KNOWN or name.startswith("tags.")):
            found[name] = None
        elif (read := _read_value(name, value)) is not None:
            found[name] = read
    return found


def _read_value(name: str, value: "Any") -> "Any":
    """A value of a change in the terms of the table; None where it cannot be one."""
    if name in JSON_COLUMNS:
        return dumps_utf8(value)
    if isinstance(value, bool):
        return int(value) if name in SWITCHES else None
    if isinstance(value, str):
        if name in TEXTS or name.startswith("tags.") or value in CHOICES.get(name, ()):
            return value
        if name == "classification":
            return CLASSIFICATIONS.index(value) if value in CLASSIFICATIONS else None
        return _moment(value) if name in MOMENTS else None
    if isinstance(value, (int, float)):
        most = 1 if name in SHARES else 2**53 if name in COUNTS and isinstance(value, int) else -1
        return value if 0 <= value <= most else None
    return None


_KNOWN = TEXTS | CHOICES.keys() | SHARES | COUNTS | SWITCHES | MOMENTS | JSON_COLUMNS | {"classification"}


_WORDS = frozenset({"text", "topic", "entity", "attribute", "value", "qualifier"})


def words(events: "list[dict[str, Any]]") -> "list[str]":
    """Every text of somebody that stands in some events."""
    return [
        value
        for event in events
        for side in (event["before"], event["after"])
        for name, value in side.items()
        if isinstance(value, str) and (name in _WORDS or name.startswith("tags."))
    ]
