"""A vector as it is kept: one signed byte per dimension.

Short vectors (the table's) all have one agreed length, so a cosine is a dot product divided by a constant, and nothing
but the bytes needs keeping. The vectors of full models are too alike for that: most of each is common to all, and what
tells one from another is hardly more than the rounding. They use the whole range of a byte, each on its own scale, and
end with the square of the length that this gave them. Text without a known word has the zero vector, which is near to
nothing.
"""

from _operator import mul  # the module `operator` would be read for this one name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_BIAS_TABLE = bytes((byte + 128) & 255 for byte in range(256))
OWN_SCALE_DIMENSIONS = 256
"""From so many dimensions on a vector has a scale of its own."""
OWN_SCALE_MARK = b"\1"
"""The first of the bytes behind such a vector, which make its number of bytes odd; before them there were none."""
TAIL_BYTES = 5
"""So many bytes they are: that one, and the square of the length."""


def agreed_length(dimensions: int) -> int:
    """The agreed length of vectors of so many dimensions: as long as signed bytes allow without clipping much."""
    return 254 if dimensions < OWN_SCALE_DIMENSIONS else 508


def pack_vector(values: "Sequence[float]") -> bytes:
    """Numbers of any scale as a kept vector of the same direction."""
    if len(values) >= OWN_SCALE_DIMENSIONS and not len(values) & 1:
        return _pack_own_scale(values)
    square = sum(map(mul, values, values))
    if not square:
        return bytes(len(values))
    factor = agreed_length(len(values)) / square**0.5
    found = [round(value * factor) for value in values]
    if max(found) > 127 or min(found) < -127:
        found = [max(-127, min(127, value)) for value in found]
    return bytes([value & 255 for value in found])


def _pack_own_scale(values: "Sequence[float]") -> bytes:
    """The same on a scale of its own, with what that makes of its length."""
    largest = max(*values, -min(values))
    if not largest:
        return bytes(len(values) + TAIL_BYTES)
    factor = 127 / largest
    found = [round(value * factor) for value in values]
    whole = sum(map(mul, found, found))
    return bytes([value & 255 for value in found]) + OWN_SCALE_MARK + int(whole).to_bytes(4, "little")


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
    """The numbers of all vectors at the agreed length, roughly: enough to see on which side of something they lie."""
    tables: dict[int, bytes] = {}
    found = []
    for vector in vectors:
        if len(vector) & 1:
            own = strip_tail(vector)
            steps = round(64 * agreed_length(len(own)) / max(squared_length(vector), 1) ** 0.5)
            if steps not in tables:
                tables[steps] = bytes(
                    max(-127, min(127, round(n * steps / 64))) & 255 for n in (*range(128), *range(-128, 0))
                )
            vector = own.translate(tables[steps])
        found.append(vector)
    return found


class QueryVector:
    """A vector made ready to be held against many."""

    __slots__ = ("_bias", "_square", "numbers", "vector")

    def __init__(self, vector: bytes) -> None:
        self.vector = vector
        self.numbers = signed_numbers(vector)
        self._bias = 128 * sum(self.numbers)
        self._square = squared_length(vector)

    def cosine(self, vector: bytes) -> float:
        """The cosine to a kept vector of the same dimensions."""
        return self.cosines([vector])[0]

    def cosines(self, vectors: "Sequence[bytes]") -> "list[float]":
        """The cosine to each of these vectors, all at once."""
        own = len(self.numbers) >= OWN_SCALE_DIMENSIONS
        whole = self._square
        sums = self._products([strip_tail(vector) for vector in vectors] if own else vectors)
        if not own:
            return [total / whole for total in sums]
        return [
            total / ((whole * squared_length(vector)) ** 0.5 or 1) for total, vector in zip(sums, vectors, strict=True)
        ]

    def _products(self, vectors: "Sequence[bytes]") -> "list[int]":
        """The dot products: one dimension of all vectors is one long integer, with every vector in a lane of its own.

        A column's bytes are spread over four integers, of which each has every fourth vector, in lanes of 32 bits: to
        read bytes into an integer costs ten times what it takes to mask one. So a dimension costs four multiplications
        however many vectors there are. A lane may become negative, and borrows from the next; at the end as much is
        added to each as makes all of them positive.
        """
        size, every, width = len(self.numbers), b"".join(vectors).translate(_BIAS_TABLE), len(vectors) + 3 >> 2
        lane, level = (int.from_bytes(one * width, "little") for one in (b"\xff\0\0\0", b"\0\0\0\x80"))
        first = second = third = fourth = level
        for at, number in enumerate(self.numbers):
            if number:
                column = int.from_bytes(every[at::size], "little")
                first += (column & lane) * number
                second += (column >> 8 & lane) * number
                third += (column >> 16 & lane) * number
                fourth += (column >> 24 & lane) * number
        found = [0] * (4 * width)
        for at, sums in enumerate((first, second, third, fourth)):
            found[at::4] = memoryview(sums.to_bytes(4 * width, "little")).cast("I").tolist()
        bias = self._bias + 0x8000_0000
        return [total - bias for total in found[: len(vectors)]]
