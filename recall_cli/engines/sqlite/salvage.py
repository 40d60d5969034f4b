"""Out of a damaged file whatever can be read, range by range, into a new store; what cannot be read is counted.

The tables are taken as the new store has them, whichever they are, so that none is forgotten; that is why the
statements here are put together, out of names of our own schema.
"""

import os

import apsw

from recall_cli.engines.sqlite.cipher import opened
from recall_cli.engines.sqlite.failures import explained

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.connection import Engine

    Counts = dict[str, int]

MADE = ("migration", "sqlite_sequence", "vector_block", "vector_shape", "vector_waiting", "common_term")
"""What the new store has already, or makes itself."""
REMADE = ("vector", "vector_model")
"""What is made anew where an older recall kept it otherwise."""
SMALLEST = 24
"""No row takes fewer bytes: so many rows there can be at most, where nobody knows how many there are."""
PIECE = 5000
"""So many keys are read at a time."""


def pour_out(engine: "Engine", old: str, secret: "str | None" = None) -> "tuple[Counts, Counts]":
    """Read every table of the damaged file into a new store: rows saved and keys not read, table by table."""
    connection: apsw.Connection = engine.connection  # type: ignore[attr-defined]  # this engine's own
    saved: Counts = {}
    lost: Counts = {}
    try:
        connection.pragma("foreign_keys", 0)
        source = opened(old, secret, apsw.SQLITE_OPEN_READONLY)
        source.execute("SELECT count(*) FROM sqlite_schema").fetchall()
        for table, key in _tables(connection):
            if table in REMADE and _columns(source, table) != _columns(connection, table):
                continue
            connection.execute("BEGIN IMMEDIATE")
            saved[table], missed = _table(source, connection, table, key, os.path.getsize(old))
            lost.update({table: missed} if missed else {})
            connection.execute("COMMIT")
        source.close()
    except apsw.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise explained(error, old, 0, keyed=secret is not None) from error
    connection.pragma("foreign_keys", 1)
    return saved, lost


def _tables(connection: apsw.Connection) -> "list[tuple[str, str | None]]":
    """Every ordinary table, those that others point to first, with the number that its rows are sorted by."""
    names = [
        name
        for (name,) in connection.execute(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        if name not in MADE
    ]
    found: list[tuple[str, str | None]] = []
    for name in names:
        keys = connection.execute("SELECT name, type FROM pragma_table_info(?) WHERE pk = 1", (name,)).fetchall()
        found.append((str(name), str(keys[0][0]) if keys and keys[0][1] == "INTEGER" else None))
    return sorted(found, key=lambda pair: (pair[0] not in ("project", "operation", "memory"), pair[0]))


def _columns(connection: apsw.Connection, table: str) -> "list[str]":
    return [str(name) for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))]


def _table(
    source: apsw.Connection, connection: apsw.Connection, table: str, key: "str | None", size: int
) -> "tuple[int, int]":
    """One table: its rows saved, and how many keys could not be read."""
    if key is None:
        return _rows(source, connection, table)
    look = f"SELECT * FROM {table} WHERE {key} BETWEEN ? AND ?"  # noqa: S608 — names of ours
    last = _last(source, table, key, size)
    todo = [(low, min(low + PIECE - 1, last)) for low in range(last // PIECE * PIECE, -1, -PIECE)]
    saved, lost = 0, 0
    while todo:
        low, high = todo.pop()
        try:
            rows = source.execute(look, (low, high)).fetchall()
        except (apsw.CorruptError, apsw.IOError):
            if low == high:
                lost += 1
            else:
                middle = (low + high) // 2
                todo += [(middle + 1, high), (low, middle)]
        else:
            kept = sum(_put(connection, table, row) for row in rows)
            saved, lost = saved + kept, lost + len(rows) - kept
    return saved, lost


def _put(connection: apsw.Connection, table: str, row: "tuple[object, ...]") -> bool:
    """One row into the new store, where it fits."""
    marks = ", ".join("?" * len(row))
    try:
        connection.execute(f"INSERT OR REPLACE INTO main.{table} VALUES ({marks})", row).fetchall()  # noqa: S608 — a name of ours
    except (apsw.ConstraintError, apsw.MismatchError):
        return False
    return True


def _last(source: apsw.Connection, table: str, key: str, size: int) -> int:
    try:
        return int(source.execute(f"SELECT max({key}) FROM {table}").get or 0)  # noqa: S608 — names of ours
    except apsw.Error:
        return size // SMALLEST


def _rows(source: apsw.Connection, connection: apsw.Connection, table: str) -> "tuple[int, int]":
    """A small table, row by row as far as it can be read."""
    saved = 0
    try:
        for row in source.execute(f"SELECT * FROM {table}"):  # noqa: S608 — a name of ours
            saved += _put(connection, table, row)
    except apsw.Error:
        return saved, 1
    return saved, 0
