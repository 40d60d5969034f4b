"""Consolidation: memories that say the same in other words become one, if it is proved that nothing is lost.

First everything is thought over without a lock, then each union is written in a short transaction that looks once more
whether its sources are as they were. A round that would touch too much of the store does nothing until somebody agrees.
"""

from recall_cli.domain.errors import ModelFailed
from recall_cli.domain.record import Record
from recall_cli.flows.edit import merge_memories
from recall_cli.flows.edit.merge_memories import Merge, RefusedMerge
from recall_cli.rules.beliefs import clustering, merging

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction

MAX_COMPARED = 3_000
"""Of a larger group only the newest are held against each other in one round."""
MERGES_PER_TRANSACTION = 100
"""So many unions are written in one transaction."""


class MergePlan(Record):
    """What a round would do."""

    merges: "list[Merge]"
    refused: "list[RefusedMerge]"
    share: float
    """Which part of what is believed would be ended."""


class MergeResult(Record):
    """What a round came to."""

    plan: MergePlan
    merges: "list[Merge]"
    """What was written."""
    op: "int | None"
    stopped: bool
    """It would have touched too much, and nobody agreed."""
    dry_run: bool


def plan_merges(app: "App", filters: "Filters", *, include_user_words: bool) -> MergePlan:
    """Which memories would become one, in which words, and which would not, and why."""
    threshold = app.settings["consolidate.threshold"]
    with app.read_transaction() as tx:
        every = merge_memories.believed(tx)
        clusters = [
            one
            for place in merge_memories.mergeable_groups(tx, filters, include_user_words=include_user_words)
            for one in _find_clusters(tx, *place, threshold)
        ]
    merge = _choose_merger(app)
    unions, refused = [], []
    for project, members in clusters:
        text, by, reason = merge([memory.text for memory in members])
        if text:
            unions.append(Merge(sources=tuple(members), text=text, type=members[0].type, by=by, project=project))
        else:
            refused.append(RefusedMerge(sources=tuple(members), reason=reason))
    return MergePlan(merges=unions, refused=refused, share=merge_memories.merged_share(every, unions))


def _find_clusters(
    tx: "Transaction", project: "int | None", members: "list[Memory]", threshold: float
) -> "list[tuple[int | None, list[Memory]]]":
    """The clusters of one group; texts that say different things are never in one cluster, however near."""
    members = members[-MAX_COMPARED:]
    vectors = tx.vectors.by_number([memory.n for memory in members])

    def fits(one: int, other: int) -> bool:
        return not merging.reason_against_merge(members[one].text, members[other].text)

    near = [vectors.get(memory.n, b"") for memory in members]
    return [(project, [members[at] for at in places]) for places in clustering.greedy_clusters(near, threshold, fits)]


def _choose_merger(app: "App") -> "Callable[[list[str]], tuple[str, str, str]]":
    """Who finds the words: claude where it is configured and answers, the rules elsewhere; both must prove it."""
    asked = app.settings["extractor"] == "claude"

    def merge(texts: "list[str]") -> "tuple[str, str, str]":
        nonlocal asked
        if asked:
            try:
                text, _ = merging.read_merge_answer(_ask_claude(app, texts), texts)
            except ModelFailed as failure:
                asked = False
                app.note(f"claude failed ({failure.message}): the rules merge")
            else:
                if text:
                    return text, f"consolidate:claude:{app.settings['claude.model']}", ""
        text, reason = merging.merge_texts(texts)
        return text, "consolidate:rules", reason

    return merge


def _ask_claude(app: "App", texts: "list[str]") -> str:
    from recall_cli.flows.write.claude_call import ask_claude
    from recall_cli.inference import claude
    from recall_cli.rules.intake.model_extraction import fence_text
    from recall_cli.rules.secrets import mask

    deadline = claude.Deadline(app.settings["claude.timeout_seconds"])
    key = claude.find_api_key(app.environment, app.settings["claude.key_command"], deadline)
    notes = "\n".join(f"- {mask(' '.join(text.split())).text}" for text in texts)
    return ask_claude(app, key, "merge", fence_text(notes), merging.MERGE_ANSWER_SCHEMA, deadline)


def apply_plan(
    app: "App", plan: MergePlan, *, kind: str, link: str, agreed: bool, dry_run: bool, agent: "str | None" = None
) -> MergeResult:
    """Write a plan as one operation; nothing where it is a rehearsal, or would touch too much without consent."""
    stopped = plan.share > app.settings["consolidate.share"] and not agreed
    if dry_run or stopped or not plan.merges:
        return MergeResult(plan=plan, merges=[], op=None, stopped=stopped, dry_run=dry_run)
    op: int | None = None
    written: list[Merge] = []
    for start in range(0, len(plan.merges), MERGES_PER_TRANSACTION):
        with app.write_transaction() as tx:
            if op is None:
                op = tx.operations.add(kind, trust=app.channel, agent=agent or app.agent)
            made = [
                merge_memories.write_merge(app, tx, op, union, link)
                for union in plan.merges[start : start + MERGES_PER_TRANSACTION]
            ]
            written += [union for union in made if union is not None]
            if not written:
                tx.operations.discard_if_empty(op)
                op = None
    return MergeResult(plan=plan, merges=written, op=op, stopped=False, dry_run=False)
