"""What the index of actions reads of the store: the texts, anchors and metadata of new and changed memories."""

from recall_cli.engines.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    SubjectRow = tuple[int, str, str | None, str | None]
    """A row number with the text, the anchors and the metadata of its memory."""


class Actions(Table):
    """What memories bear on, within one transaction."""

    def newest_operation(self) -> int:
        """The number of the newest operation; 0 if there is none."""
        rows = self._tx.run("actions", "newest")
        return int(rows[0][0]) if rows else 0

    def added(self, after: int, limit: int) -> "list[SubjectRow]":
        """The memories after a row number."""
        rows = self._tx.run("actions", "added", after=after, limit=limit)
        return [(row[0], row[1], row[2], row[3]) for row in rows]

    def changed(self, operation: int, after: int, limit: int) -> "list[SubjectRow]":
        """The memories up to a row number that were changed after an operation."""
        rows = self._tx.run("actions", "changed", op=operation, after=after, limit=limit)
        return [(row[0], row[1], row[2], row[3]) for row in rows]

    def with_metadata(self, name: str, limit: int) -> "list[tuple[int, str]]":
        """The newest believed memories whose metadata hold this name: row numbers and metadata."""
        return [(row[0], row[1]) for row in self._tx.run("actions", "with_metadata", name=name, limit=limit)]
