"""What two texts share, what is left of each, and whether they have one subject, as numbers."""

from recall_cli.rules.revision.evidence import Evidence
from recall_cli.rules.revision.positions import preposition_of
from recall_cli.rules.revision.terms.values import NAME_KINDS, QUANTITY_KINDS, VALUE_KINDS, Term

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.reading import Reading

    Features = dict[str, float]

MIN_NAME_LENGTH = 3
"""A shorter word is no name that could be part of a longer one."""
_NO_MODIFIERS = frozenset("number measure rhythm date time day".split())
_SCOPE_STARTS = frozenset("on in for under at with from auf im bei für en em sur dans pour during".split())


def add_sharing(evidence: Evidence, features: "Features") -> None:
    """How much of each text stands in the other one."""
    alignment = evidence.alignment
    old, new = evidence.old, evidence.new
    old_weight = sum(term.weight for term in old.content) or 1.0
    in_sentence = sum(term.weight for term in alignment.matched_new if term.sentence == alignment.sentence)
    in_clause = sum(term.weight for term in alignment.matched_new if term.clause == alignment.clause)
    topics = [term for term in alignment.matched_old if not term.generic]
    features["old words"] = len(old.content)
    features["new words"] = len(new.content)
    features["shared words"] = len(alignment.matched_old)
    features["shared topic words"] = len(topics)
    features["shared weight"] = alignment.weight
    features["share of old text"] = alignment.weight / old_weight
    features["share of sentence"] = _share(in_sentence, alignment.left_new_sentence)
    features["share of clause"] = _share(in_clause, alignment.left_new_clause)
    features["surely shared"] = sum(alignment.strength[term.place] >= 0.9 for term in topics)
    features["loosely shared"] = sum(alignment.strength[term.place] < 0.9 for term in topics)
    features["shared names"] = evidence.has_shared(NAME_KINDS)
    features["shared generic words"] = len(alignment.matched_old) - len(topics)
    features["shared long words"] = sum(
        term.kind in NAME_KINDS or len(term.key) >= 7 for term in topics if alignment.strength[term.place] >= 0.9
    )


def _share(shared: float, left: "list[Term]") -> float:
    whole = shared + sum(term.weight for term in left)
    return shared / whole if whole else 0.0


def add_leftovers(evidence: Evidence, features: "Features") -> None:
    """What is left of each text besides the shared words and besides the two rival values."""
    alignment, rival = evidence.alignment, evidence.rival
    left_old = alignment.left_old
    left_sentence, left_clause = alignment.left_new_sentence, alignment.left_new_clause
    old_value, new_value = (rival.old, rival.new) if rival is not None else (None, None)
    features["old left beside value"] = sum(term is not old_value for term in left_old)
    features["sentence left beside value"] = sum(term is not new_value for term in left_sentence)
    features["clause left beside value"] = sum(term is not new_value for term in left_clause)
    features["old plain words left"] = sum(term.kind == "word" for term in left_old)
    features["old products left"] = sum(term.kind == "product" for term in left_old)
    features["new values left"] = sum(term.kind in VALUE_KINDS for term in left_sentence)
    features["first old left"] = left_old[0].place / len(evidence.old.terms) if left_old else 1.5
    features["only the value differs"] = len(left_old) == 1 and left_old[0] is old_value
    features["only the value is new"] = len(left_sentence) == 1 and left_sentence[0] is new_value
    features["last old word left"] = bool(left_old) and left_old[-1] is evidence.old.content[-1]
    if left_old and left_sentence:
        first, second = left_old[0], left_sentence[0]
        features["same word in front of rest"] = _low_at(evidence.old, first.place - 1) == _low_at(
            evidence.new, second.place - 1
        )


def _low_at(reading: "Reading", place: int) -> str:
    return reading.terms[place].low if 0 <= place < len(reading.terms) else ""


