"""How much is left of a memory that nobody asked for: three published curves, and how fast each type goes along them.

The store computes the same for all rows at once (`sql/ageing.sql`); a test holds the two against each other.
"""

from recall_cli.domain.json_text import dumps
from recall_cli.domain.moment import DAY
from recall_cli.domain.record import Record

EBBINGHAUS, STAGED, ACCESS = "ebbinghaus", "staged", "access"
SCORE_DIGITS = 4
"""A score is kept so exactly: what would not show changes no row."""


class DecayCurve(Record):
    """Which curve, and its numbers. What they are where nobody says stands in the settings, and only there."""

    name: str
    rate: float
    """Ebbinghaus: the share lost in a day, at first."""
    cap: int
    """Ebbinghaus: after so many accesses nothing is lost any more."""
    mild_days: float
    """Staged: from then on a day leaves `mild_factor` …"""
    mild_factor: float
    strong_days: float
    """… and from then on `strong_factor`."""
    strong_factor: float
    access_rate: float
    """Access: the share lost in a day since the last access."""
    floor: float
    """Less than this is never left: what sank is still there when it is asked for."""
    lifetimes: "dict[str, float]"
    """How many times as long as a plain fact a memory of each type keeps."""

    @property
    def sql_parameters(self) -> "dict[str, object]":
        """The curve as the values of a statement."""
        values = self.fields()
        return {"curve": values.pop("name"), **values, "lifetimes": dumps(self.lifetimes)}

    def clamped(self) -> "DecayCurve":
        """The same with every number in the range in which it makes sense."""
        return self.but(
            cap=max(1, self.cap),
            mild_factor=min(1.0, self.mild_factor),
            strong_factor=min(1.0, self.strong_factor),
            strong_days=max(self.mild_days, self.strong_days),
            floor=min(1.0, self.floor),
        )


def ebbinghaus_score(days: float, accesses: int, *, rate: float, cap: int) -> float:
    """exp(−λ · days), lifted towards 1 by the accesses: ln(1 + n) / ln(1 + cap) of what was lost comes back."""
    from math import exp, log

    raw = exp(-rate * days)
    return raw + (1 - raw) * min(1.0, log(1 + accesses) / log(1 + cap))


def staged_score(
    days: float, *, mild_days: float, mild_factor: float, strong_days: float, strong_factor: float
) -> float:
    """Nothing is lost at first, then a little each day, then more."""
    mild = max(0.0, min(days, strong_days) - mild_days)
    return float(mild_factor**mild * strong_factor ** max(0.0, days - strong_days))


def access_score(days: float, accessed: bool, *, rate: float) -> float:
    """exp(−rate · days since the last access); what was never accessed has lost nothing."""
    from math import exp

    return exp(-rate * days) if accessed else 1.0


def idle_days(now: int, created_at: int, accessed_at: "int | None" = None, seen_at: "int | None" = None) -> float:
    """Days since a memory was last asked for, or told again; never negative, whatever the clock did."""
    last = created_at if accessed_at is None else accessed_at
    return max(0, now - max(last, last if seen_at is None else seen_at)) / DAY


def decay_score(
    curve: DecayCurve, memory_type: str, days: float, accesses: int, *, accessed: bool, pinned: bool = False
) -> float:
    """What is left of a memory, from the floor to 1; a pinned one stays whole."""
    if pinned:
        return 1.0
    days /= curve.lifetimes.get(memory_type, 1.0)
    if curve.name == STAGED:
        left = staged_score(
            days, mild_days=curve.mild_days, mild_factor=curve.mild_factor, strong_days=curve.strong_days,
            strong_factor=curve.strong_factor,
        )  # fmt: skip
    elif curve.name == ACCESS:
        left = access_score(days, accessed, rate=curve.access_rate)
    else:
        left = ebbinghaus_score(days, accesses, rate=curve.rate, cap=curve.cap)
    return round(min(1.0, max(curve.floor, left)), SCORE_DIGITS)
