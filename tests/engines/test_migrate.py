"""Upgrading a store of an earlier schema keeps all its content."""

from pathlib import Path

import apsw
import pytest

from recall_cli.domain.scope import Filters
from recall_cli.engines.sqlite import schema_check
from recall_cli.engines.sqlite.driver import APPLICATION_ID, SCHEMA_VERSION
from recall_cli.engines.sqlite.migrate import PAGE_BYTES, migrate
from recall_cli.engines.statements import SQLITE
from recall_cli.inference.static_table import MODEL_NAME, StaticTable
from recall_cli.rules.text.normalize import content_hash
from tests.command import Home
from tests.engines.stores import NOW, add_memory, begin_transaction, open_store
from tests.faults.store_check import find_faults

TEXTS = ("The queue is NATS.", "The cache is Redis.", "Backups run at three.")
FULL_MODEL = "MiniLM@12345678"


def make_first_schema(path: Path, size: int = 4096) -> None:
    """A store of the first schema: memories of two users, vectors of two models, one waiting, one held."""
    connection = apsw.Connection(str(path))
    connection.pragma("page_size", size)
    connection.pragma("journal_mode", "wal")
    connection.execute("BEGIN")
    connection.execute(next(script for number, script in SQLITE.migrations() if number == 1))
    connection.execute("INSERT INTO migration (version, applied_at, recall) VALUES (1, 0, 'old')")
    table = StaticTable()
    for n, text in enumerate((*TEXTS, *TEXTS), 1):
        user = "owner" if n <= len(TEXTS) else "other"
        connection.execute(
            "INSERT INTO operation (n, user, kind, at, trust, touched) VALUES (?, ?, 'store', ?, 'agent', 1)",
            (n, user, NOW),
        )
        connection.execute(
            "INSERT INTO memory (n, id, user, text, type, importance, confidence, classification, shared, source, trust, "
            "created_at, updated_at, extracted_by, hash, born) "
            "VALUES (?, ?, ?, ?, 'fact', 0.5, 0.8, 1, 0, 'agent', 'agent', ?, ?, 'none', ?, ?)",
            (n, f"0195{n:04x}-0000-7000-8000-{n:012x}", user, text, NOW, NOW, content_hash(text), n),
        )
        vector = table.embed(text)
        connection.execute(
            "INSERT INTO vector (n, model, user, bytes) VALUES (?, ?, ?, ?)", (n, MODEL_NAME, user, vector)
        )
        connection.execute("INSERT INTO vector_waiting (user, model, n) VALUES (?, ?, ?)", (user, MODEL_NAME, n))
    connection.execute(
        "INSERT INTO vector (n, model, user, bytes) VALUES (1, ?, 'owner', ?)", (FULL_MODEL, bytes([1]) * 384)
    )
    connection.pragma("user_version", 1)
    connection.pragma("application_id", APPLICATION_ID)
    connection.execute("COMMIT")
    connection.close()


def test_every_vector_is_found_after(tmp_path: Path) -> None:
    """Each vector keeps its memory, user and model; searches by meaning and by words still work."""
    make_first_schema(tmp_path / "s.db")
    engine = open_store(tmp_path / "s.db")
    assert engine.connection.pragma("user_version") == SCHEMA_VERSION
    assert engine.connection.execute("SELECT version FROM migration ORDER BY version").fetchall() == [
        (number,) for number, _ in SQLITE.migrations()
    ]
    table = StaticTable()
    with begin_transaction(engine) as tx:
        kept = engine.vectors(tx, MODEL_NAME)
        assert kept.by_number([1, 2, 3, 4]) == {n: table.embed(text) for n, text in enumerate(TEXTS, 1)}
        assert engine.vectors(tx, FULL_MODEL).by_number([1, 2]) == {1: bytes([1]) * 384}
        assert kept.nearest(table.embed("which cache?"), 1, Filters())[0][0] == 2
        assert [memory.n for memory in tx.memories.with_same_text(content_hash(TEXTS[2]), None)] == [3]
        kept.put(1, table.embed("other words"))
        assert engine.vectors(tx, "new-model").by_number([1]) == {}
        engine.vectors(tx, "new-model").put(2, bytes([2]) * 128)
        assert engine.vectors(tx, "new-model").by_number([1, 2]) == {2: bytes([2]) * 128}
        add_memory(tx, "one more")
    with begin_transaction(engine, user="other") as tx:
        assert sorted(engine.vectors(tx, MODEL_NAME).by_number([1, 2, 3, 4, 5, 6])) == [4, 5, 6]
    engine.close()


