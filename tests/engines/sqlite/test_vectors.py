"""Nearest memories from a real store, against comparing with every vector."""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from recall_cli.domain.scope import Filters
from recall_cli.domain.vector import Query, levelled, packed
from recall_cli.engines.sqlite.connection import SqliteEngine
from recall_cli.engines.sqlite.vectors import matrix
from recall_cli.engines.sqlite.vectors import vectors as module
from recall_cli.engines.sqlite.vectors.vectors import Vectors
from recall_cli.engines.transaction import Transaction
from tests.engines.store import add, begun, opened

CHANCE = random.Random(5)
DIMENSIONS = 128
ALL = Filters()
TOPICS = ("even", "odd")


def some_vector(around: "list[float] | None" = None) -> bytes:
    centre = around or [0.0] * DIMENSIONS
    return packed([c + CHANCE.gauss(0, 1) for c in centre])


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Iterator[SqliteEngine]":
    """A new store, in a process that asks for the first time: what it does later is in test_matrix."""
    monkeypatch.setattr(module, "AGAIN", 1_000_000)
    engine = opened(tmp_path / "s.db")
    yield engine
    engine.close()


def of(tx: Transaction, model: str = "m") -> Vectors:
    return Vectors(tx, model)


def filled(engine: SqliteEngine, count: int, *, each: int = 97) -> "dict[int, bytes]":
    """Memories with vectors in a few clusters, as texts have them, kept in several writes; by row number."""
    centres = [[CHANCE.gauss(0, 1) for _ in range(DIMENSIONS)] for _ in range(10)]
    made: dict[int, bytes] = {}
    with begun(engine) as tx:
        for i in range(1, count + 1):
            n = add(tx, f"memory {i}", topic=TOPICS[i % 2], type="decision" if i % 100 == 0 else "fact")
            made[n] = some_vector(CHANCE.choice(centres))
            of(tx).put(n, made[n])
            if i % each == 0:
                of(tx).settle()
    return made


def brute(made: "dict[int, bytes]", query: bytes, count: int) -> "list[tuple[int, float]]":
    prepared = Query(query)
    near = [(n, prepared.cosine(vector)) for n, vector in made.items()]
    return sorted(near, key=lambda pair: (-pair[1], pair[0]))[:count]


def test_a_small_store_is_compared_exactly(engine: SqliteEngine) -> None:
    """While all vectors wait, the answer is the true one, cosines and order included."""
    made = filled(engine, 60)
    query = some_vector()
    with begun(engine, write=False) as tx:
        assert of(tx).nearest(query, 10, ALL) == brute(made, query, 10)


def test_a_large_store_is_nearly_exact(engine: SqliteEngine) -> None:
    """Out of blocks, at least 98 of a hundred true neighbours come back, with their true cosines."""
    made = filled(engine, 5000)
    hits = 0
    with begun(engine, write=False) as tx:
        for _ in range(10):
            query = packed([a + CHANCE.gauss(0, 20) for a in Query(CHANCE.choice(list(made.values()))).numbers])
            hits += len(set(brute(made, query, 20)) & set(of(tx).nearest(query, 20, ALL)))
    assert hits >= 0.98 * 200


def test_every_write_is_seen_at_once(engine: SqliteEngine) -> None:
    """A vector just put or replaced shows in the very next search, sealed in a block or not."""
    made = filled(engine, 1000)
    query = some_vector()
    with begun(engine) as tx:
        new = add(tx, "another")
        of(tx).put(new, query)
        [(nearest, cosine)] = of(tx).nearest(query, 1, ALL)
        assert nearest == new
        assert cosine == pytest.approx(1.0, abs=0.01)
        of(tx).put(7, query)
        assert {n for n, _ in of(tx).nearest(query, 2, ALL)} == {7, new}
        of(tx).erase([new, 7])
        del made[7]
        assert of(tx).nearest(query, 5, ALL) == brute(made, query, 5)


def test_a_replaced_vector_is_found_once_after_sealing(engine: SqliteEngine) -> None:
    """Its dead place in the old block neither hides nor doubles it."""
    made = filled(engine, 600)
    with begun(engine) as tx:
        for n in range(1, 301):
            made[n] = some_vector()
            of(tx).put(n, made[n])
        of(tx).settle()
        found = of(tx).nearest(made[5], 20, ALL)
    assert found == brute(made, made[5], 20)
    assert len({n for n, _ in found}) == 20


