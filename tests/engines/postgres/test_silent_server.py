"""A server that has stopped answering holds nobody up, and loses no text."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from recall_cli.domain.scope import View
from recall_cli.domain.store_errors import StoreUnreachable
from recall_cli.engines.postgres.connection import PostgresEngine
from recall_cli.engines.postgres.server_address import parse_address
from recall_cli.engines.postgres.server_connection import connect
from recall_cli.engines.transaction import Transaction
from tests.command import Home
from tests.engines.postgres.frozen_server import FreezableServer, freezable
from tests.engines.stores import NOW
from tests.postgres_server import PostgresServer
from tests.serve.http_client import serve_http

pytest.importorskip("psycopg")
watched_connection = pytest.importorskip("recall_cli.engines.postgres.watched_connection")

INITIALIZE = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "clientInfo": {"name": "x"}, "capabilities": {}},
}  # fmt: skip
SEARCH = {
    "jsonrpc": "2.0", "id": 2, "method": "tools/call",
    "params": {"name": "search_memories", "arguments": {"query": "the port"}},
}  # fmt: skip
ENOUGH_SECONDS = 20
"""Without limits nothing would ever come back; a busy machine needs its time."""


@pytest.fixture
def way(server: PostgresServer) -> Iterator[FreezableServer]:
    with freezable(server) as found:
        yield found


@pytest.fixture
def home(server: PostgresServer, way: FreezableServer, database: str, tmp_path: Path) -> Home:
    """A developer whose store is reached on the way that can be frozen."""
    found = Home(tmp_path / "home")
    found.more |= {"RECALL_DB": way.url(database), "PGPASSFILE": str(server.passwords), "RECALL_EXTRACTOR": "none"}
    return found


def test_commands_end_and_a_text_is_kept(home: Home, way: FreezableServer) -> None:
    """A search says in one line that the server does not answer; a text waits in a file and is stored later."""
    assert home("store", "The API listens on port 8080.").status == 0
    way.freeze()
    began = time.monotonic()
    search = home("search", "port", timeout=60)
    assert search.status != 0 and "cannot reach postgresql://" in search.err, search
    kept = home("store", "The staging cluster is rebuilt every Sunday.", timeout=60)
    assert kept.status == 0 and "the text is kept" in kept.err, kept
    assert time.monotonic() - began < 2 * ENOUGH_SECONDS
    way.thaw()
    assert home("worker", "--once", timeout=60).status == 0
    assert "every Sunday" in home("search", "staging cluster").out


def test_a_hook_gives_up_and_notes_the_session(home: Home, way: FreezableServer) -> None:
    """The agent's hook ends with status 0, and the session that has ended is read later."""
    transcript = home.path / "session.jsonl"
    transcript.write_text('{"type": "user", "message": {"role": "user", "content": "We deploy on Fridays."}}\n')
    message = f'{{"session_id": "a-session", "transcript_path": "{transcript}", "cwd": "{home.path}"}}'
    way.freeze()
    began = time.monotonic()
    ended = home("hook", "session-end", "--agent", "claude-code", stdin=message, timeout=60)
    assert ended.status == 0 and time.monotonic() - began < ENOUGH_SECONDS
    waiting = [path for path in home.path.rglob("*") if path.is_file() and "a-session" in path.read_text("latin-1")]
    assert [path for path in waiting if path.suffix != ".jsonl" or path != transcript], "no file has the session"
    way.thaw()


def test_an_open_connection_notices_and_recovers(
    server: PostgresServer, way: FreezableServer, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that keeps its connection is told once after a wait, then at once, and goes on when the server does."""
    engine = PostgresEngine(way.url(database), write=False, patience=1.0, version="test", now=lambda: NOW)
    assert count_memories(engine) == 0
    monkeypatch.setattr(watched_connection, "REST_SECONDS", 60.0)
    way.freeze()
    with pytest.raises(StoreUnreachable, match="does not answer"):
        count_memories(engine)
    began = time.monotonic()
    with pytest.raises(StoreUnreachable, match="does not answer"):
        count_memories(engine)
    assert time.monotonic() - began < watched_connection.SILENCE_SECONDS
    way.thaw()
    watched_connection._silent_until.clear()
    assert count_memories(engine) == 0
    engine.close()


def count_memories(engine: PostgresEngine) -> int:
    with Transaction(engine, View(user="owner"), NOW) as tx:
        return tx.memories.count_visible()


def test_a_long_statement_is_waited_for(
    server: PostgresServer, way: FreezableServer, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A healthy server may take its time."""
    monkeypatch.setattr(watched_connection, "SILENCE_SECONDS", 0.1)
    monkeypatch.setattr(watched_connection, "LATER_SILENCE_SECONDS", 0.1)
    with connect(parse_address(way.url(database))) as connection:
        assert connection.execute("SELECT pg_sleep(0.8)::text || '7'").fetchall() == [("7",)]


def test_serve_answers_503_and_recovers(home: Home, way: FreezableServer) -> None:
    """The page for probes is answered, calls and readiness get 503, and everything works again afterwards."""
    assert home("store", "The API listens on port 8080.").status == 0
    with serve_http(home) as running:
        token = running.token("laptop")
        assert running.send("POST", "/mcp", INITIALIZE, token=token).status == 200
        assert running.send("GET", "/readyz").status == 200
        way.freeze()
        began = time.monotonic()
        assert running.send("POST", "/mcp", SEARCH, token=token).status == 503
        assert running.send("GET", "/healthz").status == 200
        assert running.send("GET", "/readyz").status == 503
        assert time.monotonic() - began < ENOUGH_SECONDS
        way.thaw()
        end = time.monotonic() + ENOUGH_SECONDS
        while (answer := running.send("POST", "/mcp", SEARCH, token=token)).status != 200:
            assert time.monotonic() < end, answer.text
            time.sleep(0.2)
        assert "8080" in answer.text
