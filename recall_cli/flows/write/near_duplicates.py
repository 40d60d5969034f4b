"""Memories that say what a draft says: word by word, or near in meaning under a published rule."""

from recall_cli.domain.memory import TRUST_LEVELS, Memory
from recall_cli.domain.scope import Filters
from recall_cli.engines.tables.links import MERGED
from recall_cli.rules.beliefs import duplicates
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

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
        if TRUST_LEVELS.index(memory.trust) <= TRUST_LEVELS.index(draft.trust) and draft.fits_fact(memory):
            return memory, verdict
    return None


UNMERGED_TYPES = ("pattern", "estimate")
"""Types of which each memory is counted or measured by itself."""
_KIND_FIELDS = ("type", "entity", "attribute", "value", "qualifier")


def find_same(draft: "Draft", memories: "Iterable[Memory]", *, exact: bool) -> "Memory | None":
    """The memory among these that says the same as a draft; with `exact` only one of its type and fact."""
    from recall_cli.rules.change.sameness import are_same

    for memory in memories:
        if _may_count_as(draft, memory, exact=exact) and are_same(draft.text, memory.text):
            return memory
    return None


def _may_count_as(draft: "Draft", memory: Memory, *, exact: bool) -> bool:
    """Whether a draft of the same words brings no trust, dates or claim that a memory lacks."""
    if TRUST_LEVELS.index(memory.trust) > TRUST_LEVELS.index(draft.trust):
        return False
    if all(getattr(draft, part) == getattr(memory, part) for part in _KIND_FIELDS):
        return True
    given = draft.extracted_by == "none" and (draft.type != memory.type or draft.entity is not None)
    dated = draft.valid_from is not None or draft.valid_until is not None or memory.valid_until is not None
    if exact or given or dated or not {draft.type, memory.type}.isdisjoint(UNMERGED_TYPES):
        return False
    return (draft.qualifier or "") == (memory.qualifier or "")


def merge_draft(app: "App", tx: "Transaction", op: int, draft: "Draft", memory: Memory, project: "int | None") -> None:
    """Store a draft as another wording of the memory that says the same, unless its wording is known."""
    key = normalize.fold_text(draft.text)
    if any(normalize.fold_text(text) == key for text in tx.search.wordings([memory.n]).get(memory.n, ())):
        return
    added = tx.memories.add(draft.but(superseded_at=tx.now), id_=app.new_id(), project=project, op=op)
    tx.memories.supersede(added, memory.id)
    tx.links.add(op, memory.n, {added: 1.0}, MERGED)
