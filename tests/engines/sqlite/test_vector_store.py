"""The nearest memories of a real store, against comparing all vectors."""

import functools
import random
from collections import Counter
from collections.abc import Iterator
from operator import add
from pathlib import Path

import pytest

from recall_cli.domain.scope import Filters
from recall_cli.domain.vector import QueryVector, level_vectors, pack_vector
from recall_cli.engines.sqlite.connection import SqliteEngine
from recall_cli.engines.sqlite.vectors import passing_memories, vector_matrix
from recall_cli.engines.sqlite.vectors import vector_store as module
from recall_cli.engines.sqlite.vectors.vector_store import Vectors
from recall_cli.engines.transaction import Transaction
from tests.engines.stores import add_memory, begin_transaction, open_store
from tests.for_each import for_each
from tests.long_run import LONG_RUN

RANDOM = random.Random(5)
DIMENSIONS = 128
NO_FILTERS = Filters()
TOPICS = ("even", "odd")


QUERIES = 10 if LONG_RUN else 4
"""How many queries a large store is asked."""


@functools.cache
def draw_noise() -> "list[float]":
    """Random numbers to cut vectors from: drawing them anew for each vector takes longer than storing it."""
    dice = random.Random(5)
    return [dice.gauss(0, 1) for _ in range(100_003)]


def noisy_vector(centre: "list[float]") -> bytes:
    """A vector near another."""
    noise = draw_noise()
    start = RANDOM.randrange(len(noise) - len(centre))
    return pack_vector([*map(add, centre, noise[start : start + len(centre)])])


def random_vector() -> bytes:
    return noisy_vector([0.0] * DIMENSIONS)


@pytest.fixture(autouse=True)
def same_vectors_in_every_order() -> None:
    """Each test draws the same vectors, whichever tests ran before."""
    RANDOM.seed(11)


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Iterator[SqliteEngine]":
    """A new store in a process that has not searched yet; see test_vector_matrix for later searches."""
    monkeypatch.setattr(module, "QUERIES_BEFORE_MATRIX", 1_000_000)
    engine = open_store(tmp_path / "s.db")
    yield engine
    engine.close()


def vectors_of(tx: Transaction, model: str = "m") -> Vectors:
    return Vectors(tx, model)


def fill_store(engine: SqliteEngine, count: int, *, each: int = 97) -> "dict[int, bytes]":
    """Memories with vectors in a few clusters, as texts have, stored in several writes; by row number."""
    centres = [[RANDOM.gauss(0, 1) for _ in range(DIMENSIONS)] for _ in range(10)]
    made: dict[int, bytes] = {}
    with begin_transaction(engine) as tx:
        for i in range(1, count + 1):
            n = add_memory(tx, f"memory {i}", topic=TOPICS[i % 2], type="decision" if i % 100 == 0 else "fact")
            made[n] = noisy_vector(RANDOM.choice(centres))
            vectors_of(tx).put(n, made[n])
            if i % each == 0:
                vectors_of(tx).fill_blocks()
    return made


def nearest_exactly(made: "dict[int, bytes]", query: bytes, count: int) -> "list[tuple[int, float]]":
    prepared = QueryVector(query)
    near = [(n, prepared.cosine(vector)) for n, vector in made.items()]
    return sorted(near, key=lambda pair: (-pair[1], pair[0]))[:count]


def test_a_small_store_is_compared_exactly(engine: SqliteEngine) -> None:
    """While all vectors wait, the result is exact, with cosines and order."""
    made = fill_store(engine, 60)
    query = random_vector()
    with begin_transaction(engine, write=False) as tx:
        assert vectors_of(tx).nearest(query, 10, NO_FILTERS) == nearest_exactly(made, query, 10)


@pytest.fixture(scope="module")
def large_store(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[tuple[SqliteEngine, dict[int, bytes]]]":
    """A store of many memories, which no test changes, and its vectors by row number."""
    engine = open_store(tmp_path_factory.mktemp("large") / "s.db")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "QUERIES_BEFORE_MATRIX", 1_000_000)
        yield engine, fill_store(engine, 5000)
    engine.close()


