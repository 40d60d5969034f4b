"""Opens a connection, prepared for recall's statements."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import psycopg

    from recall_cli.engines.postgres.server_address import ServerAddress

SEARCH_PATH = "recall, public, pg_temp"
CONNECT_SECONDS = 10


def open_connection(address: "ServerAddress") -> "psycopg.Connection[tuple[Any, ...]]":
    """A connection as a role that row-level security holds for, to a store that has this program's tables."""
    from recall_cli.domain.errors import StoreError

    server = connect(address)
    try:
        check_role(server)
        from recall_cli.engines.postgres.migrate import check_version

        check_version(server, address.shown)
    except StoreError:
        server.close()
        raise
    return server


def connect(address: "ServerAddress") -> "psycopg.Connection[tuple[Any, ...]]":
    """A connection with recall's own reading of values."""
    try:
        import psycopg
    except ImportError:
        from recall_cli.domain.errors import UsageError

        raise UsageError(
            "the store is on PostgreSQL, and its driver is missing", "pip install 'recall-agent-memory[postgres]'"
        ) from None
    from psycopg.types.numeric import Int8Dumper

    class FlagDumper(Int8Dumper):
        """True and false as 1 and 0, as SQLite has them."""

        def dump(self, obj: "Any") -> bytes:
            return b"1" if obj else b"0"

    options = f"-c search_path={SEARCH_PATH.replace(' ', '')} -c timezone=UTC -c jit=off"
    server = psycopg.connect(
        address.url, autocommit=True, application_name="recall", options=options, connect_timeout=CONNECT_SECONDS
    )
    server.adapters.register_dumper(int, Int8Dumper)
    server.adapters.register_dumper(bool, FlagDumper)
    return server


def check_role(server: "psycopg.Connection[tuple[Any, ...]]") -> None:
    """Refuse a role that sees the rows of every user."""
    from recall_cli.domain.errors import StoreError

    row = server.execute(
        "SELECT r.rolname, r.rolsuper, r.rolbypassrls FROM pg_roles r WHERE r.rolname = current_user"
    ).fetchone()
    assert row is not None
    if row[1] or row[2]:
        what = "is a superuser" if row[1] else "bypasses row-level security"
        raise StoreError(
            f"the role {row[0]} {what}: it would see every user's memories",
            "connect as a member of recall_app (recall help teams)",
        )
