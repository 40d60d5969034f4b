"""Where the values stand: which old ones the new text calls gone, and which new value takes an old one's place."""

from recall_cli.rules.revision.alignment import WEAK_SORTS, Alignment, may_be_value, sort_of_rivals
from recall_cli.rules.revision.lexicon import bits
from recall_cli.rules.revision.terms.values import Term

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.reading import Reading

_BEFORE_OLD = bits("before_old_value")
_AFTER_OLD = bits("after_old_value")
_ASIDES = frozenset("was previously formerly before not ex".split())
_BEFORE_NEW = frozenset("to with by into now favour favor".split())
_NOT_BEFORE = frozenset("not longer of than".split())
_REACH = 4
"""How many words away a word like `from` or `removed` may stand."""
ARTICLES = frozenset("the a an our my all der die das la el le o".split())
PREPOSITIONS = frozenset(
    """in on at to with by from under via through of for after before within im auf bei mit von für en con de para sur
    avec dans pour em com no na""".split()
)
_IS_WORDS = frozenset("is are : = be a an the".split())

FROM, FAR, AFTER, ARROW = 1, 2, 4, 8
"""How a text calls a value old: `from X`, `replaced the old X`, `X is gone`, `X → Y`."""


def find_gone_terms(alignment: Alignment) -> "dict[int, int]":
    """The repeated terms of the old text that the new one calls gone, by place, and how it does so."""
    gone: dict[int, int] = {}
    for term in alignment.matched_old:
        how = 0
        for partner in alignment.old_partners[term.place]:
            how |= _gone_before(alignment, partner) | _gone_after(alignment, partner)
        if how:
            gone[term.place] = how
    return gone


def _gone_before(alignment: Alignment, partner: Term) -> int:
    """Whether words in front of a term call it old: `from`, `instead of`, `(was`."""
    terms, known = alignment.new.terms, alignment.old.words
    for distance in range(1, _REACH + 1):
        place = partner.place - distance
        if place < 0:
            return 0
        term = terms[place]
        if term.kind == "mark":
            if term.text in ".;:,→":
                return 0
            if term.text == "(" and distance == 1:
                return 0
        if term.low in _ASIDES and place and terms[place - 1].text == "(":
            return FROM
        if term.cues & _BEFORE_OLD and (term.low == "from" or term.low not in known):
            return FROM if distance < 3 else FAR
        if term.low in _BEFORE_NEW:
            return FROM if place and terms[place - 1].low in _NOT_BEFORE else 0
    return 0


def _gone_after(alignment: Alignment, partner: Term) -> int:
    """Whether words behind a term call it old: an arrow, `is gone`, `was removed`."""
    terms, known = alignment.new.terms, alignment.old.words
    how = 0
    for distance, term in enumerate(terms[partner.place + 1 : partner.place + 1 + _REACH]):
        if term.text == "→" and distance == 0:
            how |= ARROW
        if term.kind == "mark" and term.text in ".;:,":
            break
        if term.cues & _AFTER_OLD and term.low not in known:
            return how | AFTER
    return how


class Rival:
    """A value of the old text that is missing or gone, and a new one of its sort that may have taken its place."""

    __slots__ = ("new", "old", "same_next", "same_preposition", "same_previous", "score", "sort")

    def __init__(self, old: Term, new: Term, sort: str) -> None:
        self.old, self.new, self.sort = old, new, sort
        self.same_previous = self.same_next = self.same_preposition = False
        self.score = 0.0


def find_rivals(alignment: Alignment, gone: "dict[int, int]") -> "tuple[Rival | None, int]":
    """The best pair of an old and a new value of one sort, and how many pairs there are."""
    old_values = [
        term
        for term in alignment.old.content
        if (term.place not in alignment.old_partners or term.place in gone) and may_be_value(term)
    ]
    old_values = [term for term in old_values if product_of_version(alignment.old, term) not in old_values]
    new_values = [term for term in alignment.left_new if may_be_value(term)]
    new_values = [term for term in new_values if product_of_version(alignment.new, term) not in new_values]
    best: Rival | None = None
    count = 0
    same_label = bool(alignment.old.label) and alignment.old.label == alignment.new.label
    for old in old_values:
        for new in new_values:
            sort = sort_of_rivals(old, new) or ("code or name" if same_label else "")
            if sort:
                count += 1
                rival = _weigh_rival(alignment, old, new, sort)
                if best is None or rival.score > best.score:
                    best = rival
    if best is None:
        best = _find_word_rival(alignment, gone)
        count = int(best is not None)
    return best, count


