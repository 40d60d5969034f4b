"""Whether a file's schema is recall's own: a file from elsewhere may have other triggers, views and tables."""

from recall_cli.domain.store_errors import NotAStore
from recall_cli.engines.sqlite.driver import apsw
from recall_cli.engines.statements import SQLITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    SchemaItem = tuple[str, str, str]
    """The type, the name, and the statement that made it."""

SQLITE_PREFIX = "sqlite_"
"""Names of what SQLite makes for itself: indexes, statistics."""


def disable_schema_code(connection: apsw.Connection) -> None:
    """Run no code of the file's schema, and let no statement write to the schema table."""
    connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_VIEW, 0)


def schema_differences(connection: apsw.Connection) -> "list[str]":
    """What a store's schema has besides recall's; if nothing, what it lacks. Each item is a phrase for a message."""
    actual, version = _schema_and_version(connection)
    expected = _schema_items(_reference_schema(version))
    added = [f"a {kind} that recall did not make: {name}" for kind, name, _ in sorted(actual - expected)]
    missing = [f"no {kind} {name} as recall makes it" for kind, name, _ in sorted(expected - actual)]
    return added or missing


def check_schema(connection: apsw.Connection, path: str) -> None:
    """Refuse a file whose schema is not recall's."""
    differences = schema_differences(connection)
    if differences:
        raise NotAStore(
            f"{path} is not a store as recall makes it: it has {differences[0]}",
            f"recall --db {path} doctor --salvage NEWFILE saves the memories alone",
        )


def _reference_schema(version: int) -> apsw.Connection:
    """An empty store of this version in memory."""
    connection = apsw.Connection(":memory:")
    for number, script in SQLITE.migrations():
        if number <= version:
            connection.execute(script)
    return connection


def _schema_and_version(connection: apsw.Connection) -> "tuple[set[SchemaItem], int]":
    """The schema and its version, of one moment: another process may be upgrading the store."""
    if connection.in_transaction:
        return _schema_items(connection), int(connection.pragma("user_version"))
    connection.execute("BEGIN")
    try:
        return _schema_items(connection), int(connection.pragma("user_version"))
    finally:
        connection.execute("ROLLBACK")


def _schema_items(connection: apsw.Connection) -> "set[SchemaItem]":
    rows = connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    return {
        (str(kind), str(name), " ".join(str(sql).split())) for kind, name, sql in rows if not _made_by_sqlite(str(name))
    }


def _made_by_sqlite(name: str) -> bool:
    return name.lower().startswith(SQLITE_PREFIX)
