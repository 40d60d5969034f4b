"""The decay curve and the memories along it, for `recall stats --decay`."""

from recall_cli.domain.record import Record
from recall_cli.flows.maintain.decay import decay_curve
from recall_cli.rules.beliefs.decay import DecayCurve, decay_score

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction


class DecayStats(Record):
    """The curve of the settings, and the believed memories along it."""

    curve: DecayCurve
    ages: "tuple[tuple[int, int, float], ...]"
    """Idle days on the scale of a plain fact, number of memories, their mean strength."""
    pinned: int

    def strength_after(self, days: float) -> float:
        """The strength of a memory after so many idle days."""
        return decay_score(self.curve.but(lifetimes={}), "fact", days, 0, accessed=True)


def decay_stats(app: "App", tx: "Transaction", pinned: int) -> DecayStats:
    """The decay curve and the memories of this view along it."""
    curve = decay_curve(app)
    return DecayStats(curve=curve, ages=tuple(tx.ageing.idle_histogram(curve.lifetimes)), pinned=pinned)
