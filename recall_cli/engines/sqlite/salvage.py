"""Out of a damaged file whatever can be read, range by range, into a new store; what cannot be read is counted.

The tables are taken as the new store has them, whichever they are, so that none is forgotten; that is why the
statements here are put together, out of names of our own schema.
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
"""What the new store has already, or makes itself."""
REBUILT_TABLES = ("vector", "vector_model")
"""What is made anew where an older recall kept it otherwise."""
MIN_ROW_BYTES = 24
"""No row takes fewer bytes: so many rows there can be at most, where nobody knows how many there are."""
READ_ERRORS = (apsw.Error, UnicodeDecodeError)
"""What a damaged row comes to: SQLite notices, or its bytes are no text any more."""
KEYS_PER_READ = 5000
"""So many keys are read at a time."""


def salvage_rows(engine: "Engine", path: str, encryption_key: "str | None" = None) -> "RowCounts":
    """Read every table of the damaged file into a new store: how many rows each had, as far as that can be known."""
    connection: apsw.Connection = engine.connection  # type: ignore[attr-defined]  # this engine's own
    known: RowCounts = {}
    try:
        connection.pragma("foreign_keys", 0)
        source = open_file(path, encryption_key, apsw.SQLITE_OPEN_READONLY)
        source.pragma("writable_schema", 1)  # else SQLite refuses a file that was cut off
        if not source.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'memory'").get:
            raise NotAStore(f"{path} is a database of another program", "recall import may be able to read it")
        for table, key in tables_with_keys(connection):
            if table in REBUILT_TABLES and _columns(source, table) != _columns(connection, table):
                continue
            connection.execute("BEGIN IMMEDIATE")
            known[table] = _salvage_table(source, connection, table, key, os.path.getsize(path))
            connection.execute("COMMIT")
        source.close()
    except apsw.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise translate_error(error, path, 0, keyed=encryption_key is not None) from error
    connection.pragma("foreign_keys", 1)
    return known


def count_rows(engine: "Engine", names: "Iterable[str]") -> "RowCounts":
    """How many rows each table of the new store has by now."""
    connection: apsw.Connection = engine.connection  # type: ignore[attr-defined]  # this engine's own
    return {name: _count_table(connection, name) for name in names}


def tables_with_keys(connection: apsw.Connection) -> "list[tuple[str, str | None]]":
    """Every ordinary table, those that others point to first, with the number that its rows are sorted by."""
    names = [
        name
        for (name,) in connection.execute(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        if name not in SKIPPED_TABLES
    ]
    found: list[tuple[str, str | None]] = []
    for name in names:
        keys = connection.execute("SELECT name, type FROM pragma_table_info(?) WHERE pk = 1", (name,)).fetchall()
        found.append((str(name), str(keys[0][0]) if keys and keys[0][1] == "INTEGER" else None))
    return sorted(found, key=lambda pair: (pair[0] not in ("project", "operation", "memory"), pair[0]))


def _columns(connection: apsw.Connection, table: str) -> "list[str]":
    return [str(name) for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))]


def _salvage_table(
    source: apsw.Connection, connection: apsw.Connection, table: str, key: "str | None", size: int
) -> int:
    """One table into the new store; how many rows there were: read, unreadable, or named by an index alone."""
    there = _columns(source, table)
    if not there:  # of an older recall
        return 0
    columns = ", ".join(name for name in _columns(connection, table) if name in there)
    if key is None:
        return _read_without_keys(source, connection, table, columns)
    last = _largest_key(source, table, key)
    taken, lost = _read_ranges(source, connection, table, key, columns, size // MIN_ROW_BYTES if last is None else last)
    if last is None:  # nobody knows how many keys of that range there ever were
        lost = min(lost, 1)
    missed = _indexed_keys(source, table, key) - taken
    if missed:  # a cell out of its order is passed over in silence by a search, and met by a walk
        met = _read_by_walking(source, connection, table, key, columns, missed)
        lost = max(lost, len(missed - met))
    return max(_count_table(connection, table) + lost, _count_by_indexes(source, table))


def _read_ranges(
    source: apsw.Connection, connection: apsw.Connection, table: str, key: str, columns: str, last: int
) -> "tuple[set[int], int]":
    """The rows that can be read, range by range, halved where SQLite finds damage; how many keys could not be."""
    look = f"SELECT {key}, {columns} FROM {table} WHERE {key} BETWEEN ? AND ?"  # noqa: S608 — names of ours
    todo = [
        (low, min(low + KEYS_PER_READ - 1, last))
        for low in range(last // KEYS_PER_READ * KEYS_PER_READ, -1, -KEYS_PER_READ)
    ]
    taken: set[int] = set()
    lost = 0
    while todo:
        low, high = todo.pop()
        try:
            rows = source.execute(look, (low, high)).fetchall()
        except (apsw.CorruptError, apsw.IOError, UnicodeDecodeError):
            if low == high:
                lost += 1
            else:
                middle = (low + high) // 2
                todo += [(middle + 1, high), (low, middle)]
        else:
            kept = [int(row[0] or 0) for row in rows if _insert_row(connection, table, columns, row[1:])]
            taken.update(kept)
            lost += len(rows) - len(kept)
    return taken, lost


def _indexed_keys(source: apsw.Connection, table: str, key: str) -> "set[int]":
    """The keys that the indexes of a table name, which stand on other pages than its rows; two, where there are."""
    some: set[int] = set()
    more: set[int] = set()
    read = 0
    try:
        names = source.execute("SELECT name FROM pragma_index_list(?) WHERE NOT partial", (table,)).fetchall()
    except apsw.Error:
        return some
    for (name,) in names:
        with contextlib.suppress(*READ_ERRORS):
            for (n,) in source.execute(f'SELECT {key} FROM {table} INDEXED BY "{name}"'):  # noqa: S608 — names of ours
                (more if n in some else some).add(n)
            read += 1
    return more if read > 1 else some


def _read_by_walking(
    source: apsw.Connection, connection: apsw.Connection, table: str, key: str, columns: str, wanted: "set[int]"
) -> "set[int]":
    """Those of the wanted rows that are met on the way through the table, from its start and from its end."""
    met: set[int] = set()
    for order in ("ASC", "DESC"):
        with contextlib.suppress(*READ_ERRORS):
            for row in source.execute(f"SELECT {key}, {columns} FROM {table} ORDER BY {key} {order}"):  # noqa: S608 — names of ours
                if row[0] in wanted - met and _insert_row(connection, table, columns, row[1:]):
                    met.add(row[0])
    return met


def _insert_row(connection: apsw.Connection, table: str, columns: str, row: "tuple[object, ...]") -> bool:
    """One row into the new store, where it fits."""
    marks = ", ".join("?" * len(row))
    try:
        connection.execute(f"INSERT OR REPLACE INTO main.{table} ({columns}) VALUES ({marks})", row).fetchall()  # noqa: S608 — a name of ours
    except (apsw.ConstraintError, apsw.MismatchError):
        return False
    return True


def _largest_key(source: apsw.Connection, table: str, key: str) -> "int | None":
    """The largest key; None where that cannot be read."""
    try:
        return int(source.execute(f"SELECT max({key}) FROM {table}").get or 0)  # noqa: S608 — names of ours
    except apsw.Error:
        return None


def _count_table(connection: apsw.Connection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM main.{table}").get or 0)  # noqa: S608 — a name of ours


def _read_without_keys(source: apsw.Connection, connection: apsw.Connection, table: str, columns: str) -> int:
    """A table without numbers, row by row as far as it can be read, from both ends; how many rows there were."""
    whole = True
    for order in ("", "DESC"):
        try:
            for row in source.execute(f"SELECT {columns} FROM {table}{_order_clause(connection, table, order)}"):  # noqa: S608 — names of ours
                _insert_row(connection, table, columns, row)
        except READ_ERRORS:
            whole = False
            continue
        break
    there = _count_table(connection, table)
    return there if whole else max(there + 1, _count_by_indexes(source, table))


def _order_clause(connection: apsw.Connection, table: str, order: str) -> str:
    if not order:
        return ""
    keys = connection.execute("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", (table,)).fetchall()
    return " ORDER BY " + ", ".join(f"{name} {order}" for (name,) in keys) if keys else ""


def _count_by_indexes(source: apsw.Connection, table: str) -> int:
    """How many rows the indexes of a table count, which stand on other pages; where they differ, the least."""
    found: list[int] = []
    with contextlib.suppress(*READ_ERRORS):
        for (name,) in source.execute(
            "SELECT name FROM pragma_index_list(?) WHERE NOT partial AND origin <> 'pk'", (table,)
        ).fetchall():
            with contextlib.suppress(*READ_ERRORS):
                rows = source.execute(f'SELECT count(*) FROM {table} INDEXED BY "{name}"').get  # noqa: S608 — names of ours
                found.append(int(rows or 0))
    return min(found, default=0)
