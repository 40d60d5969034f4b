"""Fades unused memories: updates the decay score of each, one statement a batch.

A score follows from the clock, the accesses and the settings, and every round computes it again. So it belongs
to no operation, and an undo does not change it.
"""

from recall_cli.domain.memory import MEMORY_TYPES
from recall_cli.flows.maintain.step_context import StepResult
from recall_cli.rules.beliefs.decay import DecayCurve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.maintain.step_context import StepContext
    from recall_cli.settings import Settings

BATCH_ROWS = 5_000
"""Rows in one transaction: another writer waits tens of milliseconds for it."""


def decay_curve(app: "App", *, persistent: bool = False) -> DecayCurve:
    """The decay curve of the settings. Scores that are stored use the settings that outlast this run."""
    from recall_cli.flows.setting_checks import check_order

    settings: Settings | dict[str, Any] = app.settings
    if persistent:
        settings = {name: app.persistent_value(name) for name in _curve_settings()}
    check_order(settings)
    return curve_of(settings)


def curve_of(settings: "Settings | dict[str, Any]") -> DecayCurve:
    """The decay curve that these settings describe."""
    numbers = ("rate", "cap", "mild_days", "mild_factor", "strong_days", "strong_factor", "access_rate", "floor")
    return DecayCurve(
        name=settings["decay.curve"],
        lifetimes={type_: settings[f"lifetime.{type_}"] for type_ in MEMORY_TYPES},
        **{name: settings[f"decay.{name}"] for name in numbers},
    ).clamped()


def _curve_settings() -> "list[str]":
    """Names of the settings that shape the curve."""
    from recall_cli.settings import all_settings

    return [setting.name for setting in all_settings() if setting.name.startswith(("decay.", "lifetime."))]


def fade_memories(context: "StepContext") -> StepResult:
    """Update every decay score."""
    parameters = decay_curve(context.app, persistent=True).sql_parameters
    last = context.read(lambda tx: tx.search.size())
    changed = 0

    def fade_batch(tx: "Transaction", after: int) -> int:
        _expire_in_dry_run(context, tx, after)
        return tx.ageing.fade(parameters, after, min(last, after + BATCH_ROWS))

    for after in range(0, last, BATCH_ROWS):
        changed += context.write(lambda tx, after=after: fade_batch(tx, after))  # type: ignore[misc]  # mypy cannot infer a lambda with a default
        context.progress(min(1.0, (after + BATCH_ROWS) / last))
    return StepResult(touched=changed, summary=f"strength of {changed:,} updated" if changed else "")


def _expire_in_dry_run(context: "StepContext", tx: "Transaction", after: int) -> None:
    """In a dry run, leave out the memories that earlier steps would have ended; it is rolled back with the rest."""
    ended = [number for number in context.ended if after < number <= after + BATCH_ROWS]
    if ended:
        op = context.operation(tx, "expire")
        for number in ended:
            tx.memories.change(op, number, {"deleted_at": tx.now})
