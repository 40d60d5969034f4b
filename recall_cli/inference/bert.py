"""The vector of a question from a prepared BERT, with numpy and without an inference engine.

`bert_preparation` writes the mapped file. Starting an engine takes longer than a search; mapping the weights takes no
time, and a question is short. The vectors equal those of the engine, which is checked before such a file is used.
"""

import os
import sys

from recall_cli.domain.json_text import loads
from recall_cli.domain.vector import pack_vector
from recall_cli.inference.static_table import map_file
from recall_cli.inference.wordpiece import split_word_pieces, split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAGIC = b"recall-bert-1\n\0\0"
ALIGNMENT = 64
ARRAYS_PER_LAYER = 12
REQUIRED_TOKENS = ("[CLS]", "[SEP]", "[UNK]")
MAX_QUESTION_TOKENS = 128
"""Tokens of a question that are read. A longer question adds no meaning."""


class Bert:
    """A prepared model."""

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self._map = map_file(path)
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
        """Whether the model has tokens for this word."""
        return bool(split_word_pieces(word, self._find, self._head["longest"]))

    def embed(self, text: str) -> bytes:
        """The vector of a question, as it is stored."""
        return pack_vector(self.numbers(text))

    def numbers(self, text: str) -> "list[float]":
        """The mean of the last states of the text's tokens."""
        np = _import_numpy()
        word, position, gain, bias, *rest = self._load_arrays()
        heads, epsilon = self._head["heads"], self._head["epsilon"]
        ids = self.tokens(text)
        x = _layer_norm(np, word[ids] + position[: len(ids)], gain, bias, epsilon)
        for layer in range(0, len(rest), ARRAYS_PER_LAYER):
            x = _apply_layer(np, x, rest[layer : layer + ARRAYS_PER_LAYER], heads, epsilon)
        return [float(value) for value in x.mean(0)]

    def tokens(self, text: str) -> "list[int]":
        """The token ids of a text, with the special tokens at both ends."""
        first, last, unknown = self._head["special"]
        limit = min(MAX_QUESTION_TOKENS, self._head["shapes"][1][0])
        token_ids: list[int] = []
        for word in split_words(text):
            token_ids += split_word_pieces(word, self._find, self._head["longest"]) or [unknown]
            if len(token_ids) >= limit - 2:
                break
        return [first, *token_ids[: limit - 2], last]

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
    """One layer: attention, then the two dense steps, each added to its input and normalized."""
    three, three_bias, out, out_bias, gain, shift, wide, wide_bias, narrow, narrow_bias, last_gain, last_shift = weights
    count, size = x.shape
    query, key, value = (x @ three + three_bias).reshape(count, 3, heads, size // heads).transpose(1, 2, 0, 3)
    scores = query @ key.transpose(0, 2, 1) * (heads / size) ** 0.5
    scores = np.exp(scores - scores.max(-1, keepdims=True))
    scores /= scores.sum(-1, keepdims=True)
    context = (scores @ value).transpose(1, 0, 2).reshape(count, size)
    x = _layer_norm(np, x + context @ out + out_bias, gain, shift, epsilon)
    return _layer_norm(np, x + _gelu(np, x @ wide + wide_bias) @ narrow + narrow_bias, last_gain, last_shift, epsilon)


def _layer_norm(np: "Any", x: "Any", gain: "Any", bias: "Any", epsilon: float) -> "Any":
    x = x - x.mean(-1, keepdims=True)
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + epsilon) * gain + bias


def _gelu(np: "Any", x: "Any") -> "Any":
    """x·Φ(x), with the error function by Abramowitz and Stegun 7.1.26 (error at most 1.5e-7)."""
    z = np.abs(x) * 0.7071067811865476
    t = 1 / (1 + 0.3275911 * z)
    sum_ = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
    return 0.5 * x * (1 + np.copysign(1 - sum_ * np.exp(-z * z), x))


def _import_numpy() -> "Any":
    """numpy with one thread: questions are short, and more threads would wait for each other on a busy machine.

    Two of its modules only add docstrings to functions, which takes a tenth of the import. They are skipped if numpy is
    not loaded yet.
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
