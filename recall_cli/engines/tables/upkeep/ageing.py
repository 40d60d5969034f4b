"""What time does to memories: they fade, they end on their own date, and once deleted they go."""

from recall_cli.domain.json_text import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.engines.engine import Unit


class Ageing:
    """The work of time within one transaction."""

    def __init__(self, tx: "Unit") -> None:
        self._tx = tx

    def fade(self, curve: "dict[str, object]", after: int, until: int) -> int:
        """Bring the scores of a range of rows up to date along a curve; how many changed."""
        self._tx.run("ageing", "fade", after=after, until=until, **curve)
        return self._tx.engine.rows_changed()

    def restore_strength(self, numbers: "list[int]") -> None:
        """Nothing is lost of these."""
        self._tx.run("ageing", "whole", numbers=dumps(numbers))

    def strength_histogram(self) -> "list[tuple[int, int, int, float]]":
        """How many of what is believed have so much left: twentieths, memories, pinned ones among them, the sum."""
        return [(row[0], row[1], row[2], row[3]) for row in self._tx.run("ageing", "spread")]

    def idle_histogram(self, lifetimes: "dict[str, float]") -> "list[tuple[int, int, float]]":
        """Where what is believed lies along its curve: idle days, memories, the mean of what is left."""
        rows: list[Any] = self._tx.run("ageing", "ages", lifetimes=dumps(lifetimes))
        return [(row[0], row[1], row[2]) for row in rows]

    def expired_before(self, before: int, limit: int) -> "list[int]":
        """A few of the memories that ended on their own date before then."""
        return [row[0] for row in self._tx.run("ageing", "overdue", before=before, limit=limit)]

    def deleted_before(self, before: int, limit: int) -> "list[int]":
        """A few of the memories that were deleted before then."""
        return [row[0] for row in self._tx.run("ageing", "deleted_before", before=before, limit=limit)]
