"""The floor of a gate: measured on the store's own memories, and cautious."""

import pytest

from recall_cli.rules.ranking.measures import MIN_PAIRS, USUAL_FLOOR, measure_floor, share_from


@pytest.mark.parametrize(
    ("own", "strange", "expected"),
    [
        ([5.0] * 20, [-5.0] * 20, 0.0),  # the middle
        ([-3.0, *[5.0] * 39], [-9.0] * 40, -2.0),  # one of forty is less than three of a hundred: it is lost
        ([-3.0] * 2 + [5.0] * 38, [-9.0] * 40, -3.0),  # two of forty are more
        ([0.9] * 20, [0.1] * 20, 0.5),  # a model whose scores are shares
        ([5.0] * (MIN_PAIRS - 1), [-5.0] * 20, USUAL_FLOOR),
        ([], [], USUAL_FLOOR),
    ],
)
def test_the_floor(own: list[float], strange: list[float], expected: float) -> None:
    """Not above the middle of both kinds; of the own pairs, at most three of a hundred are lost."""
    assert measure_floor(own, strange) == expected


def test_the_share_that_reaches_it() -> None:
    """The floor itself passes."""
    assert share_from(1.0, [0.5, 1.0, 2.0, 3.0]) == 0.75
    assert share_from(1.0, []) == 0.0
