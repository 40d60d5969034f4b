"""The memories nearest in meaning, from inside the one file.

Each vector is kept exactly in a row of its own. So that a search need not read all rows, they are also kept
coarsely in blocks of bit planes, which tell the few hundred that may be nearest (`bitplanes`); only those are
compared exactly, and only where the view and the filters let them pass. The latest vectors wait outside the blocks
and are always compared exactly, so a search sees every write of its own transaction. Replaced vectors leave a dead
place in their block, which is passed over because their row says otherwise; `compaction` clears such places away.
"""

from recall_cli.domain.jsontext import dumps
from recall_cli.domain.vector import Query

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from recall_cli.domain.scope import Filters
    from recall_cli.engines.sqlite.bitplanes import Shape
    from recall_cli.engines.transaction import Transaction

    Row = tuple[Any, ...]

SEAL = 256
"""How many vectors wait at most; comparing so many exactly takes about a millisecond."""
FULL = 16_384
"""How many vectors a block holds. The larger, the fewer steps a search takes, and the more a growing one rewrites."""
SHORTLIST = 3.0
"""This times the root of their number are compared exactly: 300 of 10,000 hold 0.98 of the true nearest twenty."""
LEAST = 200
"""And never fewer than this."""
FEW = 2_000
"""Where no more than these pass the filters, all of them are compared exactly."""
MOST, SOME = 0.5, 0.1
"""Where less than half of the shortlist passes, it is made longer; where hardly any does, another way is taken."""


AGAIN = 8
"""A process that asked for the nearest so often asks for them again and again."""


