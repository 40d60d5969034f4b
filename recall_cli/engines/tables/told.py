"""Told: which memories an agent was told, and when last."""

from recall_cli.domain.jsontext import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.transaction import Transaction


FRESH = 3_600_000
"""Milliseconds for which it need not be said again that something was told."""


class Told:
    """The table of what was told, within one transaction."""

    def __init__(self, tx: "Transaction") -> None:
        self._tx = tx

    def add(self, told: "list[tuple[int, bytes]]") -> None:
        """These memories are told now, with the prints of their words; told within the hour, nothing is written."""
        self._tx.run("told", "add", fresh=FRESH, told=dumps([[number, prints.hex()] for number, prints in told]))

    def around(self, since: int, until: int, limit: int) -> "list[tuple[int, bytes]]":
        """What was told before `until`, and last after `since`; the latest first."""
        return [(row[0], row[1]) for row in self._tx.run("told", "around", since=since, until=until, limit=limit)]

    def forget(self, numbers: "list[int]") -> None:
        """Nothing is known any more of their having been told."""
        self._tx.run("told", "forget", numbers=dumps(numbers))
