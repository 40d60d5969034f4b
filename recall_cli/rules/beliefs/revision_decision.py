"""What the comparison of two texts may change: a verdict of the words, weighed with trust, certainty and dates."""

from recall_cli.domain.memory import TRUST_LEVELS
from recall_cli.domain.record import Record
from recall_cli.rules.beliefs.contradictions import (
    CLEAR_CONFIDENCE_GAP,
    LOOP_PERIOD,
    MAX_CLAIMLESS_CONFIDENCE,
    MIN_LOOP_FLIPS,
)
from recall_cli.rules.text import normalize

__all__ = ["LOOP_PERIOD", "BeliefSide", "Decision", "decide", "have_different_contexts"]

SUPERSEDE, CONTEST, ASK, PRECEDE, COEXIST = "supersede", "contest", "ask", "precede", "coexist"
ENDS, CONTESTS, ASKS = "ends", "contests", "asks"
"""The verdicts of `rules.revision` that may change an older belief."""
ESTIMATE = "estimate"


class BeliefSide(Record):
    """One of two beliefs that were compared: everything that decides besides the words."""

    trust: str
    confidence: float
    type: str
    since: int
    """The moment from which it is valid."""
    project: "str | int | None" = None
    qualifier: "str | None" = None
    given: bool = True
    """Whether the caller gave the qualifier; rules may have misread one."""
    pinned: bool = False
    contested: bool = False
    flips: int = 0
    """How often the belief changed within the period that counts for a loop."""


class Decision(Record):
    """What happens to the older belief, and why."""

    action: str
    reason: str = ""
    strength: float = 0.0
    """How much speaks for a question; the strongest are asked first."""


def decide(kind: str, reason: str, new: BeliefSide, old: BeliefSide) -> Decision:
    """What becomes of an older belief after a verdict on the two texts: supersede, contest, ask, precede or coexist."""
    if kind not in (ENDS, CONTESTS, ASKS) or min(new.confidence, old.confidence) <= MAX_CLAIMLESS_CONFIDENCE:
        return Decision(action=COEXIST)
    if old.project is None and new.project is not None:
        return Decision(action=ASK, reason="it is valid in every project; this is about one")
    if have_different_contexts(new, old):
        return Decision(action=ASK if kind == ENDS else COEXIST, reason="it names another context")
    if kind == ASKS:
        return Decision(action=ASK, reason=reason)
    if kind == CONTESTS:
        return Decision(action=CONTEST, reason=reason)
    obstacle = _obstacle(new, old)
    if obstacle:
        return Decision(action=CONTEST, reason=obstacle)
    if new.since < old.since:
        return Decision(action=PRECEDE, reason="the other one is newer")
    return Decision(action=SUPERSEDE, reason=reason)


def _obstacle(new: BeliefSide, old: BeliefSide) -> str:
    """Why a statement cannot end a belief although its words would; empty if it can."""
    if TRUST_LEVELS.index(new.trust) > TRUST_LEVELS.index(old.trust):
        return "the user said the other one" if old.trust == TRUST_LEVELS[0] else f"less trusted ({new.trust})"
    if new.confidence <= old.confidence - CLEAR_CONFIDENCE_GAP + 1e-9:
        return f"less certain ({new.confidence:.2f} against {old.confidence:.2f})"
    if new.type == ESTIMATE != old.type:
        return "only an estimate"
    if old.pinned and new.trust != TRUST_LEVELS[0]:
        return "the other one is pinned"
    if old.contested and new.trust != TRUST_LEVELS[0]:
        return "the other one is already contested"
    if old.flips >= MIN_LOOP_FLIPS:
        return f"changed {old.flips} times in 30 days"
    return ""


def have_different_contexts(new: BeliefSide, old: BeliefSide) -> bool:
    """Whether two beliefs hold in different contexts; a context that rules read counts only against another one."""
    one, other = (normalize.fold_text(side.qualifier or "") for side in (new, old))
    if not one or not other:
        return one != other and (new.given if one else old.given)
    return one != other
