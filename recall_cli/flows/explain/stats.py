"""Statistics of the store."""

from recall_cli.domain.moment import DAY
from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.flows.explain.conflicts import open_conflicts
from recall_cli.flows.write.claude_call import MonthSpending, current_month

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.tables.operations import Operation
    from recall_cli.engines.tables.projects import Project
    from recall_cli.engines.transaction import Transaction

CHART_DAYS = 60


class Stats(Record):
    """The state of a store."""

    live: int
    states: "dict[str, int]"
    types: "dict[str, int]"
    projects: "dict[str, int]"
    trusts: "dict[str, int]"
    per_day: "tuple[int, ...]"
    """How many were stored on each of the last 60 days, oldest first."""
    first: "int | None"
    last: "int | None"
    bytes: int
    path: str
    last_operation: "Operation | None"
    known_projects: "tuple[Project, ...]"
    month: MonthSpending
    """The cost of language models this month."""
    conflicts: int = 0
    """How many facts are contested."""
    questions: int = 0
    """Open questions: did a newer memory replace an older one?"""
    jobs: "dict[str, int]" = {}
    """How many jobs are in each state."""
    strength_counts: "tuple[int, ...]" = ()
    """How many believed memories have faded to each twentieth, the most faded first."""
    mean_strength: "float | None" = None
    pinned: int = 0
    maintained_at: "int | None" = None
    """When the last complete maintenance ended."""


def stats(tx: "Transaction", cap: float = 0.0) -> Stats:
    """The statistics of this view; `cap` is the spending limit for models in a month."""
    states: dict[str, int] = {}
    types: dict[str, int] = {}
    projects: dict[str, int] = {}
    trusts: dict[str, int] = {}
    firsts, lasts = [], []
    for type_, project, trust, state, count, first, last in tx.memories.count_by_group():
        states[state] = states.get(state, 0) + count
        if state == "live":
            types[type_] = types.get(type_, 0) + count
            projects[project or ""] = projects.get(project or "", 0) + count
            trusts[trust] = trusts.get(trust, 0) + count
            firsts.append(first)
            lasts.append(last)
    today = tx.now // DAY
    counts = tx.memories.count_per_day((today - CHART_DAYS + 1) * DAY - 1)
    recent = tx.operations.newest(1)
    histogram = tx.ageing.strength_histogram()
    believed = sum(row[1] for row in histogram)
    return Stats(
        live=states.get("live", 0),
        states=states,
        types=_sort_by_count(types),
        projects=_sort_by_count(projects),
        trusts=_sort_by_count(trusts),
        per_day=tuple(counts.get(day, 0) for day in range(today - CHART_DAYS + 1, today + 1)),
        first=min(firsts, default=None),
        last=max(lasts, default=None),
        bytes=tx.engine.bytes_on_disk(),
        path=tx.engine.path,
        last_operation=recent[0] if recent else None,
        known_projects=tuple(tx.projects.all()),
        month=current_month(tx, cap),
        conflicts=len(open_conflicts(tx, Filters())),
        questions=len(tx.questions.open_questions()),
        jobs=tx.jobs.count_by_state(),
        maintained_at=tx.maintained_at,
        strength_counts=tuple(sum(row[1] for row in histogram if row[0] == step) for step in range(20)),
        mean_strength=sum(row[3] for row in histogram) / believed if believed else None,
        pinned=sum(row[2] for row in histogram),
    )


def _sort_by_count(counts: "dict[str, int]") -> "dict[str, int]":
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
