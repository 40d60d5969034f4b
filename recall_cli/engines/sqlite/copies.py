"""Whole copies of a store: made of one moment while others write, looked through, put in another's place."""

import os

import apsw

from recall_cli.domain.record import Record
from recall_cli.domain.store_errors import Damaged, NewerStore, NotAStore
from recall_cli.engines.sqlite.cipher import opened
from recall_cli.engines.sqlite.connection import APPLICATION, SCHEMA
from recall_cli.engines.sqlite.failures import explained

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T")

COUNTED = ("memory", "operation", "change", "vector", "job", "audit", "project", "contest", "link")
"""The tables whose rows are counted, there and in the copy."""


class Content(Record):
    """What a store's file holds."""

    schema: int
    rows: "dict[str, int]"
    bytes: int = 0


def copy(connection: apsw.Connection, path: str, key: "str | None" = None) -> Content:
    """Copy what the store holds at this moment to a new file, in one step, and look through the copy.

    In steps it would begin anew with every write of others; in one it keeps nobody waiting, since they write to
    the WAL meanwhile. The copy is one file, without a WAL.
    """

    def work() -> Content:
        target = opened(path, key)
        connection.execute("BEGIN")
        try:
            rows = _rows(connection)
            target.pragma("page_size", connection.pragma("page_size"))
            with target.backup("main", connection, "main") as whole:
                whole.step(-1)
            target.pragma("journal_mode", "delete")
            found = _looked_through(target, path)
            if found.rows != rows:
                raise Damaged(f"the copy does not hold what the store held: {found.rows} instead of {rows}")
        finally:
            connection.execute("ROLLBACK")
            target.close()
        to_disk(path)
        return found.but(bytes=os.path.getsize(path))

    return _guard(work, path, key)


def look_through(path: str, key: "str | None" = None) -> Content:
    """What a store's file that nobody uses holds; an error where it is damaged, newer, or no store."""

    def work() -> Content:
        from recall_cli.engines.sqlite import own_schema

        connection = opened(path, key, apsw.SQLITE_OPEN_READONLY)
        try:
            own_schema.restrain(connection)
            _known_version(connection, path)
            own_schema.check(connection, path)
            return _looked_through(connection, path).but(bytes=os.path.getsize(path))
        finally:
            connection.close()

    return _guard(work, path, key)


def pour(source: str, connection: apsw.Connection, keep: "Callable[[], None]", key: "str | None" = None) -> None:
    """Put the content of a file, ours alone, into a store that others may be using, as one write.

    Once nobody else can write any more, `keep` is called: what it then copies is all that there ever was.
    """

    def work() -> None:
        origin = opened(source, key)
        try:
            if origin.pragma("page_size") != connection.pragma("page_size"):  # in a WAL only pages of one size can come
                origin.pragma("page_size", connection.pragma("page_size"))
                origin.execute("VACUUM")
            with connection.backup("main", origin, "main") as whole:
                whole.step(0)  # takes the lock
                keep()
                whole.step(-1)
        finally:
            origin.close()

    _guard(work, source, key)


def single(path: str, key: "str | None" = None) -> None:
    """A file together with its WAL becomes one file, and the private copy of somebody's is no other's concern."""

    def work() -> None:
        connection = opened(path, key)
        try:
            connection.pragma("journal_mode", "delete")
        finally:
            connection.close()

    _guard(work, path, key)


def ready(path: str, key: "str | None" = None) -> None:
    """A copy becomes a store in use: readers and a writer side by side."""

    def work() -> None:
        connection = opened(path, key)
        connection.pragma("journal_mode", "wal")
        connection.close()

    _guard(work, path, key)
    to_disk(path)


def to_disk(path: str) -> None:
    """Not only handed over to the system: a file, or a folder's names, where a power cut leaves it."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _looked_through(connection: apsw.Connection, path: str) -> Content:
    schema = _known_version(connection, path)
    said = connection.pragma("integrity_check")
    if said != "ok":
        raise Damaged(f"{path} is damaged: {str(said).splitlines()[0]}")
    return Content(schema=schema, rows=_rows(connection))


def _known_version(connection: apsw.Connection, path: str) -> int:
    """The schema of a store; an error where it is none of ours, or of a newer recall."""
    if connection.pragma("application_id") != APPLICATION:
        raise NotAStore(f"{path} is not a recall store")
    schema = int(connection.pragma("user_version"))
    if schema > SCHEMA:
        raise NewerStore(f"{path} is from a newer recall (schema {schema}, this one knows {SCHEMA})", "upgrade recall")
    return schema


def _rows(connection: apsw.Connection) -> "dict[str, int]":
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    return {
        name: int(connection.execute(f"SELECT count(*) FROM {name}").get)  # noqa: S608 — a name of ours
        for name in COUNTED
        if name in there
    }


def _guard(work: "Callable[[], T]", path: str, key: "str | None") -> "T":
    try:
        return work()
    except apsw.Error as error:
        raise explained(error, path, 0, keyed=key is not None) from error
