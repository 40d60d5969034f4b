"""The WAL stays short after many commands, each in its own process."""

import os
from pathlib import Path

import pytest

from recall_cli.app import App
from recall_cli.domain.draft import StoreRequest
from recall_cli.flows.brief.usage import record_use
from recall_cli.flows.write.store import store

MAX_WAL_BYTES = 1_300_000
"""A megabyte and what one command can add."""


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("RECALL_CONFIG", str(tmp_path / "config.toml"))
    return str(tmp_path / "recall.db")


def _store(db: str, text: str) -> None:
    """One `recall store`, from opening to closing the file."""
    app = App({"db": db})
    store(app, StoreRequest(text=text, tags={}, shared=False), None)
    app.close()


def _wal_bytes(db: str) -> int:
    return os.path.getsize(db + "-wal") if os.path.exists(db + "-wal") else 0


def test_many_stores_leave_a_short_wal(db: str) -> None:
    """The WAL never exceeds about a megabyte, and is emptied repeatedly."""
    sizes = []
    for number in range(120):
        _store(db, f"Memory {number}: " + "the export worker waits for the ledger, " * 100)
        sizes.append(_wal_bytes(db))
    assert max(sizes) < MAX_WAL_BYTES
    assert sum(later < earlier for earlier, later in zip(sizes, sizes[1:], strict=False)) >= 2


def test_many_reads_leave_a_short_wal(db: str) -> None:
    """Counting accesses keeps the WAL short too."""
    for number in range(60):
        _store(db, f"Memory {number}: " + "the export worker waits for the ledger, " * 60)
    for _ in range(20):
        app = App({"db": db})
        with app.read_transaction() as tx:
            found = tx.memories.by_number(list(range(1, 61)))
        record_use(app, found)
        app.close()
        assert _wal_bytes(db) < MAX_WAL_BYTES
    app = App({"db": db})
    with app.read_transaction() as tx:
        assert {memory.access_count for memory in tx.memories.by_number([1, 60])} == {20}
    app.close()


def test_a_reader_is_not_waited_for(db: str) -> None:
    """While another process reads, a store commits at once and leaves the WAL to a later command."""
    _store(db, "The first memory of this store, so that there is something to read.")
    reader = App({"db": db})
    with reader.read_transaction() as tx:
        assert tx.memories.by_number([1])
        for number in range(70):
            _store(db, f"Memory {number}: " + "the export worker waits for the ledger, " * 100)
        assert _wal_bytes(db) > 1_000_000
    reader.close()
    _store(db, "The last memory of this store, after the reader has gone.")
    assert _wal_bytes(db) == 0
