"""The drawing of a curve, cell by cell."""

import pytest

from recall_cli.cli.commands.read.stats import POINT_MARK, age_columns, draw_curve, mark_points, shown_days, sparkline
from tests.for_each import for_each


def test_a_falling_line() -> None:
    """From the first dot of the first cell to the last of the last, joined from step to step."""
    assert ["".join(row) for row in draw_curve(lambda share: 1 - share, 2, 1)] == ["⠙⢦"]
    assert ["".join(row) for row in draw_curve(lambda share: 1.0, 3, 2)] == ["⠉⠉⠉", "   "]
    assert ["".join(row) for row in draw_curve(lambda share: 0.0, 3, 2)] == ["   ", "⣀⣀⣀"]


def test_a_cliff_has_no_gap() -> None:
    """Where the line falls at once, every row of dots between is drawn."""
    assert ["".join(row) for row in draw_curve(lambda share: 1.0 if share < 0.5 else 0.0, 2, 2)] == ["⠉⡇", " ⣇"]


def test_heights_beyond_the_frame_stay_in_it() -> None:
    """Above one and below nought is drawn on the edge."""
    assert draw_curve(lambda share: 7.0, 2, 1) == draw_curve(lambda share: 1.0, 2, 1)
    assert draw_curve(lambda share: -7.0, 2, 1) == draw_curve(lambda share: 0.0, 2, 1)


def test_marks() -> None:
    """One a column, at its height; a column without a point keeps the line."""
    found = mark_points(draw_curve(lambda share: 1.0, 3, 3), [1.0, None, 0.0])
    assert ["".join(row) for row in found] == [f"{POINT_MARK}⠉⠉", "   ", f"  {POINT_MARK}"]


@for_each(
    "ages, days",
    [
        ([], 120),
        ([(0, 5)], 120),
        ([(119, 5)], 120),
        ([(120, 5)], 240),
        ([(10, 99), (5000, 1)], 120),
        ([(10, 97), (200, 3)], 240),
        ([(5000, 5)], 480),
    ],
)
def test_span(ages: "list[tuple[int, int]]", days: int) -> None:
    """Round, no smaller than four months, no larger than sixteen, and one in fifty may lie beyond."""
    assert shown_days(ages) == days


def test_columns() -> None:
    """Counts, and means weighed by how many; what is older stands in the last."""
    counts, means = age_columns([(0, 1, 1.0), (14, 3, 0.5), (29, 1, 0.1), (30, 1, 0.3), (999, 2, 0.1)], 60, 4)
    assert counts == [4, 1, 1, 2]
    assert means == [pytest.approx(0.625), pytest.approx(0.1), pytest.approx(0.3), pytest.approx(0.1)]


def test_sparkline() -> None:
    """The tallest for the most; whatever is there is seen; nothing is nothing."""
    assert sparkline((0, 1, 50, 100)) == " ▁▄█"
    assert sparkline(()) == ""
    assert sparkline((0, 0)) == "  "
