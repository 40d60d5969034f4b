"""Complete copies of a store: make them while others write, check them, restore them."""

import os

from recall_cli.domain.record import Record
from recall_cli.domain.store_errors import NewerStore, NotAStore, StoreDamaged
from recall_cli.engines.sqlite.cipher import open_file, sync_to_disk
from recall_cli.engines.sqlite.driver import APPLICATION_ID, SCHEMA_VERSION, apsw
from recall_cli.engines.sqlite.error_translation import translate_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T")


class StoreContent(Record):
    """What a store's file holds."""

    schema: int
    rows: "dict[str, int]"
    bytes: int = 0


COUNTED_TABLES = ("memory", "operation", "change", "vector", "job", "audit", "project", "contest", "link")
"""The tables whose rows are counted, in the store and in the copy."""


def copy_store(connection: apsw.Connection, path: str, key: "str | None" = None) -> StoreContent:
    """Copy the store as it is now to a new file, in one step, and check the copy.

    A copy in several steps would start again with every write of another process. One step delays nobody, because
    others write to the WAL meanwhile. The copy is one file, without a WAL.
    """

    def work() -> StoreContent:
        target = open_file(path, key)
        connection.execute("BEGIN")
        try:
            rows = _count_rows(connection)
            target.pragma("page_size", connection.pragma("page_size"))
            with target.backup("main", connection, "main") as backup:
                backup.step(-1)
            target.pragma("journal_mode", "delete")
            content = _check_integrity(target, path)
            if content.rows != rows:
                raise StoreDamaged(f"the copy does not have the rows of the store: {content.rows} instead of {rows}")
        finally:
            connection.execute("ROLLBACK")
            target.close()
        sync_to_disk(path)
        return content.but(bytes=os.path.getsize(path))

    return _translate_errors(work, path, key)


def check_file(path: str, key: "str | None" = None) -> StoreContent:
    """The content of a file that nobody uses; an error if it is damaged, newer, or not a store."""

    def work() -> StoreContent:
        from recall_cli.engines.sqlite import schema_check

        connection = open_file(path, key, apsw.SQLITE_OPEN_READONLY)
        try:
            schema_check.disable_schema_code(connection)
            _schema_version(connection, path)
            schema_check.check_schema(connection, path)
            return _check_integrity(connection, path).but(bytes=os.path.getsize(path))
        finally:
            connection.close()

    return _translate_errors(work, path, key)


def replace_content(
    source: str, connection: apsw.Connection, when_locked: "Callable[[], None]", key: "str | None" = None
) -> None:
    """Replace the content of a store that others may be using by that of a file, as one write.

    `when_locked` is called once no other process can write, so a copy made there is complete. The file must be a
    private one: it may be rewritten.
    """

    def work() -> None:
        origin = open_file(source, key)
        try:
            if origin.pragma("page_size") != connection.pragma("page_size"):  # a WAL takes pages of one size only
                origin.pragma("page_size", connection.pragma("page_size"))
                origin.execute("VACUUM")
            with connection.backup("main", origin, "main") as backup:
                backup.step(0)  # takes the lock
                when_locked()
                backup.step(-1)
        finally:
            origin.close()

    _translate_errors(work, source, key)


def merge_wal(path: str, key: "str | None" = None) -> None:
    """Merge a private copy and its WAL into one file."""

    def work() -> None:
        connection = open_file(path, key)
        try:
            connection.pragma("journal_mode", "delete")
        finally:
            connection.close()

    _translate_errors(work, path, key)


def enable_wal(path: str, key: "str | None" = None) -> None:
    """Turn a copy into a store that readers and a writer can use side by side."""

    def work() -> None:
        connection = open_file(path, key)
        connection.pragma("journal_mode", "wal")
        connection.close()

    _translate_errors(work, path, key)
    sync_to_disk(path)


def _check_integrity(connection: apsw.Connection, path: str) -> StoreContent:
    schema = _schema_version(connection, path)
    report = connection.pragma("integrity_check")
    if report != "ok":
        raise StoreDamaged(f"{path} is damaged: {str(report).splitlines()[0]}")
    return StoreContent(schema=schema, rows=_count_rows(connection))


def _schema_version(connection: apsw.Connection, path: str) -> int:
    """The schema version of a store; an error if it is not recall's, or from a newer recall."""
    if connection.pragma("application_id") != APPLICATION_ID:
        raise NotAStore(f"{path} is not a recall store")
    schema = int(connection.pragma("user_version"))
    if schema > SCHEMA_VERSION:
        raise NewerStore(
            f"{path} is from a newer recall (schema {schema}, this one knows {SCHEMA_VERSION})", "upgrade recall"
        )
    return schema


def _count_rows(connection: apsw.Connection) -> "dict[str, int]":
    existing = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    return {
        name: int(connection.execute(f"SELECT count(*) FROM {name}").get)  # noqa: S608 — a table of our own schema
        for name in COUNTED_TABLES
        if name in existing
    }


def _translate_errors(work: "Callable[[], T]", path: str, key: "str | None") -> "T":
    try:
        return work()
    except apsw.Error as error:
        raise translate_error(error, path, 0, keyed=key is not None) from error
