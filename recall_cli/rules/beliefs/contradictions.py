"""Contradictions: which older beliefs a new statement supersedes, and which it only contests.

The transaction that stores a statement asks this for every older belief with another value of the same fact.
"""

from recall_cli.domain.memory import TRUST_LEVELS
from recall_cli.domain.moment import DAY
from recall_cli.domain.record import Record
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.domain.draft import Draft
    from recall_cli.domain.memory import Memory

MIN_LOOP_FLIPS = 3
"""After this many supersessions of one fact …"""
LOOP_PERIOD = 30 * DAY
"""… within this time, recall no longer decides and contests the fact instead."""
CLEAR_CONFIDENCE_GAP = 0.15
"""A statement that is less certain by more than this does not supersede the older belief."""
MAX_CLAIMLESS_CONFIDENCE = 0.3
"""A statement up to this confidence claims nothing: it is a thought, a role or a hypothesis."""


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
    colleague: "str | None" = None
    """The name of the colleague who makes it; None for everybody here."""


def draft_claim(draft: "Draft | Memory", since: int, now: int = 0) -> Claim:
    """The claim of a draft that is valid from a moment on."""
    return Claim(
        value=draft.value,
        qualifier=draft.qualifier,
        trust=draft.trust,
        confidence=draft.confidence,
        since=since,
        over=draft.valid_until is not None and draft.valid_until <= now,
        colleague=draft.agent if draft.trust == "colleague" else None,
    )


def memory_claim(memory: "Memory") -> Claim:
    """The claim of a memory; whether it is over does not matter."""
    return draft_claim(memory, memory.since)


def contradiction_verdict(
    new: Claim, old: Claim, attribute: str, *, many: "bool | None", flips: int, contested: bool
) -> str:
    """What happens to an older belief: coexist, supersede, contest, or precede (the new one belongs to the past).

    `flips` is how often this fact changed within LOOP_PERIOD. `contested` is whether it is already contested. `many` is
    whether the fact was declared to have several values; None leaves that to the attribute's name.
    """
    if not are_contradictory(new, old, attribute, many=many):
        return "coexist"
    if new.over:  # an ended claim contradicts nothing that still holds
        return "precede" if new.since < old.since else "coexist"
    if new.colleague != old.colleague:  # neither ends the other's word: both stand, with their names
        return "contest"
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


def are_contradictory(new: Claim, old: Claim, attribute: str, *, many: "bool | None") -> bool:
    """Whether two statements about one fact, in the same context, cannot both be true at one time."""
    if new.confidence <= MAX_CLAIMLESS_CONFIDENCE or old.confidence <= MAX_CLAIMLESS_CONFIDENCE:
        return False
    if new.qualifier != old.qualifier and normalize.fold_text(new.qualifier or "") != normalize.fold_text(
        old.qualifier or ""
    ):
        return False
    return _values_conflict(new, old, attribute, many)


def user_overrules(new: Claim, old: "Sequence[Claim]") -> bool:
    """Whether the user makes the statement, and only less trusted claims contradict what they said before.

    Then an open contest does not stop the statement from superseding: with it, the user decides the contest.
    """
    user_values: dict[str, str] = {}
    for claim in old:
        if claim.trust == TRUST_LEVELS[0]:
            first = user_values.setdefault(normalize.fold_text(claim.qualifier or ""), claim.value or "")
            if not is_same_value(first, claim.value or ""):
                return False
    return new.trust == TRUST_LEVELS[0] and any(claim.trust != TRUST_LEVELS[0] for claim in old)


def is_same_value(value: str, other: str) -> bool:
    """Whether two values of a fact mean the same: `30s` and `30 seconds`, `1,000` and `1000`."""
    if normalize.fold_text(value) == normalize.fold_text(other):
        return True
    from recall_cli.rules.change.sameness import are_same

    return are_same(value, other)


def _values_conflict(new: Claim, old: Claim, attribute: str, many: "bool | None") -> bool:
    new_value, old_value = normalize.fold_text(new.value or ""), normalize.fold_text(old.value or "")
    if is_same_value(new.value or "", old.value or ""):
        return False
    if new_value.startswith("not ") or old_value.startswith("not "):  # a denial contradicts only that value
        return new_value.removeprefix("not ") == old_value.removeprefix("not ")
    if many is None:
        from recall_cli.rules.beliefs.single_or_many import holds_several_values

        many = holds_several_values(attribute)
    return not many
