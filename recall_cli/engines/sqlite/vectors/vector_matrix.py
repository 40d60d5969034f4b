"""All vectors of a model in memory, for a process that searches often.

A command searches once or twice, and reads only the bit planes. A process that searches an unchanged store more often
(maintenance, a benchmark, a comparison of rankings) gets all vectors as one matrix. numpy compares their signs, one
bit for each dimension, and then the best of them exactly. The tables still decide what passes the view and filters.
"""

from recall_cli.domain.vector import TAIL_BYTES, agreed_length, level_vectors
from recall_cli.engines.sqlite.vectors.passing_memories import ENOUGH_PASSING_SHARE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.engines.engine import Unit
    from recall_cli.engines.sqlite.vectors.passing_memories import Neighbour, PassingMemories

QUERIES_BEFORE_READING = 8
"""Reading all vectors costs about as much as this many searches."""
MAX_MATRIX_BYTES = 400_000_000
"""Maximum size of the matrix."""
MIN_SHORTLIST, SHORTLIST_FACTOR = 300, 3.5
"""Minimum number of vectors to compare exactly, and its factor to the square root of all."""
MAX_FULL_COMPARISON = 2_000
"""Up to this many vectors, all are compared exactly."""
FEW_WANTED = 20
"""For up to so many wanted memories the shortest list holds nearly all that are nearest."""
MAX_FULL_PER_WANTED, SHARE_PER_WANTED, MAX_SHARED_SHORTLIST = 400, 0.001, 32_768
"""For more: how many vectors are all compared, for each that is wanted; beyond, which share of all, and how many."""
MAX_RETURNED = 2_000
"""How many of the nearest are given: where fewer pass the filters than are wanted, the bit planes are asked."""
COMPARED_AT_ONCE = 4_096
"""How many vectors are compared exactly at a time."""
SIGN_BATCH_VECTORS = 32_768
"""How many vectors' signs are compared at a time."""
THRESHOLD_SAMPLE = 100
"""About how many of the vectors to compare exactly are in the sample that sets the threshold."""
MEAN_SAMPLE_VECTORS = 10_000
"""How many vectors the mean is taken of, and how many are turned into signs at a time."""


