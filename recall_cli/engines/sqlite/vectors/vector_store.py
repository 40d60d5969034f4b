"""Stores vectors in the database file and finds the memories nearest in meaning.

Each vector has an exact row of its own. A search does not read all rows: blocks of bit planes (`bit_planes`) hold
coarse copies and give the few hundred vectors that may be nearest. Only these are compared exactly, and the tables
decide which of the best pass the view and the filters. The latest vectors wait outside the blocks and are always
compared exactly, so a search sees all writes of its own transaction. A replaced vector leaves a dead place in its
block, which does no harm; `block_compaction` removes such places.
"""

from recall_cli.domain.json_text import dumps
from recall_cli.domain.vector import QueryVector
from recall_cli.engines.sqlite.vectors.passing_memories import (
    ENOUGH_PASSING_SHARE,
    LOW_PASSING_SHARE,
    PassingMemories,
    nearest_first,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from recall_cli.domain.scope import Filters
    from recall_cli.engines.engine import Row, SqlValue, Unit
    from recall_cli.engines.sqlite.vectors.passing_memories import Neighbour

    RunStatement = Callable[..., list[Row]]

MAX_WAITING_VECTORS = 256
"""Maximum number of waiting vectors; comparing them exactly takes about a millisecond."""
BLOCK_VECTORS = 16_384
"""Vectors in a block. Larger blocks make a search faster and adding to a block slower."""
SHORTLIST_FACTOR = 3.6
"""Times the square root of all vectors, this many are compared exactly: 360 of 10,000 hold 98% of the nearest 20."""
MIN_SHORTLIST = 240
"""Never compare fewer vectors than this exactly."""
MIN_SHORTLIST_PER_WANTED, FACTOR_PER_WANTED = 8, 0.1
"""The same for each memory that is wanted: who wants sixty gets the right ones to the last."""
MAX_SHORTLIST = 6_000
"""At first, compare no more than this: reading them takes longer than everything else."""

QUERIES_BEFORE_MATRIX = 8
"""After this many searches on one connection, expect many more."""


class Vectors:
    """One user's vectors from one model, within one transaction."""

    def __init__(self, tx: "Unit", model: str) -> None:
        self._tx = tx
        self.model = model

    def put(self, n: int, vector: bytes) -> None:
        """Store the vector of memory number `n`, in place of an earlier one."""
        self._run("put", n=n, bytes=vector)
        if not self._tx.engine.rows_changed():
            self._run("meet")
            self._run("put", n=n, bytes=vector)
        self._run("wait", n=n)

    def put_new_vectors(self, vectors: "list[tuple[int, bytes]]") -> None:
        """Store the vectors of new memories; if they are many, they go into blocks at once."""
        self._run("meet")
        number = self._count("number")
        self._run_many("put_new", ({"n": n, "number": number, "bytes": vector} for n, vector in vectors))
        in_blocks = self._fill_blocks(vectors) if len(vectors) >= MAX_WAITING_VECTORS else 0
        self._run_many("wait", ({"n": n} for n, _ in vectors[in_blocks:]))

    def fill_blocks(self) -> None:
        """Move the waiting vectors into blocks if there are enough; call it at the end of a write."""
        if self._count("count_waiting") < MAX_WAITING_VECTORS:
            return
        rows = self._run("waiting")
        self._run("wait_no_more", last=rows[self._fill_blocks(rows) - 1][0])

    def blocks_to_compact(self) -> "list[tuple[int, frozenset[int]]]":
        """The blocks with too many dead places, as `compact_block` takes them."""
        from recall_cli.engines.sqlite import block_compaction

        return block_compaction.blocks_to_compact(self._run)

    def compact_block(self, block: int, stale: "frozenset[int]") -> None:
        """Rebuild one of these blocks."""
        from recall_cli.engines.sqlite import block_compaction

        block_compaction.compact_block(self._run, block, stale)
        self.fill_blocks()

    def find_unsearchable(self) -> "list[int]":
        """The vectors that no search would find: not in a readable block, and not waiting."""
        from recall_cli.engines.sqlite import block_compaction

        return block_compaction.find_unsearchable(self._run)

    def drop_damaged_block(self) -> bool:
        """Drop one block that cannot be read, if there is any; its vectors are then unsearchable."""
        from recall_cli.engines.sqlite import block_compaction

        return block_compaction.drop_damaged_block(self._run)

    def make_searchable(self, numbers: "Sequence[int]") -> None:
        """Let unsearchable vectors wait for a block, where searches find them."""
        self._run("wait_again", numbers=dumps(list(numbers)))
        self.fill_blocks()

    def erase(self, numbers: "Sequence[int]") -> None:
        """Remove all traces of the vectors of these memories, from any model."""
        from recall_cli.engines.sqlite import block_compaction

        block_compaction.erase_vectors(self._run, numbers)

    def by_number(self, numbers: "Iterable[int]") -> "dict[int, bytes]":
        """The vectors of these memories, as far as they have one."""
        return dict(self._run("exact", numbers=dumps(list(numbers))))

    def cosines_of(self, query: bytes, numbers: "Iterable[int]") -> "dict[int, float]":
        """The cosines of these memories, as far as they have a vector."""
        return _cosines_by_number(QueryVector(query), self._run("exact", numbers=dumps(list(numbers))))

    def nearest(self, query: bytes, count: int, wanted: "Filters", without: str = "[]") -> "list[tuple[int, float]]":
        """The nearest memories that pass the filters, with their cosines; best first, equal ones by number."""
        if not any(query):
            return []
        passing = PassingMemories(self._run, wanted, without)
        self._tx.engine.nearest_queries += 1
        if self._tx.engine.nearest_queries > QUERIES_BEFORE_MATRIX:
            from recall_cli.engines.sqlite.vectors.vector_matrix import nearest_from_matrix

            nearest = nearest_from_matrix(self._tx, self.model, query, count, passing)
            if nearest is not None:
                return nearest
        return self._nearest_shortlisted(QueryVector(query), count, passing)

    def nearest_without_vector(
        self, query: bytes, count: int, other: str, wanted: "Filters", without: str = "[]"
    ) -> "list[tuple[int, float]]":
        """The nearest memories among those that wait for their vectors of another model."""
        if not any(query):
            return []
        return nearest_first(
            _cosines_by_number(QueryVector(query), PassingMemories(self._run, wanted, without).waiting_for_model(other))
        )[:count]

    def _nearest_shortlisted(self, query: QueryVector, count: int, passing: PassingMemories) -> "list[Neighbour]":
        """The nearest that pass, of the waiting vectors and the best in the blocks.

        All of these are compared exactly, because vectors are stored side by side. The tables check only the first few
        of them, because each memory is a read of its own. If too few pass, more are compared.
        """
        cosines = _cosines_by_number(query, self._run("placed_waiting"))
        shape_rows = self._run("shape")
        if not shape_rows:  # there are no blocks either
            return passing.first(nearest_first(cosines), count)[0]
        from recall_cli.engines.sqlite.vectors.bit_planes import Shape, bit_positions, scores, select_best

        shape = Shape(mean=shape_rows[0][0], spread=shape_rows[0][1])
        members, scored = [], []
        for (block,) in self._run("blocks"):  # one at a time, so that each read reuses the same memory
            [(numbers, planes)] = self._run("block", block=block)
            members.append(memoryview(numbers).cast("q"))
            scored.append((len(members[-1]), scores(planes, query.numbers, shape)))
        total = sum(map(len, members))
        size = max(2 * count, min(MAX_SHORTLIST, shortlist_size(count, total)))

        def compare_best(size: int) -> "tuple[list[Neighbour], float]":
            chosen = zip(members, select_best(scored, size), strict=True)
            places = [numbers[place] for numbers, bits in chosen for place in bit_positions(bits)]
            cosines.update(self._exact_cosines(query, [n for n in places if n not in cosines]))
            near, share = passing.first(nearest_first(cosines), count)
            return near, share * min(1.0, len(cosines) / max(1, len(places)))  # dead places pass nothing

        near, share = compare_best(size)
        if size >= total or share > ENOUGH_PASSING_SHARE:
            return near
        if share <= LOW_PASSING_SHARE:
            passing_numbers = passing.all_if_few()
            if passing_numbers is not None:
                return nearest_first(self._exact_cosines(query, passing_numbers))[:count]
        # compare as many of those that pass as in a store of them alone
        near, _ = compare_best(int(size / share**0.5) if share else total)
        return near if len(near) == count else compare_best(total)[0]

    def _exact_cosines(self, query: QueryVector, numbers: "list[int]") -> "dict[int, float]":
        """The cosines of memories of this user, visible in the view or not."""
        return _cosines_by_number(query, self._run("placed", numbers=dumps(numbers)))

    def _fill_blocks(self, rows: "Sequence[Row]") -> int:
        return fill_blocks(self._run, rows, BLOCK_VECTORS)

    def _run(self, name: str, **values: "SqlValue") -> "list[Row]":
        return self._tx.run("vectors", name, model=self.model, **values)

    def _run_many(self, name: str, value_sets: "Iterable[Mapping[str, SqlValue]]") -> None:
        self._tx.run_many("vectors", name, ({"model": self.model, **values} for values in value_sets))

    def _count(self, name: str) -> int:
        return int(self._run(name)[0][0])


def shortlist_size(count: int, total: int) -> int:
    """How many of all vectors are compared exactly, for so many that are wanted."""
    by_total = int(max(SHORTLIST_FACTOR, FACTOR_PER_WANTED * count) * total**0.5)
    return max(MIN_SHORTLIST, MIN_SHORTLIST_PER_WANTED * count, by_total)


def _cosines_by_number(query: QueryVector, rows: "Iterable[Row]") -> "dict[int, float]":
    vectors = list(rows)
    return dict(zip((n for n, _ in vectors), query.cosines([vector for _, vector in vectors]), strict=True))


def fill_blocks(run: "RunStatement", rows: "Sequence[Row]", full: int) -> int:
    """Put numbered vectors into blocks, rounded down to a multiple of eight; how many. A block holds `full` vectors."""
    count = len(rows) // 8 * 8
    for start in range(0, count, full):
        _add_to_block(run, rows[start : min(start + full, count)], full)
    return count


def _add_to_block(run: "RunStatement", rows: "Sequence[Row]", full: int) -> None:
    """Put a multiple of eight vectors into the newest block if it has room, else into a new one."""
    from sys import byteorder

    from recall_cli.domain.vector import level_vectors
    from recall_cli.engines.sqlite.vectors.bit_planes import Shape, join_planes, make_planes, measure_shape

    numbers = b"".join(n.to_bytes(8, byteorder) for n, _ in rows)
    vectors = level_vectors([vector for _, vector in rows])
    stored = run("shape")
    shape = Shape(mean=stored[0][0], spread=stored[0][1]) if stored else measure_shape(vectors)
    if not stored:
        run("drop_blocks")  # the store is damaged: blocks cannot be read without their shape
        run("add_shape", usual=shape.mean, spread=shape.spread)
    planes = make_planes(vectors, shape)
    open_blocks = run("open_block", room=full - len(rows))
    if not open_blocks:
        run("add_block", size=len(rows), numbers=numbers, planes=planes)
        return
    block, old_numbers, old_planes = open_blocks[0]
    joined = join_planes(old_planes, len(old_numbers) // 64, planes, len(rows) // 8)
    size = len(old_numbers) // 8 + len(rows)
    run("drop_block", block=block)  # first, so that its pages are used again
    run("put_block", block=block, size=size, numbers=old_numbers + numbers, planes=joined)
