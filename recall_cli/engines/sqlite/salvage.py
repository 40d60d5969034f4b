"""Copies what can be read of a damaged file into a new store, range by range, and counts what cannot.

The tables are those of the new store, so that none is forgotten. That is why the statements here are put together
from names of our own schema.
"""

import contextlib
import os

from recall_cli.domain.store_errors import NotAStore
from recall_cli.engines.sqlite.cipher import open_file
from recall_cli.engines.sqlite.driver import apsw
from recall_cli.engines.sqlite.error_translation import translate_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.engines.engine import Engine

    RowCounts = dict[str, int]

SKIPPED_TABLES = ("migration", "sqlite_sequence", "vector_block", "vector_shape", "vector_waiting", "common_term")
"""Tables that the new store has already, or makes itself."""
REBUILT_TABLES = ("vector", "vector_model")
"""Tables that are made again if an older recall stored them differently."""
MIN_ROW_BYTES = 24
"""No row takes fewer bytes; this bounds the number of rows if it is unknown."""
READ_ERRORS = (apsw.Error, UnicodeDecodeError)
"""What reading a damaged row raises: SQLite notices it, or its bytes are not text."""
KEYS_PER_READ = 5000
"""How many keys are read at a time."""


def salvage_rows(engine: "Engine", path: str, encryption_key: "str | None" = None) -> "RowCounts":
    """Copy each table of the damaged file into a new store; how many rows each had, as far as known."""
    connection: apsw.Connection = engine.connection  # type: ignore[attr-defined]  # this engine's own
    row_counts: RowCounts = {}
    try:
        connection.pragma("foreign_keys", 0)
        source = open_file(path, encryption_key, apsw.SQLITE_OPEN_READONLY)
        source.pragma("writable_schema", 1)  # else SQLite refuses a file that was cut off
        if not source.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'memory'").get:
            raise NotAStore(f"{path} is a database of another program", "try recall import")
        for table, key in tables_with_keys(connection):
            if table in REBUILT_TABLES and _columns(source, table) != _columns(connection, table):
                continue
            connection.execute("BEGIN IMMEDIATE")
            row_counts[table] = _salvage_table(source, connection, table, key, os.path.getsize(path))
            connection.execute("COMMIT")
        source.close()
    except apsw.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise translate_error(error, path, 0, keyed=encryption_key is not None) from error
    connection.pragma("foreign_keys", 1)
    return row_counts


def count_rows(engine: "Engine", names: "Iterable[str]") -> "RowCounts":
    """How many rows each of these tables of the new store has."""
    connection: apsw.Connection = engine.connection  # type: ignore[attr-defined]  # this engine's own
    return {name: _count_table(connection, name) for name in names}


def tables_with_keys(connection: apsw.Connection) -> "list[tuple[str, str | None]]":
    """All ordinary tables with their integer keys; first those that others refer to."""
    names = [
        name
        for (name,) in connection.execute(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        if name not in SKIPPED_TABLES
    ]
    tables: list[tuple[str, str | None]] = []
    for name in names:
        keys = connection.execute("SELECT name, type FROM pragma_table_info(?) WHERE pk = 1", (name,)).fetchall()
        tables.append((str(name), str(keys[0][0]) if keys and keys[0][1] == "INTEGER" else None))
    return sorted(tables, key=lambda pair: (pair[0] not in ("project", "operation", "memory"), pair[0]))


def _columns(connection: apsw.Connection, table: str) -> "list[str]":
    return [str(name) for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))]


