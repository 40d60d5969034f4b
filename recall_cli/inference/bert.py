"""The vector of a question from a BERT whose weights lie ready in a mapped file: numpy, and no inference engine.

Made by `bert_weights`. Starting an engine takes longer than a search; mapping the weights takes no time, and a
question is short. The vectors are those of the engine, which is tried out before such a file is used.
"""

import os
import sys

from recall_cli.domain.json_text import loads
from recall_cli.domain.vector import pack_vector
from recall_cli.inference.wordpiece import split_word_pieces, split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mmap import mmap
    from typing import Any

MAGIC = b"recall-bert-1\n\0\0"
ALIGNMENT = 64
ARRAYS_PER_LAYER = 12
REQUIRED_TOKENS = ("[CLS]", "[SEP]", "[UNK]")
MAX_QUESTION_TOKENS = 128
"""So many tokens of a question are read; who asks more says nothing new."""


class Bert:
    """A prepared model."""

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self._map = _map_file(path)
        if self._map[: len(MAGIC)] != MAGIC:
            raise ValueError(path)
        start = len(MAGIC) + 4
        size = int.from_bytes(self._map[start - 4 : start], "little")
        self._head = loads(self._map[start : start + size].decode())
        self._at = start + size
        tokens, slots = self._head["tokens"], self._head["slots"]
        self._buckets, self._starts, self._numbers = (
            self._next_part(4 * count).cast("I") for count in (slots + 1, tokens + 1, tokens)
        )
        self._text = self._next_part(self._head["text"])
        self._weights: list[Any] | None = None

    def _next_part(self, size: int) -> memoryview:
        """The next part of the file."""
        at = self._at + -self._at % ALIGNMENT
        self._at = at + size
        return memoryview(self._map)[at : at + size]

    def knows(self, word: str) -> bool:
        """Can it make something of this word?"""
        return bool(split_word_pieces(word, self._find, self._head["longest"]))

    def embed(self, text: str) -> bytes:
        """The vector of a question, as it is kept."""
        return pack_vector(self.numbers(text))

    def numbers(self, text: str) -> "list[float]":
        """The mean of its tokens' last states."""
        np = _import_numpy()
        word, position, gain, bias, *rest = self._load_arrays()
        heads, epsilon = self._head["heads"], self._head["epsilon"]
        ids = self.tokens(text)
        x = _layer_norm(np, word[ids] + position[: len(ids)], gain, bias, epsilon)
        for layer in range(0, len(rest), ARRAYS_PER_LAYER):
            x = _apply_layer(np, x, rest[layer : layer + ARRAYS_PER_LAYER], heads, epsilon)
        return [float(value) for value in x.mean(0)]

    def tokens(self, text: str) -> "list[int]":
        """The numbers of its tokens, with the marks at both ends."""
        first, last, unknown = self._head["special"]
        limit = min(MAX_QUESTION_TOKENS, self._head["shapes"][1][0])
        found: list[int] = []
        for word in split_words(text):
            found += split_word_pieces(word, self._find, self._head["longest"]) or [unknown]
            if len(found) >= limit - 2:
                break
        return [first, *found[: limit - 2], last]

    def _find(self, piece: str) -> int:
        key = piece.encode()
        slot = int.from_bytes(key, "little") % self._head["slots"]
        starts = self._starts
        for at in range(self._buckets[slot], self._buckets[slot + 1]):
            if self._text[starts[at] : starts[at + 1]] == key:
                return self._numbers[at]
        return -1

    def _load_arrays(self) -> "list[Any]":
        if self._weights is None:
            np = _import_numpy()
            at, self._weights = self._at, []
            for shape in self._head["shapes"]:
                at += -at % ALIGNMENT
                count = 1
                for side in shape:
                    count *= side
                self._weights.append(np.frombuffer(self._map, "<f4", count, at).reshape(shape))
                at += 4 * count
        return self._weights


def _apply_layer(np: "Any", x: "Any", weights: "list[Any]", heads: int, epsilon: float) -> "Any":
    """One layer: attention, then the two dense steps, each added to what went in and normed."""
    three, three_bias, out, out_bias, gain, shift, wide, wide_bias, narrow, narrow_bias, last_gain, last_shift = weights
    count, size = x.shape
    query, key, value = (x @ three + three_bias).reshape(count, 3, heads, size // heads).transpose(1, 2, 0, 3)
    looks = query @ key.transpose(0, 2, 1) * (heads / size) ** 0.5
    looks = np.exp(looks - looks.max(-1, keepdims=True))
    looks /= looks.sum(-1, keepdims=True)
    seen = (looks @ value).transpose(1, 0, 2).reshape(count, size)
    x = _layer_norm(np, x + seen @ out + out_bias, gain, shift, epsilon)
    return _layer_norm(np, x + _gelu(np, x @ wide + wide_bias) @ narrow + narrow_bias, last_gain, last_shift, epsilon)


def _layer_norm(np: "Any", x: "Any", gain: "Any", bias: "Any", epsilon: float) -> "Any":
    x = x - x.mean(-1, keepdims=True)
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + epsilon) * gain + bias


def _gelu(np: "Any", x: "Any") -> "Any":
    """x·Φ(x), with the error function by Abramowitz and Stegun 7.1.26 (wrong by 1.5e-7 at most)."""
    z = np.abs(x) * 0.7071067811865476
    t = 1 / (1 + 0.3275911 * z)
    sum_ = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
    return 0.5 * x * (1 + np.copysign(1 - sum_ * np.exp(-z * z), x))


def _import_numpy() -> "Any":
    """numpy with one thread: a question is too short for more, and on a busy machine they wait for one another.

    Two of its modules do nothing but write docstrings onto its functions, which takes a tenth of its import: where
    numpy is not loaded yet, they stay away.
    """
    if "numpy" in sys.modules:
        return sys.modules["numpy"]
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
        os.environ.setdefault(name, "1")
    absent = [f"numpy._core.{name}" for name in ("_add_newdocs", "_add_newdocs_scalars")]
    sys.modules.update((name, type(sys)(name)) for name in absent)
    try:
        import numpy
    finally:
        for name in absent:
            sys.modules.pop(name, None)
    return numpy


def _map_file(path: str) -> "mmap":
    from mmap import ACCESS_READ, mmap

    with open(path, "rb") as file:
        return mmap(file.fileno(), 0, access=ACCESS_READ)
