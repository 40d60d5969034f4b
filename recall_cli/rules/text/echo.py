"""Is this an echo: something that an agent says only because recall told it?

A text is kept as the hashes of its words, of each two that follow one another, and of what stands before what among the
words that play a part (numbers, names, the sides of from, to, over and than). An echo brings no new word, is negated as
the other is, turns no two of them around, and goes through its words mostly in the same order; so a statement with
another value or another subject is none. A restatement in altogether other words is not recognised.
"""

from recall_cli.rules.beliefs import duplicates
from recall_cli.rules.beliefs.duplicates import content_words

MIN_WORDS = 3
"""Fewer words than this echo too much."""
MIN_SHARED_PAIRS = 0.5
"""So many of the pairs of words must be the other's."""
MAX_ROLE_WORDS = 12
"""Of so many words that play a part it is known which stands first."""
_REPORTING_WORDS = frozenset(
    "i we you they he she my our your their his her me us user user's person says said told tells mentioned noted note "
    "notes remember remembered recall recalls recalled memory memories according earlier previously before already "
    "know known based still currently as per okay ok yes right got understood i'll we'll you're i've you've "
    "let's".split()
)
"""Words around a restatement, and those that name the one who is spoken to: they say nothing of it."""
_PREPOSITIONS_BEFORE_ROLE, _PREPOSITIONS_AFTER_ROLE = (
    frozenset("from to over than into by".split()),
    frozenset("over than".split()),
)
_CIRCUMSTANCE_PREPOSITIONS = frozenset("in on at for with of under during".split())
"""What stands behind one of these may stand first or last without a change of meaning."""
_HASH_MODULUS = 4_294_967_291
_WORD_ENDINGS = ("ing", "ed", "es", "s", "e")
_ENDING_LETTERS = frozenset(ending[-1] for ending in _WORD_ENDINGS)


def pack_word_hashes(text: str) -> bytes:
    """The prints of a text, as the store keeps them."""
    words, pairs = _stems_and_pairs(text)
    parts = _role_words(text, words)[:MAX_ROLE_WORDS]
    order = [f"{one}>{other}" for at, one in enumerate(parts) for other in parts[at + 1 :]]
    from_bytes = int.from_bytes
    every = "\n".join((*words, *pairs, *order)).encode("utf-8", "surrogatepass").split(b"\n")  # words have no spaces
    return b"".join(
        [number.to_bytes(4, "big") for number in sorted({from_bytes(one, "big") % _HASH_MODULUS for one in every})]
    )


def lookup_words(text: str) -> "tuple[str, ...]":
    """The few words to look for what a text may echo by: whatever it echoes holds them."""
    return duplicates.lookup_words(tuple(word for word in _content_words(text) if word != "not"))


class EchoCheck:
    """A text made ready to be held against many others that were told."""

    __slots__ = ("_pairs", "_prints", "_words")

    def __init__(self, text: str) -> None:
        self._words, pairs = _stems_and_pairs(text)
        self._prints = [_hash_word(word) for word in self._words]
        self._pairs = [_hash_word(pair) for pair in pairs]

    def is_echo_of(self, word_hashes: bytes) -> bool:
        """Does it say only what was told with these prints?"""
        words = self._words
        if len(words) < MIN_WORDS or not all(one in word_hashes for one in self._prints):
            return False  # most end here: what is not even among the bytes is no print of it
        told = {word_hashes[at : at + 4] for at in range(0, len(word_hashes), 4)}
        if not told.issuperset(self._prints) or (_NOT_HASH in told) != ("not" in words):
            return False
        for at, one in enumerate(words):
            for other in words[at + 1 :]:
                if _hash_word(f"{other}>{one}") in told and _hash_word(f"{one}>{other}") not in told:
                    return False
        return sum(pair in told for pair in self._pairs) >= MIN_SHARED_PAIRS * len(self._pairs)


def _content_words(text: str) -> "list[str]":
    """The words of a text that say something."""
    low = text.casefold()
    said = low.replace("according to", "") if "according to" in low else text
    return [word for word in content_words(said).words if word not in _REPORTING_WORDS]


def _stems_and_pairs(text: str) -> "tuple[list[str], list[str]]":
    """The words of a text that say something, without their endings, and each two in a row."""
    words = [_strip_ending(word) for word in _content_words(text)]
    return words, [f"{one} {other}" for one, other in zip(words, words[1:], strict=False)]


def _role_words(text: str, words: "list[str]") -> "list[str]":
    """The words that play a part: numbers, names, and those beside a preposition that parts them."""
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
    """A word without the ending that the grammar gives it, crudely."""
    if word[-1:] not in _ENDING_LETTERS:
        return word
    for ending in _WORD_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and word.isalpha():
            return word[: -len(ending)]
    return word


def _hash_word(word: str) -> bytes:
    """Four bytes of a word: a remainder, for which no module has to be loaded."""
    return (int.from_bytes(word.encode("utf-8", "surrogatepass"), "big") % _HASH_MODULUS).to_bytes(4, "big")


_NOT_HASH = _hash_word("not")
