"""A pooler between recall and the server: it ignores what a connection is opened with, and lends it for one transaction."""

from typing import Any

import pytest

from recall_cli.domain.scope import Filters, View
from recall_cli.engines.postgres import server_connection
from recall_cli.engines.postgres.connection import PostgresEngine
from recall_cli.engines.transaction import Transaction
from tests.engines.stores import NOW, add_memory
from tests.postgres_server import PostgresServer

pytest.importorskip("psycopg")
SETTINGS = "SELECT current_setting('search_path'), current_setting('jit'), current_setting('recall.tenant', true)"


@pytest.fixture
def pooled(server: PostgresServer, database: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """An engine whose connection was opened without any setting."""
    real = server_connection.connect_options
    monkeypatch.setattr(
        server_connection, "connect_options", lambda url: {k: v for k, v in real(url).items() if k != "options"}
    )
    engine = PostgresEngine(server.url(database), write=True, patience=1.0, version="test", now=lambda: NOW)
    yield engine
    engine.close()


def test_each_transaction_sets_what_it_needs(pooled: Any) -> None:
    """Storing and searching work, and the next client of the same connection finds nothing of it."""
    before = pooled._server.execute(SETTINGS).fetchone()
    with Transaction(pooled, View(user="alice"), NOW, write=True) as tx:
        number = add_memory(tx, "The build of the parser failed.")
        inside = pooled._server.execute(SETTINGS).fetchone()
    with Transaction(pooled, View(user="alice"), NOW) as tx:
        match = tx.search.match_expression("parser")
        assert match is not None
        assert [n for n, _ in tx.search.by_words(match, Filters(), 10)] == [number]
    assert inside == ("recall,public,pg_temp", "off", "alice")
    assert pooled._server.execute(SETTINGS).fetchone() == (*before[:2], "")
    assert before[0] != inside[0]


def test_what_was_prepared_serves_the_next_client(pooled: Any) -> None:
    """Each statement is prepared at its first use: a pooler keeps it for commands that come after."""
    with Transaction(pooled, View(user="alice"), NOW) as tx:
        assert tx.search.size() == 0
    prepared = pooled._server.execute("SELECT statement FROM pg_prepared_statements").fetchall()
    assert any("word_total" in statement for (statement,) in prepared)


def test_without_a_pooler_nothing_is_set_again(server: PostgresServer, database: str) -> None:
    """A connection that keeps its settings begins a transaction as before."""
    engine = PostgresEngine(server.url(database), write=True, patience=1.0, version="test", now=lambda: NOW)
    assert engine._server.keeps_settings
    assert engine._server.prepare_threshold == 5
    engine.close()
