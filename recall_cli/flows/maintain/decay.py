"""Fading: what is left of each memory, brought up to date in one statement a batch.

A score is no statement of anybody's: it follows from the clock, the accesses and the settings, and the next round
finds it again. So it is in no operation, and an undo neither meets nor moves it.
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

BATCH_ROWS = 5_000
"""Rows in one transaction: tens of milliseconds, in which another writer waits."""


def decay_curve(app: "App", *, persistent: bool = False) -> DecayCurve:
    """The curve of the settings; for scores that are kept, of the settings that last beyond this run."""
    from recall_cli.flows.setting_checks import check_order

    settings: Any = app.settings
    if persistent:
        settings = {name: app.persistent_value(name) for name in _curve_settings()}
    check_order(settings)
    return curve_of(settings)


def curve_of(settings: "Any") -> DecayCurve:
    """The curve that settings describe."""
    numbers = ("rate", "cap", "mild_days", "mild_factor", "strong_days", "strong_factor", "access_rate", "floor")
    return DecayCurve(
        name=settings["decay.curve"],
        lifetimes={type_: settings[f"lifetime.{type_}"] for type_ in MEMORY_TYPES},
        **{name: settings[f"decay.{name}"] for name in numbers},
    ).clamped()


def _curve_settings() -> "list[str]":
    """Every setting that a curve is made of."""
    from recall_cli.settings import all_settings

    return [setting.name for setting in all_settings() if setting.name.startswith(("decay.", "lifetime."))]


def fade_memories(context: "StepContext") -> StepResult:
    """Bring every decay score up to date."""
    bound = decay_curve(context.app, persistent=True).sql_parameters
    last = context.read(lambda tx: tx.search.size())
    moved = 0

    def some(tx: "Transaction", after: int) -> int:
        _expire_in_dry_run(context, tx, after)
        return tx.ageing.fade(bound, after, min(last, after + BATCH_ROWS))

    for after in range(0, last, BATCH_ROWS):
        moved += context.write(lambda tx, after=after: some(tx, after))  # type: ignore[misc]  # mypy cannot infer a lambda with a default
        context.progress(min(1.0, (after + BATCH_ROWS) / last))
    return StepResult(touched=moved, said=f"{moved:,} faded" if moved else "")


def _expire_in_dry_run(context: "StepContext", tx: "Transaction", after: int) -> None:
    """In a rehearsal, what the steps before would have ended by now does not fade; it is taken back with the rest."""
    some = [number for number in context.ended if after < number <= after + BATCH_ROWS]
    if some:
        op = context.operation(tx, "expire")
        for number in some:
            tx.memories.change(op, number, {"deleted_at": tx.now})
