"""Memories in JSON documents: mem0's and OpenMemory's exports, and lines of Memori's."""

from recall_cli.flows.transfer.movein import field_values
from recall_cli.flows.transfer.movein.databases import read_memori
from recall_cli.flows.transfer.movein.field_values import make_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def detect_export(value: "Any") -> "str | None":
    """Whose export a JSON document is; None where it is none that is known."""
    rows = find_rows(value)
    first = rows[0] if rows else None
    if isinstance(value, dict) and isinstance(value.get("memories"), list) and {"user", "apps"} & value.keys():
        return "openmemory"
    if isinstance(first, dict) and isinstance(first.get("memory"), str):
        return "mem0"
    if isinstance(first, dict) and isinstance(first.get("content"), str) and {"id", "created_at"} <= first.keys():
        if {"state", "categories"} & first.keys():
            return "openmemory"
        return "memori" if {"metadata", "last_accessed"} <= first.keys() else None
    return None


def find_rows(value: "Any") -> "list[Any]":
    """The memories of a document: itself, or what it holds under one of the usual names."""
    if isinstance(value, list):
        return value
    for name in ("memories", "results", "data", "items") if isinstance(value, dict) else ():
        if isinstance(value.get(name), list):
            found: list[Any] = value[name]
            return found
    return [value] if isinstance(value, dict) and isinstance(value.get("memory"), str) else []


def read_export(value: "Any", program: str) -> "Iterator[dict[str, Any] | None]":
    """Every memory of a document; None for what holds none."""
    names = _names_by_id(value, "categories"), _names_by_id(value, "apps")
    for row in find_rows(value):
        if not isinstance(row, dict):
            yield None
        elif program == "memori":
            yield read_memori(row)
        elif program == "openmemory":
            yield _read_openmemory(row, *names)
        else:
            yield _read_mem0(row)


def _names_by_id(value: "Any", key: str) -> "dict[str, str]":
    """The names behind the ids that an OpenMemory export refers to."""
    rows = value.get(key) if isinstance(value, dict) else None
    return {str(row.get("id")): str(row.get("name")) for row in rows or () if isinstance(row, dict)}


def _read_openmemory(
    row: "dict[str, Any]", categories: "dict[str, str]", apps: "dict[str, str]"
) -> "dict[str, Any] | None":
    created = field_values.iso_time(row.get("created_at"))
    data = row.get("metadata") if isinstance(row.get("metadata"), dict) else {}
    ids = row.get("category_ids")
    named = [categories.get(str(id_), str(id_)) for id_ in ids] if isinstance(ids, list) else row.get("categories")
    state = field_values.clean_text(row.get("state"))
    deleted = field_values.iso_time(row.get("deleted_at")) or field_values.iso_time(row.get("updated_at")) or created
    return make_line(
        row.get("content"),
        field_values.valid_id(row.get("id"))
        or field_values.derive_id("openmemory", row.get("id") or row.get("content"), created),
        created,
        updated_at=field_values.iso_time(row.get("updated_at")),
        deleted_at=deleted if state == "deleted" else None,
        agent=field_values.clean_text(row.get("app")) or apps.get(str(row.get("app_id"))),
        tags=_make_tags(data, named, {"state": state} if state in ("paused", "archived") else {}),
        metadata=field_values.nested_values(data),
    )


def _read_mem0(row: "dict[str, Any]") -> "dict[str, Any] | None":
    created = field_values.iso_time(row.get("created_at"))
    data = row.get("metadata") if isinstance(row.get("metadata"), dict) else {}
    whose = {key: row[key] for key in ("user_id", "app_id") if isinstance(row.get(key), str)}
    return make_line(
        row.get("memory"),
        field_values.valid_id(row.get("id"))
        or field_values.derive_id("mem0", row.get("id") or row.get("memory"), created),
        created,
        updated_at=field_values.iso_time(row.get("updated_at")),
        valid_until=field_values.iso_time(row.get("expiration_date")),
        agent=field_values.clean_text(row.get("agent_id")),
        session=field_values.clean_text(row.get("run_id")),
        tags=_make_tags(data, row.get("categories"), whose),
        metadata=field_values.nested_values(data),
    )


def _make_tags(data: "Any", categories: "Any", more: "dict[str, Any]") -> "dict[str, str]":
    found = field_values.plain_tags({**data, **more})
    if isinstance(categories, list) and categories:
        found["category"] = ", ".join(str(one) for one in categories if isinstance(one, (str, int)))
    return found
