"""The row of a memory: made from its draft, and what a change of it replaces."""

from recall_cli.domain.json_text import dumps_utf8, loads
from recall_cli.domain.memory import CHANGEABLE_COLUMNS, CLASSIFICATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from recall_cli.domain.draft import Draft
    from recall_cli.domain.memory import Columns, ColumnValue


class NewMemory:
    """The row of a new memory. It takes over its columns without a copy, because an import has very many rows."""

    id: str
    born: int
    """The operation that stores it."""
    text: str
    topic: "str | None"
    entity: "str | None"
    attribute: "str | None"
    value: "str | None"
    tags: "str | None"
    grams: "str | None"
    vector: "bytes | None" = None

    def __init__(self, columns: "dict[str, Any]") -> None:
        self.__dict__ = columns

    @property
    def columns(self) -> "dict[str, Any]":
        """The columns of the row, by name."""
        return self.__dict__

    @property
    def changeable_columns(self) -> "Columns":
        """The columns that an operation may change."""
        return {name: self.__dict__[name] for name in CHANGEABLE_COLUMNS}


def row_of_draft(draft: "Draft", *, grams: "str | None", id_: str, project: "int | None", op: int) -> NewMemory:
    """The row that a draft becomes."""
    columns = {
        **draft.fields(),
        "id": id_,
        "project": project,
        "classification": CLASSIFICATIONS.index(draft.classification),
        "tags": tags_json(draft.tags),
        "anchors": None if draft.anchors is None else dumps_utf8(draft.anchors),
        "metadata": None if draft.metadata is None else dumps_utf8(draft.metadata),
        "grams": grams,
        "born": op,
    }
    return NewMemory(columns)


def column_difference(row: "Columns", columns: "Mapping[str, ColumnValue]") -> "tuple[Columns, Columns]":
    """The old and the new values of a change, by column and by tag.

    Each tag counts by itself, so that two operations that set different tags do not depend on each other.
    """
    before: Columns = {}
    after: Columns = {}
    for name, value in columns.items():
        if name == "tags":
            old, new = loads(str(row["tags"] or "{}")), loads(str(value or "{}"))
            for key in sorted(old.keys() | new.keys()):
                if old.get(key) != new.get(key):
                    before["tags." + key], after["tags." + key] = old.get(key), new.get(key)
        elif row[name] != value:
            before[name], after[name] = row[name], value
    return before, after


def restored_columns(row: "Columns", values: "Mapping[str, ColumnValue]") -> "Columns":
    """The columns to set so that a row has these values again; each tag has a name of its own."""
    columns = {name: value for name, value in values.items() if not name.startswith("tags.")}
    if len(columns) < len(values):
        tags = loads(str(row["tags"] or "{}"))
        for name, value in values.items():
            if name.startswith("tags."):
                if value is None:
                    tags.pop(name[5:], None)
                else:
                    tags[name[5:]] = value
        columns["tags"] = tags_json(tags)
    return columns


def tags_json(tags: "dict[str, str]") -> "str | None":
    """Tags as the table stores them: readable JSON in a fixed order, or None without tags."""
    return dumps_utf8(dict(sorted(tags.items()))) if tags else None