class Vectors:
    """One user's vectors from one model, within one transaction."""

    asked = 0
    """How often this process asked for the nearest."""

    def __init__(self, tx: "Transaction", model: str) -> None:
        self._tx = tx
        self.model = model

    def put(self, n: int, vector: bytes) -> None:
        """Keep the vector of memory number `n`, in place of an earlier one."""
        self._run("put", n=n, bytes=vector)
        if not self._tx.engine.changed():
            self._run("meet")
            self._run("put", n=n, bytes=vector)
        self._run("wait", n=n)

    def put_new(self, vectors: "list[tuple[int, bytes]]") -> None:
        """Keep the vectors of new memories; where there are enough of them, they need not wait for their block."""
        self._run("meet")
        number = self._count("number")
        self._many("put_new", ({"n": n, "number": number, "bytes": vector} for n, vector in vectors))
        sealed = len(vectors) // 8 * 8 if len(vectors) >= SEAL else 0
        for start in range(0, sealed, FULL):
            self._seal(vectors[start : min(start + FULL, sealed)])
        self._many("wait", ({"n": n} for n, _ in vectors[sealed:]))

    def settle(self) -> None:
        """Move the waiting vectors into blocks once there are enough of them; to be called at the end of a write."""
        if self._count("count_waiting") < SEAL:
            return
        rows = self._run("waiting")
        sealed = len(rows) // 8 * 8
        for start in range(0, sealed, FULL):
            self._seal(rows[start : min(start + FULL, sealed)])
        self._run("wait_no_more", last=rows[sealed - 1][0])

    def wasteful(self) -> "list[tuple[int, frozenset[int]]]":
        """The blocks in which too many places are dead, as `clear` takes them."""
        from recall_cli.engines.sqlite import compaction

        return compaction.wasteful(self._run)

    def clear(self, block: int, stale: "frozenset[int]") -> None:
        """Build one of them anew."""
        from recall_cli.engines.sqlite import compaction

        compaction.clear(self._run, block, stale)
        self.settle()

    def anew(self) -> None:
        """Build the blocks anew."""
        self._run("drop_blocks")
        self._run("drop_shape")
        self._run("wait_all")
        self.settle()

    def misplaced(self) -> int:
        """How many vectors stand neither in a block nor among those that wait: no search would find them."""
        there = {n for (n,) in self._run("waiting_numbers")}
        for held, _ in self._run("blocks"):
            there.update(memoryview(held).cast("q"))
        return sum(n not in there for (n,) in self._run("numbers"))

    def erase(self, numbers: "Sequence[int]") -> None:
        """Remove every trace of the vectors of these memories, whatever model they are from."""
        from recall_cli.engines.sqlite import compaction

        compaction.erase(self._run, numbers)

    def of(self, numbers: "Iterable[int]") -> "dict[int, bytes]":
        """The vector of each of these memories that has one."""
        return dict(self._run("exact", numbers=dumps(list(numbers))))

    def among(self, query: bytes, numbers: "Iterable[int]") -> "dict[int, float]":
        """The cosine of each of these memories that has a vector."""
        return _cosines(Query(query), self._run("exact", numbers=dumps(list(numbers))))

    def nearest(self, query: bytes, count: int, wanted: "Filters", without: str = "[]") -> "list[tuple[int, float]]":
        """The nearest memories that pass the filters with their cosines, best first, equal ones by number."""
        if not any(query):
            return []
        passing = Passing(self._run, wanted, without)
        Vectors.asked += 1
        found = None
        if Vectors.asked > AGAIN:
            from recall_cli.engines.sqlite.matrix import remembered

            found = remembered(self._tx, self.model, query, count, passing)
        if found is None:
            prepared = Query(query)
            found = _cosines(prepared, passing.waiting())
            found |= _cosines(prepared, self._shortlisted(prepared, 2 * count, passing))
        return sorted(found.items(), key=lambda near: (-near[1], near[0]))[:count]

    def nearest_of_missing(
        self, query: bytes, count: int, other: str, wanted: "Filters", without: str = "[]"
    ) -> "list[tuple[int, float]]":
        """The same among the memories that still wait for their vectors of another model."""
        if not any(query):
            return []
        found = _cosines(Query(query), Passing(self._run, wanted, without).missing(other))
        return sorted(found.items(), key=lambda near: (-near[1], near[0]))[:count]

    def _shortlisted(self, query: Query, size: int, passing: "Passing") -> "list[Row]":
        """The vectors that the blocks put first and that pass: of `size` at least, if as many may be seen."""
        blocks = self._run("blocks")
        if not blocks:
            return []
        from recall_cli.engines.sqlite.bitplanes import best, joined, positions, scores

        numbers = memoryview(b"".join(held for held, _ in blocks)).cast("q")
        size = max(size, LEAST, int(SHORTLIST * len(numbers) ** 0.5))
        form = self._shape()
        assert form is not None, "blocks have a shape"
        slices = joined([(len(held) // 8, scores(block, query.numbers, form)) for held, block in blocks])
        first = positions(best(slices, size, len(numbers)))
        rows = passing.of(numbers[place] for place in first)
        share = len(rows) / len(first)
        if size >= len(numbers) or share > MOST:
            return rows
        if share > SOME:  # the passing ones are a smaller store: as many of them as of one of their number
            more = set(positions(best(slices, int(size / share**0.5), len(numbers)))).difference(first)
            return rows + passing.of(numbers[place] for place in more)
        few = passing.few()
        if few is not None:
            return passing.of(few)
        while len(rows) < size // 2 and size < len(numbers):
            size *= 4
            rows = passing.of({numbers[place] for place in positions(best(slices, size, len(numbers)))})
        return rows

    def _seal(self, rows: "Sequence[Row]") -> None:
        """Put some vectors, a multiple of eight, into the newest block if it has room, else into a new one."""
        from sys import byteorder

        from recall_cli.engines.sqlite.bitplanes import beside, planes, shape

        numbers = b"".join(n.to_bytes(8, byteorder) for n, _ in rows)
        vectors = [vector for _, vector in rows]
        form = self._shape()
        if form is None:
            form = shape(vectors)
            self._run("add_shape", usual=form.usual, spread=form.spread)
        block = planes(vectors, form)
        grown = self._run("open_block", room=FULL - len(rows))
        if not grown:
            self._run("add_block", size=len(rows), numbers=numbers, planes=block)
            return
        newest, before, old = grown[0]
        both = beside(old, len(before) // 64, block, len(rows) // 8)
        size = len(before) // 8 + len(rows)
        self._run("drop_block", block=newest)  # first, so that its pages are taken again
        self._run("put_block", block=newest, size=size, numbers=before + numbers, planes=both)

    def _shape(self) -> "Shape | None":
        """What the blocks' vectors have in common, measured on the first of them."""
        from recall_cli.engines.sqlite.bitplanes import Shape

        rows = self._run("shape")
        return Shape(usual=rows[0][0], spread=rows[0][1]) if rows else None

    def _run(self, name: str, **values: "Any") -> "list[Row]":
        return self._tx.run("vectors", name, model=self.model, **values)

    def _many(self, name: str, many: "Iterable[dict[str, Any]]") -> None:
        self._tx.run_many("vectors", name, ({"model": self.model, **values} for values in many))

    def _count(self, name: str) -> int:
        return int(self._run(name)[0][0])


class Passing:
    """The vectors of what the view and the filters of one search let pass: asked of the tables, never sifted later."""

    def __init__(self, run: "Any", wanted: "Filters", without: str) -> None:
        self._run = run
        self._tail = "" if wanted.present else "_any"
        self._values = {**wanted.bound, "except": without}

    def of(self, numbers: "Iterable[int]") -> "list[Row]":
        """Those of these memories."""
        rows: list[Row] = self._run("near" + self._tail, numbers=dumps(list(numbers)), **self._values)
        return rows

    def waiting(self) -> "list[Row]":
        """Those that are not yet in a block."""
        rows: list[Row] = self._run("near_waiting" + self._tail, **self._values)
        return rows

    def missing(self, other: str) -> "list[Row]":
        """Those that another model has not made yet."""
        rows: list[Row] = self._run("near_missing" + self._tail, other=other, limit=FEW, **self._values)
        return rows

    def few(self) -> "list[int] | None":
        """All memories that pass, where they are few."""
        rows = self._run("fitting" + self._tail, limit=FEW + 1, **self._values)
        return None if len(rows) > FEW else [n for (n,) in rows]


def _cosines(query: Query, rows: "Iterable[Row]") -> "dict[int, float]":
    found = list(rows)
    return dict(zip((n for n, _ in found), query.cosines([vector for _, vector in found]), strict=True))
