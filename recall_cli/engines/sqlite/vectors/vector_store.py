"""The memories nearest in meaning, from inside the one file.

Each vector is kept exactly in a row of its own. So that a search need not read all rows, they are also kept
coarsely in blocks of bit planes, which tell the few hundred that may be nearest (`bitplanes`); only those are
compared exactly, and of the first of them the tables are asked whether the view and the filters let them pass. The
latest vectors wait outside the blocks and are always compared exactly, so a search sees every write of its own
transaction. Replaced vectors leave a dead place in their block, which does no harm; `compaction` clears such away.
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
    from collections.abc import Iterable, Sequence
    from typing import Any

    from recall_cli.domain.scope import Filters
    from recall_cli.engines.engine import Row, Unit
    from recall_cli.engines.sqlite.vectors.passing_memories import Neighbour

MAX_WAITING_VECTORS = 256
"""How many vectors wait at most; comparing so many exactly takes about a millisecond."""
BLOCK_VECTORS = 16_384
"""How many vectors a block holds. The larger, the fewer steps a search takes, and the more a growing one rewrites."""
SHORTLIST_FACTOR = 3.6
"""This times the root of their number are compared exactly: 360 of 10,000 hold 0.98 of the true nearest twenty."""
MIN_SHORTLIST = 240
"""And never fewer than this."""

QUERIES_BEFORE_MATRIX = 8
"""A connection that was asked for the nearest so often is asked for them again and again."""


class Vectors:
    """One user's vectors from one model, within one transaction."""

    def __init__(self, tx: "Unit", model: str) -> None:
        self._tx = tx
        self.model = model

    def put(self, n: int, vector: bytes) -> None:
        """Keep the vector of memory number `n`, in place of an earlier one."""
        self._run("put", n=n, bytes=vector)
        if not self._tx.engine.rows_changed():
            self._run("meet")
            self._run("put", n=n, bytes=vector)
        self._run("wait", n=n)

    def put_new_vectors(self, vectors: "list[tuple[int, bytes]]") -> None:
        """Keep the vectors of new memories; where there are enough of them, they need not wait for their block."""
        self._run("meet")
        number = self._count("number")
        self._many("put_new", ({"n": n, "number": number, "bytes": vector} for n, vector in vectors))
        sealed = self._fill_blocks(vectors) if len(vectors) >= MAX_WAITING_VECTORS else 0
        self._many("wait", ({"n": n} for n, _ in vectors[sealed:]))

    def fill_blocks(self) -> None:
        """Move the waiting vectors into blocks once there are enough of them; to be called at the end of a write."""
        if self._count("count_waiting") < MAX_WAITING_VECTORS:
            return
        rows = self._run("waiting")
        self._run("wait_no_more", last=rows[self._fill_blocks(rows) - 1][0])

    def blocks_to_compact(self) -> "list[tuple[int, frozenset[int]]]":
        """The blocks in which too many places are dead, as `clear` takes them."""
        from recall_cli.engines.sqlite import block_compaction

        return block_compaction.blocks_to_compact(self._run)

    def compact_block(self, block: int, stale: "frozenset[int]") -> None:
        """Build one of them anew."""
        from recall_cli.engines.sqlite import block_compaction

        block_compaction.compact_block(self._run, block, stale)
        self.fill_blocks()

    def find_unsearchable(self) -> "list[int]":
        """The vectors that stand neither in a usable block nor among those that wait: no search would find them."""
        from recall_cli.engines.sqlite import block_compaction

        return block_compaction.find_unsearchable(self._run)

    def drop_damaged_block(self) -> bool:
        """Take out one block that cannot be read, if there is any: what stood in it is then misplaced."""
        from recall_cli.engines.sqlite import block_compaction

        return block_compaction.drop_damaged_block(self._run)

    def make_searchable(self, numbers: "Sequence[int]") -> None:
        """Put misplaced vectors where searches find them."""
        self._run("wait_again", numbers=dumps(list(numbers)))
        self.fill_blocks()

    def erase(self, numbers: "Sequence[int]") -> None:
        """Remove every trace of the vectors of these memories, whatever model they are from."""
        from recall_cli.engines.sqlite import block_compaction

        block_compaction.erase_vectors(self._run, numbers)

    def by_number(self, numbers: "Iterable[int]") -> "dict[int, bytes]":
        """The vector of each of these memories that has one."""
        return dict(self._run("exact", numbers=dumps(list(numbers))))

    def cosines_of(self, query: bytes, numbers: "Iterable[int]") -> "dict[int, float]":
        """The cosine of each of these memories that has a vector."""
        return _cosines_by_number(QueryVector(query), self._run("exact", numbers=dumps(list(numbers))))

    def nearest(self, query: bytes, count: int, wanted: "Filters", without: str = "[]") -> "list[tuple[int, float]]":
        """The nearest memories that pass the filters with their cosines, best first, equal ones by number."""
        if not any(query):
            return []
        passing = PassingMemories(self._run, wanted, without)
        self._tx.engine.nearest_queries += 1
        if self._tx.engine.nearest_queries > QUERIES_BEFORE_MATRIX:
            from recall_cli.engines.sqlite.vectors.vector_matrix import nearest_from_matrix

            found = nearest_from_matrix(self._tx, self.model, query, count, passing)
            if found is not None:
                return found
        return self._nearest_shortlisted(QueryVector(query), count, passing)

    def nearest_without_vector(
        self, query: bytes, count: int, other: str, wanted: "Filters", without: str = "[]"
    ) -> "list[tuple[int, float]]":
        """The same among the memories that still wait for their vectors of another model."""
        if not any(query):
            return []
        return nearest_first(
            _cosines_by_number(QueryVector(query), PassingMemories(self._run, wanted, without).waiting_for_model(other))
        )[:count]

    def _nearest_shortlisted(self, query: QueryVector, count: int, passing: PassingMemories) -> "list[Neighbour]":
        """The nearest that pass, of those that wait and those that the blocks put first.

        All of these are compared exactly, and the tables asked of the first few whether they pass: a vector lies close
        to others, the row of a memory far from all. Where too few pass, more are compared.
        """
        found = _cosines_by_number(query, self._run("placed_waiting"))
        form = self._run("shape")
        if not form:  # nor blocks
            return passing.first(nearest_first(found), count)[0]
        from recall_cli.engines.sqlite.vectors.bit_planes import Shape, bit_positions, scores, select_best

        usual = Shape(mean=form[0][0], spread=form[0][1])
        held, scored = [], []
        for (block,) in self._run("blocks"):  # one at a time, so that they are all read to the same place
            [(numbers, planes)] = self._run("block", block=block)
            held.append(memoryview(numbers).cast("q"))
            scored.append((len(held[-1]), scores(planes, query.numbers, usual)))
        total = sum(map(len, held))
        size = max(2 * count, MIN_SHORTLIST, int(SHORTLIST_FACTOR * total**0.5))

        def compared(size: int) -> "tuple[list[Neighbour], float]":
            chosen = zip(held, select_best(scored, size), strict=True)
            places = [numbers[place] for numbers, bits in chosen for place in bit_positions(bits)]
            found.update(self._exact_cosines(query, [n for n in places if n not in found]))
            near, share = passing.first(nearest_first(found), count)
            return near, share * min(1.0, len(found) / max(1, len(places)))  # what is dead passes nothing

        near, share = compared(size)
        if size >= total or share > ENOUGH_PASSING_SHARE:
            return near
        if share <= LOW_PASSING_SHARE:
            few = passing.all_if_few()
            if few is not None:
                return nearest_first(self._exact_cosines(query, few))[:count]
        # the passing ones are a smaller store: as many of them as of one of their number
        near, _ = compared(int(size / share**0.5) if share else total)
        return near if len(near) == count else compared(total)[0]

    def _exact_cosines(self, query: QueryVector, numbers: "list[int]") -> "dict[int, float]":
        """The cosines of memories of this user's, whether or not they may be seen."""
        return _cosines_by_number(query, self._run("placed", numbers=dumps(numbers)))

    def _fill_blocks(self, rows: "Sequence[Row]") -> int:
        from recall_cli.engines.sqlite.vector_blocks import fill_blocks

        return fill_blocks(self._run, rows, BLOCK_VECTORS)

    def _run(self, name: str, **values: "Any") -> "list[Row]":
        return self._tx.run("vectors", name, model=self.model, **values)

    def _many(self, name: str, many: "Iterable[dict[str, Any]]") -> None:
        self._tx.run_many("vectors", name, ({"model": self.model, **values} for values in many))

    def _count(self, name: str) -> int:
        return int(self._run(name)[0][0])


def _cosines_by_number(query: QueryVector, rows: "Iterable[Row]") -> "dict[int, float]":
    found = list(rows)
    return dict(zip((n for n, _ in found), query.cosines([vector for _, vector in found]), strict=True))
