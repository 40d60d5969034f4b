"""What may be merged: rows in, by the project that they belong to."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.engine import Unit


class Merging:
    """The memories that a round of consolidation may touch, within one transaction."""

    def __init__(self, tx: "Unit") -> None:
        self._tx = tx

    def mergeable(self, wanted: "Filters", limit: int, *, claim: float, own: bool) -> "dict[int, int | None]":
        """Row numbers with their projects', the newest first; with the user's own words only where he wants it."""
        rows = self._tx.run("merging", "mergeable", claim=claim, own=own, limit=limit, **wanted.sql_parameters)
        return {row[0]: row[1] for row in rows}
