"""Which memories may be merged."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.engine import Unit


class Merging:
    """The memories that consolidation may merge, within one transaction."""

    def __init__(self, tx: "Unit") -> None:
        self._tx = tx

    def mergeable(self, wanted: "Filters", limit: int, *, claim: float, own: bool) -> "dict[int, int | None]":
        """Row numbers with their projects, the newest first; with `own` also what the user stated."""
        rows = self._tx.run("merging", "mergeable", claim=claim, own=own, limit=limit, **wanted.sql_parameters)
        return {row[0]: row[1] for row in rows}
