"""Fading: what is left of each memory, brought up to date in one statement a batch.

A score is no statement of anybody's: it follows from the clock, the accesses and the settings, and the next round
finds it again. So it is in no operation, and an undo neither meets nor moves it.
"""

from recall_cli.domain.memory import TYPES
from recall_cli.flows.maintain.upkeep_round import Done
from recall_cli.rules.beliefs.decay import Curve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.maintain.upkeep_round import Round

BATCH = 5_000
"""Rows in one transaction: tens of milliseconds, in which another writer waits."""


def curve(app: "App", *, lasting: bool = False) -> Curve:
    """The curve of the settings; for scores that are kept, of the settings that last beyond this run."""
    from recall_cli.flows.setting_checks import check_order

    settings: Any = app.settings
    if lasting:
        settings = {name: app.lasting(name) for name in _names()}
    check_order(settings)
    return curve_of(settings)


def curve_of(settings: "Any") -> Curve:
    """The curve that settings describe."""
    numbers = ("rate", "cap", "mild_days", "mild_factor", "strong_days", "strong_factor", "access_rate", "floor")
    return Curve(
        name=settings["decay.curve"],
        lifetimes={type_: settings[f"lifetime.{type_}"] for type_ in TYPES},
        **{name: settings[f"decay.{name}"] for name in numbers},
    ).sound()


def _names() -> "list[str]":
    """Every setting that a curve is made of."""
    from recall_cli.settings import every_setting

    return [setting.name for setting in every_setting() if setting.name.startswith(("decay.", "lifetime."))]


def fade(round_: "Round") -> Done:
    """Bring every decay score up to date."""
    bound = curve(round_.app, lasting=True).bound
    last = round_.read(lambda tx: tx.search.size())
    moved = 0

    def some(tx: "Transaction", after: int) -> int:
        _end(round_, tx, after)
        return tx.ageing.fade(bound, after, min(last, after + BATCH))

    for after in range(0, last, BATCH):
        moved += round_.write(lambda tx, after=after: some(tx, after))  # type: ignore[misc]  # mypy cannot infer a lambda with a default
        round_.progress(min(1.0, (after + BATCH) / last))
    return Done(touched=moved, said=f"{moved:,} faded" if moved else "")


def _end(round_: "Round", tx: "Transaction", after: int) -> None:
    """In a rehearsal, what the steps before would have ended by now does not fade; it is taken back with the rest."""
    some = [number for number in round_.ended if after < number <= after + BATCH]
    if some:
        op = round_.operation(tx, "expire")
        for number in some:
            tx.memories.change(op, number, {"deleted_at": tx.now})
