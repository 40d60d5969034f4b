"""How memories age: they fade, are merged with others, and are removed some time after deletion."""

from recall_cli.domain.json_text import dumps
from recall_cli.engines.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from recall_cli.domain.scope import Filters
    from recall_cli.engines.engine import SqlValue


class Ageing(Table):
    """The ageing of memories within one transaction."""

    def fade(self, curve: "Mapping[str, SqlValue]", after: int, until: int) -> int:
        """Update the strength of a range of rows along a curve; how many changed."""
        self._tx.run("ageing", "fade", after=after, until=until, **curve)
        return self._tx.engine.rows_changed()

    def restore_strength(self, numbers: "list[int]") -> None:
        """Give these memories full strength again."""
        self._tx.run("ageing", "whole", numbers=dumps(numbers))

    def strength_histogram(self) -> "list[tuple[int, int, int, float]]":
        """Believed memories by strength: twentieths, memories, pinned ones among them, sum of strengths."""
        return [(row[0], row[1], row[2], row[3]) for row in self._tx.run("ageing", "spread")]

    def deleted_before(self, before: int, limit: int) -> "list[int]":
        """Some of the memories that were deleted before then."""
        return [row[0] for row in self._tx.run("ageing", "deleted_before", before=before, limit=limit)]


class Merging(Table):
    """The memories that consolidation may merge, within one transaction."""

    def mergeable(self, wanted: "Filters", limit: int, *, claim: float, own: bool) -> "dict[int, int | None]":
        """Row numbers with their projects, the newest first; with `own` also what the user stated."""
        rows = self._tx.run("merging", "mergeable", claim=claim, own=own, limit=limit, **wanted.sql_parameters)
        return {row[0]: row[1] for row in rows}
