"""Consolidation: merges near-duplicate memories if it is proved that nothing is lost.

The plan is made without a lock. Then each merge is written in a short transaction that checks again whether its sources
are unchanged. A round that would touch too large a share of the store does nothing until a person agrees.
"""

from recall_cli.domain.errors import ModelFailed, RecallError
from recall_cli.domain.json_text import loads
from recall_cli.domain.memory import CLASSIFICATIONS, Memory
from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.flows.write.end_belief import end_belief
from recall_cli.flows.write.near_duplicates import UNMERGED_TYPES
from recall_cli.flows.write.think import new_draft
from recall_cli.rules.beliefs import clustering, merging
from recall_cli.rules.beliefs.contradictions import MAX_CLAIMLESS_CONFIDENCE
from recall_cli.rules.beliefs.trust import lowest_trust
from recall_cli.rules.change.sameness import difference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.domain.draft import Draft
    from recall_cli.domain.memory import Memory
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


MAX_COMPARED = 3_000
"""In a larger group, only the newest are compared in one round."""
MIN_SIMILARITY = 0.85
"""The least similarity of memories that may be merged; the proof that nothing is lost decides."""
LARGE_SHARE = 0.2
"""A round that changes more of all believed memories than this needs the consent of a person."""
MERGES_PER_TRANSACTION = 100
"""How many merges are written in one transaction."""


class MergePlan(Record):
    """The merges that a round would make."""

    merges: "list[Merge]"
    refused: "list[RefusedMerge]"
    believed: int
    """How many memories are believed; counted in the transaction that reads the groups, so that both agree."""

    @property
    def sources(self) -> int:
        """How many memories the merges would end."""
        return sum(len(merge.sources) for merge in self.merges)

    @property
    def share(self) -> float:
        """The share of all believed memories that would be superseded."""
        return self.sources / self.believed if self.believed else 0.0


class MergeResult(Record):
    """The result of a round."""

    plan: MergePlan
    merges: "list[Merge]"
    """The merges that were written."""
    op: "int | None"
    stopped: bool
    """True if it would have touched too much and nobody agreed."""
    dry_run: bool

    @property
    def shown(self) -> "list[Merge]":
        """The merges that were written; in a dry run, those that would be."""
        return self.plan.merges if self.dry_run else self.merges


def plan_merges(app: "App", filters: Filters, *, include_user_words: bool) -> MergePlan:
    """The merges to make, with their texts, and the refused ones with the reason."""
    with app.read_transaction() as tx:
        believed = tx.memories.count(Filters())
        merges = [
            merge
            for project, members in mergeable_groups(
                tx, filters, include_user_words=include_user_words, across_types=True
            )
            for merge in _merge_same(project, members[-MAX_COMPARED:])
        ]
        merged = {source.n for merge in merges for source in merge.sources}
        clusters = [
            cluster
            for project, members in mergeable_groups(tx, filters, include_user_words=include_user_words)
            for cluster in _find_clusters(tx, project, [one for one in members if one.n not in merged])
        ]
    find_words = _choose_merger(app)
    refused: list[RefusedMerge] = []
    for project, members in clusters:
        text, by, reason = find_words([memory.text for memory in members])
        if text:
            merges.append(Merge(sources=tuple(members), text=text, type=members[0].type, by=by, project=project))
        else:
            refused.append(RefusedMerge(sources=tuple(members), reason=reason))
    with app.read_transaction() as tx:
        merges, asked = split_off_asked(tx, merges)
    return MergePlan(merges=merges, refused=[*refused, *asked], believed=believed)


def _merge_same(project: "int | None", members: "list[Memory]") -> "list[Merge]":
    """The merges of memories that say the same: the longest wording stays, word for word."""
    merges = []
    for group in merging.same_groups([memory.text for memory in members]):
        newest = [members[at] for at in group[-clustering.MAX_CLUSTER_SIZE :]]
        *others, fullest = sorted(newest, key=lambda memory: len(memory.text))
        sources, text, by = (*others, fullest), fullest.text, "consolidate:rules"
        merges.append(Merge(sources=sources, text=text, type=fullest.type, by=by, project=project))
    return merges