class VectorMatrix:
    """All vectors of one user and model at one state of the store."""

    def __init__(self, numbers: "list[int]", joined: bytes) -> None:
        import numpy as np

        self._numbers = np.array(numbers, dtype=np.int64)
        self._rows = np.frombuffer(joined, dtype=np.int8).reshape(len(numbers), -1)
        self._size = self._rows.shape[1] - TAIL_BYTES * (self._rows.shape[1] & 1)
        self._lengths = self._lengths_of(self._rows)
        sample = slice(None, None, len(numbers) // MEAN_SAMPLE_VECTORS + 1)
        self._mean = (self._rows[sample, : self._size] / self._lengths[sample, None]).mean(axis=0, dtype=np.float32)
        self._signs = np.ascontiguousarray(self._signs_of(self._rows, self._lengths).T)

    def _lengths_of(self, rows: "Any") -> "Any":
        import numpy as np

        if rows.shape[1] == self._size:
            return np.full(len(rows), agreed_length(self._size), dtype=np.float32)
        squares = np.ascontiguousarray(rows[:, 1 - TAIL_BYTES :]).view("<u4")[:, 0]
        return np.sqrt(np.maximum(squares, 1)).astype(np.float32)

    def _signs_of(self, rows: "Any", lengths: "Any") -> "Any":
        """For each number, whether it lies above the mean; 64 of them in one integer."""
        import numpy as np

        def side(at: int) -> "Any":
            part, scale = (
                rows[at : at + MEAN_SAMPLE_VECTORS, : self._size],
                lengths[at : at + MEAN_SAMPLE_VECTORS, None],
            )
            return np.packbits(part > self._mean * scale, axis=1)

        bits = np.concatenate([side(at) for at in range(0, len(rows), MEAN_SAMPLE_VECTORS)])
        if bits.shape[1] % 8:
            bits = np.pad(bits, ((0, 0), (0, -bits.shape[1] % 8)))
        return bits.view(np.uint64)

    def nearest(self, query: bytes, count: int = FEW_WANTED) -> "list[Neighbour]":
        """The nearest memories that were compared exactly, with their cosines; best first."""
        import numpy as np

        query_row = np.frombuffer(query, dtype=np.int8)[None, :]
        query_length = self._lengths_of(query_row)
        near = self._closest_by_signs(self._signs_of(query_row, query_length)[0], count)
        products = self._products(near, query_row[0, : self._size].astype(np.float32))
        cosines = products / (self._lengths[near] * query_length[0])
        if len(near) > MAX_RETURNED:
            best = np.flatnonzero(cosines >= np.partition(cosines, -MAX_RETURNED)[-MAX_RETURNED])
            near, cosines = near[best], cosines[best]
        numbers = self._numbers[near]
        order = np.lexsort((numbers, -cosines))
        return list(zip(numbers[order].tolist(), cosines[order].tolist(), strict=True))

    def _products(self, places: "Any", query: "Any") -> "Any":
        import numpy as np

        def compare(at: int) -> "Any":
            rows = self._rows[places[at : at + COMPARED_AT_ONCE]][:, : self._size].astype(np.float32)
            return np.einsum("ij,j->i", rows, query)  # `@` would start threads

        return np.concatenate([compare(at) for at in range(0, len(places), COMPARED_AT_ONCE)])

    def _closest_by_signs(self, signs: "Any", count: int) -> "Any":
        """The places of the vectors that share most signs with these: about as many as to compare exactly.

        A sample gives the number of differing signs of the last of them; sorting all would take longer.
        """
        import numpy as np

        total = len(self._numbers)
        is_many = count > FEW_WANTED
        most = max(MAX_FULL_COMPARISON, MAX_FULL_PER_WANTED * count) if is_many else MAX_FULL_COMPARISON
        if total <= most:
            return np.arange(total)
        differences = np.concatenate(
            [self._count_sign_differences(signs, at) for at in range(0, total, SIGN_BATCH_VECTORS)]
        )
        size = max(MIN_SHORTLIST, int(SHORTLIST_FACTOR * total**0.5))
        if is_many:
            size = max(size, min(MAX_SHARED_SHORTLIST, int(SHARE_PER_WANTED * count * total)))
        sample = differences[:: max(1, size // THRESHOLD_SAMPLE)]
        rank = min(len(sample) - 1, len(sample) * size // total)
        near = np.flatnonzero(differences <= np.partition(sample, rank)[rank])
        return near if len(near) >= MIN_SHORTLIST // 2 else np.argpartition(differences, size)[:size]

    def _count_sign_differences(self, signs: "Any", at: int) -> "Any":
        """How many signs of the vectors from a place on differ from these; a batch that fits the CPU cache."""
        import numpy as np

        counts = np.zeros(min(SIGN_BATCH_VECTORS, len(self._numbers) - at), dtype=np.uint16)
        for column, sign in zip(self._signs, signs, strict=True):
            counts += np.bitwise_count(column[at : at + SIGN_BATCH_VECTORS] ^ sign)
        return counts


class _QueryCount:
    """How often the vectors of one model were searched since the store last changed."""

    __slots__ = ("matrix", "state", "times")

    def __init__(self, state: "tuple[int, ...]") -> None:
        self.state, self.times = state, 0
        self.matrix: VectorMatrix | None = None


def nearest_from_matrix(
    tx: "Unit", model: str, query: bytes, count: int, passing: "PassingMemories"
) -> "list[Neighbour] | None":
    """The nearest memories that pass, with their cosines; None if the matrix does not give enough."""
    matrix = matrix_for(tx, model)
    near, share = passing.first([] if matrix is None else matrix.nearest(query, count), count)
    return near if len(near) == count and share >= ENOUGH_PASSING_SHARE else None


def matrix_for(tx: "Unit", model: str) -> "VectorMatrix | None":
    """The matrix of a model once it pays; None in a write, because a rollback would not undo it."""
    if tx.write:
        return None
    counts: dict[tuple[str, str], _QueryCount] = vars(tx.engine).setdefault("matrices", {})
    state = (tx.run("vectors", "state")[0][0], tx.engine.total_rows_changed())
    queries = counts.get((tx.view.user, model))
    if queries is None or queries.state != state:
        queries = counts[tx.view.user, model] = _QueryCount(state)
    queries.times += 1
    if queries.matrix is None and queries.times > QUERIES_BEFORE_READING:
        queries.matrix, queries.times = _read_matrix(tx, model), 0
    return queries.matrix


def _read_matrix(tx: "Unit", model: str) -> "VectorMatrix | None":
    import numpy as np

    rows = tx.run("vectors", "every", model=model)
    vectors = [vector for _, vector in rows]
    if len({*map(len, vectors)}) > 1:  # some are from an older recall, in another format
        vectors = level_vectors(vectors)
    joined = b"".join(vectors)
    if not rows or not hasattr(np, "bitwise_count") or not 0 < len(joined) <= MAX_MATRIX_BYTES:
        return None
    return VectorMatrix([n for n, _ in rows], joined)
