"""Thousands of vectors compared at once, as long integers: bit i of an integer belongs to vector i.

A vector's every dimension is coarsened to two bits, and the bits of many vectors lie side by side in
one integer per plane. A score is then a sum of planes, and integers added bit by bit with full adders give
the sums of all vectors at once: a hundred thousand vectors in a few milliseconds, without numpy, whose import
alone costs ten times that. The query keeps two bits of magnitude beside its sign, which is what makes the
coarse order good; the few hundred best are meant to be compared exactly afterwards.

The vectors of a model have much in common: what all share in a dimension tells none from another, so the bits
say where a vector lies around the usual (its `Shape`), and not around zero.
"""

from _operator import or_, xor  # the module `operator` would be read for these names

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

BITS_PER_DIMENSION = 2
"""So many bits of each dimension are kept: it lies far below the usual, below it, above, or far above."""
MAX_SHAPE_SAMPLE = 1_000
"""So many vectors tell what is usual."""


class Shape(Record):
    """What is usual in each dimension of a model's vectors, and how far from it is far; as signed bytes."""

    mean: bytes
    spread: bytes


def measure_shape(vectors: "Sequence[bytes]") -> Shape:
    """The shape of some vectors: in each dimension their mean, and the root of the mean square distance from it."""
    size, sample = len(vectors[0]), vectors[:MAX_SHAPE_SAMPLE]
    together = b"".join(sample).translate(_ADD_128)
    usual, spread = [], []
    for at in range(size):
        column = together[at::size]
        mean = sum(column) / len(sample)
        square = sum(map(pow, column, _TWOS[: len(sample)])) / len(sample) - mean * mean
        usual.append(round(mean) - 128 & 255)
        spread.append(min(127, max(1, round(max(square, 0.0) ** 0.5))))
    return Shape(mean=bytes(usual), spread=bytes(spread))


def make_planes(vectors: "Sequence[bytes]", form: Shape) -> bytes:
    """The planes of some vectors, one behind the other; the number of vectors must be a multiple of eight."""
    dimensions, width = len(vectors[0]), len(vectors) // 8
    together = b"".join(vectors[::-1])
    found = []
    for at, usual, spread in zip(range(dimensions), _signed_bytes(form.mean), form.spread, strict=True):
        column = together[at::dimensions]
        found += [column.translate(_above_table(usual)), column.translate(_far_table(usual, spread))]
    return b"".join(int(bits, 2).to_bytes(width, "little") for bits in found)


def scores(blob: bytes, query: "Sequence[int]", form: Shape) -> "list[int]":
    """The sums of all vectors in the planes, as slices: bit i of slice k is bit k of vector i's score.

    What speaks against a vector is added up by itself and taken off at the end: to flip its few slices costs less than
    to flip each plane.
    """
    width = len(blob) // (len(query) * BITS_PER_DIMENSION)
    sides: tuple[list[list[int]], list[list[int]]] = (
        [[] for _ in range(_SCORE_BITS)],
        [[] for _ in range(_SCORE_BITS)],
    )
    weights = _query_weights([asked * far for asked, far in zip(query, form.spread, strict=True)])
    at = 0
    for weight in weights:
        if weight:
            levels, power = sides[weight < 0], abs(weight).bit_length()
            levels[power].append(int.from_bytes(blob[at : at + width], "little"))
            levels[power - 1].append(int.from_bytes(blob[at + width : at + 2 * width], "little"))
        at += BITS_PER_DIMENSION * width
    most = -3 * sum(weight for weight in weights if weight < 0)
    if most:
        every = (1 << 8 * width) - 1
        for level, piece in enumerate(_add_planes(sides[1])[: most.bit_length()]):
            sides[0][level].append(piece ^ every)
    return _add_planes(sides[0])


