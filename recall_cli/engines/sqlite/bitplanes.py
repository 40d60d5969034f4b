"""Thousands of vectors compared at once, as long integers: bit i of an integer belongs to vector i.

A vector's every dimension is coarsened to one or two bits, and the bits of many vectors lie side by side in
one integer per plane. A score is then a sum of planes, and integers added bit by bit with full adders give
the sums of all vectors at once: a hundred thousand vectors in a few milliseconds, without numpy, whose import
alone costs ten times that. The query keeps two bits of magnitude beside its sign, which is what makes the
coarse order good; the few hundred best are meant to be compared exactly afterwards.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FAR = 22
"""The usual size of a number in a vector of 128 dimensions and length 254: what is beyond it is far from zero."""
TWO_BITS_BELOW = 256
"""Shorter vectors keep two bits of each dimension: they have fewer signs to tell them apart."""


def depth(dimensions: int) -> int:
    """How many bits of each dimension are kept."""
    return 2 if dimensions < TWO_BITS_BELOW else 1


def planes(vectors: "Sequence[bytes]") -> bytes:
    """The planes of some vectors, one behind the other; the number of vectors must be a multiple of eight.

    With two bits a dimension is 0 to 3: far below zero, below, above, far above, "far" being its usual size.
    """
    dimensions, width = len(vectors[0]), len(vectors) // 8
    together = b"".join(vectors[::-1])
    coded = [together.translate(_SIGNS)]
    if depth(dimensions) == 2:
        coded.append(together.translate(_FAR))
    rows = (int(code[at::dimensions], 2) for at in range(dimensions) for code in coded)
    return b"".join(row.to_bytes(width, "little") for row in rows)


def scores(blob: bytes, query: "Sequence[int]") -> "list[int]":
    """The sums of all vectors in the planes, as slices: bit i of slice k is bit k of vector i's score."""
    bits = depth(len(query))
    width = len(blob) // (len(query) * bits)
    every = (1 << 8 * width) - 1
    levels: list[list[int]] = [[] for _ in range(_LEVELS)]
    for dimension, weight in enumerate(_weights(query)):
        if not weight:
            continue
        flip = every if weight < 0 else 0
        for bit in range(bits):
            at = (dimension * bits + bit) * width
            plane = int.from_bytes(blob[at : at + width], "little") ^ flip
            size = abs(weight) << (bits - 1 - bit)
            for level in range(size.bit_length()):
                if size >> level & 1:
                    levels[level].append(plane)
    return _added(levels)


def joined(scored: "Sequence[tuple[int, list[int]]]") -> "list[int]":
    """The slices of several groups of vectors, each with its number of vectors, as the slices of all of them."""
    widths = [number // 8 for number, _ in scored]
    parts = [slices for _, slices in scored]
    return [
        int.from_bytes(b"".join(s[k].to_bytes(w, "little") for w, s in zip(widths, parts, strict=True)), "little")
        for k in range(_LEVELS if parts else 0)
    ]


def beside(left: bytes, left_width: int, right: bytes, right_width: int) -> bytes:
    """The planes of two groups of vectors as those of one; the widths are the bytes of one plane."""
    return b"".join(
        left[k * left_width : (k + 1) * left_width] + right[k * right_width : (k + 1) * right_width]
        for k in range(len(left) // left_width)
    )


def blanked(blob: bytes, width: int, places: "Sequence[int]") -> bytes:
    """The planes with nothing left of the vectors at some places; the width is the bytes of one plane."""
    clean = bytearray(blob)
    for place in places:
        at, kept = place // 8, 0xFF ^ 1 << place % 8
        for plane in range(0, len(clean), width):
            clean[plane + at] &= kept
    return bytes(clean)


def best(slices: "Sequence[int]", count: int, total: int) -> int:
    """The set of the `count` vectors with the highest scores, as bits; more where the last of them are equal."""
    above, level = 0, (1 << total) - 1
    for piece in reversed(slices):
        higher = piece & level
        if (above | higher).bit_count() >= count:
            level = higher
        else:
            above |= higher
            level &= ~piece
    return above | level


def positions(bits: int) -> "list[int]":
    """The positions of the set bits, lowest first."""
    text = f"{bits:b}"[::-1]
    found, at = [], text.find("1")
    while at >= 0:
        found.append(at)
        at = text.find("1", at + 1)
    return found


def _weights(query: "Sequence[int]") -> "list[int]":
    """Each dimension of the query as −3 to 3, the largest sixteenth of them counting fully."""
    full = sorted(map(abs, query))[-max(1, len(query) // 16)] or 1
    return [max(-3, min(3, round(3 * value / full))) for value in query]


def _added(levels: "list[list[int]]") -> "list[int]":
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


def _code(signed: "Callable[[int], bool]") -> bytes:
    """A table for `bytes.translate` that turns each signed byte into the character 1 or 0."""
    return bytes(49 if signed(byte - 256 if byte > 127 else byte) else 48 for byte in range(256))


_SIGNS = _code(lambda value: value > 0)
_FAR = _code(lambda value: value > FAR or -FAR < value <= 0)
_LEVELS = 14
"""Slices of a score: enough for 384 dimensions with the greatest weights."""
