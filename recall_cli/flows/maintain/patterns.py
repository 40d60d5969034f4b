"""Patterns: merges findings and corrections about the same matter into one pattern.

A pattern says what its fragments share once, and what differs between them, so it cannot state more than they do.
Fragments that contradict each other are never in the same pattern.
"""

from recall_cli.domain.scope import Filters
from recall_cli.engines.tables.links import PATTERN
from recall_cli.flows.edit import merge_memories
from recall_cli.flows.edit.consolidate import MergePlan, MergeResult, apply_plan
from recall_cli.flows.edit.merge_memories import Merge, RefusedMerge
from recall_cli.flows.maintain.step_context import StepResult
from recall_cli.rules.beliefs import clustering, merging
from recall_cli.rules.beliefs.claim_words import are_opposed, read_claim_words
from recall_cli.rules.beliefs.pattern_sentence import is_requirement, pattern_sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.flows.maintain.step_context import StepContext

FRAGMENT_TYPES = ("finding", "correction")


def plan_patterns(app: "App", filters: Filters, *, include_user_words: bool) -> MergePlan:
    """The patterns that could be made, and the groups that could not, with the reason."""
    merges: list[Merge] = []
    refused: list[RefusedMerge] = []
    overlap, least = app.settings["patterns.overlap"], app.settings["patterns.least"]
    with app.read_transaction() as tx:
        for project, group in merge_memories.mergeable_groups(
            tx, filters.but(types=FRAGMENT_TYPES), include_user_words=include_user_words
        ):
            members = [
                memory
                for memory in group
                if memory.entity is None and memory.attribute is None and not is_requirement(memory.text)
            ]
            words = [clustering.keywords(memory.text) for memory in members]
            for places in clustering.connected_groups(
                words, overlap, least, _fit_test([memory.text for memory in members])
            ):
                sources = tuple(members[at] for at in places)
                text = pattern_sentence([source.text for source in sources], sources[0].type)
                if len(sources) > clustering.MAX_CLUSTER_SIZE or len(text) > 2 * merging.MAX_MERGED_LENGTH:
                    refused.append(RefusedMerge(sources=sources, reason="they are too many to be one pattern"))
                else:
                    merges.append(Merge(sources=sources, text=text, type="pattern", by="patterns", project=project))
        return MergePlan(
            merges=merges, refused=refused, share=merge_memories.merged_share(merge_memories.count_believed(tx), merges)
        )


def _fit_test(texts: "list[str]") -> "Callable[[int, int], bool]":
    """A test whether two of these texts, given by index, may be fragments of one pattern."""
    claims = [read_claim_words(text) for text in texts]

    def fits(first: int, second: int) -> bool:
        return claims[first].negated == claims[second].negated and not are_opposed(claims[first], claims[second])

    return fits


def make_patterns(context: "StepContext") -> StepResult:
    """Make all patterns that the settings allow, never from the user's own words."""
    app = context.app
    plan = plan_patterns(app, Filters(), include_user_words=False)
    result = apply_plan(app, plan, kind="pattern", link=PATTERN, agreed=False, dry_run=context.dry_run)
    if context.dry_run and not result.stopped:
        context.ended.extend(source.n for merge in plan.merges for source in merge.sources)
    return StepResult(
        touched=merge_memories.count_sources(plan.merges if context.dry_run else result.merges),
        summary=_summary(result),
        op=result.op,
    )


def _summary(result: MergeResult) -> str:
    planned = len(result.plan.merges)
    if result.stopped:
        return f"{planned:,} pattern{' waits' if planned == 1 else 's wait'} for recall consolidate --patterns"
    count = planned if result.dry_run else len(result.merges)
    return f"{count:,} pattern{'' if count == 1 else 's'}" if count else ""
