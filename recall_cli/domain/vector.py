"""A vector as it is kept: one signed byte per dimension, every vector of one known length.

Because the length is agreed, a cosine is a dot product divided by a constant, and nothing but the bytes needs
keeping. Text without a known word has the zero vector, which is near to nothing.
"""

from _operator import mul  # the module `operator` would be read for this one name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_BIASED = bytes((byte + 128) & 255 for byte in range(256))


def length(dimensions: int) -> int:
    """The length of every vector of so many dimensions: as long as signed bytes allow without clipping much."""
    return 254 if dimensions < 256 else 508


def packed(values: "Sequence[float]") -> bytes:
    """Numbers of any scale as a kept vector of the same direction."""
    square = sum(map(mul, values, values))
    if not square:
        return bytes(len(values))
    factor = length(len(values)) / square**0.5
    found = [round(value * factor) for value in values]
    if max(found) > 127 or min(found) < -127:
        found = [max(-127, min(127, value)) for value in found]
    return bytes([value & 255 for value in found])


def signed(vector: bytes) -> "list[int]":
    """The vector's numbers, from −127 to 127."""
    return [byte - 256 if byte > 127 else byte for byte in vector]


def _lanes(sums: int, like: bytearray) -> "memoryview":
    return memoryview(sums.to_bytes(len(like), "little")).cast("I")


class Query:
    """A vector made ready to be held against many."""

    __slots__ = ("_bias", "_square", "numbers", "vector")

    def __init__(self, vector: bytes) -> None:
        self.vector = vector
        self.numbers = signed(vector)
        self._bias = 128 * sum(self.numbers)
        self._square = length(len(vector)) ** 2

    def cosine(self, vector: bytes) -> float:
        """The cosine to a kept vector of the same dimensions."""
        return self.cosines([vector])[0]

    def cosines(self, vectors: "Sequence[bytes]") -> "list[float]":
        """The cosine to each of these vectors, all at once: every vector has a lane of 32 bits in a long integer.

        One dimension of all vectors is one integer, so a dimension costs one multiplication however many there are.
        """
        size, every = len(self.numbers), b"".join(vectors).translate(_BIASED)
        lanes = bytearray(4 * len(vectors))
        above = below = 0
        for at, number in enumerate(self.numbers):
            if number:
                lanes[::4] = every[at::size]
                column = int.from_bytes(lanes, "little")
                if number > 0:
                    above += column * number
                else:
                    below -= column * number
        bias, square = self._bias, self._square
        return [
            (up - down - bias) / square for up, down in zip(_lanes(above, lanes), _lanes(below, lanes), strict=True)
        ]
