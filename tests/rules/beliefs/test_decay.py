"""The decay curves against numbers worked by hand from the published formulas."""

from inspect import Parameter, signature
from math import exp, inf, log
from typing import Any

import pytest

from recall_cli.domain.memory import MEMORY_TYPES
from recall_cli.domain.moment import DAY
from recall_cli.rules.beliefs.decay import (
    DecayCurve,
    access_score,
    decay_score,
    ebbinghaus_score,
    idle_days,
    staged_score,
)
from tests.for_each import for_each

HALF_LIFE = log(2) / 0.02
"""34.657… days."""


@for_each(
    "days, accesses, left",
    [
        (0, 0, 1.0),
        (HALF_LIFE, 0, 0.5),
        (2 * HALF_LIFE, 0, 0.25),
        (100, 0, 0.1353352832),
        (HALF_LIFE, 10, 1.0),
        (1000, 10, 1.0),
        (1000, 50, 1.0),
        (HALF_LIFE, 1, 0.5 + 0.5 * 0.2890648263),
        (HALF_LIFE, 4, 0.5 + 0.5 * 0.6711877415),
        (180, 0, 0.0273237224),
        (inf, 3, log(4) / log(11)),
    ],
)
def test_ebbinghaus(days: float, accesses: int, left: float) -> None:
    """Rate 0.02, cap 10: half is left after 34.66 days; one access restores ln 2 / ln 11 of the loss, ten all."""
    assert ebbinghaus_score(days, accesses, rate=0.02, cap=10) == pytest.approx(left, abs=1e-9)


def test_ebbinghaus_with_numbers_of_ones_own() -> None:
    """Rate 0.1, cap 3: e⁻¹ after ten days; one access restores ln 2 / ln 4, a half, of the loss."""
    assert ebbinghaus_score(10, 0, rate=0.1, cap=3) == pytest.approx(exp(-1))
    assert ebbinghaus_score(10, 1, rate=0.1, cap=3) == pytest.approx(exp(-1) + (1 - exp(-1)) / 2)
    assert ebbinghaus_score(10, 3, rate=0.1, cap=3) == 1.0


@for_each(
    "days, left",
    [
        (0, 1.0),
        (30, 1.0),
        (31, 0.98),
        (32, 0.9604),
        (60, 0.98**30),
        (90, 0.98**60),
        (91, 0.98**60 * 0.95),
        (100, 0.98**60 * 0.95**10),
        (120, 0.0638664),
    ],
)
def test_staged(days: float, left: float) -> None:
    """Full for thirty days, then × 0.98 a day, from day 90 × 0.95; adding days one by one gives the same."""
    assert staged_score(days, mild_days=30, mild_factor=0.98, strong_days=90, strong_factor=0.95) == pytest.approx(
        left, abs=1e-7
    )
    by_day = 1.0
    for day in range(1, int(days) + 1):
        by_day *= 0.98 if 30 < day <= 90 else 0.95 if day > 90 else 1.0
    assert staged_score(days, mild_days=30, mild_factor=0.98, strong_days=90, strong_factor=0.95) == pytest.approx(
        by_day
    )


@for_each(
    "days, accessed, left",
    [(0, True, 1.0), (log(2) / 0.01, True, 0.5), (100, True, 0.3678794412), (100, False, 1.0), (10_000, False, 1.0)],
)
def test_access(days: float, accessed: bool, left: float) -> None:
    """Half is left 69.3 days after the last access; without any access nothing is lost."""
    assert access_score(days, accessed, rate=0.01) == pytest.approx(left)


@for_each(
    "created, accessed, seen, days",
    [
        (-10, None, None, 10),
        (-10, -4, None, 4),
        (-10, -4, -6, 4),
        (-10, -4, -2, 2),
        (-10, None, -3, 3),
        (5, None, None, 0),
        (-10, 5, None, 0),
        (-10, -4, 5, 0),
        (-4, -10, None, 10),
    ],
)
def test_idle_days(created: int, accessed: int | None, seen: int | None, days: float) -> None:
    """Days since the last access, else since storing; being stated again counts; the future counts as 0."""
    now = 1_000 * DAY
    at = [None if moment is None else now + moment * DAY for moment in (created, accessed, seen)]
    assert at[0] is not None
    assert idle_days(now, at[0], at[1], at[2]) == days


@for_each("name", ["ebbinghaus", "staged", "access"])
def test_half_a_year_away_leaves_something(name: str) -> None:
    """The floor is always left, and access counts never give less than the floor."""
    assert decay_score(DecayCurve(name=name), "fact", 180, 0, accessed=True) == max(
        0.1, round(access_score(180, True, rate=0.01), 4) * (name == "access")
    )
    assert decay_score(DecayCurve(name=name), "estimate", 1e9, 0, accessed=True) == 0.1
    assert decay_score(DecayCurve(name=name, floor=0.0), "fact", 1e9, 0, accessed=True) == 0.0


def test_a_pinned_memory_stays_whole() -> None:
    """A pinned memory never decays."""
    for name in ("ebbinghaus", "staged", "access"):
        assert decay_score(DecayCurve(name=name), "estimate", 1e6, 0, accessed=True, pinned=True) == 1.0


def test_types_have_lifetimes_of_their_own() -> None:
    """A preference decays at a quarter of a fact's speed, an estimate twice as fast."""
    left = {type_: decay_score(DecayCurve(floor=0.0), type_, 40, 0, accessed=False) for type_ in MEMORY_TYPES}
    assert left["fact"] == left["finding"] == round(exp(-0.8), 4)
    assert left["preference"] == round(exp(-0.2), 4)
    assert left["decision"] == left["correction"] == round(exp(-0.4), 4)
    assert left["estimate"] == round(exp(-1.6), 4)
    assert min(left, key=left.__getitem__) == "estimate"
    assert max(left, key=left.__getitem__) == "preference"


@for_each("function", [ebbinghaus_score, staged_score, access_score, decay_score])
def test_only_the_curve_knows_the_usual_numbers(function: Any) -> None:
    """No formula has default parameters: the caller gives all of them."""
    numbers = {name: one.default for name, one in signature(function).parameters.items() if name != "pinned"}
    assert set(numbers.values()) == {Parameter.empty}


def test_the_usual_curve_is_the_published_one_with_a_floor() -> None:
    """It has the published numbers: rate 0.02 and cap 10, stages after 30 and
    90 days, 0.01 since the last access, and a floor of 0.1.
    """
    usual = DecayCurve()
    assert usual.name == "ebbinghaus"
    assert (usual.rate, usual.cap, usual.access_rate, usual.floor) == (0.02, 10, 0.01, 0.1)
    assert (usual.mild_days, usual.mild_factor, usual.strong_days, usual.strong_factor) == (30.0, 0.98, 90.0, 0.95)
    assert usual.lifetimes.keys() == {*MEMORY_TYPES}
