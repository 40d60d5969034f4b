"""The evidence that ended a belief, contested it, or kept it beside another one: found again from the two texts."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.transaction import Transaction

MAX_KEPT_BESIDE = 3
"""Memories about the same that are shown with the reason why both are believed."""
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
    """ended, ended by, contested, maybe outdated by, kept beside."""
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
    marks = tx.links.outdated([memory.n]).get(memory.n, ()) if memory.maybe_outdated_since is not None else ()
    for other in tx.memories.by_number([mark.by for mark in marks]):
        found.append(Evidence(effect="maybe outdated by", other=other, reason="it rests on what that statement ended"))
    if ended_by is None and not sides and memory.deleted_at is None and memory.held is None:
        found += _evidence_of_coexistence(tx, memory)
    return tuple(found)


def ending_reason(tx: "Transaction", new: Memory, old: Memory) -> str:
    """Why a memory took the place of an older one."""
    events = [event for event in tx.operations.events_of_memory(old.n) if event.after.get("superseded_by") is not None]
    return explain_ending(tx, events[-1].kind if events else "", new, old)


def explain_ending(tx: "Transaction", kind: str, new: Memory, old: Memory) -> str:
    """Why a memory took the place of an older one, in an operation of this kind."""
    from recall_cli.flows.write.revision import explain_pair

    if kind in _DECIDED_BY_OPERATION:
        return _DECIDED_BY_OPERATION[kind]
    decided = explain_pair(tx, new, old)
    if decided.action == "supersede" and decided.reason:
        return decided.reason
    same_fact = normalize.fact_key(new.entity, new.attribute) == normalize.fact_key(old.entity, old.attribute)
    if same_fact and new.value is not None and new.value != old.value:
        return f"{new.entity}.{new.attribute} has another value"
    return "its author named it as replaced"


def contest_reason(tx: "Transaction", new: Memory, old: Memory) -> str:
    """Why a newer memory only contests an older one."""
    from recall_cli.flows.write.revision import count_changes, explain_pair
    from recall_cli.rules.beliefs.contradictions import LOOP_PERIOD

    changes = count_changes(tx, old, new.created_at - LOOP_PERIOD)
    return explain_pair(tx, new, old, changes).reason or "they give different values"


def _evidence_of_coexistence(tx: "Transaction", memory: Memory) -> "list[Evidence]":
    """The believed memories that come nearest to a memory, and why neither ended the other."""
    from recall_cli.flows.write.revision import MAX_CANDIDATES, strongest_verdict
    from recall_cli.rules.revision.comparison import OTHER_TOPIC
    from recall_cli.rules.revision.reading import Reading

    project = tx.memories.project_of(memory.n)
    numbers = [n for n in tx.search.revisable(memory.text, project, MAX_CANDIDATES) if n != memory.n]
    found = []
    for other in tx.memories.by_number(numbers):
        newer, older = (memory, other) if memory.n > other.n else (other, memory)
        likeness = tx.vectors.cosines_of(tx.embed(newer.text), [older.n]).get(older.n)
        verdict = strongest_verdict(older.text, [Reading(newer.text)], likeness)
        if verdict.reason != OTHER_TOPIC and verdict.kind in ("asks", "stays"):
            found.append(Evidence(effect="kept beside", other=other, reason=verdict.reason))
        if len(found) == MAX_KEPT_BESIDE:
            break
    return found
