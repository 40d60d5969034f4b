"""Stores for the engine's tests: real files, opened as the program opens them."""

from pathlib import Path
from typing import Any

from recall_cli.app import App
from recall_cli.domain.memory import MEMORY_DEFAULTS
from recall_cli.domain.scope import View
from recall_cli.engines.sqlite.connection import SqliteEngine
from recall_cli.engines.transaction import Transaction
from recall_cli.flows.write.row_columns import memory_columns

NOW = 1_772_366_400_000


def open_store(path: Path, *, write: bool = True, patience: float = 0.2) -> SqliteEngine:
    """A connection to a store."""
    return SqliteEngine(str(path), write=write, patience=patience, version="test", now=lambda: NOW)


def begin_transaction(engine: SqliteEngine, *, write: bool = True, **view: Any) -> Transaction:
    """A transaction on a store."""
    return Transaction(engine, View(**{"user": "owner", **view}), NOW, write=write)


def add_memory(tx: Transaction, text: str, **columns: Any) -> int:
    """Store a memory with any columns; its row number."""
    op = tx.operations.add("store", trust="agent")
    said = {
        **MEMORY_DEFAULTS, "source": "agent", "trust": "agent", "text": text, "created_at": NOW, "updated_at": NOW, **columns,
    }  # fmt: skip
    project = said.pop("project")
    id_ = said.pop("id", None) or App({}).new_id(said["created_at"])
    said.pop("superseded_by")
    number = tx.memories.add(memory_columns(tx, said, id_=id_, project=project, op=op))
    assert number is not None
    return number
