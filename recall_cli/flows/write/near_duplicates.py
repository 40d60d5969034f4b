"""Memories that say what a draft says: near in meaning, or the same in other words."""

from recall_cli.domain.memory import TRUST_LEVELS, Memory
from recall_cli.domain.scope import Filters
from recall_cli.engines.tables.links import MERGED
from recall_cli.rules.beliefs import duplicates
from recall_cli.rules.text import normalize

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


UNMERGED_TYPES = ("pattern", "estimate")
"""Types of which each memory is counted or measured by itself."""


def find_restated(tx: "Transaction", draft: "Draft", numbers: "list[int]") -> "Memory | None":
    """The memory among these that says the same as a draft in other words, or the same and more; None if none does."""
    words = _word_beginnings(draft.text)
    likely = [
        memory
        for memory in tx.memories.by_number(numbers)
        if may_be_restated(draft, memory) and _share_words(words, _word_beginnings(memory.text))
    ]
    if not likely:
        return None
    from recall_cli.rules.paraphrase.comparison import DIFFERENT, compare_both_ways
    from recall_cli.rules.paraphrase.statement_words import Wording

    readings: dict[tuple[str, frozenset[str]], Wording] = {}

    def read(text: str, codes: "frozenset[str]") -> Wording:
        """The reading of a text; that of the draft is made once."""
        if (text, codes) not in readings:
            readings[text, codes] = Wording(text, codes)
        return readings[text, codes]

    for memory in likely:
        if compare_both_ways(draft.text, memory.text, read)[0] != DIFFERENT:
            return memory
    return None


MIN_SHARED_WORDS = 0.2
"""Texts that share a smaller part of their words are not compared, so that most stores load nothing for it."""


def _word_beginnings(text: str) -> "frozenset[str]":
    return frozenset(word[:4].casefold() for word in duplicates.content_words(text).words if len(word) > 2)


def _share_words(words: "frozenset[str]", others: "frozenset[str]") -> bool:
    return len(words & others) >= MIN_SHARED_WORDS * len(words | others)


def may_be_restated(draft: "Draft", memory: Memory) -> bool:
    """Whether a draft that says the same as a memory may count as that memory: it brings no more trust or claim."""
    if TRUST_LEVELS.index(memory.trust) > TRUST_LEVELS.index(draft.trust) or draft.type in UNMERGED_TYPES:
        return False
    if memory.type in UNMERGED_TYPES or (draft.extracted_by == "none" and draft.type != memory.type):
        return False  # the caller chose the type
    if draft.valid_from is not None or draft.valid_until is not None or memory.valid_until is not None:
        return False
    if draft.entity is not None and draft.extracted_by == "none":
        return (draft.entity, draft.attribute, draft.value, draft.qualifier) == (
            memory.entity,
            memory.attribute,
            memory.value,
            memory.qualifier,
        )
    return not draft.ends and (draft.qualifier or "") == (memory.qualifier or "")


def merge_draft(app: "App", tx: "Transaction", op: int, draft: "Draft", memory: Memory, project: "int | None") -> None:
    """Store a draft as another wording of the memory that says the same, unless its wording is known."""
    key = normalize.fold_text(draft.text)
    if any(normalize.fold_text(text) == key for text in tx.search.wordings([memory.n]).get(memory.n, ())):
        return
    added = tx.memories.add(draft.but(superseded_at=tx.now), id_=app.new_id(), project=project, op=op)
    tx.memories.supersede(added, memory.id)
    tx.links.add(op, memory.n, {added: 1.0}, MERGED)
