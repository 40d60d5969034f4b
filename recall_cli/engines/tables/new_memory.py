"""The row of a new memory, made from its draft."""

from recall_cli.domain.json_text import dumps_utf8
from recall_cli.domain.memory import CHANGEABLE_COLUMNS, CLASSIFICATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.domain.draft import Draft
    from recall_cli.domain.memory import Columns


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
    from recall_cli.engines.tables.column_changes import tags_json

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
