"""What a change of a memory replaces, and how to undo it."""

from recall_cli.domain.json_text import dumps_utf8, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from recall_cli.domain.memory import Columns, ColumnValue


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
