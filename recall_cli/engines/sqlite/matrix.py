"""The vectors in memory, for a process that asks for the nearest again and again.

A command asks once or twice, and reads no more than the bit planes for it. Whoever asks more often of a store that does
not change in between (maintenance, a benchmark, a rehearsal of rankings) gets all vectors of a model as one matrix:
numpy compares their signs, one bit a dimension, and the best of that exactly. What may be seen is still asked of the
tables, so no filter is sifted here.
"""

from recall_cli.domain.vector import length
from recall_cli.engines.sqlite.vectors import MOST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.engines.sqlite.vectors import Passing
    from recall_cli.engines.transaction import Transaction

AFTER = 8
"""Reading all vectors costs about as much as so many searches."""
LARGEST = 400_000_000
"""So many bytes are held at most."""
LEAST, SHORTLIST = 300, 3.0
"""This many, or this times the root of their number, are compared exactly."""
SMALL = 2_000
"""Of no more than these, all are."""
MEASURED = 10_000
"""So many vectors tell what is usual; and so many are turned into signs at a time."""


class Matrix:
    """All vectors of one user and model, at one state of the store."""

    def __init__(self, numbers: "list[int]", joined: bytes) -> None:
        import numpy as np

        self._numbers = np.array(numbers, dtype=np.int64)
        self._rows = np.frombuffer(joined, dtype=np.int8).reshape(len(numbers), -1)
        self._usual = self._rows[:: len(numbers) // MEASURED + 1].mean(axis=0, dtype=np.float32)
        self._signs = np.ascontiguousarray(self._packed(self._rows).T)

    def _packed(self, rows: "Any") -> "Any":
        """On which side of the usual each number lies, 64 of them in one."""
        import numpy as np

        parts = range(0, len(rows), MEASURED)
        bits = np.concatenate([np.packbits(rows[at : at + MEASURED] > self._usual, axis=1) for at in parts])
        if bits.shape[1] % 8:
            bits = np.pad(bits, ((0, 0), (0, -bits.shape[1] % 8)))
        return bits.view(np.uint64)

    def nearest(self, query: bytes) -> "dict[int, float]":
        """The cosines of the memories whose vectors are nearest, best first, as far as they were compared."""
        import numpy as np

        asked = np.frombuffer(query, dtype=np.int8)
        apart = np.bitwise_count(self._signs ^ self._packed(asked[None, :]).T).sum(axis=0, dtype=np.uint16)
        size = len(apart) if len(apart) <= SMALL else max(LEAST, int(SHORTLIST * len(apart) ** 0.5))
        near = np.argpartition(apart, size - 1)[:size]
        products = self._rows[near].astype(np.float32) @ asked.astype(np.float32)  # of whole numbers: exact
        order = np.argsort(-products)
        square = length(len(query)) ** 2
        cosines = products[order].astype(np.float64) / square
        return dict(zip(self._numbers[near[order]].tolist(), cosines.tolist(), strict=True))


class _Asked:
    """How often the vectors of one model were asked for since the store last changed."""

    __slots__ = ("matrix", "state", "times")

    def __init__(self, state: "tuple[int, ...]") -> None:
        self.state, self.times = state, 0
        self.matrix: Matrix | None = None


def remembered(
    tx: "Transaction", model: str, query: bytes, count: int, passing: "Passing"
) -> "dict[int, float] | None":
    """The nearest to a query that pass, `count` of them at least, with their cosines; None where that is not known."""
    matrix = of(tx, model)
    cosines = {} if matrix is None else matrix.nearest(query)
    order = [*cosines]
    found: dict[int, float] = {}
    for start in range(0, len(order), count):
        part = order[start : start + count]
        found |= {n: cosines[n] for n, _ in passing.of(part)}
        if len(found) >= count:
            return found
        if len(found) < MOST * (start + len(part)):
            return None
    return None


def of(tx: "Transaction", model: str) -> "Matrix | None":
    """The matrix of a model, once it pays; None where the store is being written to: what is undone must not stay."""
    if tx.write:
        return None
    kept: dict[tuple[str, str], _Asked] = vars(tx.engine).setdefault("matrices", {})
    state = (tx.run("vectors", "state")[0][0], tx.engine.changed_ever())
    known = kept.get((tx.view.user, model))
    if known is None or known.state != state:
        known = kept[tx.view.user, model] = _Asked(state)
    known.times += 1
    if known.matrix is None and known.times > AFTER:
        known.matrix, known.times = _read(tx, model), 0
    return known.matrix


def _read(tx: "Transaction", model: str) -> "Matrix | None":
    import numpy as np

    rows = tx.run("vectors", "every", model=model)
    joined = b"".join([vector for _, vector in rows])
    if not rows or not hasattr(np, "bitwise_count") or not 0 < len(joined) <= LARGEST:
        return None
    if len(joined) != len(rows) * len(rows[0][1]):
        return None
    return Matrix([n for n, _ in rows], joined)
