"""Fewer waits for the server: statements that belong together are sent together.

A wait costs processor time on both sides, and on a network it costs its length, while the writer's lock is held.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import psycopg

    Server = psycopg.Connection[tuple[Any, ...]]
    ServerCursor = psycopg.Cursor[tuple[Any, ...]]
    Bound = tuple[str, Any]
    """A statement with its values."""

UNANSWERED = frozenset(
    (
        ("audit", "add"),
        ("links", "add"),
        ("links", "mark"),
        ("operations", "count"),
        ("vectors", "put"),
    )
)
"""Writes that give no rows, and of which nobody asks how many there were: they wait for the next statement of their
transaction, or for its commit. An error of theirs comes then, and gives the transaction up all the same."""
BEGIN_WRITING = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
BEGIN_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
ENTER = "SELECT set_config('recall.tenant', %s, true), set_config('lock_timeout', %s, true)"
ENTER_LAZILY = f"{ENTER}, set_config('synchronous_commit', 'off', true)"
"""The same for a transaction that may be lost when the server crashes: its commit does not wait for the disk."""
SET_ALL = "SELECT set_config(s.name, s.value, true) FROM unnest(%s::text[], %s::text[]) s (name, value)"
WAIT_FOR_WRITERS = "SELECT pg_advisory_xact_lock(hashtextextended('recall ' || %s::text, 0))"

CONNECTION_LOST = ("08", "57P")
"""The beginnings of the error codes of a lost connection and of a server that stops."""


def first_statements(
    user: str, shown_user: str, *, begins: bool, writes: bool, lazy: bool, seconds: float, sets: bool
) -> "list[Bound]":
    """Begin where nothing has begun, name the user as the server is told, and wait for their other writers.

    With `sets` the transaction sets what its connection should have been opened with.
    """
    statements: list[Bound] = [(BEGIN_WRITING if writes else BEGIN_READING, None)] if begins else []
    if sets:
        from recall_cli.engines.postgres.server_connection import SERVER_SETTINGS, SET_IN_TRANSACTIONS

        values = [SERVER_SETTINGS[name] for name in SET_IN_TRANSACTIONS]
        statements.append((SET_ALL, [[*SET_IN_TRANSACTIONS], values]))
    statements.append((ENTER_LAZILY if writes and lazy else ENTER, [shown_user, f"{max(1, round(seconds * 1000))}ms"]))
    if writes:
        statements.append((WAIT_FOR_WRITERS, [user]))
    return statements


def send_together(server: "Server", before: "list[Bound]", sql: str, values: "Any" = None) -> "ServerCursor":
    """Run a statement behind others, with one wait for all of them; returns the cursor of the last one."""
    if not before:
        return server.execute(sql, values)
    with server.pipeline():
        for one, its_values in before:
            server.execute(one, its_values)
        return server.execute(sql, values)


def is_connection_lost(error: "psycopg.Error") -> bool:
    """Whether the connection is gone, or the server is stopping."""
    return (error.sqlstate or CONNECTION_LOST[0]).startswith(CONNECTION_LOST)
