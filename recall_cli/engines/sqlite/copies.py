"""Whole copies of a store: made of one moment while others write, looked through, put in another's place."""

import os

from recall_cli.domain.store_content import StoreContent
from recall_cli.domain.store_errors import NewerStore, NotAStore, StoreDamaged
from recall_cli.engines.sqlite.cipher import open_file
from recall_cli.engines.sqlite.driver import APPLICATION_ID, SCHEMA_VERSION, apsw
from recall_cli.engines.sqlite.error_translation import translate_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T")

COUNTED_TABLES = ("memory", "operation", "change", "vector", "job", "audit", "project", "contest", "link")
"""The tables whose rows are counted, there and in the copy."""


def copy_store(connection: apsw.Connection, path: str, key: "str | None" = None) -> StoreContent:
    """Copy what the store holds at this moment to a new file, in one step, and look through the copy.

    In steps it would begin anew with every write of others; in one it keeps nobody waiting, since they write to
    the WAL meanwhile. The copy is one file, without a WAL.
    """

    def work() -> StoreContent:
        target = open_file(path, key)
        connection.execute("BEGIN")
        try:
            rows = _count_rows(connection)
            target.pragma("page_size", connection.pragma("page_size"))
            with target.backup("main", connection, "main") as whole:
                whole.step(-1)
            target.pragma("journal_mode", "delete")
            found = _check_integrity(target, path)
            if found.rows != rows:
                raise StoreDamaged(f"the copy does not hold what the store held: {found.rows} instead of {rows}")
        finally:
            connection.execute("ROLLBACK")
            target.close()
        sync_to_disk(path)
        return found.but(bytes=os.path.getsize(path))

    return _translate_errors(work, path, key)


def check_file(path: str, key: "str | None" = None) -> StoreContent:
    """What a store's file that nobody uses holds; an error where it is damaged, newer, or no store."""

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
    """Put the content of a file, ours alone, into a store that others may be using, as one write.

    Once nobody else can write any more, `keep` is called: what it then copies is all that there ever was.
    """

    def work() -> None:
        origin = open_file(source, key)
        try:
            if origin.pragma("page_size") != connection.pragma("page_size"):  # in a WAL only pages of one size can come
                origin.pragma("page_size", connection.pragma("page_size"))
                origin.execute("VACUUM")
            with connection.backup("main", origin, "main") as whole:
                whole.step(0)  # takes the lock
                when_locked()
                whole.step(-1)
        finally:
            origin.close()

    _translate_errors(work, source, key)


def merge_wal(path: str, key: "str | None" = None) -> None:
    """A file together with its WAL becomes one file, and the private copy of somebody's is no other's concern."""

    def work() -> None:
        connection = open_file(path, key)
        try:
            connection.pragma("journal_mode", "delete")
        finally:
            connection.close()

    _translate_errors(work, path, key)


def enable_wal(path: str, key: "str | None" = None) -> None:
    """A copy becomes a store in use: readers and a writer side by side."""

    def work() -> None:
        connection = open_file(path, key)
        connection.pragma("journal_mode", "wal")
        connection.close()

    _translate_errors(work, path, key)
    sync_to_disk(path)


def sync_to_disk(path: str) -> None:
    """Not only handed over to the system: a file, or a folder's names, where a power cut leaves it."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _check_integrity(connection: apsw.Connection, path: str) -> StoreContent:
    schema = _schema_version(connection, path)
    said = connection.pragma("integrity_check")
    if said != "ok":
        raise StoreDamaged(f"{path} is damaged: {str(said).splitlines()[0]}")
    return StoreContent(schema=schema, rows=_count_rows(connection))


def _schema_version(connection: apsw.Connection, path: str) -> int:
    """The schema of a store; an error where it is none of ours, or of a newer recall."""
    if connection.pragma("application_id") != APPLICATION_ID:
        raise NotAStore(f"{path} is not a recall store")
    schema = int(connection.pragma("user_version"))
    if schema > SCHEMA_VERSION:
        raise NewerStore(
            f"{path} is from a newer recall (schema {schema}, this one knows {SCHEMA_VERSION})", "upgrade recall"
        )
    return schema


def _count_rows(connection: apsw.Connection) -> "dict[str, int]":
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    return {
        name: int(connection.execute(f"SELECT count(*) FROM {name}").get)  # noqa: S608 — a name of ours
        for name in COUNTED_TABLES
        if name in there
    }


def _translate_errors(work: "Callable[[], T]", path: str, key: "str | None") -> "T":
    try:
        return work()
    except apsw.Error as error:
        raise translate_error(error, path, 0, keyed=key is not None) from error
