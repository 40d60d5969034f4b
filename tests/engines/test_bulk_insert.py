"""A bulk insert gives the same rows, index and vectors as single inserts."""

from pathlib import Path
from typing import Any

import apsw
import pytest

from recall_cli.domain.draft import Draft
from recall_cli.domain.errors import StoreError
from recall_cli.domain.ids import uuid7
from recall_cli.domain.scope import View
from recall_cli.engines.statements import SQLITE
from recall_cli.engines.tables.memory_row import NewMemory, row_of_draft
from recall_cli.engines.transaction import Transaction
from recall_cli.flows.write.think import new_draft
from recall_cli.inference.static_table import StaticTable
from tests.bench.corpus import Corpus
from tests.engines.stores import NOW, begin_transaction, open_store

TABLE = StaticTable()
BULK_COUNT = 600


def new_drafts(count: int) -> "list[tuple[str, Draft]]":
    """So many new memories: some with tags, with a fact, or in a script without spaces."""
    found = []
    for number, memory in enumerate(Corpus().memories(count)):
        said = {"source": "agent", "trust": "agent", "created_at": NOW, "updated_at": NOW}
        said |= {"text": memory["text"], "tags": memory["tags"] or {}}
        if number % 7 == 0:
            said |= {"text": f"{said['text']} 監査ログ", "entity": "Build Server", "attribute": "port", "value": "81"}
        found.append((uuid7(NOW, number, bytes(8)), new_draft(**said)))
    return found


def draft_row(tx: Transaction, id_: str, draft: Draft, op: int) -> NewMemory:
    """The row of a draft."""
    return row_of_draft(draft, grams=tx.engine.grams(draft.text), id_=id_, project=None, op=op)


def dump_tables(path: Path) -> "list[list[Any]]":
    """The content of a store, without the layout of its index and blocks."""
    connection = apsw.Connection(str(path))
    connection.execute("INSERT INTO memory_fts (memory_fts, rank) VALUES ('integrity-check', 1)")
    asked = ("SELECT * FROM memory", "SELECT * FROM memory_term", "SELECT * FROM vector", "SELECT inputs FROM audit")
    return [connection.execute(sql).fetchall() for sql in asked]


def test_many_at_once_are_each_by_itself(tmp_path: Path) -> None:
    """Memories added at once after an older one equal memories added one by one."""
    for way in ("single", "bulk"):
        engine = open_store(tmp_path / way)
        for count in (1, BULK_COUNT):
            with Transaction(engine, View(user="owner"), NOW, write=True, embedder=lambda: TABLE) as tx:
                given = new_drafts(BULK_COUNT + 1)[count != 1 : count + (count != 1)]
                op = tx.operations.add("import", trust="agent")
                if way == "bulk":
                    tx.memories.add_many([draft_row(tx, id_, draft, op) for id_, draft in given])
                else:
                    for id_, draft in given:
                        tx.memories.add(draft, id_=id_, project=None, op=op)
        engine.close()
    single, bulk = dump_tables(tmp_path / "single"), dump_tables(tmp_path / "bulk")
    assert bulk == single
    assert len(bulk[0]) == len(bulk[2]) == BULK_COUNT + 1
    assert len(bulk[1]) > BULK_COUNT


def test_a_taken_id_takes_all_back(tmp_path: Path) -> None:
    """A failed bulk insert leaves nothing, and later memories are indexed again."""
    engine = open_store(tmp_path / "m.db")
    tx = begin_transaction(engine)
    op = tx.__enter__().operations.add("import", trust="agent")
    one, two = (draft_row(tx, id_, draft, op) for id_, draft in new_drafts(2))
    with pytest.raises(StoreError, match="UNIQUE"):
        tx.memories.add_many([one, NewMemory({**vars(two), "id": one.id})])
    engine.rollback()
    with begin_transaction(engine) as tx:
        id_, draft = new_drafts(1)[0]
        tx.memories.add(draft, id_=id_, project=None, op=tx.operations.add("import", trust="agent"))
    engine.close()
    held, terms, _, _ = dump_tables(tmp_path / "m.db")
    assert len(held) == 1
    assert terms


def test_one_and_many_name_the_same_columns() -> None:
    """The two insert statements differ only in how they treat a taken id."""
    assert SQLITE.get("memories", "add").startswith(SQLITE.get("memories", "add_new"))


def test_what_was_given_goes_with_its_transaction(tmp_path: Path) -> None:
    """Inputs are not kept in memory after the commit, so that a long import does not grow."""
    with begin_transaction(open_store(tmp_path / "m.db")) as tx:
        op = tx.operations.add("import", trust="agent")
        tx.memories.add_many([draft_row(tx, id_, draft, op) for id_, draft in new_drafts(3)])
    assert tx._inputs == {}
