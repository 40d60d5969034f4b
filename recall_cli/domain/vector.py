"""A stored vector: one signed byte per dimension.

Short vectors (from the static table) all have one agreed length. So a cosine is a dot product divided by a constant,
and only the bytes are stored. The vectors of full models are too similar for that: their differences are hardly larger
than the rounding. So each has a scale of its own, which uses the full range of a byte, and ends with the square of the
resulting length. A text without a known word has the zero vector, which is near to no other.
"""

from _operator import mul  # the module `operator` would be read for this one name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_BIAS_TABLE = bytes((byte + 128) & 255 for byte in range(256))
OWN_SCALE_DIMENSIONS = 256
"""A vector with this many dimensions or more has a scale of its own."""
OWN_SCALE_MARK = b"\1"
"""The first byte of the tail of such a vector. The tail makes its number of bytes odd; older vectors have none."""
TAIL_BYTES = 5
"""Bytes of the tail: the mark and the square of the length."""


def agreed_length(dimensions: int) -> int:
    """The agreed length of vectors with this many dimensions: as long as signed bytes allow with little clipping."""
    return 254 if dimensions < OWN_SCALE_DIMENSIONS else 508


def pack_vector(values: "Sequence[float]") -> bytes:
    """Numbers of any scale as a stored vector of the same direction."""
    if len(values) >= OWN_SCALE_DIMENSIONS and not len(values) & 1:
        return _pack_own_scale(values)
    square = sum(map(mul, values, values))
    if not square:
        return bytes(len(values))
    factor = agreed_length(len(values)) / square**0.5
    numbers = [round(value * factor) for value in values]
    if max(numbers) > 127 or min(numbers) < -127:
        numbers = [max(-127, min(127, number)) for number in numbers]
    return bytes([number & 255 for number in numbers])


def _pack_own_scale(values: "Sequence[float]") -> bytes:
    """The numbers on a scale of their own, with the resulting length."""
    largest = max(*values, -min(values))
    if not largest:
        return bytes(len(values) + TAIL_BYTES)
    factor = 127 / largest
    numbers = [round(value * factor) for value in values]
    square = sum(map(mul, numbers, numbers))
    return bytes([number & 255 for number in numbers]) + OWN_SCALE_MARK + int(square).to_bytes(4, "little")


def strip_tail(vector: bytes) -> bytes:
    """The vector's numbers alone."""
    return vector[:-TAIL_BYTES] if len(vector) & 1 else vector


def squared_length(vector: bytes) -> int:
    """The square of the vector's length."""
    return int.from_bytes(vector[1 - TAIL_BYTES :], "little") if len(vector) & 1 else agreed_length(len(vector)) ** 2


def signed_numbers(vector: bytes) -> "list[int]":
    """The vector's numbers, from −127 to 127."""
    return [byte - 256 if byte > 127 else byte for byte in strip_tail(vector)]


def level_vectors(vectors: "Sequence[bytes]") -> "list[bytes]":
    """The numbers of all vectors at roughly the agreed length, which is enough to compare them with a threshold."""
    tables: dict[int, bytes] = {}
    leveled = []
    for vector in vectors:
        if len(vector) & 1:
            numbers = strip_tail(vector)
            steps = round(64 * agreed_length(len(numbers)) / max(squared_length(vector), 1) ** 0.5)
            if steps not in tables:
                tables[steps] = bytes(
                    max(-127, min(127, round(n * steps / 64))) & 255 for n in (*range(128), *range(-128, 0))
                )
            vector = numbers.translate(tables[steps])
        leveled.append(vector)
    return leveled


class QueryVector:
    """A vector that is prepared to be compared with many."""

    __slots__ = ("_bias", "_square", "numbers", "vector")

    def __init__(self, vector: bytes) -> None:
        self.vector = vector
        self.numbers = signed_numbers(vector)
        self._bias = 128 * sum(self.numbers)
        self._square = squared_length(vector)

    def cosine(self, vector: bytes) -> float:
        """The cosine to a stored vector of the same dimensions."""
        return self.cosines([vector])[0]

    def cosines(self, vectors: "Sequence[bytes]") -> "list[float]":
        """The cosine to each of these vectors, all at once."""
        has_own_scale = len(self.numbers) >= OWN_SCALE_DIMENSIONS
        square = self._square
        sums = self._products([strip_tail(vector) for vector in vectors] if has_own_scale else vectors)
        if not has_own_scale:
            return [total / square for total in sums]
        return [
            total / ((square * squared_length(vector)) ** 0.5 or 1) for total, vector in zip(sums, vectors, strict=True)
        ]

    def _products(self, vectors: "Sequence[bytes]") -> "list[int]":
        """The dot products: one dimension of all vectors is one long integer, with a lane for every vector.

        The bytes of a column are spread over four integers with lanes of 32 bits; each holds every fourth vector.
        Masking an integer is ten times faster than reading bytes into one. So a dimension costs four multiplications,
        however many vectors there are. A lane may become negative and borrow from the next; so enough is added to each
        lane at the start to keep all of them positive.
        """
        size, all_bytes, width = len(self.numbers), b"".join(vectors).translate(_BIAS_TABLE), len(vectors) + 3 >> 2
        lane, level = (int.from_bytes(pattern * width, "little") for pattern in (b"\xff\0\0\0", b"\0\0\0\x80"))
        first = second = third = fourth = level
        for at, number in enumerate(self.numbers):
            if number:
                column = int.from_bytes(all_bytes[at::size], "little")
                first += (column & lane) * number
                second += (column >> 8 & lane) * number
                third += (column >> 16 & lane) * number
                fourth += (column >> 24 & lane) * number
        totals = [0] * (4 * width)
        for at, sums in enumerate((first, second, third, fourth)):
            totals[at::4] = memoryview(sums.to_bytes(4 * width, "little")).cast("I").tolist()
        bias = self._bias + 0x8000_0000
        return [total - bias for total in totals[: len(vectors)]]
