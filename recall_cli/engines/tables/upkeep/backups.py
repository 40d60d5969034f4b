"""The backups that recall wrote: rotation removes only these, and erasing searches them too."""

from recall_cli.domain.record import Record
from recall_cli.engines.tables import Table


class KnownBackup(Record):
    """A backup and when it was made."""

    path: str
    at: int


class Backups(Table):
    """The backup table within one transaction; it belongs to the file, not to a user."""

    def add(self, path: str, at: "int | None" = None) -> None:
        """Record a backup that is about to be written, or was written at another time."""
        self._tx.run("backups", "add", path=path, at=self._tx.now if at is None else at)

    def forget(self, path: str) -> None:
        """Remove a backup that no longer exists."""
        self._tx.run("backups", "forget", path=path)

    def all(self) -> "list[KnownBackup]":
        """All known backups, oldest first."""
        return [KnownBackup(path=row[0], at=row[1]) for row in self._tx.run("backups", "all")]
