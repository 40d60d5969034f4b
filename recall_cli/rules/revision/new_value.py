"""Other sentences about one thing that have a new value: another owner in front, or another verb around the value."""

from recall_cli.rules.revision.alignment import WEAK_SORTS
from recall_cli.rules.revision.lexicon import bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.evidence import Evidence
    from recall_cli.rules.revision.terms.values import Term

_VERBS_OF_ONE = frozenset("owns leads heads maintains manages handles runs own lead maintain manage handle".split())
"""What one person or team does for a thing."""
_TELLS_OF_CHANGE = bits("no_longer", "now", "change", "correction")
_VERBS_OF_PLACE = frozenset(
    "moved moves go goes went changed lives live sits runs run migrated switched based built rebuilt".split()
)
"""Verbs that any other verb may stand for once the value has changed: `moved to X`, `are written to Y now`."""
_WITHOUT_WEIGHT = frozenset(
    "now currently as of today since from on correction actually no this week the a an our".split()
)


def names_new_owner(evidence: "Evidence") -> bool:
    """Whether both are one sentence about one thing with another name in front, and the new one speaks of a change."""
    if not evidence.new.cues & _TELLS_OF_CHANGE:
        return False
    old, new = _words(evidence.old.terms), _words(evidence.new.terms)
    if len(old) < 3 or len(old) != len(new) or old[1].low not in _VERBS_OF_ONE or old[0].key == new[0].key:
        return False
    if not (old[0].text[0].isupper() and new[0].text[0].isupper()):
        return False
    return all(one.key == other.key for one, other in zip(old[1:], new[1:], strict=True))


def _words(terms: "list[Term]") -> "list[Term]":
    return [term for term in terms if term.kind != "mark" and term.low not in _WITHOUT_WEIGHT]


def names_new_value(evidence: "Evidence") -> bool:
    """Whether both say where one thing is, or how much of it, with other verbs, and the new one speaks of a change."""
    rival, alignment = evidence.rival, evidence.alignment
    if rival is None or rival.sort in WEAK_SORTS or rival.sort == "word" or not evidence.new.cues & _TELLS_OF_CHANGE:
        return False
    if rival.new.clause != alignment.clause or evidence.rival_count > 2 or alignment.topic_count < 2:
        return False
    old = [term for term in alignment.left_old if not _is_value(term, rival.old)]
    new = [term for term in alignment.left_new_clause if not _is_value(term, rival.new)]
    if len(old) > 1 or len(new) > 1 or (old and old[0].place < rival.old.place - 3):
        return False
    is_label = bool(evidence.old.label) and not old
    words = evidence.old.words | evidence.new.words
    subject = [term for term in evidence.subject_old if term is not rival.old and term not in old]
    whole = all(term.place in alignment.old_partners for term in subject)
    return whole and (is_label or not words.isdisjoint(_VERBS_OF_PLACE)) and _is_verb_left(old) and _is_verb_left(new)


def _is_value(term: "Term", value: "Term") -> bool:
    """Whether a term is the value or the number directly behind its name: `Debian 12`."""
    return term is value or (term.place == value.place + 1 and term.kind in ("version", "number"))


def _is_verb_left(left: "list[Term]") -> bool:
    """Whether at most one plain word is left: a verb, and no name and no value."""
    return all(term.kind == "word" and term.text.islower() for term in left)