def test_a_migration_that_fails_leaves_the_old_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupted upgrade leaves the file as it was, and the next start upgrades it."""
    make_first_schema(tmp_path / "s.db")
    broken = [
        (number, script + "\nSELECT no_such_function();" * (number == 2)) for number, script in SQLITE.migrations()
    ]
    connection = apsw.Connection(str(tmp_path / "s.db"))
    before = connection.execute("SELECT * FROM vector").fetchall()
    with monkeypatch.context() as patched:
        patched.setattr(SQLITE, "migrations", lambda: iter(broken))
        with pytest.raises(apsw.SQLError):
            migrate(connection, "test", NOW)
    assert connection.pragma("user_version") == 1
    assert connection.execute("SELECT * FROM vector").fetchall() == before
    assert migrate(connection, "test", NOW) == SCHEMA_VERSION
    connection.close()


def test_an_old_store_is_whole_after(recall: Home) -> None:
    """An upgraded store works with all commands and has no broken reference."""
    recall.db.parent.mkdir(parents=True, exist_ok=True)
    make_first_schema(recall.db)
    assert recall.json("search", "cache")["total"] == 1
    recall.store("The log is Loki.")
    assert recall.json("count")["count"] == 4
    assert [fault for fault in find_faults(recall.db) if not fault.startswith("the same words twice")] == []


def test_pages_of_a_new_store_are_larger(tmp_path: Path) -> None:
    """A new store has large pages, so that rows of usual length leave less space empty."""
    engine = open_store(tmp_path / "s.db")
    assert engine.connection.pragma("page_size") == PAGE_BYTES
    engine.close()


def test_a_copy_with_other_pages_comes_back(recall: Home) -> None:
    """A backup with small pages is restored into a store with larger ones."""
    make_first_schema(recall.path / "old.db")
    recall.store("soon put aside")
    assert recall.quick("restore", str(recall.path / "old.db"), "--force", person=True).status == 0
    assert recall.json("count")["count"] == 3
    assert recall.json("search", "cache")["total"] == 1


def test_turns_of_before_count_as_met_when_a_session_was_last_read(tmp_path: Path) -> None:
    """The first maintenance after an upgrade keeps known turns; without sessions the newest write counts."""
    make_first_schema(tmp_path / "s.db")
    connection = apsw.Connection(str(tmp_path / "s.db"))
    connection.execute(
        f"INSERT INTO transcript (user, path, agent, at, mark, read_at) VALUES ('owner', 'x', 'codex', 1, '', {NOW + 5});"
        "INSERT INTO heard (user, turn) VALUES ('owner', 7), ('other', 7)"
    )
    connection.close()
    engine = open_store(tmp_path / "s.db")
    assert engine.connection.execute("SELECT user, at FROM heard ORDER BY user").fetchall() == [
        ("other", NOW),
        ("owner", NOW + 5),
    ]
    engine.close()


def test_a_store_that_is_upgraded_meanwhile_is_not_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check of a schema reads the schema and its version of one moment, while another process upgrades the store."""
    path = str(tmp_path / "old.db")
    other = apsw.Connection(path)
    other.execute("PRAGMA journal_mode = WAL").fetchall()
    [(_, first), *_] = SQLITE.migrations()
    other.execute(first)
    other.pragma("user_version", 1)
    read_items = schema_check._schema_items

    def read_then_upgrade(connection: apsw.Connection) -> object:
        items = read_items(connection)
        if connection.filename == path and other.pragma("user_version") == 1:
            migrate(other, "test", NOW)
        return items

    monkeypatch.setattr(schema_check, "_schema_items", read_then_upgrade)
    assert schema_check.schema_differences(apsw.Connection(path)) == []
    assert other.pragma("user_version") == SCHEMA_VERSION