def _find_clusters(
    tx: "Transaction", project: "int | None", members: "list[Memory]"
) -> "list[tuple[int | None, list[Memory]]]":
    """The clusters of one group; texts with different statements are never in one cluster, however similar."""
    members = members[-MAX_COMPARED:]
    vectors = tx.vectors.by_number([memory.n for memory in members])

    def fits(one: int, other: int) -> bool:
        return not difference(members[one].text, members[other].text)

    member_vectors = [vectors.get(memory.n, b"") for memory in members]
    return [
        (project, [members[at] for at in places])
        for places in clustering.greedy_clusters(member_vectors, MIN_SIMILARITY, fits)
    ]


def _choose_merger(app: "App") -> "Callable[[list[str]], tuple[str, str, str]]":
    """The function that writes merged texts: claude if it is configured and answers, else the rules.

    Both must prove that nothing is lost. It returns the text, who wrote it, and the reason if there is no text.
    """
    use_claude = app.settings["extractor"] == "claude"

    def merge(texts: "list[str]") -> "tuple[str, str, str]":
        nonlocal use_claude
        if use_claude:
            try:
                text, _ = merging.read_merge_answer(_ask_claude(app, texts), texts)
            except ModelFailed as failure:
                use_claude = False
                app.note(f"claude failed ({failure.message}): the rules merge")
            else:
                if text:
                    return text, f"consolidate:claude:{app.settings['claude.model']}", ""
        text, reason = merging.merge_texts(texts)
        return text, "consolidate:rules", reason

    return merge


def _ask_claude(app: "App", texts: "list[str]") -> str:
    from recall_cli.flows.write.claude_call import ask_claude
    from recall_cli.rules.intake.model_notes import fence_text
    from recall_cli.rules.secrets import mask

    notes = "\n".join(f"- {mask(' '.join(text.split())).text}" for text in texts)
    return ask_claude(app, "merge", fence_text(notes), merging.MERGE_ANSWER_SCHEMA)


def merge_unasked(app: "App", plan: MergePlan, *, dry_run: bool, agent: "str | None" = None) -> MergeResult:
    """Write a plan of near-duplicates where nobody can be asked; RecallError if it needs the consent of a person."""
    from recall_cli.engines.tables.links import MERGED

    result = apply_plan(app, plan, kind="consolidate", link=MERGED, agreed=False, dry_run=dry_run, agent=agent)
    if result.stopped and not dry_run:
        raise RecallError(
            f"nothing was done: {plan.share:.0%} of all memories would be merged, more than the user allows at once",
            "the user can agree at a terminal: recall admin consolidate",
        )
    return result


def apply_plan(
    app: "App", plan: MergePlan, *, kind: str, link: str, agreed: bool, dry_run: bool, agent: "str | None" = None
) -> MergeResult:
    """Write a plan as one operation; nothing in a dry run, or if it would touch too much without consent."""
    stopped = plan.share > LARGE_SHARE and not agreed
    if dry_run or stopped or not plan.merges:
        return MergeResult(plan=plan, merges=[], op=None, stopped=stopped, dry_run=dry_run)
    op: int | None = None
    written: list[Merge] = []
    for start in range(0, len(plan.merges), MERGES_PER_TRANSACTION):
        with app.write_transaction() as tx:
            if op is None:
                op = tx.operations.add(kind, trust=app.channel, agent=agent or app.agent)
            results = [
                write_merge(app, tx, op, merge, link) for merge in plan.merges[start : start + MERGES_PER_TRANSACTION]
            ]
            written += [merge for merge in results if merge is not None]
            if not written:
                tx.operations.discard_if_empty(op)
                op = None
    return MergeResult(plan=plan, merges=written, op=op, stopped=False, dry_run=False)
