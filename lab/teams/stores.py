"""Stores for the comparison: bulk writes into either engine, which go on where they were interrupted."""

import os
import time
from itertools import islice
from typing import Any

from recall_cli.app import App
from recall_cli.domain.ids import uuid7
from recall_cli.domain.scope import View
from recall_cli.engines.tables.memory_row import row_of_draft
from recall_cli.flows.write.think import new_draft
from tests.bench.corpus import SEED, Corpus

BATCH = 2_000
ERASED_SESSION = "erased"


def fill(database: str, users: "list[str]", each: int, erased: int = 0) -> float:
    """Store so many memories for each user, many at a time; what is there already is left out.

    The first ones are of a session that is erased later. Returns the seconds.
    """
    app = App({"db": database, "busy_seconds": 60.0})
    texts = iter(Corpus(SEED).memories(each * len(users)))
    began = time.perf_counter()
    for user in users:
        with app.write_transaction(View(user=user)) as tx:
            present = tx.memories.count_visible()
        if present >= each:
            next(islice(texts, each - 1, each), None)
            continue
        next(islice(texts, present - 1, present), None) if present else None
        for first in range(present, each, BATCH):
            with app.write_transaction(View(user=user)) as tx:
                op = tx.operations.add("import", trust="agent")
                session = ERASED_SESSION if first < erased else None
                texts_now = [*islice(texts, min(BATCH, each - first))]
                tx.memories.add_many([_row(tx, memory, op, session) for memory in texts_now])
        with app.write_transaction(View(user=user)) as tx:
            tx.search.refresh_counts()
    app.close()
    return round(time.perf_counter() - began, 1)


def _row(tx: Any, memory: "dict[str, Any]", op: int, session: "str | None") -> Any:
    at = tx.now
    draft = new_draft(
        text=memory["text"], type=memory["type"], importance=memory["importance"], confidence=memory["confidence"],
        tags=memory["tags"] or {}, source="agent", trust="agent", created_at=at, updated_at=at, session=session,
    )  # fmt: skip
    id_ = uuid7(at, 0, os.urandom(8))
    return row_of_draft(draft, grams=tx.engine.grams(draft.text), id_=id_, project=None, op=op)
