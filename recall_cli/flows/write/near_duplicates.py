"""Memories that are near a draft in meaning: candidates for duplicates."""

from recall_cli.domain.memory import TRUST_LEVELS, Memory
from recall_cli.domain.scope import Filters
from recall_cli.rules.beliefs import duplicates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.draft import Draft
    from recall_cli.engines.transaction import Transaction

MAX_NEAR_CANDIDATES = 8


def nearest_memories(tx: "Transaction", draft: "Draft", project: "int | None") -> "list[tuple[Memory, float]]":
    """The nearest live memories of the draft's type in one project, with their cosines, best first."""
    assert draft.vector is not None, "a draft is embedded before the lock is taken"
    wanted = Filters(types=(draft.type,), projects=() if project is None else (project,), everywhere=project is None)
    nearest = tx.vectors.nearest(draft.vector, MAX_NEAR_CANDIDATES, wanted)
    memories = {memory.n: memory for memory in tx.memories.by_number([n for n, _ in nearest])}
    return [(memories[n], cosine) for n, cosine in nearest]


def find_known_by_meaning(
    tx: "Transaction", draft: "Draft", project: "int | None", rule: str
) -> "tuple[Memory, str] | None":
    """The memory that a draft duplicates under a published rule, and the rule's verdict; None if the draft is new.

    Under every rule another value of a fact is a contradiction and no duplicate. A less trusted memory does not
    replace a more trusted draft.
    """
    for memory, cosine in nearest_memories(tx, draft, project):
        verdict = duplicates.verdict_by_cosine(rule, cosine)
        if verdict == "new":
            return None
        if TRUST_LEVELS.index(memory.trust) <= TRUST_LEVELS.index(draft.trust) and _has_same_fact(memory, draft):
            return memory, verdict
    return None


def _has_same_fact(memory: Memory, draft: "Draft") -> bool:
    fact = (draft.entity, draft.attribute, draft.value, draft.qualifier)
    return not any(fact) or fact == (memory.entity, memory.attribute, memory.value, memory.qualifier)


def merge_draft(app: "App", tx: "Transaction", op: int, draft: "Draft", memory: Memory, project: "int | None") -> None:
    """Store a draft as an earlier version of the memory that it was merged into."""
    added = tx.memories.add(draft.but(superseded_at=tx.now), id_=app.new_id(), project=project, op=op)
    tx.memories.supersede(added, memory.id)
