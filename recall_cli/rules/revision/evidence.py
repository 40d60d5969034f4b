"""Everything that two texts show when they are laid side by side; features and gates are read from it."""

from recall_cli.rules.revision.alignment import Alignment, is_word_of_change
from recall_cli.rules.revision.lexicon import ENDING_CUES, SCOPE_KINDS, bits
from recall_cli.rules.revision.positions import find_gone_terms, find_rivals, product_of_version
from recall_cli.rules.revision.terms.values import Term

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.reading import Reading

DENIAL = bits("denial")
DENIALS = bits("denial", "gone", "no_longer")
_WORDS_OF_DIRECTION = frozenset(("to", "by", "with"))
DOUBTS = bits("hedge", "hearsay")
_PAST_VERBS = frozenset(("was", "were", "had"))
_DUTIES = frozenset(("report", "reports", "reported", "reporting"))
_BEHIND_DUTIES = frozenset(("to", "on", "at", "every", "weekly", "monthly"))
_BEFORE_NOUNS = frozenset("in the a an our all weekly monthly".split())


class Evidence:
    """An older text and a new one side by side: shared words, values called gone, rival values, cue words."""

    __slots__ = (
        "alignment",
        "clause_cues",
        "cue_places",
        "gone",
        "new",
        "old",
        "other_cues",
        "rival",
        "rival_count",
        "scopes_new",
        "scopes_old",
        "sentence_cues",
        "subject_new",
        "subject_old",
    )

    def __init__(self, alignment: Alignment) -> None:
        self.alignment, self.old, self.new = alignment, alignment.old, alignment.new
        self.gone = find_gone_terms(alignment)
        self.rival, self.rival_count = find_rivals(alignment, self.gone)
        self._join_versions()
        self._find_own_cues()
        self.scopes_old = _scopes_of_one_side(self.old, self.new)
        self.scopes_new = _scopes_of_one_side(self.new, self.old)
        self.subject_old = [term for term in self.old.subject if not term.generic] or self.old.subject
        self.subject_new = [term for term in self.new.subject if not term.generic]

    def _join_versions(self) -> None:
        """Count the version behind a rival product as a part of it: Postgres 14 and MySQL 8."""
        if self.rival is None or not self.rival.old.kind == self.rival.new.kind == "product":
            return
        for reading, product in ((self.old, self.rival.old), (self.new, self.rival.new)):
            for term in reading.terms[product.place + 1 : product.place + 2]:
                if product_of_version(reading, term) is product:
                    self.alignment.leave_out(term)

    def _find_own_cues(self) -> None:
        """Collect the cue words that only the new text has: near the shared words, and elsewhere."""
        known, terms = self.old.words, self.new.terms
        self.cue_places: list[tuple[int, int]] = []
        clause_cues = sentence_cues = other_cues = 0
        for first, last, mask in self.new.cue_places:
            term = terms[first]
            may_be_known = term.low in known and term.low not in _WORDS_OF_DIRECTION
            if may_be_known and all(word.low in known for word in terms[first : last + 1]):
                continue
            self.cue_places.append((first, mask))
            if term.sentence == self.alignment.sentence:
                sentence_cues |= mask
            else:
                other_cues |= mask
            if term.clause == self.alignment.clause:
                clause_cues |= mask
        self.clause_cues, self.sentence_cues, self.other_cues = clause_cues, sentence_cues, other_cues

    @property
    def all_cues(self) -> int:
        return self.sentence_cues | self.other_cues

    @property
    def is_doubtful(self) -> bool:
        """Whether the new text is hedged or second-hand anywhere; `reports to Ben` and `in reports` are not."""
        return bool(self.all_cues & DOUBTS) and any(
            mask & DOUBTS and not self._is_duty(place) for place, mask in self.cue_places
        )

    def _is_duty(self, place: int) -> bool:
        """Whether a word that may cite somebody names somebody's duty, or a document."""
        terms = self.new.terms
        if terms[place].low not in _DUTIES:
            return False
        behind = terms[place + 1].low if place + 1 < len(terms) else ""
        return behind in _BEHIND_DUTIES or (place > 0 and terms[place - 1].low in _BEFORE_NOUNS)

    @property
    def old_value_is_gone(self) -> bool:
        """Whether the new text calls the old one of the two rival values gone."""
        return self.rival is not None and self.rival.old.place in self.gone

    @property
    def speaks_of_end(self) -> bool:
        """Whether a word of change, end or correction stands in the sentence that speaks of the old text."""
        return bool(self.sentence_cues & ENDING_CUES)

    @property
    def tells_of_past(self) -> bool:
        """Whether the clause that speaks of the old text has `was`, `were` or `had`."""
        terms = self.new.terms
        for term in terms:
            if term.low in _PAST_VERBS and term.clause == self.alignment.clause:
                aside = term.place > 0 and terms[term.place - 1].text == "("
                planned = term.place + 1 < len(terms) and terms[term.place + 1].low == "to"
                if not aside and not planned:
                    return True
        return False

    def has_shared(self, kinds: "frozenset[str]") -> int:
        """How many repeated terms are of some kinds."""
        return sum(term.kind in kinds for term in self.alignment.matched_old)

    def is_own_subject(self, term: Term) -> bool:
        """Whether a term of the new subject is not in the old text and is no word of change."""
        return term.place not in self.alignment.new_partners and not (term.kind == "word" and is_word_of_change(term))


def _scopes_of_one_side(reading: "Reading", other: "Reading") -> "dict[str, str]":
    """The scopes that only one text names, with their kinds: staging, Linux, EU."""
    return {
        term.low: SCOPE_KINDS[term.low]
        for term in reading.terms
        if term.low in SCOPE_KINDS and term.low not in other.words and not (term.content and term.key in other.by_key)
    }
