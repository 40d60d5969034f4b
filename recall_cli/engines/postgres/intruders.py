"""Other logins that hold locks which stop a user: PostgreSQL lets whoever may delete rows lock a whole table."""

from recall_cli.domain.store_errors import StoreBusy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.postgres.watched_connection import WatchedConnection


def end_intruders(error: Exception, server: "WatchedConnection | None", shown_user: str) -> Exception:
    """The error; if it was a wait for a lock that another login held without right, that one is disconnected and named.

    `shown_user` is the user as the server is told. The transaction that waited is given up.
    """
    if not isinstance(error, StoreBusy) or server is None:
        return error
    import psycopg

    try:
        server.execute("ROLLBACK")
        with server.transaction():
            if server.execute("SELECT to_regprocedure('recall.end_intruders()') IS NULL").fetchone() == (True,):
                return error
            server.execute("SELECT set_config('recall.tenant', %s, true)", [shown_user])
            row = server.execute("SELECT recall.end_intruders()").fetchone()
    except psycopg.Error:
        return error
    if row is None or not row[0]:
        return error
    return StoreBusy(
        "another login had locked the tables: nothing was changed, and its connection was ended", "try again"
    )
