"""Whether a statement leaves too much of an older text unsaid to end it, or to dispute it.

Two statements about one person or one service share a name and a few words, and both hold. What ends a statement either
repeats most of it, or gives another value of the same sort, or says near the shared words that something changed.
"""

from recall_cli.rules.revision.alignment import WEAK_SORTS
from recall_cli.rules.revision.evidence import Evidence
from recall_cli.rules.revision.lexicon import bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.features_of_words import Features
    from recall_cli.rules.revision.reading import Reading
    from recall_cli.rules.revision.terms.values import Term

MAX_LEFT_UNSAID = 1
"""Content words of the older text that may be missing if nothing tells of a change."""
MAX_LEFT_WITH_CHANGE = 3
"""The same if something tells of a change, but without another value of the same sort. In other languages than English
too few words of change are known to ask for one."""
MAX_LEFT_OF_DISPUTED = 2
"""The same for a doubtful statement, which disputes the older one without another value of the same sort."""
MAX_LEFT_OF_ASKED = 3
"""The same for a question to the author."""
MAX_LEFT_BESIDE_VALUE = 5
"""The same if there is such a value: with more words missing, the two values belong to different things."""
MAX_DISTANCE_OF_CHANGE = 4
"""A word of change so many words away from all shared words speaks of something else."""
_SORTS_OF_ONE_VALUE = frozenset(
    ("place", "number", "day", "amount", "product", "version", "time", "code or name", "figure")
)
"""Sorts whose members can replace each other; a name or any other word may belong to something else."""
_WORDS_OF_CHANGE = ("says change", "says gone", "says no_longer", "says retraction", "says now")
_FORMS_OF_CHANGE = ("corrected", "on against off", "duty against no duty", "same label")
"""Features that tell of a change, an opposite, or a new entry with the same label, wherever it stands."""
_CHANGES = bits("change", "gone", "replacement", "no_longer")
_OPPOSITES = bits("duty", "no_duty", "permission", "ban", "on", "off")
"""Classes of participles that have an opposite: mandatory and optional, allowed and forbidden."""
_DENIALS = bits("denial", "no_duty", "ban")
SAME_WORD = 0.8
"""How surely two words have to be the same, where related words are not enough."""
OTHER_PROPERTY = "it speaks of another property"
_BEFORE_PARTICIPLES = frozenset(("is", "are", "gets", "get", "be"))
_BEHIND_PARTICIPLES = frozenset("in on at by with to from for under into via through as of until before after".split())
_KINDS_OF_SUBJECTS = frozenset(("word", "proper"))


def leaves_too_much(evidence: Evidence, features: "Features") -> bool:
    """Whether too much of the older text is missing for an end, and no other value makes up for it."""
    if has_value_of_same_sort(evidence):
        return False
    left = len(evidence.alignment.left_old)
    if not evidence.new.is_english or _tells_of_change(features):
        return left > MAX_LEFT_WITH_CHANGE
    return left > MAX_LEFT_UNSAID or _is_about_another_subject(evidence)


def leaves_nearly_all(evidence: Evidence, features: "Features") -> bool:
    """Whether so much of the older text is missing, without any sign of a change, that nobody is asked about it."""
    if has_value_of_same_sort(evidence) or _tells_of_change(features):
        return False
    return len(evidence.alignment.left_old) > MAX_LEFT_OF_ASKED


def disputes_nothing(evidence: Evidence) -> bool:
    """Whether a doubtful statement leaves too much of the older text unsaid to dispute it."""
    left = len(evidence.alignment.left_old)
    if has_value_of_same_sort(evidence):
        return left > MAX_LEFT_BESIDE_VALUE
    return left > MAX_LEFT_OF_DISPUTED


def has_value_of_same_sort(evidence: Evidence) -> bool:
    """Whether both texts give a value of a sort whose members can replace each other."""
    return evidence.rival is not None and evidence.rival.sort in _SORTS_OF_ONE_VALUE


def find_bar_of_verbs(evidence: Evidence) -> str:
    """Why both can hold if each says that something else is done: `is written in Go`, `is hosted in Frankfurt`."""
    old = _find_participle(evidence.old)
    new = _find_participle(evidence.new)
    if old is None or new is None or evidence.speaks_of_end:
        return ""
    alignment, rival = evidence.alignment, evidence.rival
    strength = alignment.strength.get(old.place, 0.0)
    have_opposites = old.cues & _OPPOSITES and new.cues & _OPPOSITES
    if strength >= SAME_WORD or new.cues & _CHANGES or have_opposites or evidence.sentence_cues & _DENIALS:
        return ""
    if strength and rival is not None and rival.sort not in WEAK_SORTS:
        return ""  # another word for the same: `is stored in`, `is kept in`
    return OTHER_PROPERTY


def _tells_of_change(features: "Features") -> bool:
    if any(features[name] for name in _FORMS_OF_CHANGE):
        return True
    is_near = features["ending word to shared word"] <= MAX_DISTANCE_OF_CHANGE
    return is_near and any(features[name] for name in _WORDS_OF_CHANGE)


def _is_about_another_subject(evidence: Evidence) -> bool:
    """Whether each text begins with a word that the other has not: `Anna's favourite …`, `Ben's favourite …`."""
    old, new = evidence.old.content[0], evidence.new.content[0]
    return (
        {old.kind, new.kind} <= _KINDS_OF_SUBJECTS
        and max(old.place, new.place) <= 1
        and old in evidence.alignment.left_old
        and new in evidence.alignment.left_new
    )


def _find_participle(reading: "Reading") -> "Term | None":
    """The first participle behind a form of `be`: `is written in`, `is exported every night`."""
    terms = reading.terms
    for before, term, behind in zip(terms, terms[1:], terms[2:], strict=False):
        is_participle = term.text.islower() and (behind.low in _BEHIND_PARTICIPLES or term.low.endswith(("ed", "en")))
        if before.low in _BEFORE_PARTICIPLES and is_participle:
            return term if term.content else None
    return None
