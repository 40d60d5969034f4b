"""Contested facts with their values, past values and number of changes."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.rules.beliefs.contradictions import LOOP_PERIOD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction


class Conflict(Record):
    """A contested fact, which recall does not decide by itself."""

    entity: str
    attribute: str
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
    """All contested facts of some projects, the newest first."""
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
