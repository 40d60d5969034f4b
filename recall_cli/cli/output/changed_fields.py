"""Changed fields of a memory: as JSON has them, and in words."""

from recall_cli.domain.memory import BOOLEAN_FIELDS, CLASSIFICATIONS, TIME_FIELDS
from recall_cli.domain.moment import format_iso, format_when

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def changes_document(names: "Iterable[str]", before: "dict[str, Any]", after: "dict[str, Any]") -> "dict[str, object]":
    """The fields with their values before and after, as JSON."""
    return {
        name: {"before": _json_value(name, before.get(name)), "after": _json_value(name, after[name])} for name in names
    }


def describe_change(name: str, before: "Any", after: "Any", now: "int | None") -> str:
    """One change in a few words. With `now`, times are written for people."""
    if name == "text":
        return f'was "{before}"'
    if name in BOOLEAN_FIELDS:
        return name if after else f"no longer {name}"
    label = name.removeprefix("tags.") if name.startswith("tags.") else name.replace("_", " ")
    return f"{label} {_value_text(name, before, now)} → {_value_text(name, after, now)}"


def _json_value(name: str, value: "Any") -> "Any":
    """The value of a column as a memory's JSON has it."""
    if value is None or name in TIME_FIELDS:
        return value if value is None else format_iso(value)
    if name in BOOLEAN_FIELDS:
        return bool(value)
    return CLASSIFICATIONS[value] if name == "classification" else value


def _value_text(name: str, value: "Any", now: "int | None") -> str:
    if value is None:
        return "none"
    return format_when(value, now) if now is not None and name in TIME_FIELDS else str(_json_value(name, value))
