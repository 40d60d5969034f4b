"""Contradictions: which older beliefs a new statement supersedes, and which it only contests.

The transaction that stores a statement asks this for every older belief with another value of the same fact.
"""

from recall_cli.domain.memory import TRUST_LEVELS
from recall_cli.domain.moment import DAY
from recall_cli.domain.record import Record
from recall_cli.rules.beliefs.quantities import canonical_value
from recall_cli.rules.reading import attributes
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MIN_LOOP_FLIPS = 3
"""After this many supersessions of one fact …"""
LOOP_PERIOD = 30 * DAY
"""… within this time, recall no longer decides and contests the fact instead."""
CLEAR_CONFIDENCE_GAP = 0.15
"""A statement that is less certain by more than this does not supersede the older belief."""
MAX_CLAIMLESS_CONFIDENCE = 0.3
"""A statement up to this confidence claims nothing: it is a thought, a role or a hypothesis."""

MULTI_VALUE_ATTRIBUTES = frozenset(
    """alias aliases allergies allergy authors children contributor contributors dependencies dependency depends_on
    dislike dislikes environments favourites frameworks friend friends hobbies hobby interest interests knows
    known_issue known_issues languages libraries like likes maintainers member members owners pet pets plugin
    plugins projects regions reviewers services skill skills speaks supports tag tags tools uses is trait choice
    used_to has does""".split()
)
"""Attributes that can have several values at once: a second value does not contradict the first."""
UNCLEAR_ATTRIBUTES = frozenset(
    """author environment framework language library linter maintainer owner programming_language project region
    reviewer service tool""".split()
)
"""Attributes that often have one value and sometimes several: only the words can tell, and else a person."""
_NEVER_REPLACED = frozenset("likes dislikes interests knows avoids owns".split())


class Claim(Record):
    """A statement about a fact, old or new, with everything that decides which one to believe."""

    value: "str | None"
    qualifier: "str | None" = None
    trust: str
    confidence: float
    since: int
    """The moment from which it is valid."""
    over: bool = False
    """Whether its validity has already ended."""


def contradiction_verdict(
    new: Claim, old: Claim, attribute: str, *, many: "bool | None", flips: int, contested: bool, ends: str = ""
) -> str:
    """What happens to an older belief: coexist, supersede, contest, or precede (the new one belongs to the past).

    `flips` is how often this fact changed within LOOP_PERIOD. `contested` is whether it is already contested. `many` is
    whether the fact was declared to have several values; None leaves that to the attribute's name. `ends` is a value
    that no longer holds according to the statement.
    """
    if not are_contradictory(new, old, attribute, many=many, ends=ends):
        return "coexist"
    if new.over:  # an ended claim contradicts nothing that still holds
        return "precede" if new.since < old.since else "coexist"
    if (
        TRUST_LEVELS.index(new.trust) > TRUST_LEVELS.index(old.trust)
        or new.confidence < old.confidence - CLEAR_CONFIDENCE_GAP
    ):
        return "contest"
    if new.since < old.since:
        return "precede"
    if contested or flips >= MIN_LOOP_FLIPS:
        return "contest"
    return "supersede"


def are_contradictory(new: Claim, old: Claim, attribute: str, *, many: "bool | None", ends: str = "") -> bool:
    """Whether two statements about one fact, in the same context, cannot both be true at one time."""
    if new.confidence <= MAX_CLAIMLESS_CONFIDENCE or old.confidence <= MAX_CLAIMLESS_CONFIDENCE:
        return False
    if new.qualifier != old.qualifier and normalize.fold_text(new.qualifier or "") != normalize.fold_text(
        old.qualifier or ""
    ):
        return False
    return _values_conflict(new, old, attribute, many, ends)


def user_overrules(new: Claim, old: "Sequence[Claim]") -> bool:
    """Whether the user makes the statement, and only less trusted claims contradict what they said before.

    Then an open contest does not stop the statement from superseding: with it, the user decides the contest.
    """
    user_values: dict[str, set[str]] = {}
    for claim in old:
        if claim.trust == TRUST_LEVELS[0]:
            user_values.setdefault(normalize.fold_text(claim.qualifier or ""), set()).add(
                canonical_value(claim.value or "")
            )
    return (
        new.trust == TRUST_LEVELS[0]
        and any(claim.trust != TRUST_LEVELS[0] for claim in old)
        and all(len(values) == 1 for values in user_values.values())
    )


def never_replaced(attribute: "str | None") -> bool:
    """Whether a belief is about a taste or a possession, which no statement about something else ends."""
    return bool(attribute) and normalize.name_key(attribute or "") in _NEVER_REPLACED


def holds_several_values(attribute: str) -> bool:
    """Whether an attribute of this name can have several values at once."""
    name = normalize.name_key(attribute)
    if name in UNCLEAR_ATTRIBUTES:
        return False
    return name in MULTI_VALUE_ATTRIBUTES or attributes.SYNONYMS.get(name, name) in attributes.MULTI_VALUE_ATTRIBUTES


def can_hold_several(attribute: str) -> bool:
    """Whether the name of an attribute leaves open if it has one value or several."""
    return normalize.name_key(attribute) in UNCLEAR_ATTRIBUTES


def _values_conflict(new: Claim, old: Claim, attribute: str, many: "bool | None", ends: str) -> bool:
    """Whether the two values cannot both hold."""
    new_value, old_value = normalize.fold_text(new.value or ""), normalize.fold_text(old.value or "")
    if new_value == old_value or canonical_value(new_value) == canonical_value(old_value):
        return False
    if new_value.startswith("not ") or old_value.startswith("not "):  # a denial contradicts only that value
        return new_value.removeprefix("not ") == old_value.removeprefix("not ")
    if ends and normalize.fold_text(ends) == old_value:
        return True
    return not (holds_several_values(attribute) if many is None else many)