@pytest.mark.parametrize("wanted", [Filters(topic="even"), Filters(types=("decision",)), Filters(topic="none")])
def test_only_what_passes_the_filters(engine: SqliteEngine, wanted: Filters) -> None:
    """A half, a hundredth or nothing of the store passes: each gets its own nearest."""
    made = filled(engine, 3000)
    passing = {"even": 2, None: 100}.get(wanted.topic, 10**9)
    seen = {n: vector for n, vector in made.items() if n % passing == 0}
    query = some_vector()
    with begun(engine, write=False) as tx:
        found = of(tx).nearest(query, 20, wanted)
    assert all(n in seen for n, _ in found)
    assert len(set(found) & set(brute(seen, query, 20))) >= min(19, len(seen))


def test_where_more_pass_than_are_few_it_looks_further(engine: SqliteEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Step by step, until enough of those that pass are found."""
    monkeypatch.setattr(module, "FEW", 10)
    made = filled(engine, 2000)
    query = some_vector()
    with begun(engine, write=False) as tx:
        found = of(tx).nearest(query, 10, Filters(types=("decision",)))
    assert found == brute({n: v for n, v in made.items() if n % 100 == 0}, query, 10)


def test_a_narrowed_search_is_as_good_as_a_whole_one(engine: SqliteEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where half of the memories pass, a longer list of the coarse order holds the nearest of them, nothing else asked."""
    monkeypatch.setattr(module, "MOST", 0.9)
    monkeypatch.setattr(module.Passing, "few", lambda _: pytest.fail("everything was looked at"))
    made = filled(engine, 3000)
    passing = {n: vector for n, vector in made.items() if n % 2 == 0}
    wanted = Filters(topic="even")
    hits = 0
    with begun(engine, write=False) as tx:
        for _ in range(10):
            query = some_vector()
            found = of(tx).nearest(query, 10, wanted)
            assert {n for n, _ in found} <= passing.keys()
            hits += len(set(found) & set(brute(passing, query, 10)))
    assert hits >= 97


@pytest.mark.parametrize("change", ["deleted_at", "superseded_at"])
def test_what_is_no_longer_believed_is_left_out(engine: SqliteEngine, change: str) -> None:
    """Deleted or superseded: its vector stays, for it may come back, and is not found."""
    made = filled(engine, 300)
    with begun(engine) as tx:
        op = tx.operations.add("delete", trust="agent")
        tx.memories.change(op, 5, {change: tx.now})
    with begun(engine, write=False) as tx:
        assert 5 not in dict(of(tx).nearest(made[5], 300, ALL))
        included = Filters(include=frozenset({"deleted", "superseded"}))
        assert of(tx).nearest(made[5], 1, included)[0][0] == 5


def test_views_see_their_own(engine: SqliteEngine) -> None:
    """Above the clearance, and by another agent unless shared: not found, waiting or sealed."""
    with begun(engine) as tx:
        query = some_vector()
        numbers = [
            add(tx, "open"), add(tx, "closed", classification="confidential"), add(tx, "theirs", agent="other"),
        ]  # fmt: skip
        for n in numbers:
            of(tx).put(n, query)
    with begun(engine, write=False, clearance=1, agent="me") as tx:
        assert [n for n, _ in of(tx).nearest(query, 5, ALL)] == numbers[:1]
    with begun(engine) as tx:
        for i in range(300):
            n = add(tx, f"more {i}")
            of(tx).put(n, some_vector())
        of(tx).settle()
    with begun(engine, write=False, clearance=1, agent="me") as tx:
        found = dict(of(tx).nearest(query, 400, ALL))
        assert numbers[0] in found
        assert not {*numbers[1:]} & found.keys()


def test_among(engine: SqliteEngine) -> None:
    """The cosines of the memories that are asked for and have a vector."""
    made = filled(engine, 300)
    query = some_vector()
    with begun(engine, write=False) as tx:
        assert of(tx).among(query, [5, 299, 4000]) == {n: Query(query).cosine(made[n]) for n in (5, 299)}
        assert of(tx).among(query, []) == {}


def test_users_and_models_do_not_meet(engine: SqliteEngine) -> None:
    """The same memory's vector of another model is another vector; another user finds nothing."""
    filled(engine, 300)
    query = some_vector()
    with begun(engine) as tx:
        assert of(tx, "other").nearest(query, 5, ALL) == []
        of(tx, "other").put(1, query)
        assert [n for n, _ in of(tx, "other").nearest(query, 5, ALL)] == [1]
        assert len(of(tx).nearest(query, 400, ALL)) == 300
    with begun(engine, user="ben") as tx:
        assert of(tx).nearest(query, 5, ALL) == []
        of(tx).put(1, query)
        assert of(tx).nearest(query, 5, ALL) == []


def nearly(kept: Vectors, made: "dict[int, bytes]") -> bool:
    """Do at least 18 of the true nearest 20 come back, though the query is near to nothing?"""
    query = some_vector()
    return len({*kept.nearest(query, 20, ALL)} & {*brute(made, query, 20)}) >= 18


def test_dead_places_are_cleared_block_by_block(engine: SqliteEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not for a few of them; for many, erased or replaced, a block is built anew at a time and the answers stay."""
    monkeypatch.setattr(module, "FULL", 256)
    made = filled(engine, 1000, each=256)
    with begun(engine) as tx:
        blocks = engine.connection.execute("SELECT count(*) FROM vector_block").get
        of(tx).erase(range(1, 101))
        assert of(tx).wasteful() == []
        of(tx).erase(range(101, 301))
        for n in range(301, 501):
            made[n] = some_vector()
            of(tx).put(n, made[n])
        for n in range(1, 301):
            del made[n]
        wasteful = of(tx).wasteful()
        assert 0 < len(wasteful) < blocks
        for block, stale in wasteful:
            of(tx).clear(block, stale)
            of(tx).clear(block, stale)
            assert nearly(of(tx), made)
        assert of(tx).wasteful() == []
        held = Counter(n for (n,) in engine.connection.execute("SELECT n FROM vector_waiting"))
        for (numbers,) in engine.connection.execute("SELECT numbers FROM vector_block"):
            held.update(memoryview(numbers).cast("q"))
        del held[0]
        assert held == dict.fromkeys(made, 1), "each in one place"
        assert nearly(of(tx), made)


@pytest.mark.parametrize("again", [False, True])
def test_large_vectors_of_before_and_of_now_are_found_together(
    engine: SqliteEngine, monkeypatch: pytest.MonkeyPatch, again: bool
) -> None:
    """Rows at the agreed length, as they were kept once, and rows with scales: in blocks, waiting, or in a matrix."""
    if again:
        monkeypatch.setattr(module, "AGAIN", 0)
        monkeypatch.setattr(matrix, "AFTER", 0)
    made: dict[int, bytes] = {}
    centres = [[CHANCE.gauss(0, 1) for _ in range(384)] for _ in range(10)]
    with begun(engine) as tx:
        for i in range(1, 901):
            values = [c + CHANCE.gauss(0, 1) for c in CHANCE.choice(centres)]
            n = add(tx, f"memory {i}")
            made[n] = levelled([packed(values)])[0] if i % 3 else packed(values)
            of(tx).put(n, made[n])
            if i % 300 == 0:
                of(tx).settle()
    assert {len(vector) for vector in made.values()} == {384, 389}
    with begun(engine, write=False) as tx:
        for _ in range(5):
            query = packed([number + CHANCE.gauss(0, 40) for number in Query(CHANCE.choice([*made.values()])).numbers])
            near, true = of(tx).nearest(query, 20, ALL), brute(made, query, 20)
            assert len({n for n, _ in near} & {n for n, _ in true}) >= 19
            assert near[0][1] == pytest.approx(true[0][1], abs=0.01)


def test_nothing_of_an_erased_vector_is_left(engine: SqliteEngine) -> None:
    """All erased: no row, no number and no bit of a plane."""
    filled(engine, 600)
    with begun(engine) as tx:
        of(tx, "other").put(3, some_vector())
        tx.erase.remove(list(range(1, 601)))
    for table in ("vector", "vector_waiting"):
        assert engine.connection.execute(f"SELECT count(*) FROM {table}").get == 0
    for numbers, planes in engine.connection.execute("SELECT numbers, planes FROM vector_block"):
        assert not any(numbers)
        assert not any(planes)


def test_erasing_one_leaves_the_others(engine: SqliteEngine) -> None:
    """In the same block, found as before."""
    made = filled(engine, 600)
    with begun(engine) as tx:
        tx.erase.remove([5])
        del made[5]
        query = some_vector()
        assert of(tx).nearest(query, 30, ALL) == brute(made, query, 30)


def test_what_is_rolled_back_was_never_there(engine: SqliteEngine) -> None:
    """Rows and blocks go with the transaction that wrote them."""
    made = filled(engine, 300)
    tx = begun(engine)
    tx.__enter__()
    for n in made:
        of(tx).put(n, some_vector())
    of(tx).settle()
    engine.rollback()
    query = some_vector()
    with begun(engine, write=False) as tx:
        assert of(tx).nearest(query, 300, ALL) == brute(made, query, 300)


def test_blocks_fill_up_and_a_new_one_begins(engine: SqliteEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A block grows to its size and no further, and all of them are searched."""
    monkeypatch.setattr(module, "FULL", 512)
    made = filled(engine, 2000)
    sizes = [size for (size,) in engine.connection.execute("SELECT size FROM vector_block ORDER BY block")]
    assert len(sizes) > 2
    assert max(sizes) <= 512
    query = some_vector()
    with begun(engine, write=False) as tx:
        assert set(of(tx).nearest(query, 10, ALL)) == set(brute(made, query, 10))


def test_the_zero_vector_is_near_to_nothing(engine: SqliteEngine) -> None:
    """A question without a known word has no neighbours; a memory without one is never an error."""
    filled(engine, 300)
    with begun(engine) as tx:
        n = add(tx, "nothing known")
        of(tx).put(n, bytes(DIMENSIONS))
        assert of(tx).nearest(bytes(DIMENSIONS), 5, ALL) == []
        assert len(of(tx).nearest(some_vector(), 5, ALL)) == 5


HARM = {
    "a block gone": "DELETE FROM vector_block WHERE block = 1",
    "a block cut off": "UPDATE vector_block SET planes = substr(planes, 1, 100) WHERE block = 1",
    "the shape gone": "DELETE FROM vector_shape",
    "nothing waits": "DELETE FROM vector_waiting",
}


@pytest.mark.parametrize("harm", HARM)
def test_what_no_search_finds_is_put_back_in_pieces(
    engine: SqliteEngine, monkeypatch: pytest.MonkeyPatch, harm: str
) -> None:
    """However it was lost: each piece is a transaction of its own, a kill between two loses nothing more."""
    monkeypatch.setattr(module, "FULL", 512)
    made = filled(engine, 2000)
    with begun(engine) as tx:
        engine.connection.execute(HARM[harm])
        lost = len(of(tx).misplaced())
        assert lost > 0
        of(tx).nearest(made[1], 20, ALL)  # no search falls over it
    before = lost
    for _ in range(100):
        with begun(engine) as tx:
            some = of(tx).misplaced()[:300]
            if not of(tx).drop_unusable() and not some:
                break
            of(tx).find_again(some)
        with begun(engine) as tx:  # as whoever comes after a kill finds it
            left = len(of(tx).misplaced())
        assert left <= before or harm in ("a block cut off", "the shape gone"), "letting go of a block misplaces more"
        before = left
    with begun(engine) as tx:
        assert of(tx).misplaced() == []
        found = of(tx).nearest(made[7], 20, ALL)
    assert found[0] == (7, pytest.approx(1.0, abs=0.01))
    held = {n for n, _ in found} & {n for n, _ in brute(made, made[7], 20)}
    assert len(held) >= 15


def test_a_write_midway_does_not_mix_two_shapes(engine: SqliteEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks whose shape is gone are not read with another that a later write measures."""
    monkeypatch.setattr(module, "FULL", 512)
    made = filled(engine, 1000)
    with begun(engine) as tx:
        engine.connection.execute("DELETE FROM vector_shape")
    with begun(engine) as tx:
        for i in range(300):
            n = add(tx, f"later {i}")
            made[n] = some_vector()
            of(tx).put(n, made[n])
        of(tx).settle()
    with begun(engine) as tx:
        assert len(of(tx).misplaced()) > 0
        of(tx).find_again(of(tx).misplaced())
        assert of(tx).nearest(made[5], 1, ALL)[0][0] == 5
