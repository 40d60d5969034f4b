"""Fades unused memories: updates the decay score of each, one statement a batch.

A score follows from the clock, the accesses and the settings, and every round computes it again. So it belongs
to no operation, and an undo does not change it.
"""

from recall_cli.flows.maintain.step_context import StepResult
from recall_cli.number_lists import read_lifetimes
from recall_cli.rules.beliefs.decay import LIFETIMES, DecayCurve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.flows.maintain.step_context import StepContext

BATCH_ROWS = 5_000
"""Rows in one transaction: another writer waits tens of milliseconds for it."""


def decay_curve(app: "App", *, persistent: bool = False) -> DecayCurve:
    """The decay curve of the settings. Scores that are stored use the settings that outlast this run."""
    name, lifetimes = app.settings["decay.curve"], app.settings["lifetimes"]
    if persistent:
        from recall_cli.flows.lasting_settings import persistent_value

        name, lifetimes = persistent_value(app, "decay.curve"), persistent_value(app, "lifetimes")
    return DecayCurve(name=name, lifetimes=LIFETIMES | read_lifetimes(lifetimes))


def fade_memories(context: "StepContext") -> StepResult:
    """Update every decay score."""
    parameters = decay_curve(context.app, persistent=True).sql_parameters
    last = context.read(lambda tx: tx.search.size())
    changed = 0
    for after in range(0, last, BATCH_ROWS):
        until = min(last, after + BATCH_ROWS)
        changed += context.write(lambda tx, after=after, until=until: tx.ageing.fade(parameters, after, until))  # type: ignore[misc]  # mypy cannot infer a lambda with a default
        context.progress(until / last)
    return StepResult(touched=changed, summary=f"strength of {changed:,} updated" if changed else "")
