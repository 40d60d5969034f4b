"""Which words of an older text a new statement repeats, and which of both are left over."""

from recall_cli.rules.revision.lexicon import bits
from recall_cli.rules.revision.terms.values import PLACE_KINDS, QUANTITY_KINDS, VALUE_KINDS, Term

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.reading import Reading

_WORDS_OF_CHANGE = bits(
    *"""change gone replacement correction retraction done now hedge plan no_longer old denial proposal still whole
    addition duty no_duty single_event beginning""".split()
)
"""Classes of words that say what happens to a fact and are no part of it."""


def find_same(term: Term, other: "Reading") -> "tuple[list[Term], float]":
    """The terms of another text that mean the same as a term, and how surely."""
    found = other.by_key.get(term.key)
    if found:
        return found, 1.0
    if term.kind in QUANTITY_KINDS:
        return _find_same_quantity(term, other)
    for group in term.groups:
        found = other.by_group.get(group)
        if found and term.kind == "product":  # the runtime Node is no host
            found = [candidate for candidate in found if candidate.kind != "word"]
        if found:
            return found, 0.7
    if term.kind in ("word", "proper") and len(term.key) >= 5:
        for candidate in other.by_start.get(term.key[:5], ()):
            shorter = min(len(candidate.key), len(term.key))
            close = abs(len(candidate.key) - len(term.key)) < 4
            if close and (shorter < 7 or candidate.key[:6] == term.key[:6]):
                return [candidate], 0.8
    return [], 0.0


def _find_same_quantity(term: Term, other: "Reading") -> "tuple[list[Term], float]":
    """A bare number agrees with the figure of an amount or of a version: `instead of 14` of `14 days`."""
    if term.figure is None:
        return [], 0.0
    found = [
        candidate
        for candidate in other.by_figure.get(term.figure, ())
        if "number" in (candidate.kind, term.kind) or _is_shorter_version(candidate, term)
    ]
    return found, 0.85 if found else 0.0


def _is_shorter_version(one: Term, other: Term) -> bool:
    """Whether one version is the beginning of the other: 3.12 and 3.12.4."""
    if one.kind != "version" or other.kind != "version":
        return False
    shorter, longer = sorted((one.key, other.key), key=len)
    return longer.startswith(shorter + ".")


MIN_SHARED_WEIGHT = 0.8
"""Two texts that share less are about different things, unless it is most of a short one."""


class Alignment:
    """An older text and a new one, word by word: what both have, and what is left of each."""

    __slots__ = (
        "clause",
        "left_new",
        "left_new_clause",
        "left_new_sentence",
        "left_old",
        "matched_new",
        "matched_old",
        "new",
        "new_partners",
        "old",
        "old_partners",
        "sentence",
        "strength",
        "topic_count",
        "weight",
    )

    def __init__(self, old: "Reading", new: "Reading") -> None:
        self.old, self.new = old, new
        self.old_partners: dict[int, list[Term]] = {}
        """For the place of each repeated term of the old text: its partners in the new one."""
        self.new_partners: dict[int, list[Term]] = {}
        self.strength: dict[int, float] = {}
        self.matched_old: list[Term] = []
        self.weight = 0.0
        for term in old.content:
            partners, strength = find_same(term, new)
            if partners:
                self.old_partners[term.place], self.strength[term.place] = partners, strength
                self.matched_old.append(term)
                self.weight += term.weight
                for partner in partners:
                    self.new_partners.setdefault(partner.place, []).append(term)
        self.topic_count = sum(not term.generic for term in self.matched_old)

    @property
    def is_about_old(self) -> bool:
        """Whether the texts share enough to speak of one thing at all."""
        count = len(self.matched_old)
        return self.weight >= MIN_SHARED_WEIGHT or (count > 1 and 2 * count > len(self.old.content))

    def find_leftovers(self) -> None:
        """Find the sentence and the clause of the new text that speak of the old one, and what is left of both."""
        new = self.new
        self.matched_new = [term for term in new.content if term.place in self.new_partners]
        by_sentence, by_clause = [0.0] * new.sentence_count, [0.0] * new.clause_count
        for term in self.matched_new:
            by_sentence[term.sentence] += term.weight
            by_clause[term.clause] += term.weight
        self.sentence = by_sentence.index(max(by_sentence))
        self.clause = by_clause.index(max(by_clause))
        self.left_old = [term for term in self.old.content if term.place not in self.old_partners and not term.generic]
        self.left_new = [
            term
            for term in new.content
            if term.place not in self.new_partners
            and not term.generic
            and not (term.kind == "word" and term.cues & _WORDS_OF_CHANGE)
        ]
        self.left_new_sentence = [term for term in self.left_new if term.sentence == self.sentence]
        self.left_new_clause = [term for term in self.left_new_sentence if term.clause == self.clause]

    def leave_out(self, term: Term) -> None:
        """Leave a term out of what is left of both texts."""
        for left in (self.left_old, self.left_new, self.left_new_sentence, self.left_new_clause):
            left[:] = [other for other in left if other is not term]


def is_word_of_change(term: Term) -> bool:
    """Whether a term says what happens to a fact, and is no part of it."""
    return bool(term.cues & _WORDS_OF_CHANGE)


def sort_of_rivals(old: Term, new: Term) -> str:
    """The sort of value of which both terms are, so that one can replace the other; empty if they are of none."""
    if old.kind == new.kind:
        return _sort_of_one_kind(old, new)
    if old.sorts & new.sorts:
        return "product"
    kinds = {old.kind, new.kind}
    if kinds <= {"proper", "product", "word"} and "word" in kinds:
        word = old if old.kind == "word" else new
        return "name" if word.text[0].isupper() and not word.generic and not word.groups else ""
    if kinds <= {"measure", "rhythm"}:
        return "amount" if old.dimension == new.dimension else ""
    for group, sort in _MIXED_KINDS:
        if kinds <= group:
            return sort
    return ""


def _sort_of_one_kind(old: Term, new: Term) -> str:
    kind = old.kind
    if kind == "measure":
        return "amount" if old.dimension == new.dimension else ""
    if kind == "product":
        return "product" if old.sorts & new.sorts else "name"
    if kind == "word":  # names at the beginning of both texts look like other words
        both_first = old.place == new.place == 0 and old.text[0].isupper() and new.text[0].isupper()
        return "name" if both_first and not old.groups and not new.groups else ""
    return _SORT_OF_KIND.get(kind, "place" if kind in PLACE_KINDS else "")


_SORT_OF_KIND = {
    "number": "number",
    "version": "version",
    "date": "day",
    "day": "day",
    "time": "time",
    "rhythm": "amount",
    "proper": "name",
}
_MIXED_KINDS = (
    (frozenset(("number", "version")), "version"),
    (frozenset(("number", "time")), "time"),
    (frozenset(("measure", "number")), "figure"),
    (frozenset(("date", "day")), "day"),
    (PLACE_KINDS, "place"),
    (frozenset(("product", "proper")), "name"),
    (frozenset(("code", "product", "proper", "ident")), "code or name"),
)
WEAK_SORTS = frozenset(("name", "code or name", "figure", "word"))
"""Sorts whose members need not be able to replace each other."""


def may_be_value(term: Term) -> bool:
    """Whether a term can be the value of a fact."""
    return term.kind in VALUE_KINDS or (term.text[0].isupper() and not term.generic)
