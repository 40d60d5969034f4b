"""Merge several memories into one, as part of an operation: it ends the originals, links them, and can be undone."""

from recall_cli.domain.json_text import loads
from recall_cli.domain.memory import CLASSIFICATIONS, Memory
from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.flows.write.end_belief import end_belief
from recall_cli.flows.write.near_duplicates import UNMERGED_TYPES
from recall_cli.flows.write.think import new_draft
from recall_cli.rules.beliefs.contradictions import MAX_CLAIMLESS_CONFIDENCE
from recall_cli.rules.beliefs.trust import lowest_trust

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.draft import Draft
    from recall_cli.engines.transaction import Transaction

MAX_SCANNED = 20_000
"""The newest memories that are compared in one run, at most."""


class Merge(Record):
    """Memories to merge, and the memory that they become."""

    sources: "tuple[Memory, ...]"
    text: str
    type: str
    by: str
    """Who wrote the text: rules, or claude and its model."""
    project: "int | None"
    memory: "Memory | None" = None
    """The merged memory, once it is written."""


class RefusedMerge(Record):
    """Memories that are near each other but stay apart, and the reason."""

    sources: "tuple[Memory, ...]"
    reason: str


def mergeable_groups(
    tx: "Transaction", filters: "Filters", *, include_user_words: bool, across_types: bool = False
) -> "list[tuple[int | None, list[Memory]]]":
    """Groups of memories that may be merged: of the same project, topic, type, trust, fact and visibility.

    With `across_types`, of any type and fact but a pattern or an estimate: one statement may be read as several.
    """
    project_by_number = tx.merging.mergeable(
        filters, MAX_SCANNED, claim=MAX_CLAIMLESS_CONFIDENCE, own=include_user_words
    )
    grouped: dict[tuple[int | None, tuple[object, ...]], list[Memory]] = {}
    for memory in tx.memories.by_number(sorted(project_by_number)) if project_by_number else ():
        if across_types and memory.type in UNMERGED_TYPES:
            continue
        seen_by = None if memory.shared else memory.agent
        parts = (memory.entity, memory.attribute, memory.value, memory.qualifier)
        fact = tuple((part or "").casefold() for part in (parts[3:] if across_types else parts))
        kind = (
            memory.topic,
            memory.trust,
            memory.classification,
            memory.shared,
            *([] if across_types else [memory.type]),
        )
        project = project_by_number[memory.n]
        grouped.setdefault((project, (*kind, seen_by, fact)), []).append(memory)
    return [(project, members) for (project, _), members in grouped.items() if len(members) > 1]


def split_off_asked(tx: "Transaction", merges: "list[Merge]") -> "tuple[list[Merge], list[RefusedMerge]]":
    """The merges of which no source is part of an open question with another memory, and the refused others."""
    kept: list[Merge] = []
    refused: list[RefusedMerge] = []
    for merge in merges:
        numbers = {source.n for source in merge.sources}
        if all({question.newer, question.older} <= numbers for question in tx.questions.open_questions(numbers)):
            kept.append(merge)
        else:
            refused.append(RefusedMerge(sources=merge.sources, reason="an open question is about one of them"))
    return kept, refused


def write_merge(app: "App", tx: "Transaction", op: int, merge: Merge, link: str) -> "Merge | None":
    """The merge, written; None if a source has changed meanwhile."""
    current = {memory.n: memory for memory in tx.memories.by_number([source.n for source in merge.sources])}
    if any(
        source.n not in current or _content_fields(current[source.n]) != _content_fields(source)
        for source in merge.sources
    ):
        return None
    merge = merge.but(sources=tuple(current[source.n] for source in merge.sources))
    draft = _merged_draft(app, merge)
    number = tx.memories.add(draft, id_=app.new_id(), project=merge.project, op=op)
    for source in merge.sources:
        end_belief(tx, op, source, number)
    tx.links.add(op, number, {source.n: 1.0 for source in merge.sources}, link)
    tx.operations.add_touched(op, 1 + len(merge.sources))
    return merge.but(memory=tx.memories.by_number([number])[0])


FREE_FIELDS = frozenset(
    "updated_at accessed_at access_count decay_score usefulness helpful unhelpful seen_count seen_at "
    "maybe_replaced_by".split()
)
"""Fields that may change without making a merge wrong; the last one is known only where nothing is written."""


def _content_fields(memory: Memory) -> "dict[str, object]":
    """The fields that make a merge wrong if they change: text, fact, place and visibility."""
    return {name: value for name, value in memory.fields().items() if name not in FREE_FIELDS}


def _merged_draft(app: "App", merge: Merge) -> "Draft":
    """The draft of the merged memory: as important as any source, and no more trusted, sure or visible than any."""
    sources = merge.sources
    first = sources[0]
    shared = {name: _shared_value(sources, name) for name in ("topic", "agent", "session")}
    # one fact in different spellings: that of the last one is used, which also has the fullest words
    fact = {name: getattr(sources[-1], name) for name in ("entity", "attribute", "value", "qualifier")}
    return new_draft(
        **shared,
        **fact,
        text=merge.text,
        type=merge.type,
        importance=max(source.importance for source in sources),
        confidence=min(source.confidence for source in sources),
        classification=max((source.classification for source in sources), key=CLASSIFICATIONS.index),
        shared=all(source.shared for source in sources),
        source=first.source if _shared_value(sources, "source") else "agent",
        trust=lowest_trust(*(source.trust for source in sources)),
        tags=_merged_tags(sources),
        usefulness=max(source.usefulness for source in sources),
        helpful=sum(source.helpful for source in sources),
        unhelpful=sum(source.unhelpful for source in sources),
        seen_count=sum(source.seen_count for source in sources),
        seen_at=max(source.seen_at or source.created_at for source in sources),
        access_count=sum(source.access_count for source in sources),
        accessed_at=max((source.accessed_at for source in sources if source.accessed_at is not None), default=None),
        decay_score=max(source.decay_score for source in sources),
        created_at=app.now(),
        updated_at=app.now(),
        extracted_by=merge.by,
    )


def _shared_value(sources: "tuple[Memory, ...]", name: str) -> "str | None":
    """The value that all sources share, or None."""
    values = {getattr(source, name) for source in sources}
    return values.pop() if len(values) == 1 else None


def _merged_tags(sources: "tuple[Memory, ...]") -> "dict[str, str]":
    """The tags of all sources; the newest value of a name wins (the sources keep theirs)."""
    tags: dict[str, str] = {}
    for source in sources:
        tags.update(loads(source.tags or "{}"))
    return tags