def test_a_large_store_is_nearly_exact(large_store: "tuple[SqliteEngine, dict[int, bytes]]") -> None:
    """Blocks return at least 98% of the true neighbours, with exact cosines."""
    engine, made = large_store
    hits = 0
    with begin_transaction(engine, write=False) as tx:
        for _ in range(QUERIES):
            query = pack_vector(
                [a + RANDOM.gauss(0, 20) for a in QueryVector(RANDOM.choice(list(made.values()))).numbers]
            )
            hits += len(set(nearest_exactly(made, query, 20)) & set(vectors_of(tx).nearest(query, 20, NO_FILTERS)))
    assert hits >= 0.98 * 20 * QUERIES


def test_every_write_is_seen_at_once(engine: SqliteEngine) -> None:
    """A new or replaced vector is found by the next search, in a block or not."""
    made = fill_store(engine, 1000)
    query = random_vector()
    with begin_transaction(engine) as tx:
        new = add_memory(tx, "another")
        vectors_of(tx).put(new, query)
        [(nearest, cosine)] = vectors_of(tx).nearest(query, 1, NO_FILTERS)
        assert nearest == new
        assert cosine == pytest.approx(1.0, abs=0.01)
        vectors_of(tx).put(7, query)
        assert {n for n, _ in vectors_of(tx).nearest(query, 2, NO_FILTERS)} == {7, new}
        vectors_of(tx).erase([new, 7])
        del made[7]
        assert vectors_of(tx).nearest(query, 5, NO_FILTERS) == nearest_exactly(made, query, 5)


def test_a_replaced_vector_is_found_once_after_sealing(engine: SqliteEngine) -> None:
    """The dead place of a replaced vector neither hides nor doubles it."""
    made = fill_store(engine, 600)
    with begin_transaction(engine) as tx:
        for n in range(1, 301):
            made[n] = random_vector()
            vectors_of(tx).put(n, made[n])
        vectors_of(tx).fill_blocks()
        found = vectors_of(tx).nearest(made[5], 20, NO_FILTERS)
    assert found == nearest_exactly(made, made[5], 20)
    assert len({n for n, _ in found}) == 20


@for_each("wanted", [Filters(topic="even"), Filters(types=("decision",)), Filters(topic="none")])
def test_only_what_passes_the_filters(large_store: "tuple[SqliteEngine, dict[int, bytes]]", wanted: Filters) -> None:
    """If a half, a hundredth or nothing of the store passes, the nearest of these are found."""
    engine, made = large_store
    passing = {"even": 2, None: 100}.get(wanted.topic, 10**9)
    seen = {n: vector for n, vector in made.items() if n % passing == 0}
    query = random_vector()
    with begin_transaction(engine, write=False) as tx:
        found = vectors_of(tx).nearest(query, 20, wanted)
    assert all(n in seen for n, _ in found)
    assert len(set(found) & set(nearest_exactly(seen, query, 20))) >= min(19, len(seen))


