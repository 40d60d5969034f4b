"""Tables made from the word lists: classes of cue words as bits, phrases by first word, groups of synonyms, sorts."""

from recall_cli.rules.revision.stems import stem
from recall_cli.rules.revision.words.english import CUES, GUARDS
from recall_cli.rules.revision.words.products import PRODUCTS
from recall_cli.rules.revision.words.scopes import SCOPES
from recall_cli.rules.revision.words.synonyms import GENERIC_WORDS, OPPOSITES, SAME_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Phrases = Mapping[str, list[tuple[tuple[str, ...], int]]]

CUE_BITS = {name: 1 << place for place, name in enumerate(CUES)}
"""One bit for each class of cue words."""
GUARD_BITS = {name: 1 << (len(CUES) + place) for place, name in enumerate((*GUARDS, "guard"))}
"""One bit for each class of guards, above those of the cues."""
ALL_GUARDS = sum(GUARD_BITS.values())


def bits(*names: str) -> int:
    """The bits of some classes of cue words, together."""
    return sum(CUE_BITS[name] for name in names)


ENDING_CUES = bits("change", "gone", "replacement", "no_longer", "correction", "retraction")
"""Classes of words that speak of an end."""
_KEPT_IN_PHRASES = bits("change", "gone", "replacement")
"""A word keeps these classes of its own inside a longer phrase."""


def make_phrases(cues: "Mapping[str, str]", guards: "Mapping[str, str]") -> "Phrases":
    """Phrases by their first word, the longest first, each with the bits of its classes."""
    masks: dict[str, int] = {}
    for bit_of, table in ((CUE_BITS, cues), (GUARD_BITS, guards)):
        for name, text in table.items():
            bit = bit_of[name]
            for phrase in text.split("|"):
                masks[phrase] = masks.get(phrase, 0) | bit
    by_first: dict[str, list[tuple[tuple[str, ...], int]]] = {}
    for phrase, mask in masks.items():
        first, *rest = phrase.split(" ")
        kept = masks.get(first, 0) & _KEPT_IN_PHRASES if rest else 0
        by_first.setdefault(first, []).append((tuple(rest), mask | kept))
    for tails in by_first.values():
        if len(tails) > 1:
            tails.sort(key=_words_left)
    return by_first


def _words_left(phrase: "tuple[tuple[str, ...], int]") -> int:
    return -len(phrase[0])


def _group_words() -> "dict[str, frozenset[int]]":
    groups: dict[str, frozenset[int]] = {}
    for number, words in enumerate(SAME_WORDS):
        for word in words.split(" "):
            key = stem(word)
            groups[key] = groups.get(key, frozenset()) | {number}
    return groups


def _sort_products() -> "dict[str, frozenset[str]]":
    sorts: dict[str, frozenset[str]] = {}
    for sort, names in PRODUCTS.items():
        for name in names.split(" "):
            sorts[name] = sorts.get(name, frozenset()) | {sort}
    return sorts


def _pair_opposites() -> "dict[str, set[str]]":
    opposites: dict[str, set[str]] = {}
    for pair in OPPOSITES:
        one, other = pair.split(":")
        opposites.setdefault(stem(one), set()).add(stem(other))
        opposites.setdefault(stem(other), set()).add(stem(one))
    return opposites


ENGLISH_PHRASES = make_phrases(CUES, GUARDS)
SYNONYM_GROUPS = _group_words()
PRODUCT_SORTS = _sort_products()
SCOPE_KINDS = {word: kind for kind, words in SCOPES.items() for word in words.split(" ")}
OPPOSITE_STEMS = _pair_opposites()
GENERIC_STEMS = frozenset(map(stem, GENERIC_WORDS))
