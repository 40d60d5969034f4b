"""Tables of words: classes of cue words as bits, phrases, groups of synonyms, sorts of products, scopes, opposites.

The word lists stand in `words`; what a comparison loads is packed from them by `python -m tests.bench.fit_beliefs`.
"""

from recall_cli.rules.revision.words import packed_phrases, packed_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeVar

    Value = TypeVar("Value")

CUE_NAMES = (
    "now change replacement gone denial no_longer correction retraction hedge hearsay plan proposal "
    "condition question past still addition comparison report single_event example reason exception whole "
    "part done unfinished preference only duty no_duty permission ban on off old before_old_value "
    "after_old_value many beginning"
).split()
"""Classes of cue words, in the order of their bits."""
GUARD_NAMES = (
    "plan proposal report past single_event condition example comparison undone addition exception reason guard"
).split()
CUE_BITS = {name: 1 << place for place, name in enumerate(CUE_NAMES)}
"""One bit for each class of cue words."""
GUARD_BITS = {name: 1 << (len(CUE_NAMES) + place) for place, name in enumerate(GUARD_NAMES)}
"""One bit for each class of guards, above those of the cues."""
ALL_GUARDS = sum(GUARD_BITS.values())


def bits(*names: str) -> int:
    """The bits of some classes of cue words, together."""
    return sum(CUE_BITS[name] for name in names)


ENDING_CUES = bits("change", "gone", "replacement", "no_longer", "correction", "retraction")
"""Classes of words that speak of an end."""
_KEPT_IN_PHRASES = bits("change", "gone", "replacement")
"""A word keeps these classes of its own inside a longer phrase."""


class Phrases:
    """The phrases of one language with the bits of their classes."""

    __slots__ = ("longest", "masks")

    def __init__(self, masks: "Mapping[str, int]", longest: "Mapping[str, int]") -> None:
        self.masks, self.longest = masks, longest

    def find(self, words: "list[str]", at: int) -> "tuple[int, int]":
        """The bits of the longest phrase that begins at a word, and of how many words it consists."""
        first = words[at]
        for count in range(self.longest.get(first, 1), 1, -1):
            mask = self.masks.get(" ".join(words[at : at + count]))
            if mask is not None:
                return mask, min(count, len(words) - at)
        return self.masks.get(first, 0), 1


def pack_phrases(cues: "Mapping[str, str]", guards: "Mapping[str, str]") -> "tuple[dict[str, int], dict[str, int]]":
    """Phrases with the bits of their classes, and the length of the longest one that begins with a word."""
    masks: dict[str, int] = {}
    for bit_of, table in ((CUE_BITS, cues), (GUARD_BITS, guards)):
        for name, text in table.items():
            bit = bit_of[name]
            for phrase in text.split("|"):
                masks[phrase] = masks.get(phrase, 0) | bit
    longest: dict[str, int] = {}
    whole = dict(masks)
    for phrase in masks:
        first, *rest = phrase.split(" ")
        if rest:
            whole[phrase] |= masks.get(first, 0) & _KEPT_IN_PHRASES
            longest[first] = max(longest.get(first, 1), 1 + len(rest))
    return whole, longest


def make_phrases(cues: "Mapping[str, str]", guards: "Mapping[str, str]") -> Phrases:
    """The phrases of a language whose tables are not packed."""
    return Phrases(*pack_phrases(cues, guards))


FIRST_NUMBER = 0x100
"""The letter that stands for the number 0 in a packed table; the next letter stands for 1."""


def _read_table(words: "list[str]", kinds: "list[Value]", kind_of_each: str) -> "dict[str, Value]":
    """Words with their values; a letter for each word says which of the kinds its value is."""
    by_number = dict(enumerate(kinds, FIRST_NUMBER))
    return dict(zip(words, map(by_number.__getitem__, map(ord, kind_of_each)), strict=True))


def _read_english() -> Phrases:
    kinds = [int(mask) for mask in packed_phrases.KINDS.split()]
    masks = _read_table(packed_phrases.PHRASES.split("|"), kinds, packed_phrases.KINDS_OF_PHRASES)
    longest = zip(packed_phrases.FIRST_WORDS.split(), map(int, packed_phrases.PHRASE_LENGTHS), strict=True)
    return Phrases(masks, dict(longest))


ENGLISH_PHRASES = _read_english()
SYNONYM_GROUPS = _read_table(packed_words.SAME_WORDS.split(), packed_words.SAME_KINDS.split(), packed_words.SAME_VALUES)
"""Stems with the numbers of their groups, between commas."""
PRODUCT_SORTS = _read_table(
    packed_words.PRODUCT_WORDS.split(), packed_words.PRODUCT_KINDS.split(), packed_words.PRODUCT_VALUES
)
"""Products with their sorts, between commas."""
SCOPE_KINDS = dict(zip(packed_words.SCOPE_WORDS.split(), packed_words.SCOPE_VALUES.split(), strict=True))
OPPOSITE_STEMS = dict(zip(packed_words.OPPOSITE_WORDS.split(), packed_words.OPPOSITE_VALUES.split(), strict=True))
"""Stems with the stems of their opposites, between commas."""
GENERIC_STEMS = frozenset(packed_words.GENERIC.split())
