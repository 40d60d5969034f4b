"""Meaning without a model: a text's vector as the weighted mean of its tokens' vectors from a small table.

The table (`table/static.bin`, made by `table/make.py`) is mapped into memory and nothing of it is
parsed: a token is found through a hash table inside the file, and its row is read where it lies. The sum
runs over whole rows at once as long integers, so numpy would bring nothing but its own start-up.

Derived from sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0); see `table/NOTICE.md`.
"""

from recall_cli.domain.vector import pack_vector
from recall_cli.inference.wordpiece import split_word_pieces, split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mmap import mmap

    from recall_cli.inference.static_batch import WordSums

MAGIC = 0x4C4C4352  # "RCLL"
VERSION = 1
MODEL_NAME = "static-1"
"""By this name the vectors are kept; it changes whenever the table that ships does."""
HEADER_FIELDS = 8
"""Numbers of four bytes in front: magic, version, dimensions, tokens, slots, longest piece, text, spare."""
MAX_TOTAL_WEIGHT = 0xFFFFFFFF // 255
"""A lane holds 32 bits, so the weights of one text may add up to this; the text behind it is left out."""
FIRST_NON_LATIN = "\u0370"
"""Where the Latin letters end. The model behind the table knows English; other scripts are noise in it."""
MIN_PIECE_LETTERS = 3
"""Letters that a word's pieces have on average at least, where they mean anything: "ind-entation", not "x-q-z-v"."""
MAX_CACHED_WORDS = 50_000
"""So many words and tokens at most are remembered from one text to the next."""
DEFAULT_PATH = __file__.rpartition("/")[0] + "/table/static.bin"


class InvalidTable(ValueError):
    """The file is no static table, or one of another version."""


class StaticTable:
    """The vectors of a vocabulary, mapped from a file."""

    name = MODEL_NAME

    def __init__(self, path: str = DEFAULT_PATH) -> None:
        self._map = _map_file(path)
        view = memoryview(self._map)
        head = view[: HEADER_FIELDS * 4].cast("I")
        if head[0] != MAGIC or head[1] != VERSION:
            raise InvalidTable(path)
        self.dimensions, tokens, self._slots, self._longest, text = head[2:7]
        at = HEADER_FIELDS * 4
        self._buckets = view[at : (at := at + 4 * (self._slots + 1))].cast("I")
        self._starts = view[at : (at := at + 4 * (tokens + 1))].cast("I")
        self._weights = view[at : (at := at + 4 * tokens)].cast("I")
        self._text = at
        self._rows = at + text
        self._known: dict[str, list[int]] = {}
        self._vocabulary: dict[str, int] = {}
        self._sums: WordSums | None = None
        self._weighed: dict[int, tuple[int, ...]] = {}
        self._lane = int.from_bytes(b"\xff\0\0\0" * (self.dimensions // 4), "little")

    def embed(self, text: str) -> bytes:
        """The text's vector as signed bytes (see `domain.vector`); all zero where no token is known."""
        first = second = third = fourth = total = 0
        weighed = self._weighed
        for token in self.tokens(text):
            weight, *quarters = weighed.get(token) or self._weigh_token(token)
            if total + weight > MAX_TOTAL_WEIGHT:
                break
            total += weight
            first += quarters[0]
            second += quarters[1]
            third += quarters[2]
            fourth += quarters[3]
        sums: list[int] = []
        for quarter in (first, second, third, fourth):
            sums.extend(memoryview(quarter.to_bytes(self.dimensions, "little")).cast("I"))
        bias = 128 * total
        return pack_vector([value - bias for value in sums])

    def embed_all(self, texts: "list[str]") -> "list[bytes]":
        """The vectors of many texts, in their order."""
        from recall_cli.inference.static_batch import embed_texts

        return embed_texts(texts, self.embed, self.sums)

    def learn(self) -> None:
        """Take the whole vocabulary into memory, which is worth it where very many words are looked up."""
        if not self._vocabulary:
            text, starts = self._text, self._starts
            pieces_ = (self._map[text + starts[n] : text + starts[n + 1]].decode() for n in range(len(starts) - 1))
            self._vocabulary = {piece: n for n, piece in enumerate(pieces_)}

    def sums(self) -> "WordSums":
        """What words add to a text's sums, remembered from one of very many texts to the next."""
        if self._sums is None:
            from recall_cli.inference.static_batch import WordSums

            self.learn()
            self._sums = WordSums(self.dimensions, self.tokens, self.row)
        return self._sums

    def row(self, token: int) -> "tuple[int, bytes]":
        """A token's weight and its numbers, each 128 too large."""
        at = self._rows + token * self.dimensions
        return self._weights[token], self._map[at : at + self.dimensions]

    def _weigh_token(self, token: int) -> "tuple[int, ...]":
        """A token's weight, and its row times that weight, in four integers of which each has every fourth number."""
        weight, lane = self._weights[token], self._lane
        at = self._rows + token * self.dimensions
        row = int.from_bytes(self._map[at : at + self.dimensions], "little")
        if len(self._weighed) >= MAX_CACHED_WORDS:
            self._weighed.clear()
        found = (weight, *((row >> shift & lane) * weight for shift in (0, 8, 16, 24)))
        self._weighed[token] = found
        return found

    def tokens(self, text: str) -> "list[int]":
        """The numbers of the text's tokens; words with an unknown part, or beyond Latin letters, are passed over."""
        known = self._known
        found: list[int] = []
        for word in split_words(text):
            if word[0] >= FIRST_NON_LATIN:
                continue
            parts = known.get(word)
            if parts is None:
                if len(known) >= MAX_CACHED_WORDS:
                    known.clear()
                parts = known[word] = split_word_pieces(word, self.find, self._longest)
            found += parts
        return found

    def knows(self, word: str) -> bool:
        """Is this a word of the vocabulary, or put together from pieces long enough to mean something?"""
        return (
            word[:1] < FIRST_NON_LATIN
            and len(word) >= MIN_PIECE_LETTERS * len(split_word_pieces(word, self.find, self._longest)) > 0
        )

    def find(self, piece: str) -> int:
        """The number of a piece of the vocabulary, or −1."""
        if self._vocabulary:
            return self._vocabulary.get(piece, -1)
        key = piece.encode()
        slot = int.from_bytes(key, "little") % self._slots
        starts, text = self._starts, self._text
        for token in range(self._buckets[slot], self._buckets[slot + 1]):
            if self._map[text + starts[token] : text + starts[token + 1]] == key:
                return token
        return -1


def _map_file(path: str) -> "mmap":
    from mmap import ACCESS_READ, mmap

    with open(path, "rb") as file:
        return mmap(file.fileno(), 0, access=ACCESS_READ)
