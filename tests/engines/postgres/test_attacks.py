"""A login that is one user, with plain SQL, against the others: what all users share gives it nothing to take hold of."""

import contextlib
from typing import Any

import pytest

from recall_cli.domain.scope import View
from recall_cli.domain.store_errors import StoreBusy
from recall_cli.engines.postgres.connection import PostgresEngine
from recall_cli.engines.tables.access.tokens import Token
from recall_cli.engines.transaction import Transaction
from tests.engines.stores import NOW, add_memory
from tests.postgres_server import PostgresServer

pytest.importorskip("psycopg")

PATIENCE = 0.2
TABLE_LOCKS = ("SHARE", "SHARE ROW EXCLUSIVE", "EXCLUSIVE", "ACCESS EXCLUSIVE")


@pytest.fixture
def alice(server: PostgresServer, database: str) -> Any:
    """The engine of a user who is attacked, with a memory and a token."""
    url = server.url(database, server.new_login(database, "alice"))
    engine = PostgresEngine(url, write=True, patience=PATIENCE, version="test", now=lambda: NOW)
    with Transaction(engine, View(user="alice"), NOW, write=True) as tx:
        add_memory(tx, "The words of alice")
        op = tx.operations.add("token", trust="user")
        token = Token(
            n=0, id="aaaa1111", user="alice", name="t", agent="a", rights=("read",), clearance="public", topics=(),
            projects=(), per_minute=60, created_at=NOW, op=op,
        )  # fmt: skip
        assert tx.tokens.add(token, b"h")
    yield engine
    engine.close()


@pytest.fixture
def mallory(server: PostgresServer, database: str) -> Any:
    """A connection of a login that is another user and no other."""
    connection = server.connect(database, server.new_login(database, "mallory"))
    connection.execute("SELECT set_config('recall.tenant', 'mallory', false)")
    yield connection
    connection.close()


def store(engine: PostgresEngine, text: str) -> None:
    with Transaction(engine, View(user="alice"), NOW, write=True) as tx:
        add_memory(tx, text)


def count(engine: PostgresEngine) -> int:
    with Transaction(engine, View(user="alice"), NOW) as tx:
        return int(tx.memories.count_visible())


@pytest.mark.parametrize("mode", TABLE_LOCKS)
def test_a_lock_of_a_whole_table_ends_its_holder(alice: PostgresEngine, mallory: Any, mode: str) -> None:
    """The store that waits says so, and the next one works; a plain read transaction of others is left alone."""
    import psycopg

    mallory.execute(f"BEGIN; LOCK TABLE recall.memory IN {mode} MODE")
    with pytest.raises(StoreBusy, match="its connection was ended"):
        store(alice, "while it is locked")
    store(alice, "afterwards")
    assert count(alice) == 2
    with pytest.raises(psycopg.OperationalError):
        mallory.execute("SELECT 1")


def test_the_lock_of_anothers_writers_ends_its_holder(alice: PostgresEngine, mallory: Any) -> None:
    """Whoever may not be the user has no business with the lock of that user's writers."""
    mallory.execute("BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('recall alice', 0))")
    with pytest.raises(StoreBusy, match="its connection was ended"):
        store(alice, "while it is locked")
    store(alice, "afterwards")


def test_ones_own_writer_is_waited_for(alice: PostgresEngine, server: PostgresServer, database: str) -> None:
    """A second program of the same user is busy, and no intruder."""
    other = PostgresEngine(alice.address.url, write=True, patience=PATIENCE, version="test", now=lambda: NOW)
    with Transaction(other, View(user="alice"), NOW, write=True) as tx:
        add_memory(tx, "first")
        with pytest.raises(StoreBusy, match="has been writing"):
            store(alice, "second")
    store(alice, "third")
    assert count(alice) == 3
    other.close()


def test_nobody_can_be_ended_by_calling_it(alice: PostgresEngine, mallory: Any) -> None:
    """The function ends only who holds such a lock: not a writer at work, whoever calls it."""
    with Transaction(alice, View(user="alice"), NOW, write=True) as tx:
        add_memory(tx, "at work")
        assert mallory.execute("SELECT recall.end_intruders()").fetchone() == (0,)
    assert count(alice) == 2


ATTEMPTS = (
    "INSERT INTO recall.token SELECT t.* FROM recall.token t",
    "DELETE FROM recall.token_owner",
    "UPDATE recall.login_tenant SET tenant = 'mallory'",
    "LOCK TABLE recall.migration IN EXCLUSIVE MODE",
    "LOCK TABLE recall.login_tenant IN EXCLUSIVE MODE",
    "LOCK TABLE recall.token_owner IN EXCLUSIVE MODE",
    "TRUNCATE recall.memory",
    "SELECT recall.token_tenants(NULL)",
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE 'alice%'",
    "SET ROLE recall_owner",
    "CREATE FUNCTION recall.tenant2() RETURNS text LANGUAGE sql AS 'SELECT ''alice'''",
    "SELECT count(*) FROM recall.server",
)


def test_what_all_users_share_stays_as_it_is(
    alice: PostgresEngine, mallory: Any, server: PostgresServer, database: str
) -> None:
    """A token of another is still found after its id was inserted and removed by mallory; the rest is refused."""
    import psycopg

    for sql in ATTEMPTS:
        with contextlib.suppress(psycopg.errors.InsufficientPrivilege), mallory.transaction():
            assert mallory.execute(sql).rowcount <= 0, sql
    columns = "tenant_id, n, id, hash, name, agent, rights, per_minute, created_at, op"
    mallory.execute(
        "INSERT INTO recall.operation (tenant_id, n, kind, at, trust) VALUES ('mallory', 1, 'x', 0, 'user')"
    )
    with pytest.raises(psycopg.errors.UniqueViolation):
        mallory.execute(
            f"INSERT INTO recall.token ({columns}) VALUES ('mallory', 1, 'aaaa1111', '', 'x', '', '', 1, 0, 1)"
        )
    mallory.execute(f"INSERT INTO recall.token ({columns}) VALUES ('mallory', 1, 'bbbb', '', 'x', '', '', 1, 0, 1)")
    mallory.execute("UPDATE recall.token SET id = 'aaaa1111' WHERE n = 1")
    mallory.execute("DELETE FROM recall.token")
    with Transaction(alice, View(user="alice"), NOW) as tx:
        assert tx.tokens.by_id("aaaa1111") is not None
    for question in ("SELECT coalesce(sum(memories), 0) FROM recall.word_total", "SELECT count(*) FROM recall.memory",
        "SELECT count(*) FROM recall.users_with_due_jobs(9999999999999, 0)"):  # fmt: skip
        assert mallory.execute(question).fetchone()[0] == 0, question


def test_a_login_has_limits_that_it_cannot_lift(server: PostgresServer, database: str, mallory: Any) -> None:
    """A forgotten transaction ends, and one login leaves connections for the others."""
    import psycopg

    login = mallory.info.user
    shown = mallory.execute("SHOW idle_in_transaction_session_timeout").fetchone()
    assert shown == ("5min",)
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        mallory.execute(f"ALTER ROLE {login} CONNECTION LIMIT 1000")
    with contextlib.ExitStack() as opened:
        for _ in range(31):
            opened.enter_context(contextlib.closing(server.connect(database, login)))
        with pytest.raises(psycopg.OperationalError, match="too many connections for role"):
            server.connect(database, login)
