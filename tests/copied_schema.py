"""New stores for tests: the schema is copied page by page, ten times faster than every migration that leads to it."""

import threading
from collections.abc import Callable

import apsw

from recall_cli.engines.sqlite import migrate
from recall_cli.engines.statements import SQLITE

Migrate = Callable[[apsw.Connection, str, int], int]
run_migrations: Migrate = migrate.migrate
_template: list[apsw.Connection] = []
_template_lock = threading.Lock()


def copy_schema(connection: apsw.Connection, program: str, now: int) -> int:
    """Like `migrate.migrate`: an empty database gets the pages of a migrated one, any other its migrations."""
    is_new = connection.pragma("page_count") == 0 and "migrations" not in vars(SQLITE)  # no test has replaced them
    if not is_new or connection.filename.startswith("file:") or _is_encrypting(connection):
        return run_migrations(connection, program, now)
    with _template_lock:  # threads of a server may open their stores at once
        if not _template:
            _template.append(apsw.Connection(":memory:"))
            run_migrations(_template[0], program, now)
        with connection.backup("main", _template[0], "main") as copying:
            copying.step()
    migrate._switch_to_wal(connection)
    connection.execute("UPDATE migration SET applied_at = ?, recall = ?", (now, program))
    connection.execute(
        "UPDATE meta SET value = lower(hex(randomblob(16))) WHERE key = 'secret'"
    )  # each store has its own
    return int(connection.pragma("user_version"))


def _is_encrypting(connection: apsw.Connection) -> bool:
    """Only a build that can encrypt answers this pragma."""
    return connection.pragma("cipher") is not None
