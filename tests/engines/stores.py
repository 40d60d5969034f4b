"""Stores for the engine's tests: real files, opened as the program opens them."""

from pathlib import Path
from typing import Any

from recall_cli.app import App
from recall_cli.domain.scope import View
from recall_cli.engines.sqlite.connection import SqliteEngine
from recall_cli.engines.transaction import Transaction
from recall_cli.flows.write.think import new_draft
from tests import engine_choice
from tests.postgres_server import running_server

_databases: dict[Path, str] = {}
"""The database on the server that stands for a path."""
NOW = 1_772_366_400_000


def open_store(path: Path, *, write: bool = True, patience: float = 0.2) -> Any:
    """A connection to a store; on PostgreSQL each path stands for a database of its own."""
    if engine_choice.is_postgres:
        return open_server_store(path, write=write, patience=patience)
    return SqliteEngine(str(path), write=write, patience=patience, version="test", now=lambda: NOW)


def open_server_store(path: Path, *, write: bool = True, patience: float = 0.2) -> Any:
    """A connection to a database of the tests' server."""
    from recall_cli.engines.postgres.connection import PostgresEngine

    server = running_server()
    if path not in _databases:
        _databases[path] = server.new_database()
    with server.passfile_in_environment():
        url = server.url(_databases[path])
        return PostgresEngine(url, write=write, patience=patience, version="test", now=lambda: NOW)


def begin_transaction(engine: Any, *, write: bool = True, **view: Any) -> Transaction:
    """A transaction on a store."""
    return Transaction(engine, View(**{"user": "owner", **view}), NOW, write=write)


def add_memory(tx: Transaction, text: str, **columns: Any) -> int:
    """Store a memory with any columns; its row number."""
    op = tx.operations.add("store", trust="agent")
    project = columns.pop("project", None)
    id_ = columns.pop("id", None) or App({}).new_id(columns.get("created_at", NOW))
    columns = {"source": "agent", "trust": "agent", "created_at": NOW, "updated_at": NOW, **columns}
    return tx.memories.add(new_draft(text=text, **columns), id_=id_, project=project, op=op)
