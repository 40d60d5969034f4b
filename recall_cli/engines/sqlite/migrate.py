"""Bringing a store up to date: numbered SQL files, each in one transaction that looks again before it acts."""

import os

from recall_cli.domain.store_errors import NewerStore, NotAStore, StoreReadOnly
from recall_cli.engines.sqlite.driver import APPLICATION_ID, SCHEMA_VERSION, apsw
from recall_cli.engines.sqlite.statements import migrations

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass


PAGE_BYTES = 8192
"""Bytes of a page of a new store. Of the usual 4,096 the rows that no longer fit left an eighth empty."""


def check_is_recall_store(connection: apsw.Connection, path: str) -> None:
    """An SQLite file with tables of somebody else's is left alone."""
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").get
    # In this order: tables of ours, made by another process just now, came together with our mark.
    if tables and connection.pragma("application_id") != APPLICATION_ID:
        raise NotAStore(f"{path} is a database of another program", "recall import may be able to read it")


def migrate(connection: apsw.Connection, program: str, now: int) -> int:
    """Apply what is missing and return the schema that the file then has.

    Several processes may arrive here at once: each migration takes the write lock first and looks at the
    version again inside, so that it is applied once, wholly or not at all.
    """
    if connection.pragma("page_count") == 0:
        connection.pragma("page_size", PAGE_BYTES)
    _switch_to_wal(connection)
    for number, script in migrations():
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
    """Apply what is missing to an opened store, if it is one of ours, can be written, and is of no newer recall."""
    version = int(connection.pragma("user_version"))
    if 0 < version < SCHEMA_VERSION:
        from recall_cli.engines.sqlite.schema_check import check_schema

        check_schema(connection, path)  # a trigger of somebody else's would run with the migrations
    if version < SCHEMA_VERSION:
        version = _upgrade_older(connection, path, program, now)
    if version > SCHEMA_VERSION:
        raise NewerStore(
            f"the store is from a newer recall (schema {version}, this one knows {SCHEMA_VERSION})",
            "upgrade recall, or use --db for another file",
        )


def _upgrade_older(connection: apsw.Connection, path: str, program: str, now: int) -> int:
    check_is_recall_store(connection, path)
    if connection.readonly("main"):
        raise StoreReadOnly(f"the store is of an older recall and {path} is read-only: it cannot be brought up to date")
    return migrate(connection, program, now)


def _switch_to_wal(connection: apsw.Connection) -> None:
    """Readers and a writer side by side; switching needs the file for a moment, so it is tried with patience."""
    import time

    for attempt in range(200):
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchall()
            return
        except (apsw.BusyError, apsw.LockedError):
            if attempt == 199:
                raise
            time.sleep(0.005 + (os.getpid() % 17) / 1000)
