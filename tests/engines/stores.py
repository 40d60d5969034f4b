"""Stores for the engine's tests: real files, opened as the program opens them."""

from pathlib import Path
from typing import Any

from recall_cli.app import App
from recall_cli.domain.scope import View
from recall_cli.engines.sqlite.connection import SqliteEngine
from recall_cli.engines.transaction import Transaction
from recall_cli.flows.write.think import new_draft

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
    project = columns.pop("project", None)
    id_ = columns.pop("id", None) or App({}).new_id(columns.get("created_at", NOW))
    columns = {"source": "agent", "trust": "agent", "created_at": NOW, "updated_at": NOW, **columns}
    return tx.memories.add(new_draft(text=text, **columns), id_=id_, project=project, op=op)
