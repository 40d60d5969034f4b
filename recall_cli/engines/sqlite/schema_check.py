"""Is a file's schema ours, word for word? A file from elsewhere can bring triggers, views and tables of its own."""

from recall_cli.domain.store_errors import NotAStore
from recall_cli.engines.sqlite.driver import apsw
from recall_cli.engines.sqlite.statements import migrations

TYPE_CHECKING = False
if TYPE_CHECKING:
    SchemaItem = tuple[str, str, str]
    """What it is, what it is called, and the statement that made it."""

SQLITE_PREFIX = "sqlite_"
"""What SQLite makes for itself: its indexes, its statistics."""


def disable_schema_code(connection: apsw.Connection) -> None:
    """Let nothing run that stands in a file's schema, and let no statement change the schema behind SQLite's back."""
    connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_VIEW, 0)


def schema_differences(connection: apsw.Connection) -> "list[str]":
    """What a store's schema has that is not ours, lacks, or has otherwise, in the words of a message."""
    there, ours = _schema_items(connection), _schema_items(_reference_schema(int(connection.pragma("user_version"))))
    more = [f"a {kind} that recall did not make: {name}" for kind, name, _ in sorted(there - ours)]
    less = [f"no {kind} {name} as recall makes it" for kind, name, _ in sorted(ours - there)]
    return more or less


def check_schema(connection: apsw.Connection, path: str) -> None:
    """Refuse a file whose schema is not ours."""
    found = schema_differences(connection)
    if found:
        raise NotAStore(
            f"{path} is not a store as recall makes it: it has {found[0]}",
            f"recall --db {path} doctor --salvage NEWFILE takes out the memories alone",
        )


def _reference_schema(version: int) -> apsw.Connection:
    """An empty store in memory as recall made it at this version."""
    connection = apsw.Connection(":memory:")
    for number, script in migrations():
        if number <= version:
            connection.execute(script)
    return connection


def _schema_items(connection: apsw.Connection) -> "set[SchemaItem]":
    rows = connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    return {
        (str(kind), str(name), " ".join(str(sql).split())) for kind, name, sql in rows if not _made_by_sqlite(str(name))
    }


def _made_by_sqlite(name: str) -> bool:
    return name.lower().startswith(SQLITE_PREFIX)
