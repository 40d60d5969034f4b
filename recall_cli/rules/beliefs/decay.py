"""Decay: how much strength an unused memory has left, by three published curves and a lifetime for each type.

The store computes the same for all rows at once (`sql/ageing.sql`); a test compares the two.
"""

from recall_cli.domain.json_text import dumps
from recall_cli.domain.moment import DAY
from recall_cli.domain.record import Record

STAGED, ACCESS = "staged", "access"
SCORE_DIGITS = 4
"""Scores are rounded to this, so that an invisible change does not write a row."""


LIFETIMES = {
    "decision": 2.0, "finding": 1.0, "correction": 2.0, "pattern": 2.0, "estimate": 0.5, "preference": 4.0,
    "fact": 1.0, "procedure": 2.0,
}  # fmt: skip
"""The lifetime of each type, as a multiple of a fact's: preferences change rarely, and an estimate is soon outdated."""


class DecayCurve(Record):
    """A curve and its parameters; the default values are the published ones."""

    name: str = "ebbinghaus"
    lifetimes: "dict[str, float]" = LIFETIMES
    rate: float = 0.02
    """Ebbinghaus: the share lost per day at the beginning."""
    cap: int = 10
    """Ebbinghaus: after this many accesses nothing is lost any more."""
    mild_days: float = 30.0
    """Staged: after this many days, each day multiplies by `mild_factor` …"""
    mild_factor: float = 0.98
    strong_days: float = 90.0
    """… and after this many, by `strong_factor`."""
    strong_factor: float = 0.95
    access_rate: float = 0.01
    """Access: the share lost per day since the last access."""
    floor: float = 0.1
    """The lowest score, so that a faded memory can still be found. The published curves have none."""

    @property
    def sql_parameters(self) -> "dict[str, str | int | float | None]":
        """The curve as parameters of an SQL statement."""
        values = self.fields()
        return {"curve": values.pop("name"), **values, "lifetimes": dumps(self.lifetimes)}


def ebbinghaus_score(days: float, accesses: int, *, rate: float, cap: int) -> float:
    """exp(−rate · days), raised towards 1 by accesses: ln(1 + accesses) / ln(1 + cap) of the loss comes back."""
    from math import exp, log

    raw = exp(-rate * days)
    return raw + (1 - raw) * min(1.0, log(1 + accesses) / log(1 + cap))


def staged_score(
    days: float, *, mild_days: float, mild_factor: float, strong_days: float, strong_factor: float
) -> float:
    """The staged curve: nothing is lost at first, then a little each day, then more."""
    mild = max(0.0, min(days, strong_days) - mild_days)
    return float(mild_factor**mild * strong_factor ** max(0.0, days - strong_days))


def access_score(days: float, accessed: bool, *, rate: float) -> float:
    """exp(−rate · days since the last access); 1 for a memory that was never accessed."""
    from math import exp

    return exp(-rate * days) if accessed else 1.0


def idle_days(now: int, created_at: int, accessed_at: "int | None" = None, seen_at: "int | None" = None) -> float:
    """Days since a memory was last used or stated again; never negative, even if the clock was changed."""
    last = created_at if accessed_at is None else accessed_at
    return max(0, now - max(last, last if seen_at is None else seen_at)) / DAY


def decay_score(
    curve: DecayCurve, memory_type: str, days: float, accesses: int, *, accessed: bool, pinned: bool = False
) -> float:
    """The strength that a memory has left, from the floor to 1; always 1 if it is pinned."""
    if pinned:
        return 1.0
    days /= curve.lifetimes.get(memory_type, 1.0)
    if curve.name == STAGED:
        left = staged_score(
            days,
            mild_days=curve.mild_days,
            mild_factor=curve.mild_factor,
            strong_days=curve.strong_days,
            strong_factor=curve.strong_factor,
        )
    elif curve.name == ACCESS:
        left = access_score(days, accessed, rate=curve.access_rate)
    else:
        left = ebbinghaus_score(days, accesses, rate=curve.rate, cap=curve.cap)
    return round(min(1.0, max(curve.floor, left)), SCORE_DIGITS)
