"""Reads another program's database; writes nothing to it, and no file next to it."""

import os

from recall_cli.domain.errors import UnreadableFile
from recall_cli.engines.sqlite.driver import APPLICATION_ID, apsw
from recall_cli.engines.statements import SQLITE, find_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Any, Self

MAX_VALUE_BYTES = 16 * 1024 * 1024
"""Maximum length of a value: a foreign database could have a gigabyte in one field."""
SQLITE_HEADER = b"SQLite format 3\0"


def open_immutable(path: str, *, allowed: bool = True) -> apsw.Connection:
    """Open a file as unchanging, so that SQLite writes nothing next to it; an error if its WAL is not empty."""
    if not allowed or (os.path.exists(path + "-wal") and os.path.getsize(path + "-wal")):
        raise apsw.CantOpenError
    return _open_uri(path, "immutable=1")


def copy_without_name(path: str) -> apsw.Connection:
    """A copy of a database and its WAL that has no name, so that nothing of it is left when this process is killed."""
    source = _open_unlocked(path)
    try:
        copy = apsw.Connection("")
        with copy.backup("main", source, "main") as backup:
            backup.step(-1)
        return copy
    finally:
        source.close()


def _open_unlocked(path: str) -> apsw.Connection:
    """A database with its WAL, opened so that SQLite makes no lock, and no index of the WAL beside it."""
    if not (os.path.exists(path + "-wal") and os.path.getsize(path + "-wal")):
        return open_immutable(path)
    connection = _open_uri(path, "mode=ro&vfs=unix-none")
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    connection.pragma("locking_mode", "exclusive")
    return connection


def _open_uri(path: str, options: str) -> apsw.Connection:
    address = "file:" + path.replace("%", "%25").replace("?", "%3f").replace("#", "%23") + "?" + options
    return apsw.Connection(address, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)


class ForeignDatabase:
    """`with ForeignDatabase(path) as database:` rows of named statements, each as a dictionary.

    A file without a WAL is opened as unchanging. With a WAL, both are copied to where they have no name, because SQLite
    would write next to the original.
    """

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> "Self":
        try:
            connection = self._connection = self._open()
            connection.limit(apsw.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
            connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
            connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
            self.ours = connection.pragma("application_id") == APPLICATION_ID
            """Whether it is another store of recall."""
            self.tables = frozenset(str(row["name"]) for row in self.rows("tables"))
        except apsw.Error as error:
            raise UnreadableFile(f"cannot read {self.path}", str(error).lower()) from error
        return self

    def __exit__(
        self, kind: "type[BaseException] | None", error: "BaseException | None", trace: "TracebackType | None"
    ) -> None:
        self._connection.close()

    def columns(self, table: str) -> "frozenset[str]":
        """The columns of a table."""
        return frozenset(str(row["name"]) for row in self.rows("columns", table=table))

    def rows(self, name: str, **values: "Any") -> "Iterator[dict[str, Any]]":
        """The rows of a named statement."""
        try:
            cursor = self._connection.execute(find_block(f"{SQLITE.folder}/foreign.sql", name), values)
            names: list[str] = []
            for row in cursor:
                names = names or [column[0] for column in cursor.get_description()]
                yield dict(zip(names, row, strict=True))
        except apsw.Error as error:
            raise UnreadableFile(f"cannot read {self.path}", str(error).lower()) from error

    def _open(self) -> apsw.Connection:
        try:
            wal = self.path + "-wal"
            if os.path.exists(wal) and os.path.getsize(wal) > 0:
                return copy_without_name(self.path)
            return open_immutable(self.path)
        except (apsw.Error, OSError) as error:
            raise UnreadableFile(f"cannot read {self.path}", str(error).lower()) from error