def join_planes(left: bytes, left_width: int, right: bytes, right_width: int) -> bytes:
    """The planes of two groups of vectors as those of one; the widths are the bytes of one plane."""
    return b"".join(
        left[k * left_width : (k + 1) * left_width] + right[k * right_width : (k + 1) * right_width]
        for k in range(len(left) // left_width)
    )


def blank_places(blob: bytes, width: int, places: "Sequence[int]") -> bytes:
    """The planes with nothing left of the vectors at some places; the width is the bytes of one plane."""
    clean = bytearray(blob)
    for place in places:
        at, kept = place // 8, 0xFF ^ 1 << place % 8
        for plane in range(0, len(clean), width):
            clean[plane + at] &= kept
    return bytes(clean)


def select_best(groups: "Sequence[tuple[int, list[int]]]", count: int) -> "list[int]":
    """The `count` vectors with the highest scores of several groups, each given with its number of vectors.

    They come as bits, group by group; more of them where the last are equal.
    """
    above, level, sure = [0] * len(groups), [(1 << total) - 1 for total, _ in groups], 0
    for k in range(_SCORE_BITS - 1, -1, -1):
        higher = [slices[k] & within for (_, slices), within in zip(groups, level, strict=True)]
        more = sum(map(int.bit_count, higher))
        if sure + more >= count:
            level = higher
        else:
            above = [*map(or_, above, higher)]
            level = [*map(xor, level, higher)]
            sure += more
    return [*map(or_, above, level)]


def bit_positions(bits: int) -> "list[int]":
    """The positions of the set bits, lowest first."""
    raw = bits.to_bytes(bits.bit_length() + 7 >> 3, "little")
    marks = raw.translate(_NONZERO_BYTES)
    found, at = [], marks.find(1)
    while at >= 0:
        byte = raw[at]
        while byte:
            found.append(8 * at + (byte & -byte).bit_length() - 1)
            byte &= byte - 1
        at = marks.find(1, at + 1)
    return found


def _query_weights(query: "Sequence[int]") -> "list[int]":
    """Each dimension of the query as 0, 1, 2 or 4 with its sign: how it stands to the largest sixteenth of them.

    Powers of two, so that each plane is added once; what hardly matters is not read at all.
    """
    full = sorted(map(abs, query))[-max(1, len(query) // 16)] or 1
    some, more, most = (share * full for share in _WEIGHT_THRESHOLDS)
    found = []
    for value in query:
        size = abs(value)
        weight = 0 if size < some else 1 if size < more else 2 if size < most else 4
        found.append(weight if value > 0 else -weight)
    return found


def _add_planes(levels: "list[list[int]]") -> "list[int]":
    """Planes of weight 1, 2, 4 … added up: three of a level make one of it and one of the next."""
    for level, waiting in enumerate(levels):
        carried = levels[level + 1] if level + 1 < len(levels) else []
        while len(waiting) > 2:
            a, b, c = waiting.pop(), waiting.pop(), waiting.pop()
            half = a ^ b
            waiting.append(half ^ c)
            carried.append(a & b | half & c)
        if len(waiting) == 2:
            a, b = waiting
            waiting[:] = [a ^ b]
            carried.append(a & b)
    return [waiting[0] if waiting else 0 for waiting in levels]


def _signed_bytes(numbers: bytes) -> "list[int]":
    return [byte - 256 if byte > 127 else byte for byte in numbers]


def _above_table(bound: int) -> bytes:
    """A table for `bytes.translate` that turns signed bytes above a bound into the character 1, all others into 0."""
    zeros = max(0, min(256, bound + 129))
    rising = b"0" * zeros + b"1" * (256 - zeros)
    return rising[128:] + rising[:128]


def _far_table(usual: int, spread: int) -> bytes:
    """The same for the second bit: far above is 1, above 0; below is 1, far below 0."""
    low, middle, high = (max(0, min(256, bound + 129)) for bound in (usual - spread, usual, usual + spread))
    rising = b"0" * low + b"1" * (middle - low) + b"0" * (high - middle) + b"1" * (256 - high)
    return rising[128:] + rising[:128]


_ADD_128 = bytes((byte + 128) & 255 for byte in range(256))
_TWOS = [2] * MAX_SHAPE_SAMPLE
_NONZERO_BYTES = bytes(map(bool, range(256)))
_WEIGHT_THRESHOLDS = (0.25, 0.45, 0.9)
_SCORE_BITS = 14
"""Slices of a score: enough for 384 dimensions with the greatest weights."""
