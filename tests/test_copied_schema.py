"""The short cut that tests take to a new store leads where the migrations lead."""

from pathlib import Path

import apsw

from tests.copied_schema import copy_schema, run_migrations

PRAGMAS = ("user_version", "application_id", "page_size", "journal_mode", "encoding", "auto_vacuum", "foreign_keys")


def describe_store(path: Path, migrate: object) -> object:
    """Everything in a new store, and its settings."""
    connection = apsw.Connection(str(path))
    migrate(connection, "0.0.0", 7)  # type: ignore[operator]  # one of the two
    settings = [connection.pragma(name) for name in PRAGMAS]
    tables = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name").fetchall()
    rows = {
        name: connection.execute(f'SELECT * FROM "{name}"').fetchall()
        for kind, name, _, sql in tables
        if kind == "table" and "VIRTUAL" not in sql
    }
    connection.close()
    [(name, secret)] = rows.pop("meta")
    assert (name, len(secret)) == ("secret", 32)
    return settings, tables, rows


def test_a_copied_schema_is_the_migrated_one(tmp_path: Path) -> None:
    """The same tables, indexes, rows and settings."""
    copied = describe_store(tmp_path / "copied.db", copy_schema)
    assert copied == describe_store(tmp_path / "migrated.db", run_migrations)


def test_each_store_has_a_secret_of_its_own(tmp_path: Path) -> None:
    """As a store has that is made by its migrations."""
    secrets = set()
    for n in range(2):
        connection = apsw.Connection(str(tmp_path / f"{n}.db"))
        copy_schema(connection, "0.0.0", 7)
        secrets.add(connection.execute("SELECT value FROM meta").get)
        connection.close()
    assert len(secrets) == 2
