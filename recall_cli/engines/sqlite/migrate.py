"""Upgrades a store: numbered SQL files, each applied once in a transaction of its own."""

import os

from recall_cli.engines.sqlite.driver import APPLICATION_ID, SCHEMA_VERSION, apsw
from recall_cli.engines.statements import SQLITE

MAX_TURN_SECONDS = 10
PAGE_BYTES = 8192
"""The page size of a new store. Of the usual 4,096 bytes an eighth stayed empty."""


def check_is_recall_store(connection: apsw.Connection, path: str) -> None:
    """Refuse an SQLite file of another program."""
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").get
    # In this order: another process may just be making our tables, and sets the mark in the same transaction.
    if tables and connection.pragma("application_id") != APPLICATION_ID:
        from recall_cli.domain.store_errors import NotAStore

        raise NotAStore(f"{path} is a database of another program", "try recall import")


def migrate(connection: apsw.Connection, program: str, now: int) -> int:
    """Apply the missing migrations and return the schema version of the file.

    Several processes may do this at once. Each migration takes the write lock first and reads the version again,
    so that it is applied exactly once, and completely or not at all.
    """
    if connection.pragma("page_count") == 0:
        connection.pragma("page_size", PAGE_BYTES)
    _switch_to_wal(connection)
    for number, script in SQLITE.migrations():
        if connection.pragma("user_version") >= number:
            continue
        connection.execute("BEGIN IMMEDIATE")
        try:
            if connection.pragma("user_version") < number:
                connection.execute(script)
                connection.execute(
                    "INSERT INTO migration (version, applied_at, recall) VALUES (?, ?, ?)", (number, now, program)
                )
                connection.pragma("user_version", number)
                connection.pragma("application_id", APPLICATION_ID)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    return int(connection.pragma("user_version"))


def open_empty_store(program: str, now: int) -> apsw.Connection:
    """A new store in memory."""
    connection = apsw.Connection(":memory:")
    migrate(connection, program, now)
    return connection


def upgrade_schema(connection: apsw.Connection, path: str, program: str, now: int) -> None:
    """Upgrade an open store; an error if it is not recall's, is read-only, or is from a newer recall."""
    version = int(connection.pragma("user_version"))
    if 0 < version < SCHEMA_VERSION:
        from recall_cli.engines.sqlite.schema_check import check_schema

        check_schema(connection, path)  # a foreign trigger would run with the migrations
    if version < SCHEMA_VERSION:
        version = _upgrade_older(connection, path, program, now)
    if version > SCHEMA_VERSION:
        from recall_cli.domain.store_errors import NewerStore

        raise NewerStore(
            f"the store is from a newer recall (schema {version}, this one knows {SCHEMA_VERSION})",
            "upgrade recall, or use --db for another file",
        )


def _upgrade_older(connection: apsw.Connection, path: str, program: str, now: int) -> int:
    check_is_recall_store(connection, path)
    if connection.readonly("main"):
        from recall_cli.domain.store_errors import StoreReadOnly

        raise StoreReadOnly(f"the store is from an older recall, and {path} is read-only: it cannot be upgraded")
    turn = _wait_for_turn(path)
    try:
        return migrate(connection, program, now)
    finally:
        if turn is not None:
            os.close(turn)


def _wait_for_turn(path: str) -> "int | None":
    """The store's folder, locked: one process at a time makes or upgrades a store there. The lock ends with the file.

    Switching to the WAL needs the file alone, so many first writers would keep each other from it. After
    `MAX_TURN_SECONDS` a process goes on without the lock: the store is safe, and only the wait may fail.
    """
    import fcntl
    import time

    try:
        folder = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    end = time.monotonic() + MAX_TURN_SECONDS
    while time.monotonic() < end:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            time.sleep(0.005 + (os.getpid() % 17) / 1000)
        except OSError:  # this file system has no such locks
            break
    return folder


def _switch_to_wal(connection: apsw.Connection) -> None:
    """Let readers and a writer work side by side. Switching needs the file alone, so it is tried repeatedly."""
    import time

    for attempt in range(200):
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchall()
            return
        except (apsw.BusyError, apsw.LockedError):
            if attempt == 199:
                raise
            time.sleep(0.005 + (os.getpid() % 17) / 1000)
