"""Usefulness, by steps worked by hand."""

import pytest

from recall_cli.rules.beliefs.usefulness import lower_usefulness, raise_usefulness
from tests.for_each import for_each


@for_each(
    "uses, value",
    [
        ("", 0.5),
        ("+", 0.55),
        ("++", 0.595),
        ("+++", 0.6355),
        ("-", 0.475),
        ("--", 0.45125),
        ("+-", 0.5225),
        ("-+", 0.5275),
    ],
)
def test_steps(uses: str, value: float) -> None:
    """Up by a tenth of the distance to 1, down by a twentieth of the value."""
    found = 0.5
    for use in uses:
        found = raise_usefulness(found) if use == "+" else lower_usefulness(found)
    assert found == pytest.approx(value)


def test_it_stays_between_nought_and_one() -> None:
    """It always stays between 0 and 1, and can always rise again."""
    up = down = 0.5
    for _ in range(1000):
        up, down = raise_usefulness(up), lower_usefulness(down)
    assert 0.99 < up <= 1.0
    assert 0.0 <= down < 0.01
    assert lower_usefulness(1.0) == 0.95
    assert raise_usefulness(0.0) == 0.1
