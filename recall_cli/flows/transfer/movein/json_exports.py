"""Memories in JSON: exports of mem0, OpenMemory and Memori, and any list of texts."""

from recall_cli.domain.json_text import dumps
from recall_cli.flows.transfer.movein.databases import read_memori
from recall_cli.flows.transfer.movein.field_values import (
    clean_text,
    foreign_id,
    import_line,
    iso_time,
    json_object,
    nested_values,
    plain_tags,
    read_fields,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.flows.transfer.movein.files import SourceLine


LIST_NAMES = ("memories", "results", "data", "items")
"""The names under which a document holds its list of memories."""


def detect_export(value: object) -> "str | None":
    """The program that wrote a JSON document; None if it is unknown."""
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


def find_rows(value: object) -> "list[object]":
    """The memories of a document: a list, the list inside an object, or one memory of mem0."""
    if isinstance(value, list):
        return value
    if not isinstance(value, dict):
        return []
    for name in LIST_NAMES:
        rows = value.get(name)
        if isinstance(rows, list):
            return rows
    return [value] if isinstance(value.get("memory"), str) else []


def read_export(value: object, program: str) -> "Iterator[dict[str, object] | None]":
    """Every memory of a document as an import line; None for an entry that is not a memory."""
    categories, apps = _names_by_id(value, "categories"), _names_by_id(value, "apps")
    for row in find_rows(value):
        if not isinstance(row, dict):
            yield None
        elif program == "memori":
            yield read_memori(row)
        elif program == "openmemory":
            yield _read_openmemory(row, categories, apps)
        else:
            yield _read_mem0(row)


def _names_by_id(value: object, key: str) -> "dict[str, str]":
    """The names behind the ids that an OpenMemory export refers to."""
    rows = value.get(key) if isinstance(value, dict) else None
    return {str(row.get("id")): str(row.get("name")) for row in rows or () if isinstance(row, dict)}


def _read_openmemory(
    row: "dict[str, object]", categories: "dict[str, str]", apps: "dict[str, str]"
) -> "dict[str, object]":
    times = read_fields(row, "created_at", "updated_at")
    created, updated = times["created_at"], times["updated_at"]
    data = json_object(row.get("metadata"))
    ids = row.get("category_ids")
    names = [categories.get(str(id_), str(id_)) for id_ in ids] if isinstance(ids, list) else row.get("categories")
    state = clean_text(row.get("state"))
    state_tag: dict[str, object] = {"state": state} if state in ("paused", "archived") else {}
    return import_line(
        row.get("content"),
        id=foreign_id("openmemory", row, row.get("content"), created),
        **times,
        deleted_at=(iso_time(row.get("deleted_at")) or updated or created) if state == "deleted" else None,
        agent=clean_text(row.get("app")) or apps.get(str(row.get("app_id"))),
        tags=_make_tags({**data, **state_tag}, names),
        metadata=nested_values(data),
    )


def _read_mem0(row: "dict[str, object]") -> "dict[str, object]":
    fields = read_fields(
        row, "created_at", "updated_at", valid_until="expiration_date", agent="agent_id", session="run_id"
    )
    data = json_object(row.get("metadata"))
    owner = {key: row[key] for key in ("user_id", "app_id") if isinstance(row.get(key), str)}
    return import_line(
        row.get("memory"),
        id=foreign_id("mem0", row, row.get("memory"), fields["created_at"]),
        **fields,
        tags=_make_tags({**data, **owner}, row.get("categories")),
        metadata=nested_values(data),
    )


def _make_tags(values: "dict[str, object]", categories: object) -> "dict[str, str]":
    tags = plain_tags(values)
    if isinstance(categories, list) and categories:
        tags["category"] = ", ".join(str(name) for name in categories if isinstance(name, (str, int)))
    return tags


def read_json_list(entries: "list[object]") -> "Iterator[SourceLine]":
    """Every text or object of a list; the import reports any other value as an invalid line."""
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, str):
            yield number, {"text": entry, "trust": "imported"}
        else:
            yield number, entry if isinstance(entry, dict) else dumps(entry).encode()


def texts_in_document(value: object) -> "list[object] | None":
    """The texts or memories of a JSON document; None if it has none."""
    if isinstance(value, dict) and isinstance(value.get("text"), str):
        return [value]
    if isinstance(value, dict):
        value = next((value[name] for name in LIST_NAMES if isinstance(value.get(name), list)), None)
    if not isinstance(value, list):
        return None
    has_texts = any(isinstance(entry.get("text") if isinstance(entry, dict) else entry, str) for entry in value)
    return value if not value or has_texts else None
