"""The static table's vectors of many texts at once, with numpy: byte for byte those of each text alone.

Loading numpy takes longer than hundreds of texts without it, so only imports use this.
"""

from recall_cli.domain.vector import agreed_length

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MIN_BATCH_TEXTS = 500
"""Fewer texts are embedded one by one."""
GROUP_SIZE = 256
"""Texts in one group, which keeps intermediate arrays small."""
MAX_BATCH_TEXT_LENGTH = 8_000
"""Longer texts are embedded one by one: few of their words would be used again."""
MAX_CACHED_WORDS = 24_000
"""Words that are cached between groups of texts. Those used again stay for as long once more. Each takes about 700
bytes.
"""
MAX_CACHED_TOKENS = 8_000
"""Parts of words that are cached."""
MAX_TOTAL_WEIGHT = 0xFFFFFFFF // 255
"""As in the table: if the weights of a text add up to more, the remaining tokens are ignored. Up to here, no lane
overflows into the next.
"""
_PUNCTUATION = (".", ",", ";", ":")


class WordSums(dict[str, int]):
    """What each word adds to the sums of a text: a long integer with a lane of 32 bits per dimension, in the
    table's order, and the word's weight above them. A word between two spaces adds the same wherever it stands.
    """

    def __init__(
        self, dimensions: int, tokens: "Callable[[str], list[int]]", row: "Callable[[int], tuple[int, bytes]]"
    ) -> None:
        self.dimensions, self._find_tokens, self._row = dimensions, tokens, row
        self._before: dict[str, int] = {}
        self._tokens: dict[int, int] = {}
        self.lanes = 32 * dimensions

    def drop_old(self) -> None:
        """Drop the words that were not used again, if there are many."""
        if len(self) > MAX_CACHED_WORDS:
            self._before = dict(self)
            self.clear()

    def __missing__(self, word: str) -> int:
        sums = self._before.pop(word, None)
        if sums is None and word[-1:] in _PUNCTUATION and len(word) > 1:
            sums = self[word[:-1]] + self[word[-1]]  # a punctuation mark is a word of its own
        elif sums is None:
            sums = sum([self._tokens.get(token) or self._token_sums(token) for token in self._find_tokens(word)])
        self[word] = sums
        return sums

    def _token_sums(self, token: int) -> int:
        weight, row = self._row(token)
        lanes = bytearray(self.lanes // 8)
        lanes[::4] = row[::4] + row[1::4] + row[2::4] + row[3::4]
        if len(self._tokens) >= MAX_CACHED_TOKENS:
            self._tokens.clear()
        sums = self._tokens[token] = int.from_bytes(lanes, "little") * weight + (weight << self.lanes)
        return sums


def embed_texts(texts: "list[str]", embed: "Callable[[str], bytes]", sums: "Callable[[], WordSums]") -> "list[bytes]":
    """The vectors of these texts, in their order. `embed` makes one vector, `sums` returns the cache of words."""
    if len(texts) < MIN_BATCH_TEXTS:
        return [embed(text) for text in texts]
    vectors: list[bytes] = []
    for start in range(0, len(texts), GROUP_SIZE):
        vectors += _embed_group(texts[start : start + GROUP_SIZE], embed, sums())
    return vectors


def _embed_group(texts: "list[str]", embed: "Callable[[str], bytes]", word_sums: WordSums) -> "list[bytes]":
    import numpy as np

    word_sums.drop_old()
    of_word, lanes, size = word_sums.__getitem__, word_sums.lanes, word_sums.lanes // 8
    vectors = [bytes(word_sums.dimensions)] * len(texts)
    sums, weights, places = [], [], []
    for place, text in enumerate(texts):
        sums_and_weight = (
            sum(map(of_word, text.lower().split(" ")))
            if len(text) < MAX_BATCH_TEXT_LENGTH and text.isascii()
            else MAX_TOTAL_WEIGHT + 1 << lanes
        )
        weight = sums_and_weight >> lanes
        if weight > MAX_TOTAL_WEIGHT:
            vectors[place] = embed(text)
        elif weight:
            sums.append((sums_and_weight ^ weight << lanes).to_bytes(size, "little"))
            weights.append(weight)
            places.append(place)
    if places:
        biased = np.frombuffer(b"".join(sums), dtype="<u4").reshape(len(places), -1).astype(np.int64)
        packed = _pack_vectors(np, biased - 128 * np.array(weights, dtype=np.int64)[:, None])
        for place, vector in zip(places, packed, strict=True):
            vectors[place] = vector
    return vectors


def _pack_vectors(np: "Any", sums: "Any") -> "list[bytes]":
    """Like `domain.vector.pack_vector`: the squares are added as integers in two halves, because rounding would
    show.
    """
    high, low = sums >> 16, sums & 0xFFFF
    parts = ((high * high).sum(1), (high * low).sum(1), (low * low).sum(1))
    squares = [(a << 32) + (b << 17) + c for a, b, c in zip(*(part.tolist() for part in parts), strict=True)]
    factors = np.array([agreed_length(sums.shape[1]) / square**0.5 if square else 0.0 for square in squares])
    whole = np.clip(np.rint(sums * factors[:, None]), -127, 127).astype(np.int8)
    return [row.tobytes() for row in whole]