def add_subject(evidence: Evidence, features: "Features") -> None:
    """Whether both texts speak of one subject."""
    alignment, new = evidence.alignment, evidence.new
    old_value = evidence.rival.old if evidence.rival is not None else None
    new_value = evidence.rival.new if evidence.rival is not None else None
    old_subject, new_subject = evidence.subject_old, evidence.subject_new
    features["share of old subject"] = _share_matched(old_subject, alignment.old_partners)
    features["share of new subject"] = _share_matched(new_subject, alignment.new_partners)
    clause = [
        term
        for term in new.content
        if term.clause == alignment.clause
        and not term.generic
        and (term.place in alignment.new_partners or evidence.is_own_subject(term))
    ]
    features["first clause word shared"] = bool(clause) and clause[0].place in alignment.new_partners
    old_own = [t for t in old_subject if t.place not in alignment.old_partners and t is not old_value]
    new_own = [t for t in new_subject if evidence.is_own_subject(t) and t is not new_value]
    features["old subject left"] = len(old_own)
    features["new subject left"] = len(new_own)
    features["pronoun possessor"] = _has_other_possessor(evidence)
    _add_modifiers(evidence, features)
    names = [term.key for term in new.content if len(term.key) >= MIN_NAME_LENGTH]
    features["longer name nearby"] = sum(_has_longer_name(term, names) for term in alignment.left_old)


def _share_matched(terms: "list[Term]", partners: "dict[int, list[Term]]") -> float:
    return sum(term.place in partners for term in terms) / len(terms) if terms else 0.5


def _has_other_possessor(evidence: Evidence) -> bool:
    """Whether the new text speaks of `their` or `his` thing and the old one does not."""
    terms, known = evidence.new.terms, evidence.old.words
    return any(
        term.low in ("their", "his", "her")
        and term.low not in known
        and term.place + 1 < len(terms)
        and terms[term.place + 1].place in evidence.alignment.new_partners
        for term in terms[:4]
    )


def _add_modifiers(evidence: Evidence, features: "Features") -> None:
    """Words directly beside a shared word that the other text lacks: `watch app`, `connect timeout`."""
    alignment = evidence.alignment
    old_terms, new_terms = evidence.old.terms, evidence.new.terms
    both = only_new = 0
    for term in alignment.matched_old:
        if term.generic or term.kind in QUANTITY_KINDS:
            continue
        for partner in alignment.old_partners[term.place]:
            for step in (-1, 1):
                in_old = _is_modifier(old_terms, term.place + step, alignment.old_partners)
                in_new = _is_modifier(new_terms, partner.place + step, alignment.new_partners)
                both += in_old and in_new
                only_new += in_new and not in_old
    features["modifiers differ"], features["modifier only new"] = both, only_new


def _is_modifier(terms: "list[Term]", place: int, partners: "dict[int, list[Term]]") -> bool:
    if not 0 <= place < len(terms):
        return False
    term = terms[place]
    return (
        term.content
        and not term.generic
        and place not in partners
        and term.kind not in _NO_MODIFIERS
        and not (term.kind == "word" and term.cues)
    )


def _has_longer_name(term: Term, names: "list[str]") -> bool:
    """Whether a name of the new text is made of this one, or the other way round: billing and billing-worker."""
    key = term.key
    if len(key) < MIN_NAME_LENGTH or term.kind in QUANTITY_KINDS:
        return False
    for name in names:
        if (key not in name and name not in key) or name == key:
            continue
        if name.startswith(key) and name[len(key)] in "-_.":
            return True
        if key.startswith(name) and key[len(name)] in "-_.":
            return True
        if name.endswith(key) and name[-len(key) - 1] in "-_":
            return True
    return False


def add_scopes(evidence: Evidence, features: "Features") -> None:
    """Whether the texts hold in different places: environments, systems, regions, phrases with a preposition."""
    alignment, rival = evidence.alignment, evidence.rival
    partners = alignment.new_partners
    features["scopes only old"] = len(evidence.scopes_old)
    first = evidence.new.terms[0].low if evidence.new.terms else ""
    features["new begins with scope"] = first in _SCOPE_STARTS and any(
        term.content and term.place not in partners for term in evidence.new.terms[:5]
    )
    new_value = rival.new if rival is not None else None
    new_phrases = [
        preposition_of(evidence.new, term)
        for term in alignment.left_new_sentence
        if term is not new_value and term.kind not in QUANTITY_KINDS
    ]
    features["new prepositional phrases"] = sum(bool(phrase) for phrase in new_phrases)


def add_gone(evidence: Evidence, features: "Features") -> None:
    """Which of the old words the new text calls gone, and which it keeps."""
    gone, matched, old = evidence.gone, evidence.alignment.matched_old, evidence.old
    features["gone topic words"] = sum(not term.generic for term in matched if term.place in gone)
    features["first old word gone"] = bool(old.content) and old.content[0].place in gone
    features["kept quantities"] = sum(term.kind in QUANTITY_KINDS for term in matched if term.place not in gone)
