"""What is in the store: counted once, told to people and programs alike."""

from recall_cli.domain.moment import DAY
from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.flows.explain.conflicts import conflicts
from recall_cli.flows.write.spending import Month, this_month

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.engines.tables.operations import Operation
    from recall_cli.engines.tables.projects import Project
    from recall_cli.engines.transaction import Transaction

DAYS = 60


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
    month: Month
    """What the model took this month."""
    conflicts: int = 0
    """How many facts are contested."""
    jobs: "dict[str, int]" = {}
    """How many jobs are in each state."""
    left: "tuple[int, ...]" = ()
    """How many believed memories have faded to each twentieth, the most faded first."""
    left_mean: "float | None" = None
    pinned: int = 0
    maintained_at: "int | None" = None
    """When the last whole round of maintenance ended."""


def stats(tx: "Transaction", cap: float = 0.0) -> Stats:
    """Count what there is; `cap` is what the model may take in a month."""
    states: dict[str, int] = {}
    types: dict[str, int] = {}
    projects: dict[str, int] = {}
    trusts: dict[str, int] = {}
    firsts, lasts = [], []
    for type_, project, trust, state, count, first, last in tx.memories.tally():
        states[state] = states.get(state, 0) + count
        if state == "live":
            types[type_] = types.get(type_, 0) + count
            projects[project or ""] = projects.get(project or "", 0) + count
            trusts[trust] = trusts.get(trust, 0) + count
            firsts.append(first)
            lasts.append(last)
    today = tx.now // DAY
    counts = tx.memories.per_day((today - DAYS + 1) * DAY - 1)
    recent = tx.operations.newest(1)
    return Stats(
        live=states.get("live", 0),
        states=states,
        types=_by_size(types),
        projects=_by_size(projects),
        trusts=_by_size(trusts),
        per_day=tuple(counts.get(day, 0) for day in range(today - DAYS + 1, today + 1)),
        first=min(firsts, default=None),
        last=max(lasts, default=None),
        bytes=tx.engine.size(),
        path=tx.engine.path,
        last_operation=recent[0] if recent else None,
        known_projects=tuple(tx.projects.all()),
        month=this_month(tx, cap),
        conflicts=len(conflicts(tx, Filters())),
        jobs=tx.jobs.tally(),
        maintained_at=tx.maintained_at,
        **_left(tx),
    )


def _left(tx: "Transaction") -> "dict[str, Any]":
    """How far memories have faded, and how many never will."""
    spread = tx.ageing.spread()
    believed = sum(row[1] for row in spread)
    return {
        "left": tuple(sum(row[1] for row in spread if row[0] == step) for step in range(20)),
        "left_mean": sum(row[3] for row in spread) / believed if believed else None,
        "pinned": sum(row[2] for row in spread),
    }


def _by_size(counts: "dict[str, int]") -> "dict[str, int]":
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
