"""Connections that threads share or a pooler lends: without anything of the last user, and replaced when they break."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from recall_cli.domain.errors import StoreError
from recall_cli.domain.scope import Filters, View
from recall_cli.engines.postgres import server_connection
from recall_cli.engines.postgres.connection import PostgresEngine
from recall_cli.engines.postgres.connection_pool import MAX_CONNECTIONS, Pool, close_pools, find_pool
from recall_cli.engines.transaction import Transaction
from tests.engines.stores import NOW, add_memory
from tests.postgres_server import PostgresServer

psycopg = pytest.importorskip("psycopg")
SETTINGS = "SELECT current_setting('search_path'), current_setting('jit'), current_setting('recall.tenant', true)"


@pytest.fixture(autouse=True)
def no_pools() -> Iterator[None]:
    """No pool of another test, and none for the next one."""
    close_pools()
    yield
    close_pools()


def pooled_engine(server: PostgresServer, database: str) -> PostgresEngine:
    """An engine as a thread of `recall serve` has it."""
    engine = PostgresEngine(server.url(database), write=True, patience=5.0, version="test", now=lambda: NOW)
    engine.tune_for_server()
    return engine


def pool_of(server: PostgresServer, database: str) -> Pool:
    pool = find_pool(server.url(database))
    assert pool is not None
    return pool


def test_many_threads_share_few_connections(server: PostgresServer, database: str) -> None:
    """Each of 40 threads stores as a user of its own; all is kept apart, by no more connections than allowed."""
    engines = [pooled_engine(server, database) for _ in range(40)]

    def store(number: int) -> None:
        for _ in range(5):
            with Transaction(engines[number], View(user=f"user{number}"), NOW, write=True) as tx:
                add_memory(tx, f"of user {number}")

    threads = [threading.Thread(target=store, args=(number,)) for number in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert pool_of(server, database).size <= MAX_CONNECTIONS
    for number, engine in enumerate(engines):
        with Transaction(engine, View(user=f"user{number}"), NOW) as tx:
            assert {memory.text for memory in tx.memories.iterate(Filters(as_of=None))} == {f"of user {number}"}
            assert tx.memories.count_visible() == 5


def test_nothing_of_a_user_stays_in_a_connection(server: PostgresServer, database: str) -> None:
    """Whoever borrows the connection next has no user, waits for locks as usual, and commits to the disk."""
    engine = pooled_engine(server, database)
    engine.use_best_effort_writes()
    with Transaction(engine, View(user="alice"), NOW, write=True) as tx:
        add_memory(tx, "one")
        assert engine._server.execute("SHOW synchronous_commit").fetchall() == [("off",)]
    pool = pool_of(server, database)
    with_all = [pool.borrow(5) for _ in range(pool.size)]
    for connection in with_all:
        assert connection.execute("SELECT coalesce(current_setting('recall.tenant', true), '')").fetchall() == [("",)]
        assert connection.execute("SHOW synchronous_commit").fetchall() == [("on",)]
        assert connection.execute("SHOW lock_timeout").fetchall() == [("1min",)], "that of the login"
        pool.take_back(connection)


def test_a_write_after_one_that_may_be_lost_is_durable(server: PostgresServer, database: str) -> None:
    """Counting an access through a connection does not make later writes of it wait for the disk any less."""
    engine = PostgresEngine(server.url(database), write=True, patience=5.0, version="test", now=lambda: NOW)
    engine.use_best_effort_writes()
    for expected in ("off", "on"):
        with Transaction(engine, View(user="alice"), NOW, write=True) as tx:
            add_memory(tx, "one")
            assert engine._server.execute("SHOW synchronous_commit").fetchall() == [(expected,)]
    engine.close()


def test_a_failed_transaction_gives_its_connection_back(server: PostgresServer, database: str) -> None:
    """More failures than connections: none stays borrowed."""
    engine = pooled_engine(server, database)
    for _ in range(MAX_CONNECTIONS + 2):
        with pytest.raises(ZeroDivisionError), Transaction(engine, View(user="alice"), NOW, write=True) as tx:
            add_memory(tx, str(1 // 0))
    with Transaction(engine, View(user="alice"), NOW) as tx:
        assert tx.memories.count_visible() == 0
    assert engine.has_current_schema()
    assert engine.bytes_on_disk() > 0
    assert engine._held is None


@pytest.mark.parametrize("is_pooled", [True, False])
def test_a_broken_connection_is_replaced(server: PostgresServer, database: str, is_pooled: bool) -> None:
    """After a restart of the server the next transaction opens a connection; nothing had begun, so nothing is lost."""
    engine = PostgresEngine(server.url(database), write=True, patience=5.0, version="test", now=lambda: NOW)
    if is_pooled:
        engine.tune_for_server()
    for number in range(3):
        with Transaction(engine, View(user="alice"), NOW, write=True) as tx:
            add_memory(tx, f"number {number}")
        with server.admin() as admin:
            admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [database])
    with Transaction(engine, View(user="alice"), NOW) as tx:
        assert tx.memories.count_visible() == 3
    engine.close()


def test_a_connection_that_breaks_midway_is_an_error(server: PostgresServer, database: str) -> None:
    """Once something was written the transaction is not silently begun again: the caller is told."""
    engine = pooled_engine(server, database)
    tx = Transaction(engine, View(user="alice"), NOW, write=True).__enter__()
    add_memory(tx, "one")
    with server.admin() as admin:
        admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [database])
    with pytest.raises(StoreError):
        add_memory(tx, "two")
    engine.rollback()
    with Transaction(engine, View(user="alice"), NOW) as tx:
        assert tx.memories.count_visible() == 0


@pytest.fixture
def lent(server: PostgresServer, database: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """An engine whose connection was opened without any setting."""
    real = server_connection.connect_options
    monkeypatch.setattr(
        server_connection, "connect_options", lambda url: {k: v for k, v in real(url).items() if k != "options"}
    )
    engine = PostgresEngine(server.url(database), write=True, patience=1.0, version="test", now=lambda: NOW)
    yield engine
    engine.close()


def test_each_transaction_sets_what_it_needs(lent: Any) -> None:
    """Storing and searching work, and the next client of the same connection finds nothing of it."""
    before = lent._server.execute(SETTINGS).fetchone()
    with Transaction(lent, View(user="alice"), NOW, write=True) as tx:
        number = add_memory(tx, "The build of the parser failed.")
        inside = lent._server.execute(SETTINGS).fetchone()
    with Transaction(lent, View(user="alice"), NOW) as tx:
        match = tx.search.match_expression("parser")
        assert match is not None
        assert [n for n, _ in tx.search.by_words(match, Filters(), 10)] == [number]
    assert inside == ("recall,public,pg_temp", "off", "alice")
    assert lent._server.execute(SETTINGS).fetchone() == (*before[:2], "")
    assert before[0] != inside[0]


def test_what_was_prepared_serves_the_next_client(lent: Any) -> None:
    """Each statement is prepared at its first use: a pooler keeps it for commands that come after."""
    with Transaction(lent, View(user="alice"), NOW) as tx:
        assert tx.search.size() == 0
    prepared = lent._server.execute("SELECT statement FROM pg_prepared_statements").fetchall()
    assert any("word_total" in statement for (statement,) in prepared)


def test_without_a_pooler_nothing_is_set_again(server: PostgresServer, database: str) -> None:
    """A connection that keeps its settings begins a transaction as before."""
    engine = PostgresEngine(server.url(database), write=True, patience=1.0, version="test", now=lambda: NOW)
    assert engine._server.keeps_settings
    assert engine._server.prepare_threshold == 5
    engine.close()
