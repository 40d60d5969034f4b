"""Connections that the threads of one process share: a thread borrows one for a transaction.

A server with many users needs no connection for each of them. The user is set for one transaction, so nothing of one
user stays in a connection that the next one borrows.
"""

import threading

from recall_cli.engines.postgres.watched_connection import WatchedConnection, check_silence, is_silent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from psycopg_pool import ConnectionPool

    from recall_cli.engines.postgres.server_address import ServerAddress

    Server = WatchedConnection

MAX_CONNECTIONS = 16
"""Maximum number of connections of one process to one server."""
MAX_IDLE_SECONDS = 60
"""A connection that nobody borrows for so long is closed, down to one."""
RECONNECT_SECONDS = 2
"""After so long without success a new connection is given up; the next call tries again at once."""
_pools: "dict[str, Pool]" = {}
_lock = threading.Lock()


class Pool:
    """The connections of this process to one server, opened when they are needed."""

    def __init__(self, address: "ServerAddress") -> None:
        self._url = address.url
        self._pool: ConnectionPool[Server] = _new_pool(address)

    def borrow(self, seconds: float) -> "Server":
        """A connection that nobody else uses; PoolTimeout, an OperationalError, if none gets free in time."""
        check_silence(self._url)
        return self._pool.getconn(timeout=max(seconds, 1.0))

    def take_back(self, server: "Server") -> None:
        """Lend a connection to others again; a broken one is replaced."""
        self._pool.putconn(server)

    def replace_broken(self) -> None:
        """Look at the connections that nobody uses: the server may have been started again."""
        if not is_silent(self._url):
            self._pool.check()

    @property
    def size(self) -> int:
        """How many connections are open."""
        return self._pool.get_stats()["pool_size"]

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()


def make_pool(address: "ServerAddress") -> Pool:
    """The pool of this process for a server; it is made once."""
    with _lock:
        if address.url not in _pools:
            _pools[address.url] = Pool(address)
        return _pools[address.url]


def find_pool(url: str) -> "Pool | None":
    """The pool for a server, if there is one."""
    return _pools.get(url)


def close_pools() -> None:
    """Close all connections of this process; the next thread that needs one opens a new pool."""
    with _lock:
        while _pools:
            _pools.popitem()[1].close()


def _new_pool(address: "ServerAddress") -> "ConnectionPool[Server]":
    try:
        from psycopg_pool import ConnectionPool
    except ImportError:
        from recall_cli.domain.errors import UsageError
        from recall_cli.optional_packages import missing_package

        raise UsageError(*missing_package("psycopg_pool")) from None
    import atexit

    from recall_cli.engines.postgres.server_connection import adapt_values, check_server, connect_options

    def prepare(server: "Server") -> None:
        server.url = address.url
        adapt_values(server)
        check_server(server, address)

    atexit.register(close_pools)
    return ConnectionPool(
        address.url,
        connection_class=WatchedConnection,
        kwargs=connect_options(address.url),
        configure=prepare,
        min_size=1,
        max_size=MAX_CONNECTIONS,
        max_idle=MAX_IDLE_SECONDS,
        reconnect_timeout=RECONNECT_SECONDS,
        open=True,
        name="recall",
    )
