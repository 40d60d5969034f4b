"""Patterns that end an older statement whatever the learned model says: each ended no compatible pair we know of."""

from recall_cli.rules.revision.alignment import WEAK_SORTS
from recall_cli.rules.revision.evidence import Evidence
from recall_cli.rules.revision.frames import tells_another_value
from recall_cli.rules.revision.lexicon import bits
from recall_cli.rules.revision.new_value import names_new_owner, names_new_value
from recall_cli.rules.revision.positions import ARROW, ARTICLES, FROM, Rival, word_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.features_of_words import Features
    from recall_cli.rules.revision.reading import Reading
    from recall_cli.rules.revision.terms.values import Term

_SINGLE_SORTS = frozenset("amount number version day time".split())
"""Sorts of values of which a fact has one."""
_IS_WORDS = frozenset("is are : = ist es está est é".split())
_WORDS_WITHOUT_WEIGHT = frozenset("now currently today actually no correction the a an our my is are".split())
_CHANGES = bits("change", "replacement", "correction")
_SWITCHES = bits("change", "replacement", "gone")
_OPPOSITES = ("allowed against forbidden", "duty against no duty", "on against off", "opposite words")


def is_certain_end(evidence: Evidence, features: "Features") -> bool:
    """Whether a statement that nothing bars surely ends the older one."""
    return (
        bool(features["old value gone, nothing else left"])
        or bool(features["denied, nothing else left"])
        or _says_the_opposite(evidence, features)
        or (evidence.rival is not None and _exchanges_value(evidence, features, evidence.rival))
        or tells_another_value(evidence)
        or _switches(evidence, features)
        or names_new_owner(evidence)
        or names_new_value(evidence)
    )


def _switches(evidence: Evidence, features: "Features") -> bool:
    """Whether it names the old value, the new one and the change, and nothing else: `switched from A to B`."""
    rival = evidence.rival
    if rival is None or not evidence.old_value_is_gone or features["clause left beside value"]:
        return False
    if not evidence.gone[rival.old.place] & (FROM | ARROW) and rival.old in evidence.subject_old:
        return False
    told = evidence.clause_cues & _SWITCHES
    return bool(told) and rival.new.clause == evidence.alignment.clause and not features["rival called old"]


def _says_the_opposite(evidence: Evidence, features: "Features") -> bool:
    """Whether the statement has an opposite word, and nothing else is left of either text."""
    if evidence.alignment.left_new_clause or features["old left beside opposites"] > 0:
        return False
    if features["on against off"] and not evidence.alignment.left_old:
        return True
    return evidence.alignment.topic_count > 1 and any(features[name] for name in _OPPOSITES)


def _exchanges_value(evidence: Evidence, features: "Features", rival: Rival) -> bool:
    """Whether only the value differs: with the same label, in the same sentence, or by a word of change."""
    if features["old left beside value"] or features["clause left beside value"] or features["rival called old"]:
        return False
    if features["same label"]:
        return not features["sentence left beside value"]
    if evidence.clause_cues & _CHANGES and rival.sort not in WEAK_SORTS:
        return bool(features["rival in clause"])
    return _has_one_value(evidence, rival) and _frame(evidence.old, rival.old) == _frame(evidence.new, rival.new)


def _has_one_value(evidence: Evidence, rival: Rival) -> bool:
    """Whether the fact has a single value: a number, a day, or what something *is*."""
    if rival.sort in _SINGLE_SORTS:
        return word_before(evidence.old, rival.old) != "of"  # the second of 3
    places = ((evidence.old, rival.old), (evidence.new, rival.new))
    return all(word_before(reading, value, skip=ARTICLES) in _IS_WORDS for reading, value in places)


def _frame(reading: "Reading", value: "Term") -> "list[str]":
    """All words of a text but its value and words without weight."""
    return [
        term.key if term.content else term.low
        for term in reading.terms
        if term is not value and term.kind != "mark" and term.low not in _WORDS_WITHOUT_WEIGHT
    ]
