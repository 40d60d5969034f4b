"""The vector matrix of a process that searches often, against comparing all vectors."""

import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from recall_cli.domain.scope import Filters
from recall_cli.domain.vector import QueryVector
from recall_cli.engines.sqlite.connection import SqliteEngine
from recall_cli.engines.sqlite.vectors import vector_matrix
from recall_cli.engines.sqlite.vectors import vector_store as module
from tests.engines.sqlite.test_vector_store import NO_FILTERS, QUERIES, nearest_exactly, noisy_vector, vectors_of
from tests.engines.stores import add_memory, begin_transaction, open_store

RANDOM = random.Random(8)
DIMENSIONS = 384


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Iterator[SqliteEngine]":
    """A new store in a process that has searched often enough, and searches each state twice."""
    monkeypatch.setattr(module, "QUERIES_BEFORE_MATRIX", 0)
    monkeypatch.setattr(vector_matrix, "QUERIES_BEFORE_READING", 1)
    engine = open_store(tmp_path / "s.db")
    yield engine
    engine.close()


CENTRES = [[RANDOM.gauss(0, 1) for _ in range(DIMENSIONS)] for _ in range(10)]


def fill_store(engine: SqliteEngine, count: int) -> "dict[int, bytes]":
    made: dict[int, bytes] = {}
    with begin_transaction(engine) as tx:
        for i in range(1, count + 1):
            n = add_memory(tx, f"memory {i}", type="decision" if i % 100 == 0 else "fact")
            made[n] = noisy_vector(RANDOM.choice(CENTRES))
            vectors_of(tx).put(n, made[n])
        vectors_of(tx).fill_blocks()
    return made


def nearest_when_warm(
    engine: SqliteEngine, query: bytes, count: int, wanted: Filters = NO_FILTERS
) -> "list[tuple[int, float]]":
    """The result of the second search of a state."""
    with begin_transaction(engine, write=False) as tx:
        vectors_of(tx).nearest(query, count, wanted)
        return vectors_of(tx).nearest(query, count, wanted)


def test_it_is_nearly_exact_and_has_the_true_cosines(engine: SqliteEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The matrix alone returns 97% of the true nearest."""
    made = fill_store(engine, 3000)
    nearest_when_warm(engine, made[1], 20)
    monkeypatch.setattr(module.Vectors, "_nearest_shortlisted", lambda *_: pytest.fail("the blocks were asked"))
    hits = 0
    with begin_transaction(engine, write=False) as tx:
        for _ in range(QUERIES):
            query = noisy_vector([number / 8 for number in QueryVector(RANDOM.choice(list(made.values()))).numbers])
            found = vectors_of(tx).nearest(query, 20, NO_FILTERS)
            exact = nearest_exactly(made, query, len(made))
            true = dict(exact)
            assert all(true[n] == pytest.approx(cosine) for n, cosine in found)
            hits += len({n for n, _ in found} & {n for n, _ in exact[:20]})
    assert hits >= 0.97 * 20 * QUERIES


def test_every_write_is_seen_at_once(engine: SqliteEngine, tmp_path: Path) -> None:
    """Writes of this or another connection are seen, within their transaction and after a rollback."""
    made = fill_store(engine, 600)
    query = made[7]
    assert nearest_when_warm(engine, query, 5)[0][0] == 7
    with begin_transaction(engine) as tx:
        new = add_memory(tx, "the very same")
        vectors_of(tx).put(new, query)
        assert [n for n, _ in vectors_of(tx).nearest(query, 2, NO_FILTERS)] == [7, new]
    assert [n for n, _ in nearest_when_warm(engine, query, 2)] == [7, new]
    other = open_store(tmp_path / "s.db")
    with begin_transaction(other) as tx:
        more = add_memory(tx, "the same again")
        vectors_of(tx).put(more, query)
    other.close()
    assert [n for n, _ in nearest_when_warm(engine, query, 3)] == [7, new, more]
    with suppress(ZeroDivisionError), begin_transaction(engine) as tx:
        vectors_of(tx).put(add_memory(tx, "not kept"), query)
        assert len([n for n, cosine in vectors_of(tx).nearest(query, 9, NO_FILTERS) if cosine > 0.99]) == 4
        raise ZeroDivisionError
    assert [n for n, cosine in nearest_when_warm(engine, query, 9) if cosine > 0.99] == [7, new, more]


def test_what_does_not_pass_is_not_found(engine: SqliteEngine) -> None:
    """If few memories pass, the blocks and the tables are used instead."""
    made = fill_store(engine, 1500)
    passing = {n: vector for n, vector in made.items() if n % 100 == 0}
    assert nearest_when_warm(engine, made[3], 10, Filters(types=("decision",))) == nearest_exactly(passing, made[3], 10)


def test_a_deleted_memory_is_not_found(engine: SqliteEngine) -> None:
    """A deleted memory is not found, though its vector stays."""
    made = fill_store(engine, 500)
    assert nearest_when_warm(engine, made[9], 1)[0][0] == 9
    with begin_transaction(engine) as tx:
        op = tx.operations.add("delete", trust="agent")
        tx.memories.change(op, 9, {"deleted_at": tx.now})
    assert 9 not in dict(nearest_when_warm(engine, made[9], 400))
