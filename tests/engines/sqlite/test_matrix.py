"""Nearest memories in a process that asks again and again, against comparing with every vector."""

import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from recall_cli.domain.scope import Filters
from recall_cli.domain.vector import Query, packed
from recall_cli.engines.sqlite.connection import SqliteEngine
from recall_cli.engines.sqlite.vectors import matrix
from recall_cli.engines.sqlite.vectors import vectors as module
from tests.engines.sqlite.test_vectors import ALL, brute, of
from tests.engines.store import add, begun, opened

CHANCE = random.Random(8)
DIMENSIONS = 384


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Iterator[SqliteEngine]":
    """A new store, in a process that asked often enough already, and that asks each state twice."""
    monkeypatch.setattr(module, "AGAIN", 0)
    monkeypatch.setattr(matrix, "AFTER", 1)
    engine = opened(tmp_path / "s.db")
    yield engine
    engine.close()


def some_vector(around: "list[float]") -> bytes:
    return packed([c + CHANCE.gauss(0, 1) for c in around])


CENTRES = [[CHANCE.gauss(0, 1) for _ in range(DIMENSIONS)] for _ in range(10)]


def filled(engine: SqliteEngine, count: int) -> "dict[int, bytes]":
    made: dict[int, bytes] = {}
    with begun(engine) as tx:
        for i in range(1, count + 1):
            n = add(tx, f"memory {i}", type="decision" if i % 100 == 0 else "fact")
            made[n] = some_vector(CHANCE.choice(CENTRES))
            of(tx).put(n, made[n])
        of(tx).settle()
    return made


def warm(engine: SqliteEngine, query: bytes, count: int, wanted: Filters = ALL) -> "list[tuple[int, float]]":
    """What the second question of a state gets."""
    with begun(engine, write=False) as tx:
        of(tx).nearest(query, count, wanted)
        return of(tx).nearest(query, count, wanted)


def test_it_is_nearly_exact_and_has_the_true_cosines(engine: SqliteEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the true nearest 97 in a hundred come back, by the matrix alone."""
    made = filled(engine, 3000)
    warm(engine, made[1], 20)
    monkeypatch.setattr(module.Vectors, "_shortlisted", lambda *_: pytest.fail("the blocks were asked"))
    hits = 0
    with begun(engine, write=False) as tx:
        for _ in range(10):
            query = some_vector([number / 8 for number in Query(CHANCE.choice(list(made.values()))).numbers])
            found = of(tx).nearest(query, 20, ALL)
            true = dict(brute(made, query, len(made)))
            assert all(true[n] == pytest.approx(cosine) for n, cosine in found)
            hits += len({n for n, _ in found} & {n for n, _ in brute(made, query, 20)})
    assert hits >= 194


def test_every_write_is_seen_at_once(engine: SqliteEngine, tmp_path: Path) -> None:
    """Of this connection, and of another; within the writing transaction, and after it was given up."""
    made = filled(engine, 600)
    query = made[7]
    assert warm(engine, query, 5)[0][0] == 7
    with begun(engine) as tx:
        new = add(tx, "the very same")
        of(tx).put(new, query)
        assert [n for n, _ in of(tx).nearest(query, 2, ALL)] == [7, new]
    assert [n for n, _ in warm(engine, query, 2)] == [7, new]
    other = opened(tmp_path / "s.db")
    with begun(other) as tx:
        more = add(tx, "the same again")
        of(tx).put(more, query)
    other.close()
    assert [n for n, _ in warm(engine, query, 3)] == [7, new, more]
    with suppress(ZeroDivisionError), begun(engine) as tx:
        of(tx).put(add(tx, "not kept"), query)
        assert len([n for n, cosine in of(tx).nearest(query, 9, ALL) if cosine > 0.99]) == 4
        raise ZeroDivisionError
    assert [n for n, cosine in warm(engine, query, 9) if cosine > 0.99] == [7, new, more]


def test_what_does_not_pass_is_not_found(engine: SqliteEngine) -> None:
    """However few pass: then the blocks and the tables are asked instead."""
    made = filled(engine, 1500)
    passing = {n: vector for n, vector in made.items() if n % 100 == 0}
    assert warm(engine, made[3], 10, Filters(types=("decision",))) == brute(passing, made[3], 10)


def test_a_deleted_memory_is_not_found(engine: SqliteEngine) -> None:
    """Its vector stays, for it may come back."""
    made = filled(engine, 500)
    assert warm(engine, made[9], 1)[0][0] == 9
    with begun(engine) as tx:
        op = tx.operations.add("delete", trust="agent")
        tx.memories.change(op, 9, {"deleted_at": tx.now})
    assert 9 not in dict(warm(engine, made[9], 400))