def _salvage_table(
    source: apsw.Connection, connection: apsw.Connection, table: str, key: "str | None", size: int
) -> int:
    """Copy one table; how many rows it had: read, unreadable, or known from an index alone."""
    source_columns = _columns(source, table)
    if not source_columns:  # the file is from an older recall
        return 0
    columns = ", ".join(name for name in _columns(connection, table) if name in source_columns)
    if key is None:
        return _read_without_keys(source, connection, table, columns)
    last = _largest_key(source, table, key)
    taken, lost = _read_ranges(source, connection, table, key, columns, size // MIN_ROW_BYTES if last is None else last)
    if last is None:  # unknown: how many keys of that range ever existed
        lost = min(lost, 1)
    missed = _indexed_keys(source, table, key) - taken
    if missed:  # a lookup silently misses a row that is out of order; walking through the table finds it
        recovered = _read_by_walking(source, connection, table, key, columns, missed)
        lost = max(lost, len(missed - recovered))
    return max(_count_table(connection, table) + lost, _count_by_indexes(source, table))


def _read_ranges(
    source: apsw.Connection, connection: apsw.Connection, table: str, key: str, columns: str, last: int
) -> "tuple[set[int], int]":
    """Copy rows by key ranges, halved where SQLite finds damage; the keys copied, and how many are lost."""
    query = f"SELECT {key}, {columns} FROM {table} WHERE {key} BETWEEN ? AND ?"  # noqa: S608 — names of ours
    todo = [
        (low, min(low + KEYS_PER_READ - 1, last))
        for low in range(last // KEYS_PER_READ * KEYS_PER_READ, -1, -KEYS_PER_READ)
    ]
    taken: set[int] = set()
    lost = 0
    while todo:
        low, high = todo.pop()
        try:
            rows = source.execute(query, (low, high)).fetchall()
        except (apsw.CorruptError, apsw.IOError, UnicodeDecodeError):
            if low == high:
                lost += 1
            else:
                middle = (low + high) // 2
                todo += [(middle + 1, high), (low, middle)]
        else:
            inserted = [int(row[0] or 0) for row in rows if _insert_row(connection, table, columns, row[1:])]
            taken.update(inserted)
            lost += len(rows) - len(inserted)
    return taken, lost


def _indexed_keys(source: apsw.Connection, table: str, key: str) -> "set[int]":
    """The keys in the indexes of a table, which are on other pages; those in two indexes, if there are several."""
    in_one: set[int] = set()
    in_two: set[int] = set()
    indexes_read = 0
    try:
        names = source.execute("SELECT name FROM pragma_index_list(?) WHERE NOT partial", (table,)).fetchall()
    except apsw.Error:
        return in_one
    for (name,) in names:
        with contextlib.suppress(*READ_ERRORS):
            for (n,) in source.execute(f'SELECT {key} FROM {table} INDEXED BY "{name}"'):  # noqa: S608 — names of ours
                (in_two if n in in_one else in_one).add(n)
            indexes_read += 1
    return in_two if indexes_read > 1 else in_one


def _read_by_walking(
    source: apsw.Connection, connection: apsw.Connection, table: str, key: str, columns: str, wanted: "set[int]"
) -> "set[int]":
    """Copy wanted rows while walking through the table, from its start and its end; the keys found."""
    recovered: set[int] = set()
    for order in ("ASC", "DESC"):
        with contextlib.suppress(*READ_ERRORS):
            for row in source.execute(f"SELECT {key}, {columns} FROM {table} ORDER BY {key} {order}"):  # noqa: S608 — names of ours
                if row[0] in wanted - recovered and _insert_row(connection, table, columns, row[1:]):
                    recovered.add(row[0])
    return recovered


def _insert_row(connection: apsw.Connection, table: str, columns: str, row: "tuple[object, ...]") -> bool:
    """Insert one row into the new store; False if it breaks a rule of the schema."""
    marks = ", ".join("?" * len(row))
    try:
        connection.execute(f"INSERT OR REPLACE INTO main.{table} ({columns}) VALUES ({marks})", row).fetchall()  # noqa: S608 — a name of ours
    except (apsw.ConstraintError, apsw.MismatchError):
        return False
    return True


def _largest_key(source: apsw.Connection, table: str, key: str) -> "int | None":
    """The largest key, or None if it cannot be read."""
    try:
        return int(source.execute(f"SELECT max({key}) FROM {table}").get or 0)  # noqa: S608 — names of ours
    except apsw.Error:
        return None


def _count_table(connection: apsw.Connection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM main.{table}").get or 0)  # noqa: S608 — a name of ours


def _read_without_keys(source: apsw.Connection, connection: apsw.Connection, table: str, columns: str) -> int:
    """Copy a table without an integer key, from both ends as far as it is readable; how many rows it had."""
    is_complete = True
    for order in ("", "DESC"):
        try:
            for row in source.execute(f"SELECT {columns} FROM {table}{_order_clause(connection, table, order)}"):  # noqa: S608 — names of ours
                _insert_row(connection, table, columns, row)
        except READ_ERRORS:
            is_complete = False
            continue
        break
    copied = _count_table(connection, table)
    return copied if is_complete else max(copied + 1, _count_by_indexes(source, table))


def _order_clause(connection: apsw.Connection, table: str, order: str) -> str:
    if not order:
        return ""
    keys = connection.execute("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", (table,)).fetchall()
    return " ORDER BY " + ", ".join(f"{name} {order}" for (name,) in keys) if keys else ""


def _count_by_indexes(source: apsw.Connection, table: str) -> int:
    """How many rows the indexes of a table have, which are on other pages; the least if they differ."""
    counts: list[int] = []
    with contextlib.suppress(*READ_ERRORS):
        for (name,) in source.execute(
            "SELECT name FROM pragma_index_list(?) WHERE NOT partial AND origin <> 'pk'", (table,)
        ).fetchall():
            with contextlib.suppress(*READ_ERRORS):
                rows = source.execute(f'SELECT count(*) FROM {table} INDEXED BY "{name}"').get  # noqa: S608 — names of ours
                counts.append(int(rows or 0))
    return min(counts, default=0)
