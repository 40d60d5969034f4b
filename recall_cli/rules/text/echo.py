"""Detecting echoes: a statement that an agent makes only because recall showed it that memory.

A shown text is stored as hashes: of its words, of each pair of neighbouring words, and of the order of its role words
(numbers, names, and the words beside from, to, over and than). An echo has no new word and the same negation. It keeps
the order of the role words and most of the word pairs. So a statement with another value or another subject is not an
echo. A restatement in entirely different words is not recognised.
"""

from recall_cli.language.tables import read_words
from recall_cli.rules.text import content_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MIN_WORDS = 3
"""A text with fewer words than this is never called an echo."""
MIN_SHARED_PAIRS = 0.5
"""An echo shares at least this part of its word pairs with the shown text."""
MAX_ROLE_WORDS = 12
"""Only the order of this many role words is stored."""
_REPORTING_WORDS = read_words("words", "reporting words")
"""Words that introduce a restatement or name the person addressed; they are not part of the statement."""
_PREPOSITIONS_BEFORE_ROLE, _PREPOSITIONS_AFTER_ROLE = (
    frozenset("from to over than into by".split()),
    frozenset("over than".split()),
)
_CIRCUMSTANCE_PREPOSITIONS = frozenset("in on at for with of under during".split())
"""A phrase that begins with one of these can stand first or last without changing the meaning."""
_HASH_MODULUS = 4_294_967_291
_WORD_ENDINGS = ("ing", "ed", "es", "s", "e")
_ENDING_LETTERS = frozenset(ending[-1] for ending in _WORD_ENDINGS)


def pack_word_hashes(text: str) -> bytes:
    """The hashes of a text as the store keeps them: four bytes each, sorted, in one string."""
    words, pairs = _stems_and_pairs(content_words.content_words(text))
    role_words = _role_words(text, words)[:MAX_ROLE_WORDS]
    order = [f"{first}>{second}" for place, first in enumerate(role_words) for second in role_words[place + 1 :]]
    from_bytes = int.from_bytes
    hashed = "\n".join((*words, *pairs, *order)).encode("utf-8", "surrogatepass").split(b"\n")  # words have no spaces
    return b"".join(
        [number.to_bytes(4, "big") for number in sorted({from_bytes(first, "big") % _HASH_MODULUS for first in hashed})]
    )


def lookup_words(words: "Iterable[str]") -> "tuple[str, ...]":
    """A few of a text's content words, for finding the texts that it may echo: each such text contains all of them."""
    return content_words.lookup_words(tuple(word for word in _stated_words(words) if word != "not"))


class EchoCheck:
    """The content words of one text, prepared for comparison with many texts that were shown."""

    __slots__ = ("_pairs", "_prints", "_words")

    def __init__(self, words: "Iterable[str]") -> None:
        self._words, pairs = _stems_and_pairs(words)
        self._prints = [_hash_word(word) for word in self._words]
        self._pairs = [_hash_word(pair) for pair in pairs]

    def is_echo_of(self, word_hashes: bytes) -> bool:
        """Whether the text says only what the shown text with these hashes said."""
        words = self._words
        if len(words) < MIN_WORDS or not all(first in word_hashes for first in self._prints):
            return False  # a quick first check: most texts end here
        shown_hashes = {word_hashes[place : place + 4] for place in range(0, len(word_hashes), 4)}
        if not shown_hashes.issuperset(self._prints) or (_NOT_HASH in shown_hashes) != ("not" in words):
            return False
        for place, first in enumerate(words):
            for second in words[place + 1 :]:
                if (
                    _hash_word(f"{second}>{first}") in shown_hashes
                    and _hash_word(f"{first}>{second}") not in shown_hashes
                ):
                    return False
        return sum(pair in shown_hashes for pair in self._pairs) >= MIN_SHARED_PAIRS * len(self._pairs)


def _stated_words(words: "Iterable[str]") -> "list[str]":
    """Content words in lower case, without those that only introduce a restatement, such as "according to"."""
    stated: list[str] = []
    before = ""
    for word in map(str.casefold, words):
        if word not in _REPORTING_WORDS and (before, word) != ("according", "to"):
            stated.append(word)
        before = word
    return stated


def _stems_and_pairs(words: "Iterable[str]") -> "tuple[list[str], list[str]]":
    """Content words without their endings, and each pair of neighbours among them."""
    words = [_strip_ending(word) for word in _stated_words(words)]
    return words, [f"{first} {second}" for first, second in zip(words, words[1:], strict=False)]


def _role_words(text: str, words: "list[str]") -> "list[str]":
    """The words whose order matters: numbers, names, and words beside a preposition such as from, to or than."""
    names = set()
    for place, raw in enumerate(text.split()):
        word = raw.strip("\"'`“”‘’()[]{}<>,;:!?…*.")
        if word.isalpha() and (not place or word.islower()):
            continue
        if any(letter.isdigit() for letter in word) or (place and any(letter.isupper() for letter in word)):
            names.add(_strip_ending(word.casefold()))
    beside = {word for lead, word in zip(words, words[1:], strict=False) if lead in _PREPOSITIONS_BEFORE_ROLE}
    beside |= {word for word, after in zip(words, words[1:], strict=False) if after in _PREPOSITIONS_AFTER_ROLE}
    around = {word for lead, word in zip(words, words[1:], strict=False) if lead in _CIRCUMSTANCE_PREPOSITIONS}
    return [word for word in dict.fromkeys(words) if (word in names and word not in around) or word in beside]


def _strip_ending(word: str) -> str:
    """A word without its grammatical ending, roughly."""
    if word[-1:] not in _ENDING_LETTERS:
        return word
    for ending in _WORD_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and word.isalpha():
            return word[: -len(ending)]
    return word


def _hash_word(word: str) -> bytes:
    """Four bytes for a word: a remainder, so that no hash module has to be loaded."""
    return (int.from_bytes(word.encode("utf-8", "surrogatepass"), "big") % _HASH_MODULUS).to_bytes(4, "big")


_NOT_HASH = _hash_word("not")
