"""The evidence that ended a belief, contested it, or kept it beside another one: found again from the two texts."""

from recall_cli.domain.memory import TRUST_LEVELS, Memory
from recall_cli.domain.record import Record
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.transaction import Transaction

_DECIDED_BY_OPERATION = {
    "resolve": "a person settled it",
    "consolidate": "merged with others",
    "pattern": "it became part of a pattern",
    "update": "its author named it as replaced",
    "import": "as in the store that it was imported from",
}


class Evidence(Record):
    """What one memory did to another one, and why."""

    effect: str
    """ended, ended by, contested, perhaps replaced by, perhaps replaced."""
    other: Memory
    reason: str


def find_evidence(
    tx: "Transaction",
    memory: Memory,
    ended: "tuple[Memory, ...]",
    ended_by: "Memory | None",
    sides: "tuple[Memory, ...]",
) -> "tuple[Evidence, ...]":
    """The evidence for everything that was decided about a memory."""
    found = [Evidence(effect="ended", other=old, reason=ending_reason(tx, memory, old)) for old in ended]
    if ended_by is not None:
        found.append(Evidence(effect="ended by", other=ended_by, reason=ending_reason(tx, ended_by, memory)))
    for other in sides:
        newer, older = (memory, other) if memory.n > other.n else (other, memory)
        found.append(Evidence(effect="contested", other=other, reason=contest_reason(tx, newer, older)))
    for question in tx.questions.open_questions([memory.n]):
        is_older = question.older == memory.n
        effect = "perhaps replaced by" if is_older else "perhaps replaced"
        for other in tx.memories.by_number([question.newer if is_older else question.older]):
            found.append(Evidence(effect=effect, other=other, reason=f"{question.reason} (question {question.n})"))
    return tuple(found)


def ending_reason(tx: "Transaction", new: Memory, old: Memory) -> str:
    """Why a memory took the place of an older one."""
    events = [event for event in tx.operations.events_of_memory(old.n) if event.after.get("superseded_by") is not None]
    return explain_ending(events[-1].kind if events else "", new, old)


def explain_ending(kind: str, new: Memory, old: Memory) -> str:
    """Why a memory took the place of an older one, in an operation of this kind."""
    from recall_cli.flows.write import revision

    if kind in _DECIDED_BY_OPERATION:
        return _DECIDED_BY_OPERATION[kind]
    same_fact = normalize.fact_key(new.entity, new.attribute) == normalize.fact_key(old.entity, old.attribute)
    if same_fact and new.value is not None and new.value != old.value:
        return f"{new.entity}.{new.attribute} has another value"
    return revision.explain_ending(new, old) or "its author named it as replaced"


def contest_reason(tx: "Transaction", new: Memory, old: Memory) -> str:
    """Why a newer memory only contests an older one."""
    from recall_cli.flows.write.revision import count_changes
    from recall_cli.rules.beliefs.contradictions import LOOP_PERIOD, MIN_LOOP_FLIPS

    changes = count_changes(tx, old, new.created_at - LOOP_PERIOD)
    if changes >= MIN_LOOP_FLIPS:
        return f"changed {changes} times in 30 days"
    if TRUST_LEVELS.index(new.trust) > TRUST_LEVELS.index(old.trust):
        return "the user said the other one" if old.trust == TRUST_LEVELS[0] else f"less trusted ({new.trust})"
    return "they give different values"
