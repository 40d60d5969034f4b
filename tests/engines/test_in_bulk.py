"""Many memories at once are kept as each by itself: the same rows, the same words in the index, the same vectors."""

from pathlib import Path
from typing import Any

import apsw
import pytest

from recall_cli.domain.errors import StoreError
from recall_cli.domain.ids import uuid7
from recall_cli.domain.memory import DEFAULTS
from recall_cli.domain.scope import View
from recall_cli.engines.sqlite.statements import statement
from recall_cli.engines.transaction import Transaction
from recall_cli.flows.write.columns import columns_of
from recall_cli.inference.static import StaticTable
from tests.bench.corpus import Corpus
from tests.engines.store import NOW, begun, opened

TABLE = StaticTable()
MANY = 600


def rows(tx: Transaction, count: int) -> "list[dict[str, Any]]":
    """As many new memories: some with tags, with a fact, in letters without spaces between words."""
    op = tx.operations.add("import", trust="agent")
    found = []
    for number, memory in enumerate(Corpus().memories(count)):
        said = {**DEFAULTS, "source": "agent", "trust": "agent", "created_at": NOW, "updated_at": NOW}
        said |= {"text": memory["text"], "tags": memory["tags"] or {}}
        if number % 7 == 0:
            said |= {"text": f"{said['text']} 監査ログ", "entity": "Build Server", "attribute": "port", "value": "81"}
        del said["superseded_by"]
        id_ = uuid7(NOW, number, bytes(8))
        found.append(columns_of(tx, said, id_=id_, project=None, born=op))
    return found


def whole(path: Path) -> "list[list[Any]]":
    """What a store holds, but for the shape of its index and of its blocks."""
    connection = apsw.Connection(str(path))
    connection.execute("INSERT INTO memory_fts (memory_fts, rank) VALUES ('integrity-check', 1)")
    asked = ("SELECT * FROM memory", "SELECT * FROM memory_term", "SELECT * FROM vector", "SELECT inputs FROM audit")
    return [connection.execute(sql).fetchall() for sql in asked]


def test_many_at_once_are_each_by_itself(tmp_path: Path) -> None:
    """Added at once behind one that was there, and one by one."""
    for way in ("single", "bulk"):
        engine = opened(tmp_path / way)
        for count in (1, MANY):
            with Transaction(engine, View(user="owner"), NOW, write=True, embedder=lambda: TABLE) as tx:
                given = rows(tx, MANY + 1)[count != 1 : count + (count != 1)]
                if way == "bulk":
                    tx.memories.add_all(given)
                else:
                    for row in given:
                        tx.memories.add(row)
        engine.close()
    single, bulk = whole(tmp_path / "single"), whole(tmp_path / "bulk")
    assert bulk == single
    assert len(bulk[0]) == len(bulk[2]) == MANY + 1
    assert len(bulk[1]) > MANY


def test_a_taken_id_takes_all_back(tmp_path: Path) -> None:
    """Nothing of it stays, and the index takes single memories again as before."""
    engine = opened(tmp_path / "m.db")
    tx = begun(engine)
    one, two = rows(tx.__enter__(), 2)
    with pytest.raises(StoreError, match="UNIQUE"):
        tx.memories.add_all([one, {**two, "id": one["id"]}])
    engine.rollback()
    with begun(engine) as tx:
        tx.memories.add(rows(tx, 1)[0])
    engine.close()
    held, terms, _, _ = whole(tmp_path / "m.db")
    assert len(held) == 1
    assert terms


def test_one_and_many_name_the_same_columns() -> None:
    """The two statements differ in what they do where an id is taken."""
    assert statement("memories", "add").startswith(statement("memories", "add_new"))


def test_what_was_given_goes_with_its_transaction(tmp_path: Path) -> None:
    """Its words are sealed into the record and not kept in memory: an import would hold all that it ever read."""
    with begun(opened(tmp_path / "m.db")) as tx:
        tx.memories.add_all(rows(tx, 3))
    assert tx._given == {}
