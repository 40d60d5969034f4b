"""Copies of the store that recall wrote: so that a rotation knows its own, and an erasure where else to look."""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.engine import Unit


class KnownBackup(Record):
    """A copy, and when it was made."""

    path: str
    at: int


class Backups:
    """The backup table within one transaction; it belongs to the file, not to one of its users."""

    def __init__(self, tx: "Unit") -> None:
        self._tx = tx

    def add(self, path: str, at: "int | None" = None) -> None:
        """A copy is about to be written there, or was at another time."""
        self._tx.run("backups", "add", path=path, at=self._tx.now if at is None else at)

    def forget(self, path: str) -> None:
        """It is there no longer."""
        self._tx.run("backups", "forget", path=path)

    def all(self) -> "list[KnownBackup]":
        """Every copy that is known of, oldest first."""
        return [KnownBackup(path=row[0], at=row[1]) for row in self._tx.run("backups", "all")]