def product_of_version(reading: "Reading", term: Term) -> "Term | None":
    """The product that stands in front of its version: `Postgres 14`; None if the term is no such version."""
    if term.kind not in ("number", "version") or not term.place:
        return None
    before = reading.terms[term.place - 1]
    return before if before.kind == "product" else None


def _weigh_rival(alignment: Alignment, old: Term, new: Term, sort: str) -> Rival:
    """How well a new value stands where the old one stood: the same neighbours, the same preposition."""
    rival = Rival(old, new, sort)
    old_terms, new_terms = alignment.old.terms, alignment.new.terms
    rival.same_previous = _are_partners(
        alignment, _neighbour(old_terms, old.place, -1), _neighbour(new_terms, new.place, -1)
    )
    rival.same_next = _are_partners(alignment, _neighbour(old_terms, old.place, 1), _neighbour(new_terms, new.place, 1))
    rival.same_preposition = word_before(alignment.old, old) == word_before(alignment.new, new)
    rival.score = (
        (new.sentence == alignment.sentence)
        + 0.5 * (new.clause == alignment.clause)
        + 0.7 * (sort not in WEAK_SORTS)
        + rival.same_previous
        + rival.same_next
        + 0.4 * rival.same_preposition
        + 0.3 * (old.kind == new.kind)
        - calls_old(alignment, new)
    )
    return rival


def _neighbour(terms: "list[Term]", place: int, step: int) -> "Term | None":
    """The next content word before or behind a place."""
    place += step
    while 0 <= place < len(terms):
        if terms[place].content:
            return terms[place]
        place += step
    return None


def _are_partners(alignment: Alignment, old: "Term | None", new: "Term | None") -> bool:
    if old is None or new is None:
        return False
    return any(partner is new for partner in alignment.old_partners.get(old.place, ()))


def calls_old(alignment: Alignment, term: Term) -> bool:
    """Whether a value that only the new text has is called old there: `not 90`, `from 60`."""
    terms, known = alignment.new.terms, alignment.old.words
    for place in range(term.place - 1, max(-1, term.place - _REACH), -1):
        before = terms[place]
        if before.clause != term.clause or before.low in _BEFORE_NEW or before.place in alignment.new_partners:
            return False
        if before.cues & _BEFORE_OLD and before.low != "was" and before.low not in known:
            return True
    return False


def calls_gone(alignment: Alignment, term: Term) -> bool:
    """Whether a value that only the new text has is called old or gone there: `from Travis`, `Travis was retired`."""
    return calls_old(alignment, term) or bool(_gone_after(alignment, term))


def _find_word_rival(alignment: Alignment, gone: "dict[int, int]") -> "Rival | None":
    """The last plain word of the old text against a plain word in the same place: `is blue`, `is green`."""
    old = next((term for term in reversed(alignment.old.content) if not term.generic), None)
    if old is None or old.kind != "word" or (old.place in alignment.old_partners and old.place not in gone):
        return None
    first = next((term for term in alignment.left_old if term.place >= old.place - 2), old)
    old_before = word_before(alignment.old, first)
    best: Rival | None = None
    for new in alignment.left_new:
        new_before = word_before(alignment.new, new)
        alike = old_before == new_before or (old_before in _IS_WORDS and new_before in _IS_WORDS)
        if new.kind == "word" and alike and (old_before in PREPOSITIONS or old_before in _IS_WORDS):
            rival = Rival(old, new, "word")
            rival.same_preposition = True
            rival.score = 1.0 + (new.sentence == alignment.sentence) + 0.5 * (new.clause == alignment.clause)
            if best is None or rival.score > best.score:
                best = rival
    return best


_NOTHING: "frozenset[str]" = frozenset()


def word_before(reading: "Reading", term: Term, skip: "frozenset[str]" = _NOTHING) -> str:
    """The word in front of a term, or in front of its article if articles are to be skipped; empty at the beginning."""
    place = term.place - 1
    while place >= 0 and reading.terms[place].low in skip:
        place -= 1
    return reading.terms[place].low if place >= 0 else ""


def preposition_of(reading: "Reading", term: Term) -> str:
    """The preposition in front of a term and its article; empty if there is none."""
    low = word_before(reading, term, skip=ARTICLES)
    return low if low in PREPOSITIONS else ""


def is_name(term: Term) -> bool:
    """Whether a term is a name."""
    return term.kind in ("product", "proper")


def term_at(terms: "list[Term]", place: int) -> "Term | None":
    """The term at a place, if there is one."""
    return terms[place] if 0 <= place < len(terms) else None
