"""The Python half of each table, written once for every engine."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.engine import Unit


class Table:
    """The statements about one table, within one transaction."""

    def __init__(self, tx: "Unit") -> None:
        self._tx = tx
