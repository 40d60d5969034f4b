"""Whether a statement leaves too much of an older text unsaid to end it, or to dispute it.

Two statements about one person or one service share a name and a few words, and both hold. What ends a statement either
repeats most of it, or gives another value of the same sort, or says near the shared words that something changed.
"""

from recall_cli.rules.revision.evidence import Evidence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.features_of_words import Features

MAX_LEFT_UNSAID = 1
"""Content words of the older text that may be missing if nothing tells of a change."""
MAX_LEFT_WITH_CHANGE = 3
"""The same if something tells of a change, but without another value of the same sort. In other languages than English
too few words of change are known to ask for one."""
MAX_LEFT_OF_DISPUTED = 2
"""The same for a doubtful statement, which disputes the older one without another value of the same sort."""
MAX_LEFT_OF_ASKED = 3
"""The same for a question to the author."""
MAX_LEFT_WITH_FIGURE = 5
"""Figures need no common unit, so they show less: if more words are missing, they belong to different things."""
MAX_DISTANCE_OF_CHANGE = 4
"""A word of change so many words away from all shared words speaks of something else."""
_SORTS_OF_ONE_VALUE = frozenset(
    ("place", "number", "day", "amount", "product", "version", "time", "code or name", "figure")
)
"""Sorts whose members can replace each other; a name or any other word may belong to something else."""
_WORDS_OF_CHANGE = ("says change", "says gone", "says no_longer", "says retraction", "says now")
_FORMS_OF_CHANGE = ("corrected", "on against off", "duty against no duty", "same label")
"""Features that tell of a change, an opposite, or a new entry with the same label, wherever it stands."""
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
        return evidence.rival is not None and evidence.rival.sort == "figure" and left > MAX_LEFT_WITH_FIGURE
    return left > MAX_LEFT_OF_DISPUTED


def has_value_of_same_sort(evidence: Evidence) -> bool:
    """Whether both texts give a value of a sort whose members can replace each other."""
    return evidence.rival is not None and evidence.rival.sort in _SORTS_OF_ONE_VALUE


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
