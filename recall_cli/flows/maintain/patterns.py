"""Patterns: several findings or corrections about one thing, told as one memory.

A pattern holds each of its fragments, word for word, so it cannot state more than they do. Maintenance only says how
many wait; a person or an agent makes them with `recall admin consolidate --patterns`.
"""

from recall_cli.domain.scope import Filters
from recall_cli.flows.edit import consolidate
from recall_cli.flows.edit.consolidate import Merge, MergePlan, RefusedMerge
from recall_cli.flows.maintain.step_context import StepResult
from recall_cli.rules.beliefs import clustering
from recall_cli.rules.beliefs.pattern_sentence import have_most_in_common, is_requirement, pattern_sentence
from recall_cli.rules.change.sameness import denies

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.flows.maintain.step_context import StepContext

FRAGMENT_TYPES = ("finding", "correction")
MAX_PATTERN_LENGTH = 2_400
MIN_COMMON_KEYWORDS = 0.4
"""The share of keywords that fragments have in common: with less, they are often about different things."""
MIN_FRAGMENTS = 3
"""Two may be a coincidence."""


def plan_patterns(app: "App", filters: Filters, *, include_user_words: bool) -> MergePlan:
    """The patterns that could be made, and the groups that could not, with the reason."""
    merges: list[Merge] = []
    refused: list[RefusedMerge] = []
    with app.read_transaction() as tx:
        for project, group in consolidate.mergeable_groups(
            tx, filters.but(types=FRAGMENT_TYPES), include_user_words=include_user_words
        ):
            for related in _related_fragments(group):
                groups = [one for one in _split_by_words(related) if len(one) >= MIN_FRAGMENTS]
                if not groups:
                    refused.append(RefusedMerge(sources=related, reason="they share too few words to be one pattern"))
                for sources in groups:
                    text = pattern_sentence([source.text for source in sources], sources[0].type)
                    if len(text) > MAX_PATTERN_LENGTH:
                        refused.append(RefusedMerge(sources=sources, reason="they are too long to be one pattern"))
                    else:
                        merges.append(Merge(sources=sources, text=text, type="pattern", by="patterns", project=project))
        merges, asked = consolidate.split_off_asked(tx, merges)
        return MergePlan(merges=merges, refused=[*refused, *asked], believed=tx.memories.count(Filters()))


def _related_fragments(group: "list[Memory]") -> "list[tuple[Memory, ...]]":
    """The groups of fragments that overlap in their keywords; one that denies is in none with one that asserts."""
    members = [
        memory
        for memory in group
        if memory.entity is None and memory.attribute is None and not is_requirement(memory.text)
    ]
    denied = [denies(memory.text) for memory in members]
    groups = clustering.connected_groups(
        [clustering.keywords(memory.text) for memory in members],
        MIN_COMMON_KEYWORDS,
        MIN_FRAGMENTS,
        lambda one, other: denied[one] == denied[other],
    )
    return [tuple(members[at] for at in places) for places in groups]


def _split_by_words(related: "tuple[Memory, ...]") -> "list[tuple[Memory, ...]]":
    """Fragments in groups that have most of their words in common, each of twelve at most."""
    groups: list[list[Memory]] = []
    for memory in related:
        for group in groups:
            fits = have_most_in_common([one.text for one in (*group, memory)])
            if fits and len(group) < clustering.MAX_CLUSTER_SIZE:
                group.append(memory)
                break
        else:
            groups.append([memory])
    return [tuple(group) for group in groups]


def count_patterns(context: "StepContext") -> StepResult:
    """How many patterns could be made; none is."""
    count = len(plan_patterns(context.app, Filters(), include_user_words=False).merges)
    waits = "pattern waits" if count == 1 else "patterns wait"
    return StepResult(touched=0, summary=f"{count:,} {waits} for recall admin consolidate --patterns" if count else "")
