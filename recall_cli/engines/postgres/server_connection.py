"""Opens a connection, prepared for recall's statements."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import psycopg

    from recall_cli.engines.postgres.server_address import ServerAddress
    from recall_cli.engines.postgres.watched_connection import WatchedConnection

CLIENT_DEFAULTS = {
    "connect_timeout": 3,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
"""When a connection to a machine that is gone ends, unless the address says otherwise: seconds, and milliseconds for
`tcp_user_timeout`."""
SERVER_SETTINGS = {
    "search_path": "recall,public,pg_temp",
    "timezone": "UTC",
    "jit": "off",
    "statement_timeout": "600s",
    "idle_in_transaction_session_timeout": "300s",
    "client_connection_check_interval": "10s",
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "30s",
}
"""What the server does for this connection. It also ends the work of a client that is gone, and frees its locks."""
SET_IN_TRANSACTIONS = ("search_path", "timezone", "jit", "statement_timeout", "idle_in_transaction_session_timeout")
"""Of these, what each transaction sets itself where a pooler lends the connection and ignores them."""
POWERS = (
    "is a superuser",
    "bypasses row-level security",
    "is a member of recall_owner, which owns the tables",
    "is a member of a role that bypasses row-level security",
)
"""What a role of a user must not be, in the order in which the server is asked."""


def open_connection(address: "ServerAddress") -> "WatchedConnection":
    """A connection as a role that row-level security holds for, to a store that has this program's tables."""
    from recall_cli.domain.errors import StoreError

    server = connect(address)
    try:
        check_server(server, address)
    except StoreError:
        server.close()
        raise
    return server


def check_server(server: "WatchedConnection", address: "ServerAddress") -> None:
    """Refuse a role that sees too much, and tables that this program does not know."""
    from recall_cli.engines.postgres.migrate import check_version

    check_role(server)
    check_version(server, address.shown)


def connect(address: "ServerAddress") -> "WatchedConnection":
    """A connection with recall's own reading of values."""
    load_driver()
    import psycopg

    from recall_cli.engines.postgres.watched_connection import WatchedConnection, check_silence, note_silence

    check_silence(address.url)
    try:
        server = WatchedConnection.connect(address.url, **connect_options(address.url))
    except psycopg.errors.ConnectionTimeout:
        note_silence(address.url)
        raise
    server.url = address.url
    adapt_values(server)
    return server


def load_driver() -> None:
    """Import psycopg; an error with the command that installs it if it is missing."""
    try:
        import psycopg  # noqa: F401 — only to see whether it is there
    except ImportError:
        from recall_cli.domain.errors import UsageError
        from recall_cli.optional_packages import missing_package

        raise UsageError(*missing_package("psycopg")) from None


def connect_options(url: str) -> "dict[str, Any]":
    """How every connection is opened; what the address or the environment says of the client's times counts."""
    import os
    from urllib.parse import parse_qs, urlsplit

    given = parse_qs(urlsplit(url).query)
    times = {name: value for name, value in CLIENT_DEFAULTS.items() if name not in given}
    if "PGCONNECT_TIMEOUT" in os.environ:
        times.pop("connect_timeout", None)
    options = " ".join(f"-c {name}={value}" for name, value in SERVER_SETTINGS.items())
    return {"autocommit": True, "application_name": "recall", "options": options, **times}


def adapt_values(server: "psycopg.Connection[tuple[Any, ...]]") -> None:
    """Give values as recall's statements expect them: every whole number as bigint, true and false as 1 and 0."""
    from psycopg.types.numeric import Int8Dumper

    class FlagDumper(Int8Dumper):
        """True and false as 1 and 0, as SQLite has them."""

        def dump(self, obj: "Any") -> bytes:
            return b"1" if obj else b"0"

    server.adapters.register_dumper(int, Int8Dumper)
    server.adapters.register_dumper(bool, FlagDumper)


def check_role(server: "WatchedConnection") -> None:
    """Refuse a role that sees the rows of every user."""
    from recall_cli.domain.errors import StoreError

    power = find_power(server)
    if power:
        raise StoreError(
            f"the role {server.info.user} {power}: it could see every user's memories",
            "connect as a member of recall_app alone (recall help teams)",
        )


def find_power(server: "WatchedConnection") -> str:
    """Why the role of this connection sees the rows of every user; empty if it does not.

    It also notices a pooler, by the settings of the connection that it has ignored.
    """
    row = server.execute(
        "SELECT current_setting('search_path'), r.rolsuper, r.rolbypassrls, "
        "EXISTS (SELECT 1 FROM pg_roles o WHERE o.rolname = 'recall_owner' AND pg_has_role(r.oid, o.oid, 'MEMBER')), "
        "EXISTS (SELECT 1 FROM pg_roles o WHERE (o.rolsuper OR o.rolbypassrls) AND "
        "pg_has_role(r.oid, o.oid, 'MEMBER')) "
        "FROM pg_roles r WHERE r.rolname = current_user"
    ).fetchone()
    assert row is not None
    path, *powers = row
    if path != SERVER_SETTINGS["search_path"]:
        server.keeps_settings = False
        server.prepare_threshold = 0  # a pooler keeps what was prepared for the clients that come after
    return next((what for has_power, what in zip(powers, POWERS, strict=True) if has_power), "")
