"""Is this an echo: something that an agent says only because recall told it?

A text is kept as the hashes of its words, of each two that follow one another, and of what stands before what among the
words that play a part (numbers, names, the sides of from, to, over and than). An echo brings no new word, is negated as
the other is, turns no two of them around, and goes through its words mostly in the same order; so a statement with
another value or another subject is none. A restatement in altogether other words is not recognised.
"""

from recall_cli.rules.beliefs import duplicates
from recall_cli.rules.beliefs.duplicates import reading

LEAST = 3
"""Fewer words than this echo too much."""
SAME_PAIRS = 0.5
"""So many of the pairs of words must be the other's."""
PARTS = 12
"""Of so many words that play a part it is known which stands first."""
_FRAME = frozenset(
    "i we you they he she my our your their his her me us user user's person says said told tells mentioned noted note "
    "notes remember remembered recall recalls recalled memory memories according earlier previously before already "
    "know known based still currently as per okay ok yes right got understood i'll we'll you're i've you've "
    "let's".split()
)
"""Words around a restatement, and those that name the one who is spoken to: they say nothing of it."""
_LEADS, _FOLLOWS = frozenset("from to over than into by".split()), frozenset("over than".split())
_AROUND = frozenset("in on at for with of under during".split())
"""What stands behind one of these may stand first or last without a change of meaning."""
_PRIME = 4_294_967_291
_ENDINGS = ("ing", "ed", "es", "s", "e")
_LAST = frozenset(ending[-1] for ending in _ENDINGS)


def packed(text: str) -> bytes:
    """The prints of a text, as the store keeps them."""
    words, pairs = _words(text)
    parts = _parts(text, words)[:PARTS]
    order = [f"{one}>{other}" for at, one in enumerate(parts) for other in parts[at + 1 :]]
    from_bytes = int.from_bytes
    every = "\n".join((*words, *pairs, *order)).encode("utf-8", "surrogatepass").split(b"\n")  # words have no spaces
    return b"".join(
        [number.to_bytes(4, "big") for number in sorted({from_bytes(one, "big") % _PRIME for one in every})]
    )


def telling(text: str) -> "tuple[str, ...]":
    """The few words to look for what a text may echo by: whatever it echoes holds them."""
    return duplicates.telling(tuple(word for word in _said(text) if word != "not"))


class Saying:
    """A text made ready to be held against many others that were told."""

    __slots__ = ("_pairs", "_prints", "_words")

    def __init__(self, text: str) -> None:
        self._words, pairs = _words(text)
        self._prints = [_print(word) for word in self._words]
        self._pairs = [_print(pair) for pair in pairs]

    def echoes(self, prints: bytes) -> bool:
        """Does it say only what was told with these prints?"""
        words = self._words
        if len(words) < LEAST or not all(one in prints for one in self._prints):
            return False  # most end here: what is not even among the bytes is no print of it
        told = {prints[at : at + 4] for at in range(0, len(prints), 4)}
        if not told.issuperset(self._prints) or (_NOT in told) != ("not" in words):
            return False
        for at, one in enumerate(words):
            for other in words[at + 1 :]:
                if _print(f"{other}>{one}") in told and _print(f"{one}>{other}") not in told:
                    return False
        return sum(pair in told for pair in self._pairs) >= SAME_PAIRS * len(self._pairs)


def _said(text: str) -> "list[str]":
    """The words of a text that say something."""
    low = text.casefold()
    said = low.replace("according to", "") if "according to" in low else text
    return [word for word in reading(said).words if word not in _FRAME]


def _words(text: str) -> "tuple[list[str], list[str]]":
    """The words of a text that say something, without their endings, and each two in a row."""
    words = [_stem(word) for word in _said(text)]
    return words, [f"{one} {other}" for one, other in zip(words, words[1:], strict=False)]


def _parts(text: str, words: "list[str]") -> "list[str]":
    """The words that play a part: numbers, names, and those beside a preposition that parts them."""
    names = set()
    for place, raw in enumerate(text.split()):
        word = raw.strip("\"'`“”‘’()[]{}<>,;:!?…*.")
        if word.isalpha() and (not place or word.islower()):
            continue
        if any(letter.isdigit() for letter in word) or (place and any(letter.isupper() for letter in word)):
            names.add(_stem(word.casefold()))
    beside = {word for lead, word in zip(words, words[1:], strict=False) if lead in _LEADS}
    beside |= {word for word, after in zip(words, words[1:], strict=False) if after in _FOLLOWS}
    around = {word for lead, word in zip(words, words[1:], strict=False) if lead in _AROUND}
    return [word for word in dict.fromkeys(words) if (word in names and word not in around) or word in beside]


def _stem(word: str) -> str:
    """A word without the ending that the grammar gives it, crudely."""
    if word[-1:] not in _LAST:
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and word.isalpha():
            return word[: -len(ending)]
    return word


def _print(word: str) -> bytes:
    """Four bytes of a word: a remainder, for which no module has to be loaded."""
    return (int.from_bytes(word.encode("utf-8", "surrogatepass"), "big") % _PRIME).to_bytes(4, "big")


_NOT = _print("not")
