"""The content of a store's file, in figures."""

from recall_cli.domain.record import Record


class StoreContent(Record):
    """What a store's file holds."""

    schema: int
    rows: "dict[str, int]"
    bytes: int = 0
