"""Compares thousands of vectors at once, as long integers: bit i of an integer belongs to vector i.

Each dimension of a vector is reduced to two bits, and the bits of many vectors stand side by side in one integer, a
plane. A score is a sum of planes. Adding integers bit by bit, as full adders do, gives the sums of all vectors at
once: a hundred thousand in a few milliseconds. Importing numpy alone takes ten times as long. The query keeps two bits
of magnitude besides its sign, which makes the coarse order good. Compare the few hundred best exactly afterwards.

The vectors of a model have much in common, and what they share does not distinguish them. So the bits say where a
vector lies in relation to the mean of the model (its `Shape`), and not to zero.
"""

from _operator import or_, xor  # the module `operator` would be read for these names

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

BITS_PER_DIMENSION = 2
"""Bits kept of each dimension: far below the mean, below, above, or far above."""
MAX_SHAPE_SAMPLE = 1_000
"""Maximum number of vectors that a shape is measured of."""


class Shape(Record):
    """The mean and the spread of each dimension of a model's vectors, as signed bytes."""

    mean: bytes
    spread: bytes


def measure_shape(vectors: "Sequence[bytes]") -> Shape:
    """The shape of some vectors: in each dimension their mean, and the root of the mean square distance from it."""
    size, sample = len(vectors[0]), vectors[:MAX_SHAPE_SAMPLE]
    joined = b"".join(sample).translate(_ADD_128)
    means, spreads = [], []
    for at in range(size):
        column = joined[at::size]
        mean = sum(column) / len(sample)
        variance = sum(map(pow, column, _TWOS[: len(sample)])) / len(sample) - mean * mean
        means.append(round(mean) - 128 & 255)
        spreads.append(min(127, max(1, round(max(variance, 0.0) ** 0.5))))
    return Shape(mean=bytes(means), spread=bytes(spreads))


def make_planes(vectors: "Sequence[bytes]", shape: Shape) -> bytes:
    """The planes of some vectors, one after the other; the number of vectors must be a multiple of eight."""
    dimensions, width = len(vectors[0]), len(vectors) // 8
    joined = b"".join(vectors[::-1])
    planes = []
    for at, mean, spread in zip(range(dimensions), _signed_bytes(shape.mean), shape.spread, strict=True):
        column = joined[at::dimensions]
        planes += [column.translate(_above_table(mean)), column.translate(_far_table(mean, spread))]
    return b"".join(int(bits, 2).to_bytes(width, "little") for bits in planes)


def scores(blob: bytes, query: "Sequence[int]", shape: Shape) -> "list[int]":
    """The scores of all vectors in the planes, as slices: bit i of slice k is bit k of vector i's score.

    Negative weights are added up separately and subtracted at the end: inverting the few slices of their sum costs less
    than inverting each plane.
    """
    width = len(blob) // (len(query) * BITS_PER_DIMENSION)
    sides: tuple[list[list[int]], list[list[int]]] = (
        [[] for _ in range(_SCORE_BITS)],
        [[] for _ in range(_SCORE_BITS)],
    )
    weights = _query_weights([number * spread for number, spread in zip(query, shape.spread, strict=True)])
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
    """The planes with zeros for the vectors at some places; the width is the bytes of one plane."""
    clean = bytearray(blob)
    for place in places:
        at, mask = place // 8, 0xFF ^ 1 << place % 8
        for plane in range(0, len(clean), width):
            clean[plane + at] &= mask
    return bytes(clean)


def select_best(groups: "Sequence[tuple[int, list[int]]]", count: int) -> "list[int]":
    """The `count` vectors with the highest scores in several groups, as one integer of bits for each group.

    Each group is given with its number of vectors. More than `count` are returned if the last have equal scores.
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
    positions, at = [], marks.find(1)
    while at >= 0:
        byte = raw[at]
        while byte:
            positions.append(8 * at + (byte & -byte).bit_length() - 1)
            byte &= byte - 1
        at = marks.find(1, at + 1)
    return positions


def _query_weights(query: "Sequence[int]") -> "list[int]":
    """Each dimension of the query as 0, 1, 2 or 4 with its sign, in relation to the largest sixteenth of them.

    The weights are powers of two, so that each plane is added once. Planes of weight 0 are not read at all.
    """
    full = sorted(map(abs, query))[-max(1, len(query) // 16)] or 1
    low, middle, high = (share * full for share in _WEIGHT_THRESHOLDS)
    weights = []
    for value in query:
        size = abs(value)
        weight = 0 if size < low else 1 if size < middle else 2 if size < high else 4
        weights.append(weight if value > 0 else -weight)
    return weights


def _add_planes(levels: "list[list[int]]") -> "list[int]":
    """The sum of planes of weight 1, 2, 4 …: three of a level become one of it and one of the next."""
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
    """A table for `bytes.translate`: signed bytes above the bound become the character 1, all others 0."""
    zeros = max(0, min(256, bound + 129))
    rising = b"0" * zeros + b"1" * (256 - zeros)
    return rising[128:] + rising[:128]


def _far_table(mean: int, spread: int) -> bytes:
    """A table for the second bit: far above the mean is 1, above 0; below is 1, far below 0."""
    low, middle, high = (max(0, min(256, bound + 129)) for bound in (mean - spread, mean, mean + spread))
    rising = b"0" * low + b"1" * (middle - low) + b"0" * (high - middle) + b"1" * (256 - high)
    return rising[128:] + rising[:128]


_ADD_128 = bytes((byte + 128) & 255 for byte in range(256))
_TWOS = [2] * MAX_SHAPE_SAMPLE
_NONZERO_BYTES = bytes(map(bool, range(256)))
_WEIGHT_THRESHOLDS = (0.25, 0.45, 0.9)
_SCORE_BITS = 14
"""Slices of a score: enough for 384 dimensions of the largest weight."""
