"""Vectors without a model: the weighted mean of a text's token vectors, from a small table.

The table (`table/static.bin`, made by `lab/table/build.py`) is mapped into memory and not parsed: a token is found
through a hash table inside the file, and its row is read in place. Whole rows are added at once as long integers, so
numpy would only add its own start-up time.

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
MODEL_NAME = "static-2"
"""The name under which vectors are stored. It changes whenever the shipped table does."""
HEADER_FIELDS = 8
"""Four-byte numbers in the header: magic, version, dimensions, tokens, slots, longest piece, text, spare."""
MAX_TOTAL_WEIGHT = 0xFFFFFFFF // 255
"""The limit for the sum of a text's weights, because a lane has 32 bits. The rest of the text is ignored."""
FIRST_NON_LATIN = "\u0370"
"""The first letter after the Latin ones. The table was made from an English model; other scripts are noise in it."""
MIN_PIECE_LETTERS = 3
"""The average length of a word's pieces that makes them meaningful: "ind-entation", not "x-q-z-v"."""
RARE_WEIGHT = 9_000
"""The weight of a word such as "migration"; "line" has 2,000."""
MAX_CACHED_WORDS = 50_000
"""Words and tokens that are cached between texts."""
DEFAULT_PATH = __file__.rpartition("/")[0] + "/table/static.bin"


class InvalidTable(ValueError):
    """The file is not a static table, or of another version."""


class StaticTable:
    """The vectors of a vocabulary, mapped from a file."""

    name = MODEL_NAME

    def __init__(self, path: str = DEFAULT_PATH) -> None:
        self._map = map_file(path)
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
        """The text's vector as signed bytes (see `domain.vector`); all zero if no token is known."""
        first = second = third = fourth = total = 0
        weighed = self._weighed
        for token in self.tokens(split_words(text)):
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
        """Load the whole vocabulary into memory, which pays off for very many words."""
        if not self._vocabulary:
            text, starts = self._text, self._starts
            pieces = (self._map[text + starts[n] : text + starts[n + 1]].decode() for n in range(len(starts) - 1))
            self._vocabulary = {piece: n for n, piece in enumerate(pieces)}

    def sums(self) -> "WordSums":
        """What each word adds to a text's sums, cached across very many texts."""
        if self._sums is None:
            from recall_cli.inference.static_batch import WordSums

            self.learn()
            self._sums = WordSums(self.dimensions, lambda word: self.tokens(split_words(word)), self.row)
        return self._sums

    def row(self, token: int) -> "tuple[int, bytes]":
        """A token's weight and its numbers, each 128 too large."""
        at = self._rows + token * self.dimensions
        return self._weights[token], self._map[at : at + self.dimensions]

    def _weigh_token(self, token: int) -> "tuple[int, ...]":
        """A token's weight, and its row times that weight in four integers, each with every fourth number."""
        weight, lane = self._weights[token], self._lane
        at = self._rows + token * self.dimensions
        row = int.from_bytes(self._map[at : at + self.dimensions], "little")
        if len(self._weighed) >= MAX_CACHED_WORDS:
            self._weighed.clear()
        weighed = (weight, *((row >> shift & lane) * weight for shift in (0, 8, 16, 24)))
        self._weighed[token] = weighed
        return weighed

    def tokens(self, words: "list[str]") -> "list[int]":
        """The token numbers of words. Words with an unknown part and words in other scripts are skipped."""
        known = self._known
        token_ids: list[int] = []
        for word in words:
            if word[0] >= FIRST_NON_LATIN:
                continue
            parts = known.get(word)
            if parts is None:
                if len(known) >= MAX_CACHED_WORDS:
                    known.clear()
                parts = known[word] = split_word_pieces(word, self.find, self._longest)
            token_ids += parts
        return token_ids

    def knows(self, word: str) -> bool:
        """Whether this is a word of the vocabulary, or made of pieces long enough to mean something."""
        return (
            word[:1] < FIRST_NON_LATIN
            and len(word) >= MIN_PIECE_LETTERS * len(split_word_pieces(word, self.find, self._longest)) > 0
        )

    def rarity(self, word: str) -> float:
        """How rare a word is in general, from 0 to 1; the table gives common words little weight."""
        token = self.find(word)
        return 1.0 if token < 0 else min(1.0, self._weights[token] / RARE_WEIGHT)

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


def map_file(path: str) -> "mmap":
    """A file as memory that can only be read."""
    from mmap import ACCESS_READ, mmap

    with open(path, "rb") as file:
        return mmap(file.fileno(), 0, access=ACCESS_READ)
