"""The SQLite engine: the one place that opens the file."""

import os
import sys

from recall_cli.engines.sqlite.driver import SCHEMA_VERSION, apsw
from recall_cli.engines.sqlite.word_index import WordIndex
from recall_cli.engines.statements import SQLITE, read_sql

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import ClassVar, TypeVar

    from recall_cli.engines.engine import Row, SqlValue, Unit
    from recall_cli.engines.sqlite.copies import StoreContent
    from recall_cli.engines.sqlite.lock_wait import LockWait
    from recall_cli.engines.sqlite.vectors.vector_store import Vectors

    Result = TypeVar("Result")

_SYNC_FULL = "PRAGMA synchronous = FULL" + ("; PRAGMA fullfsync = ON" if sys.platform == "darwin" else "")
_SYNC_NORMAL = "PRAGMA synchronous = NORMAL"
"""Not OFF: it is no faster, and a power cut during a checkpoint could damage the store."""
_MAX_WAL_BYTES = 1_000_000
"""A longer WAL is moved into the file, because the first process to open the store reads all of it."""
_READ_PAGES = 32
"""The pages that a reading command keeps: it seldom needs one again, and memory for each page takes time to get."""

_SERVER_NAP_SECONDS = 0.001
"""The longest pause of a server between two tries to get a lock."""