def test_where_more_pass_than_are_few_it_looks_further(engine: SqliteEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    """More vectors are compared until enough pass."""
    monkeypatch.setattr(passing_memories, "MAX_EXACT_MEMORIES", 10)
    made = fill_store(engine, 2000)
    query = random_vector()
    with begin_transaction(engine, write=False) as tx:
        found = vectors_of(tx).nearest(query, 10, Filters(types=("decision",)))
    assert found == nearest_exactly({n: v for n, v in made.items() if n % 100 == 0}, query, 10)


def test_a_narrowed_search_is_as_good_as_a_whole_one(
    large_store: "tuple[SqliteEngine, dict[int, bytes]]", monkeypatch: pytest.MonkeyPatch
) -> None:
    """If half of the memories pass, a longer shortlist is enough."""
    monkeypatch.setattr(module, "ENOUGH_PASSING_SHARE", 0.9)
    monkeypatch.setattr(
        passing_memories.PassingMemories, "all_if_few", lambda _: pytest.fail("everything was looked at")
    )
    engine, made = large_store
    passing = {n: vector for n, vector in made.items() if n % 2 == 0}
    wanted = Filters(topic="even")
    hits = 0
    with begin_transaction(engine, write=False) as tx:
        for _ in range(QUERIES):
            query = random_vector()
            found = vectors_of(tx).nearest(query, 10, wanted)
            assert {n for n, _ in found} <= passing.keys()
            hits += len(set(found) & set(nearest_exactly(passing, query, 10)))
    assert hits >= 0.97 * 10 * QUERIES


@pytest.mark.parametrize("change", ["deleted_at", "superseded_at"])
def test_what_is_no_longer_believed_is_left_out(engine: SqliteEngine, change: str) -> None:
    """A deleted or superseded memory is not found, though its vector stays."""
    made = fill_store(engine, 300)
    with begin_transaction(engine) as tx:
        op = tx.operations.add("delete", trust="agent")
        tx.memories.change(op, 5, {change: tx.now})
    with begin_transaction(engine, write=False) as tx:
        assert 5 not in dict(vectors_of(tx).nearest(made[5], 300, NO_FILTERS))
        included = Filters(include=frozenset({"deleted", "superseded"}))
        assert vectors_of(tx).nearest(made[5], 1, included)[0][0] == 5


def test_views_see_their_own(engine: SqliteEngine) -> None:
    """Memories above the clearance or of another agent are not found, waiting or in a block."""
    with begin_transaction(engine) as tx:
        query = random_vector()
        numbers = [
            add_memory(tx, "open"), add_memory(tx, "closed", classification="confidential"), add_memory(tx, "theirs", agent="other"),
        ]  # fmt: skip
        for n in numbers:
            vectors_of(tx).put(n, query)
    with begin_transaction(engine, write=False, clearance=1, agent="me") as tx:
        assert [n for n, _ in vectors_of(tx).nearest(query, 5, NO_FILTERS)] == numbers[:1]
    with begin_transaction(engine) as tx:
        for i in range(300):
            n = add_memory(tx, f"more {i}")
            vectors_of(tx).put(n, random_vector())
        vectors_of(tx).fill_blocks()
    with begin_transaction(engine, write=False, clearance=1, agent="me") as tx:
        found = dict(vectors_of(tx).nearest(query, 400, NO_FILTERS))
        assert numbers[0] in found
        assert not {*numbers[1:]} & found.keys()


def test_among(engine: SqliteEngine) -> None:
    """The cosines of those of the given memories that have a vector."""
    made = fill_store(engine, 300)
    query = random_vector()
    with begin_transaction(engine, write=False) as tx:
        assert vectors_of(tx).cosines_of(query, [5, 299, 4000]) == {
            n: QueryVector(query).cosine(made[n]) for n in (5, 299)
        }
        assert vectors_of(tx).cosines_of(query, []) == {}


def test_users_and_models_do_not_meet(engine: SqliteEngine) -> None:
    """Each model has vectors of its own, and another user finds nothing."""
    fill_store(engine, 300)
    query = random_vector()
    with begin_transaction(engine) as tx:
        assert vectors_of(tx, "other").nearest(query, 5, NO_FILTERS) == []
        vectors_of(tx, "other").put(1, query)
        assert [n for n, _ in vectors_of(tx, "other").nearest(query, 5, NO_FILTERS)] == [1]
        assert len(vectors_of(tx).nearest(query, 400, NO_FILTERS)) == 300
    with begin_transaction(engine, user="ben") as tx:
        assert vectors_of(tx).nearest(query, 5, NO_FILTERS) == []
        vectors_of(tx).put(1, query)
        assert vectors_of(tx).nearest(query, 5, NO_FILTERS) == []


def is_nearly_exact(kept: Vectors, made: "dict[int, bytes]") -> bool:
    """Whether at least 18 of the true nearest 20 are returned."""
    query = random_vector()
    return len({*kept.nearest(query, 20, NO_FILTERS)} & {*nearest_exactly(made, query, 20)}) >= 18


def test_dead_places_are_cleared_block_by_block(engine: SqliteEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many dead places rebuild one block at a time; a few do not; the results stay the same."""
    monkeypatch.setattr(module, "BLOCK_VECTORS", 256)
    made = fill_store(engine, 1000, each=256)
    with begin_transaction(engine) as tx:
        blocks = engine.connection.execute("SELECT count(*) FROM vector_block").get
        vectors_of(tx).erase(range(1, 101))
        assert vectors_of(tx).blocks_to_compact() == []
        vectors_of(tx).erase(range(101, 301))
        for n in range(301, 501):
            made[n] = random_vector()
            vectors_of(tx).put(n, made[n])
        for n in range(1, 301):
            del made[n]
        wasteful = vectors_of(tx).blocks_to_compact()
        assert 0 < len(wasteful) < blocks
        for block, stale in wasteful:
            vectors_of(tx).compact_block(block, stale)
            vectors_of(tx).compact_block(block, stale)
            assert is_nearly_exact(vectors_of(tx), made)
        assert vectors_of(tx).blocks_to_compact() == []
        held = Counter(n for (n,) in engine.connection.execute("SELECT n FROM vector_waiting"))
        for (numbers,) in engine.connection.execute("SELECT numbers FROM vector_block"):
            held.update(memoryview(numbers).cast("q"))
        del held[0]
        assert held == dict.fromkeys(made, 1), "each in one place"
        assert is_nearly_exact(vectors_of(tx), made)


@pytest.mark.parametrize("again", [False, True])
def test_large_vectors_of_before_and_of_now_are_found_together(
    engine: SqliteEngine, monkeypatch: pytest.MonkeyPatch, again: bool
) -> None:
    """Vectors of the old and the new format work together, in blocks, waiting or in a matrix."""
    if again:
        monkeypatch.setattr(module, "QUERIES_BEFORE_MATRIX", 0)
        monkeypatch.setattr(vector_matrix, "QUERIES_BEFORE_READING", 0)
    made: dict[int, bytes] = {}
    centres = [[RANDOM.gauss(0, 1) for _ in range(384)] for _ in range(10)]
    with begin_transaction(engine) as tx:
        for i in range(1, 901):
            vector = noisy_vector(RANDOM.choice(centres))
            n = add_memory(tx, f"memory {i}")
            made[n] = level_vectors([vector])[0] if i % 3 else vector
            vectors_of(tx).put(n, made[n])
            if i % 300 == 0:
                vectors_of(tx).fill_blocks()
    assert {len(vector) for vector in made.values()} == {384, 389}
    with begin_transaction(engine, write=False) as tx:
        for _ in range(5):
            query = pack_vector(
                [number + RANDOM.gauss(0, 40) for number in QueryVector(RANDOM.choice([*made.values()])).numbers]
            )
            near, true = vectors_of(tx).nearest(query, 20, NO_FILTERS), nearest_exactly(made, query, 20)
            assert len({n for n, _ in near} & {n for n, _ in true}) >= 19
            assert near[0][1] == pytest.approx(true[0][1], abs=0.01)


def test_nothing_of_an_erased_vector_is_left(engine: SqliteEngine) -> None:
    """Erasing leaves no row, no number and no bit of a plane."""
    fill_store(engine, 600)
    with begin_transaction(engine) as tx:
        vectors_of(tx, "other").put(3, random_vector())
        tx.erase.remove(list(range(1, 601)))
    for table in ("vector", "vector_waiting"):
        assert engine.connection.execute(f"SELECT count(*) FROM {table}").get == 0
    for numbers, planes in engine.connection.execute("SELECT numbers, planes FROM vector_block"):
        assert not any(numbers)
        assert not any(planes)


def test_erasing_one_leaves_the_others(engine: SqliteEngine) -> None:
    """The other vectors of the block are found as before."""
    made = fill_store(engine, 600)
    with begin_transaction(engine) as tx:
        tx.erase.remove([5])
        del made[5]
        query = random_vector()
        assert vectors_of(tx).nearest(query, 30, NO_FILTERS) == nearest_exactly(made, query, 30)


def test_what_is_rolled_back_was_never_there(engine: SqliteEngine) -> None:
    """A rollback removes rows and blocks."""
    made = fill_store(engine, 300)
    tx = begin_transaction(engine)
    tx.__enter__()
    for n in made:
        vectors_of(tx).put(n, random_vector())
    vectors_of(tx).fill_blocks()
    engine.rollback()
    query = random_vector()
    with begin_transaction(engine, write=False) as tx:
        assert vectors_of(tx).nearest(query, 300, NO_FILTERS) == nearest_exactly(made, query, 300)


def test_blocks_fill_up_and_a_new_one_begins(engine: SqliteEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A block grows to its size and no further, and all blocks are searched."""
    monkeypatch.setattr(module, "BLOCK_VECTORS", 512)
    made = fill_store(engine, 2000)
    sizes = [size for (size,) in engine.connection.execute("SELECT size FROM vector_block ORDER BY block")]
    assert len(sizes) > 2
    assert max(sizes) <= 512
    query = random_vector()
    with begin_transaction(engine, write=False) as tx:
        assert set(vectors_of(tx).nearest(query, 10, NO_FILTERS)) == set(nearest_exactly(made, query, 10))


def test_the_zero_vector_is_near_to_nothing(engine: SqliteEngine) -> None:
    """A query of zeros has no neighbours, and a memory without a known word is no error."""
    fill_store(engine, 300)
    with begin_transaction(engine) as tx:
        n = add_memory(tx, "nothing known")
        vectors_of(tx).put(n, bytes(DIMENSIONS))
        assert vectors_of(tx).nearest(bytes(DIMENSIONS), 5, NO_FILTERS) == []
        assert len(vectors_of(tx).nearest(random_vector(), 5, NO_FILTERS)) == 5


DAMAGE = {
    "a block gone": "DELETE FROM vector_block WHERE block = 1",
    "a block cut off": "UPDATE vector_block SET planes = substr(planes, 1, 100) WHERE block = 1",
    "the shape gone": "DELETE FROM vector_shape",
    "nothing waits": "DELETE FROM vector_waiting",
}


@pytest.mark.parametrize("harm", DAMAGE)
def test_what_no_search_finds_is_put_back_in_pieces(
    engine: SqliteEngine, monkeypatch: pytest.MonkeyPatch, harm: str
) -> None:
    """Lost vectors are restored in small transactions, so that a kill loses nothing more."""
    monkeypatch.setattr(module, "BLOCK_VECTORS", 512)
    made = fill_store(engine, 1200)
    with begin_transaction(engine) as tx:
        engine.connection.execute(DAMAGE[harm])
        lost = len(vectors_of(tx).find_unsearchable())
        assert lost > 0
        vectors_of(tx).nearest(made[1], 20, NO_FILTERS)  # no search falls over it
    before = lost
    for _ in range(100):
        with begin_transaction(engine) as tx:
            some = vectors_of(tx).find_unsearchable()[:300]
            if not vectors_of(tx).drop_damaged_block() and not some:
                break
            vectors_of(tx).make_searchable(some)
        with begin_transaction(engine) as tx:  # as whoever comes after a kill finds it
            left = len(vectors_of(tx).find_unsearchable())
        assert left <= before or harm in ("a block cut off", "the shape gone"), "letting go of a block misplaces more"
        before = left
    with begin_transaction(engine) as tx:
        assert vectors_of(tx).find_unsearchable() == []
        found = vectors_of(tx).nearest(made[7], 20, NO_FILTERS)
    assert found[0] == (7, pytest.approx(1.0, abs=0.01))
    held = {n for n, _ in found} & {n for n, _ in nearest_exactly(made, made[7], 20)}
    assert len(held) >= 15


def test_a_write_midway_does_not_mix_two_shapes(engine: SqliteEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks without their shape are not read with a shape that is measured later."""
    monkeypatch.setattr(module, "BLOCK_VECTORS", 512)
    made = fill_store(engine, 1000)
    with begin_transaction(engine) as tx:
        engine.connection.execute("DELETE FROM vector_shape")
    with begin_transaction(engine) as tx:
        for i in range(300):
            n = add_memory(tx, f"later {i}")
            made[n] = random_vector()
            vectors_of(tx).put(n, made[n])
        vectors_of(tx).fill_blocks()
    with begin_transaction(engine) as tx:
        assert len(vectors_of(tx).find_unsearchable()) > 0
        vectors_of(tx).make_searchable(vectors_of(tx).find_unsearchable())
        assert vectors_of(tx).nearest(made[5], 1, NO_FILTERS)[0][0] == 5
