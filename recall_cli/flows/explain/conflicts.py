"""Contested facts and texts: what contradicts what, what was believed before, and how often it changed."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.flows.explain.evidence import contest_reason
from recall_cli.rules.beliefs.contradictions import LOOP_PERIOD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.transaction import Transaction


class Conflict(Record):
    """A contested fact, or texts that contradict each other, which recall does not decide by itself."""

    entity: "str | None"
    """None if whole texts contradict each other."""
    attribute: "str | None"
    project: "str | None"
    reason: str
    opened_at: int
    flips: int
    """How often it changed in the thirty days before the contest."""
    values: "tuple[Memory, ...]"
    """The values in conflict now."""
    past: "tuple[Memory, ...]"
    """What was believed before, oldest first."""


def open_conflicts(tx: "Transaction", filters: "Filters") -> "list[Conflict]":
    """All contested facts and texts of some projects, the newest first."""
    conflicts = [*_contested_facts(tx, filters), *_contested_texts(tx, filters)]
    return sorted(conflicts, key=lambda conflict: -conflict.opened_at)


def _contested_facts(tx: "Transaction", filters: "Filters") -> "list[Conflict]":
    conflicts = []
    for contest in tx.contests.all(filters):
        values = [m for m in tx.memories.rivals(contest.fact, contest.project) if m.value is not None]
        if not values:
            continue
        past = tx.memories.superseded_with_fact(contest.fact, contest.project)
        since = contest.opened_at - LOOP_PERIOD
        conflicts.append(
            Conflict(
                entity=values[0].entity or "",
                attribute=values[0].attribute or "",
                project=contest.project_name,
                reason=contest.reason,
                opened_at=contest.opened_at,
                flips=tx.memories.count_value_changes(contest.fact, contest.project, since),
                values=tuple(values),
                past=tuple(past),
            )
        )
    return conflicts


def _contested_texts(tx: "Transaction", filters: "Filters") -> "list[Conflict]":
    """The groups of texts that contradict each other; a group is of one project or of none."""
    groups: list[set[int]] = []
    for pair in tx.links.open_contests():
        joined = [group for group in groups if not group.isdisjoint(pair)]
        groups = [group for group in groups if group not in joined] + [set(pair).union(*joined)]
    names = None if filters.projects is None else {tx.projects.name(number) for number in filters.projects}
    conflicts = []
    for group in groups:
        values = tx.memories.by_number(sorted(group))
        if len(values) < 2 or (names is not None and values[-1].project not in names | {None}):
            continue
        conflicts.append(
            Conflict(
                entity=None,
                attribute=None,
                project=values[-1].project,
                reason=contest_reason(tx, values[-1], values[0]),
                opened_at=max(value.created_at for value in values),
                flips=0,
                values=tuple(values),
                past=tuple(old for value in values for old in tx.memories.predecessors(value.n)),
            )
        )
    return conflicts
