"""The vectors in memory, for a process that asks for the nearest again and again.

A command asks once or twice, and reads no more than the bit planes for it. Whoever asks more often of a store that does
not change in between (maintenance, a benchmark, a rehearsal of rankings) gets all vectors of a model as one matrix:
numpy compares their signs, one bit a dimension, and the best of that exactly. What may be seen is still asked of the
tables, so no filter is sifted here.
"""

from recall_cli.domain.vector import TAIL_BYTES, agreed_length, level_vectors
from recall_cli.engines.sqlite.vectors.passing_memories import ENOUGH_PASSING_SHARE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.engines.engine import Unit
    from recall_cli.engines.sqlite.vectors.passing_memories import Neighbour, PassingMemories

QUERIES_BEFORE_READING = 8
"""Reading all vectors costs about as much as so many searches."""
MAX_MATRIX_BYTES = 400_000_000
"""So many bytes are held at most."""
MIN_SHORTLIST, SHORTLIST_FACTOR = 300, 3.5
"""This many, or this times the root of their number, are compared exactly."""
MAX_FULL_COMPARISON = 2_000
"""Of no more than these, all are."""
SIGN_BATCH_VECTORS = 32_768
"""Of so many vectors the signs are compared at a time."""
THRESHOLD_SAMPLE = 100
"""About so many of those that shall be compared are looked for in a sample."""
MEAN_SAMPLE_VECTORS = 10_000
"""So many vectors tell what is usual; and so many are turned into signs at a time."""


class VectorMatrix:
    """All vectors of one user and model, at one state of the store."""

    def __init__(self, numbers: "list[int]", joined: bytes) -> None:
        import numpy as np

        self._numbers = np.array(numbers, dtype=np.int64)
        self._rows = np.frombuffer(joined, dtype=np.int8).reshape(len(numbers), -1)
        self._size = self._rows.shape[1] - TAIL_BYTES * (self._rows.shape[1] & 1)
        self._lengths = self._measured(self._rows)
        some = slice(None, None, len(numbers) // MEAN_SAMPLE_VECTORS + 1)
        self._usual = (self._rows[some, : self._size] / self._lengths[some, None]).mean(axis=0, dtype=np.float32)
        self._signs = np.ascontiguousarray(self._packed(self._rows, self._lengths).T)

    def _measured(self, rows: "Any") -> "Any":
        """The lengths of some vectors."""
        import numpy as np

        if rows.shape[1] == self._size:
            return np.full(len(rows), agreed_length(self._size), dtype=np.float32)
        squares = np.ascontiguousarray(rows[:, 1 - TAIL_BYTES :]).view("<u4")[:, 0]
        return np.sqrt(np.maximum(squares, 1)).astype(np.float32)

    def _packed(self, rows: "Any", lengths: "Any") -> "Any":
        """On which side of the usual each number lies, 64 of them in one."""
        import numpy as np

        def side(at: int) -> "Any":
            part, scale = (
                rows[at : at + MEAN_SAMPLE_VECTORS, : self._size],
                lengths[at : at + MEAN_SAMPLE_VECTORS, None],
            )
            return np.packbits(part > self._usual * scale, axis=1)

        bits = np.concatenate([side(at) for at in range(0, len(rows), MEAN_SAMPLE_VECTORS)])
        if bits.shape[1] % 8:
            bits = np.pad(bits, ((0, 0), (0, -bits.shape[1] % 8)))
        return bits.view(np.uint64)

    def nearest(self, query: bytes) -> "list[Neighbour]":
        """The memories whose vectors are nearest with their cosines, best first, as far as they were compared."""
        import numpy as np

        asked = np.frombuffer(query, dtype=np.int8)[None, :]
        own = self._measured(asked)
        near = self._closest_by_signs(self._packed(asked, own)[0])
        rows = self._rows[near][:, : self._size].astype(np.float32)
        products = np.einsum("ij,j->i", rows, asked[0, : self._size].astype(np.float32))  # `@` would wake up threads
        cosines = products / (self._lengths[near] * own[0])
        numbers = self._numbers[near]
        order = np.lexsort((numbers, -cosines))
        return list(zip(numbers[order].tolist(), cosines[order].tolist(), strict=True))

    def _closest_by_signs(self, signs: "Any") -> "Any":
        """The places of the vectors that have most signs in common with these: about as many as shall be compared.

        A part of them tells how many signs apart the last of these is; to put all in order would take longer.
        """
        import numpy as np

        total = len(self._numbers)
        if total <= MAX_FULL_COMPARISON:
            return np.arange(total)
        apart = np.concatenate([self._count_sign_differences(signs, at) for at in range(0, total, SIGN_BATCH_VECTORS)])
        size = max(MIN_SHORTLIST, int(SHORTLIST_FACTOR * total**0.5))
        some = apart[:: max(1, size // THRESHOLD_SAMPLE)]
        share = min(len(some) - 1, len(some) * size // total)
        near = np.flatnonzero(apart <= np.partition(some, share)[share])
        return near if len(near) >= MIN_SHORTLIST // 2 else np.argpartition(apart, size)[:size]

    def _count_sign_differences(self, signs: "Any", at: int) -> "Any":
        """How many signs the vectors from one place on do not share with these; as many as stay in the cache."""
        import numpy as np

        found = np.zeros(min(SIGN_BATCH_VECTORS, len(self._numbers) - at), dtype=np.uint16)
        for column, sign in zip(self._signs, signs, strict=True):
            found += np.bitwise_count(column[at : at + SIGN_BATCH_VECTORS] ^ sign)
        return found


class _QueryCount:
    """How often the vectors of one model were asked for since the store last changed."""

    __slots__ = ("matrix", "state", "times")

    def __init__(self, state: "tuple[int, ...]") -> None:
        self.state, self.times = state, 0
        self.matrix: VectorMatrix | None = None


def nearest_from_matrix(
    tx: "Unit", model: str, query: bytes, count: int, passing: "PassingMemories"
) -> "list[Neighbour] | None":
    """The nearest to a query that pass, with their cosines; None where that is not known."""
    matrix = matrix_for(tx, model)
    near, share = passing.first([] if matrix is None else matrix.nearest(query), count)
    return near if len(near) == count and share >= ENOUGH_PASSING_SHARE else None


def matrix_for(tx: "Unit", model: str) -> "VectorMatrix | None":
    """The matrix of a model, once it pays; None where the store is being written to: what is undone must not stay."""
    if tx.write:
        return None
    kept: dict[tuple[str, str], _QueryCount] = vars(tx.engine).setdefault("matrices", {})
    state = (tx.run("vectors", "state")[0][0], tx.engine.total_rows_changed())
    known = kept.get((tx.view.user, model))
    if known is None or known.state != state:
        known = kept[tx.view.user, model] = _QueryCount(state)
    known.times += 1
    if known.matrix is None and known.times > QUERIES_BEFORE_READING:
        known.matrix, known.times = _read_matrix(tx, model), 0
    return known.matrix


def _read_matrix(tx: "Unit", model: str) -> "VectorMatrix | None":
    import numpy as np

    rows = tx.run("vectors", "every", model=model)
    vectors = [vector for _, vector in rows]
    if len({*map(len, vectors)}) > 1:  # of before there were scales, and of after
        vectors = level_vectors(vectors)
    joined = b"".join(vectors)
    if not rows or not hasattr(np, "bitwise_count") or not 0 < len(joined) <= MAX_MATRIX_BYTES:
        return None
    return VectorMatrix([n for n, _ in rows], joined)
