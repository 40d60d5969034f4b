"""One round of maintenance: steps that you can repeat, interrupt, and run twice at once."""

import time

from recall_cli.domain.errors import UsageError
from recall_cli.domain.record import Record
from recall_cli.flows.lasting_settings import remember_settings
from recall_cli.flows.maintain.decay import fade_memories
from recall_cli.flows.maintain.deferred_jobs import run_deferred_jobs
from recall_cli.flows.maintain.loops import contest_loops
from recall_cli.flows.maintain.patterns import count_patterns
from recall_cli.flows.maintain.purge import purge_deleted
from recall_cli.flows.maintain.step_context import StepContext, StepResult
from recall_cli.flows.maintain.synchronise import synchronise
from recall_cli.flows.maintain.upkeep import back_up_if_due, index_sessions, tidy_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App

STEPS: "dict[str, Callable[[StepContext], StepResult]]" = {
    "jobs": run_deferred_jobs,
    "loops": contest_loops,
    "patterns": count_patterns,
    "decay": fade_memories,
    "purge": purge_deleted,
    "upkeep": tidy_store,
    "sessions": index_sessions,
    "copies": back_up_if_due,
    "sync": synchronise,
}
"""Every step by name, in the order of a round: steps that add memories come before steps that judge them."""


class FinishedStep(Record):
    """The result of a step, and how long it took."""

    step: str
    result: StepResult
    ms: float


class MaintenanceReport(Record):
    """The results of a round."""

    steps: "tuple[FinishedStep, ...]"
    dry_run: bool

    @property
    def ms(self) -> float:
        return sum(step.ms for step in self.steps)


def choose_steps(names: "tuple[str, ...]") -> "tuple[str, ...]":
    """The named steps, in the order of a round; all steps without a name. One name may list several, with commas."""
    chosen = [name.strip() for part in names for name in part.split(",") if name.strip()]
    for name in chosen:
        if name not in STEPS:
            raise UsageError(f"there is no step {name!r}", f"the steps are {', '.join(STEPS)}")
    if names and not chosen:
        raise UsageError("--only names no step", f"the steps are {', '.join(STEPS)}")
    return tuple(name for name in STEPS if not chosen or name in chosen)


def maintain(
    app: "App",
    names: "tuple[str, ...]",
    *,
    dry_run: bool,
    progress: "Callable[[str, float], None]",
    finished: "list[FinishedStep]",
) -> MaintenanceReport:
    """Run the named steps in turn. `finished` grows with each, so that an interrupted round can be reported."""
    no_store = not app.settings.has_store()
    if not dry_run and not no_store:
        remember_settings(app)
    for at, name in enumerate(names):
        started = time.perf_counter()

        def report(share: float, at: int = at, name: str = name) -> None:
            progress(name, (at + share) / len(names))

        report(0.0)
        app.forbid_future_clock(name != "jobs" and not dry_run)
        result = STEPS[name](StepContext(app, dry_run=dry_run or no_store, progress=report))
        finished.append(FinishedStep(step=name, result=result, ms=round((time.perf_counter() - started) * 1000, 1)))
    app.forbid_future_clock(False)
    if not (dry_run or no_store) and names == tuple(STEPS):
        with app.write_transaction() as tx:
            tx.record_maintenance()
    return MaintenanceReport(steps=tuple(finished), dry_run=dry_run)
