"""Rules that all SQL statements of the PostgreSQL engine keep."""

import re
from pathlib import Path

from recall_cli.engines.postgres import statements
from recall_cli.engines.postgres.statements import PARAMETER_TYPES, POSTGRES, statement
from recall_cli.engines.statements import ENGINES_FOLDER, SQLITE
from tests.engines.statement_names import names_in, statement_names
from tests.for_each import for_each
from tests.postgres_server import PostgresServer

ALL_STATEMENTS = statement_names(POSTGRES.folder)
FILE_ONLY = {
    ("erase", name)
    for name in ("living_from", "page_is_there", "key_of_page", "set_page_key", "drop_page_key")
}  # fmt: skip
"""Statements of SQLite about the pages of its word index: tables call them only for pages that `page_keys` names."""
SERVER_ONLY = ("team_spaces",)
"""Tables that a file does not have: flows ask for them only where the store is on a server."""


def test_both_engines_have_the_same_statements() -> None:
    """Tables do not know which engine they use: every statement that they name is in both folders."""
    ours, theirs = set(ALL_STATEMENTS), set(statement_names(SQLITE.folder))
    shared = {(table, name) for table, name in theirs if table not in ("salvage", "vectors")} - FILE_ONLY
    assert {(table, name) for table, name in ours if table not in ("vectors", *SERVER_ONLY)} == shared


def test_a_statement_that_both_share_is_written_once() -> None:
    """What is in `engines/sql` is in neither engine's own folder: only one text can be meant."""
    shared = set(names_in(Path(ENGINES_FOLDER, "sql")))
    assert shared.isdisjoint(names_in(Path(POSTGRES.folder, "sql")))
    assert shared.isdisjoint(names_in(Path(SQLITE.folder, "sql")))


@for_each(
    "shared, translated",
    [
        ("m.user = :user AND m.trust = 'user'", "m.tenant_id = :user AND m.trust = 'user'"),
        ("WHERE m.pinned /* <> 0 */ LIMIT 1", "WHERE m.pinned <> 0 LIMIT 1"),
        ("max(m.n)", "max(m.n)"),
        ("max(b.a, coalesce(max(b.c, 1), 2))", "greatest(b.a, coalesce(greatest(b.c, 1), 2))"),
        ("max((SELECT min(a, b)), c)", "greatest((SELECT least(a, b)), c)"),
        ("n NOT IN (SELECT value FROM json_each(:except))", "n <> ALL (numbers(:except))"),
        ("FROM json_each(:ids) v", "FROM unnest(strings(:ids)) WITH ORDINALITY v (value, key)"),
        ("FROM t INDEXED BY t_x CROSS JOIN link l ON l.one = t.n", "FROM t JOIN link l ON l.one = t.n"),
    ],
)
def test_a_shared_statement_is_translated(shared: str, translated: str) -> None:
    """What SQLite spells in its own way is spelled as PostgreSQL does."""
    assert statements._translate(shared) == translated


def test_every_translation_is_used() -> None:
    """Each pattern is found in a shared statement, as the patterns before it have left that."""
    files = Path(ENGINES_FOLDER, "sql").glob("*.sql")
    text = "\n".join(path.read_text() for path in files)
    for pattern, replacement in statements._TRANSLATIONS:
        text, count = re.subn(pattern, replacement, text, flags=re.DOTALL)
        assert count, pattern


@for_each("table, name", ALL_STATEMENTS)
def test_it_names_the_user(table: str, name: str) -> None:
    """Each statement is bound to the user, though row-level security would hold without that."""
    assert ":user" in POSTGRES.get(table, name)


@for_each("table, name", ALL_STATEMENTS)
def test_no_view_is_escaped_by_reading_whole_memories(table: str, name: str) -> None:
    """Statements that return whole memories check the view."""
    block = POSTGRES.block(table, name)
    if "{{memory}}" in block:
        assert "{{seen}}" in block


@for_each("table, name", ALL_STATEMENTS)
def test_it_is_one_statement(table: str, name: str) -> None:
    """Each block has one statement, so that its name says all that it does."""
    assert ";" not in re.sub(r"'[^']*'", "", POSTGRES.get(table, name))


def test_the_server_prepares_every_statement(server: PostgresServer, database: str) -> None:
    """Each statement is valid SQL for the tables, with a type for every value."""
    with server.connect(database) as connection:
        for table, name in ALL_STATEMENTS:
            connection.execute(f"PREPARE checked AS {number_values(statement(table, name))}")
            connection.execute("DEALLOCATE checked")


def number_values(sql: str) -> str:
    """The statement with its values as the server numbers them."""
    names = [*dict.fromkeys(re.findall(r"%\((\w+)\)s", sql))]
    return re.sub(r"%\((\w+)\)s", lambda match: f"${names.index(match[1]) + 1}", sql).replace("%%", "%")


def test_every_typed_value_is_used() -> None:
    """The table of types has no name that no statement uses."""
    used = {name for table, block in ALL_STATEMENTS for name in re.findall(r":([a-z_]+)", POSTGRES.get(table, block))}
    assert set(PARAMETER_TYPES) <= used, set(PARAMETER_TYPES) - used