class SqliteEngine(WordIndex):
    """One connection to one store."""

    keeps_briefs = True
    read_alone: "ClassVar[set[str]]" = set()  # the stores on a full disk that this process reads

    def __init__(
        self,
        path: str,
        *,
        write: bool,
        patience: float,
        version: str,
        now: "Callable[[], int]",
        key: "str | None" = None,
        longest_nap: float = 1.0,
        longest_wait: float = 0.0,
        notice_wait: "Callable[[], None] | None" = None,
    ) -> None:
        """`patience`: seconds to wait for one other process. `longest_wait`: for many that take turns."""
        self.path, self.key, self.patience, self.version, self.now = path, key, patience, version, now
        self.longest_nap, self._longest_wait, self._notice_wait = longest_nap, longest_wait, notice_wait
        self.writable, self.nearest_queries = write, 0
        self._writing, self._wal_bytes = False, _MAX_WAL_BYTES
        self._wait: LockWait | None = None
        self.connection = self._translate_errors(lambda: self._open(write))
        if write and os.path.exists(path + ".inbox"):
            self._recover_inbox()

    # Opening

    def _open(self, write: bool) -> apsw.Connection:
        if os.path.isdir(self.path):
            from recall_cli.domain.errors import UsageError

            raise UsageError(f"{self.path} is a folder", "name a file, e.g. --db memories.db")
        os.umask(0o077)
        if write and self.path in self.read_alone:
            raise apsw.FullError
        if not self._has_content():
            if not write:
                return self._open_empty()
            os.makedirs(os.path.dirname(os.path.abspath(self.path)), mode=0o700, exist_ok=True)
        connection = self._connect()
        try:
            version = int(connection.pragma("user_version"))
        except (apsw.CantOpenError, apsw.ReadOnlyError, apsw.IOError) as error:
            connection = self._open_otherwise(connection, error)
            version = int(connection.pragma("user_version"))
        if version != SCHEMA_VERSION:
            self._upgrade_schema(connection)
        self._check_triggers_and_views(connection)
        if self.writable:
            self._prepare_writing(connection)
        else:
            connection.execute(f"PRAGMA cache_size = {_READ_PAGES}")
        return connection

    def _recover_inbox(self) -> None:
        """Store the texts that a killed server had accepted; if the store is locked, a later process does it."""
        from recall_cli.domain.errors import StoreError
        from recall_cli.engines.sqlite.text_inbox import INBOX_SUFFIX, recover_inbox

        try:
            recover_inbox(self, self.path + INBOX_SUFFIX)
        except StoreError:
            return

    def _prepare_writing(self, connection: apsw.Connection, durability: str = _SYNC_FULL) -> None:
        """Turn on what every write needs: durability, foreign keys, and overwriting of removed content."""
        connection.config(apsw.SQLITE_DBCONFIG_ENABLE_FKEY, 1)
        # a pragma that returns a row would stop the ones after it
        connection.execute(f"PRAGMA secure_delete = ON; {durability}").fetchall()

    def _check_triggers_and_views(self, connection: apsw.Connection) -> None:
        """Refuse a file with triggers or views of its own: SQLite would run them with our statements."""
        rows = connection.execute("SELECT sql FROM sqlite_schema WHERE type IN ('trigger', 'view')").fetchall()
        ours = read_sql(f"{SQLITE.folder}/migrations/0001.sql")
        own_statements = sum(f"\n{sql};\n" in ours for sql in {sql for (sql,) in rows})
        if not own_statements == len(rows) == ours.count("\nCREATE TRIGGER ") + ours.count("\nCREATE VIEW "):
            from recall_cli.engines.sqlite.schema_check import check_schema

            check_schema(connection, self.path)  # they may differ from ours in white space

    def _has_content(self) -> bool:
        """Whether there is a file that is not empty; an error if its folder cannot be read."""
        from stat import S_ISREG

        try:
            status = os.stat(self.path)
        except (FileNotFoundError, NotADirectoryError):
            return False
        modes = {self.path: status.st_mode}
        for beside in (self.path + "-journal", self.path + "-wal", self.path + "-shm"):
            if os.path.lexists(beside):
                modes[beside] = os.stat(beside).st_mode
        for path, mode in modes.items():
            if not S_ISREG(mode):  # reading a device or a pipe could block, or never end
                from recall_cli.domain.errors import UsageError

                raise UsageError(f"{path} is not an ordinary file", "name a file, e.g. --db memories.db")
        return status.st_size > 0

    def _connect(self) -> apsw.Connection:
        flags = apsw.SQLITE_OPEN_READWRITE | (apsw.SQLITE_OPEN_CREATE if self.writable else 0)
        try:
            connection = apsw.Connection(self.path, flags=flags)
        except apsw.CantOpenError:
            if self.writable:
                raise
            connection = apsw.Connection(self.path, flags=apsw.SQLITE_OPEN_READONLY)
        self._unlock(connection)
        connection.set_busy_handler(self._wait_for_lock)
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)  # no statement is prepared again for its values
        connection.config(
            apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0
        )  # the schema of a file from elsewhere calls no functions
        if not self.writable:  # erasing repairs the tables below the word index
            connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
        connection.wal_autocheckpoint(0)  # see _shorten_wal
        return connection

    def _unlock(self, connection: apsw.Connection) -> None:
        """Give the key, if there is one, before anything else."""
        if self.key is not None:
            from recall_cli.engines.sqlite.cipher import unlock

            unlock(connection, self.key)

    def _open_otherwise(self, connection: apsw.Connection, error: apsw.Error) -> apsw.Connection:
        """Open a store on a full disk alone; one in a folder without write permission as unchanging, without a WAL."""
        connection.close()
        if isinstance(error, apsw.IOError):
            from recall_cli.engines.sqlite.full_disk import read_alone

            connection = read_alone(self.path, None if self.writable else self._connect, error, self.patience)
            self.read_alone.add(self.path)
            return connection
        from recall_cli.engines.sqlite.foreign_database import open_immutable

        connection = open_immutable(self.path, allowed=not self.writable)
        self._unlock(connection)
        return connection

    def _open_empty(self) -> apsw.Connection:
        """An empty store in memory, for reading where nothing was ever stored."""
        from recall_cli.engines.sqlite.migrate import open_empty_store

        return open_empty_store(self.version, self.now())

    def _upgrade_schema(self, connection: apsw.Connection) -> None:
        from recall_cli.engines.sqlite.migrate import upgrade_schema

        upgrade_schema(connection, self.path, self.version, self.now())

    # Working

    def run(self, table: str, name: str, values: "Mapping[str, SqlValue]") -> "list[Row]":
        """All rows of a named statement."""
        return self._translate_errors(
            lambda: self.connection.execute(SQLITE.for_view(table, name, values), values).fetchall()
        )

    def run_many(self, table: str, name: str, values: "Iterable[Mapping[str, SqlValue]]") -> "list[Row]":
        """All rows of one statement for many sets of values."""
        remaining = iter(values)
        first = next(remaining, None)
        if first is None:
            return []
        sql = SQLITE.for_view(table, name, first)  # all have the same view
        return [*self._translate_errors(lambda: self.connection.executemany(sql, _prepend(first, remaining)))]

    def begin(self, *, write: bool) -> None:
        self._translate_errors(lambda: self.connection.execute("BEGIN IMMEDIATE" if write else "BEGIN"))
        self._writing = write

    def commit(self) -> None:
        self._translate_errors(lambda: self.connection.execute("COMMIT"))
        if self._writing:
            self._shorten_wal()

    def _shorten_wal(self) -> None:
        """Move a long WAL into the file and empty it, unless another process is using the store.

        SQLite's own checkpoint does not empty it. It notes what it moved in shared memory, which ends with the last
        process. As each command is a process of its own, the WAL would grow without end.
        """
        if os.path.exists(self.path) and self.bytes_on_disk() - os.path.getsize(self.path) > self._wal_bytes:
            from recall_cli.domain.errors import StoreError

            patience, self.patience = self.patience, 0
            try:
                self.checkpoint()
            except StoreError:
                pass  # the commit is safe in the WAL; the next command tries again
            finally:
                self.patience = patience

    def rollback(self) -> None:
        if self.connection.in_transaction:
            self.connection.execute("ROLLBACK")

    def rows_changed(self) -> int:
        """How many rows the last statement changed."""
        return int(self.connection.changes())

    def total_rows_changed(self) -> int:
        """How many rows this connection has changed in all, including rows inside indexes."""
        return int(self.connection.total_changes())

    def content_mark(self) -> "tuple[int, int]":
        """A mark that another process, or this connection, changes with each row that it changes."""
        return int(self._translate_errors(lambda: self.connection.pragma("data_version"))), self.total_rows_changed()

    def vectors(self, tx: "Unit", model: str) -> "Vectors":
        """The vectors of one model, within a transaction."""
        from recall_cli.engines.sqlite.vectors.vector_store import Vectors

        return Vectors(tx, model)

    def use_best_effort_writes(self) -> None:
        """Prepare for writes that may be lost (counting accesses): hardly wait for a lock, never for the disk.

        Foreign keys and overwriting of removed content stay on. A connection that was opened for writing stays
        durable, because other writes go through it too.
        """
        self.patience, self._longest_wait = 0.02, 0.0
        if not self.writable:
            self._translate_errors(lambda: self._prepare_writing(self.connection, _SYNC_NORMAL))
            self.writable = True

    def keep_changes_in_memory(self) -> None:
        """Keep the changes of a dry run in memory, out of the WAL."""
        self._translate_errors(lambda: self.connection.execute("PRAGMA cache_spill = OFF"))

    def tune_for_bulk(self) -> None:
        """Prepare for a bulk write: use more memory for pages, and let the WAL grow longer."""
        self._wal_bytes = 32 * _MAX_WAL_BYTES
        self._translate_errors(lambda: self.connection.execute("PRAGMA cache_size = -32000"))

    def tune_for_server(self) -> None:
        """Prepare for many short calls: wait for a lock in short steps, and leave the WAL to `checkpoint_passively`."""
        self._wal_bytes, self.longest_nap = 32 * _MAX_WAL_BYTES, _SERVER_NAP_SECONDS

    def sync_lazily(self) -> None:
        """Commit without waiting for the disk: after a power cut the last commits may be gone, all of each."""
        self._translate_errors(lambda: self.connection.execute(_SYNC_NORMAL))

    def put_off_sync(self) -> None:
        """Commit without waiting for the disk; nothing is safe before the next `sync_commits`."""
        self.sync_lazily()

    def sync_commits(self) -> None:
        """Wait until every commit so far is on the disk. Nobody is kept from writing meanwhile.

        A commit is in the WAL, or a checkpoint has moved it into the file and waited for the disk. The file itself is
        not opened here: closing it would take SQLite's locks from it.
        """
        from recall_cli.domain.errors import StoreError

        try:
            sync_file(self.path + "-wal")
        except FileNotFoundError:
            pass  # no WAL: each commit has waited
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            raise StoreError(f"the disk did not confirm what was stored in {self.path}: {reason}") from None

    def checkpoint_passively(self) -> None:
        """Move from the WAL into the file what nobody reads there any more; nobody has to wait for it."""
        self._translate_errors(lambda: self.connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall())

    def checkpoint(self) -> bool:
        """Move the WAL into the file and empty it; False if a reader still needs it."""
        rows = self._translate_errors(lambda: self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())
        return not rows[0][0]

    def vacuum(self) -> bool:
        """Rewrite the whole file, so that no page holds removed content; False as for `checkpoint`.

        Also drop what another program's ANALYZE sampled from the indexes: the samples contain words of that time.
        """
        drop_samples = "".join(f"DROP TABLE IF EXISTS sqlite_stat{n}; " for n in (1, 3, 4))
        self._translate_errors(lambda: self.connection.execute(drop_samples + "VACUUM"))
        return self.checkpoint()

    def has_current_schema(self) -> bool:
        """Is the file still of this version? Another process may have upgraded it since it was opened."""
        version = self._translate_errors(lambda: self.connection.pragma("user_version"))
        return int(version) == SCHEMA_VERSION or not self._has_content()

    def schema_differences(self) -> "list[str]":
        """How the file's schema differs from recall's."""
        from recall_cli.engines.sqlite.schema_check import schema_differences

        differences: list[str] = self._translate_errors(lambda: schema_differences(self.connection))
        return differences

    def bytes_on_disk(self) -> int:
        """The bytes of the file and its WAL."""
        return sum(os.path.getsize(self.path + tail) for tail in ("", "-wal") if os.path.exists(self.path + tail))

    def copy(self, path: str) -> "StoreContent":
        """Copy the store as it is now, and check the copy."""
        from recall_cli.engines.sqlite import copies

        return copies.copy_store(self.connection, path, self.key)

    def replace_content(self, source: str, when_locked: "Callable[[], None]") -> None:
        """Replace the content by that of a file; `when_locked` is called once no other process can write."""
        from recall_cli.engines.sqlite import copies

        copies.replace_content(source, self.connection, when_locked, self.key)

    def close(self) -> None:
        self.connection.close()
        self.read_alone.discard(self.path)

    # Waiting and failing

    def _wait_for_lock(self, tries: int) -> bool:
        """Whether to try again, after a short pause; SQLite calls it while the lock is taken."""
        if tries == 0 or self._wait is None:
            from recall_cli.engines.sqlite.lock_wait import LockWait

            self._wait = LockWait(self.path, self.patience, self._longest_wait, self.longest_nap, self._notice_wait)
        return self._wait.nap(tries)

    def _translate_errors(self, work: "Callable[[], Result]") -> "Result":
        """The result of some work in SQLite; its errors become those of recall."""
        try:
            return work()
        except (apsw.Error, UnicodeError, OSError) as error:
            from recall_cli.engines.sqlite.error_translation import translate_error

            raise translate_error(error, self.path, self.patience, keyed=self.key is not None) from error


def _prepend(
    first: "Mapping[str, SqlValue]", remaining: "Iterator[Mapping[str, SqlValue]]"
) -> "Iterator[Mapping[str, SqlValue]]":
    yield first
    yield from remaining


def sync_file(path: str) -> None:
    """Wait until what was written to a file is on the disk."""
    number = os.open(path, os.O_RDWR)
    try:
        if sys.platform == "darwin":  # there fsync leaves the content in the memory of the disk
            from fcntl import F_FULLFSYNC, fcntl

            fcntl(number, F_FULLFSYNC)
        else:
            os.fdatasync(number)
    finally:
        os.close(number)
