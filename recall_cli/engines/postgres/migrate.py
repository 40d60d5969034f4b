"""Makes and upgrades the tables: numbered SQL files, each applied once, one process at a time."""

from recall_cli.domain.errors import StoreError
from recall_cli.domain.store_errors import NewerStore
from recall_cli.engines.postgres.statements import POSTGRES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import psycopg

SCHEMA_VERSION = 11
"""The tables that this program reads and writes."""
OLDEST_VERSION = 7
"""The tables of the first release. Older ones can be neither used nor upgraded by this program."""
MIGRATION_LOCK = 0x7265_636C
"""The number of the advisory lock under which the tables are changed."""


def check_version(server: "psycopg.Connection[tuple[Any, ...]]", shown: str) -> None:
    """Refuse a database without recall's tables, or with those of another version."""
    version = schema_version(server)
    if version is None:
        if _is_shut_out(server):
            login = server.info.user
            raise StoreError(
                f"the login {login} may not use recall in {shown}",
                f"an administrator runs: recall setup --db … --login {login}",
            )
        raise StoreError(f"{shown} is not prepared for recall", "an administrator runs: recall setup --db …")
    if version < OLDEST_VERSION:
        raise _too_old(version)
    if version > SCHEMA_VERSION + 1:  # a newer program keeps the tables readable for one version back
        raise NewerStore(
            f"the store is from a newer recall (schema {version}, this one knows {SCHEMA_VERSION})", "upgrade recall"
        )


def _is_shut_out(server: "psycopg.Connection[tuple[Any, ...]]") -> bool:
    """Whether there is a schema of recall that this role may not use: nobody gave it a login, or it was taken back."""
    row = server.execute("SELECT NOT has_schema_privilege(to_regnamespace('recall')::oid, 'USAGE')").fetchone()
    return row is not None and row[0] is True


def schema_version(server: "psycopg.Connection[tuple[Any, ...]]") -> "int | None":
    """The version of the tables; None if there are none or this role may not see them."""
    row = server.execute(
        "SELECT coalesce(has_schema_privilege(to_regnamespace('recall')::oid, 'USAGE'), false) "
        "AND to_regclass('recall.migration') IS NOT NULL"
    ).fetchone()
    if row is None or not row[0]:
        return None
    row = server.execute("SELECT max(version) FROM recall.migration").fetchone()
    return None if row is None or row[0] is None else int(row[0])


def migrate(server: "psycopg.Connection[tuple[Any, ...]]", program: str, now: int) -> int:
    """Apply the missing migrations in one transaction, as the owner of the tables; returns how many."""
    server.execute("SELECT pg_advisory_xact_lock(%s)", [MIGRATION_LOCK])
    present, applied = schema_version(server) or 0, 0
    if 0 < present < OLDEST_VERSION:
        raise _too_old(present)
    for number, script in POSTGRES.migrations():
        if number > present:
            server.execute(script.encode())
            server.execute(
                "INSERT INTO recall.migration (version, applied_at, recall) VALUES (%s, %s, %s)", [number, now, program]
            )
            applied += 1
    return applied


def _too_old(version: int) -> StoreError:
    return StoreError(
        f"these tables are older than the first release (schema {version})", "run recall setup of recall 0.1.0 first"
    )
