"""Where memories lie on their curve: what `recall stats --decay` draws."""

from recall_cli.domain.record import Record
from recall_cli.flows.maintain.decay import decay_curve
from recall_cli.rules.beliefs.decay import DecayCurve, decay_score

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction


class DecayStats(Record):
    """The curve of the settings, and what is believed along it."""

    curve: DecayCurve
    ages: "tuple[tuple[int, int, float], ...]"
    """Idle days as a plain fact would count them, how many memories, the mean of what is left of them."""
    pinned: int

    def left(self, days: float, accesses: int = 0) -> float:
        """What the curve leaves of a memory after so many such days."""
        return decay_score(self.curve.but(lifetimes={}), "fact", days, accesses, accessed=True)


def decay_stats(app: "App", tx: "Transaction", pinned: int) -> DecayStats:
    """What there is to draw."""
    found = decay_curve(app)
    return DecayStats(curve=found, ages=tuple(tx.ageing.idle_histogram(found.lifetimes)), pinned=pinned)
