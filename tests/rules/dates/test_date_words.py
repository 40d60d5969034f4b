"""Day numbers agree with the calendar of the standard library."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as some

from recall_cli.domain.moment import days_from_civil
from recall_cli.rules.dates.date_words import month_span, weekday, year_span

EPOCH = date(1970, 1, 1)


@given(some.dates())
def test_days_agree_with_the_standard_library(day: date) -> None:
    """Dates to days and back, and the weekday, for every date that Python knows."""
    number = days_from_civil(day.year, day.month, day.day)
    assert number == (day - EPOCH).days
    assert weekday(number) == day.weekday()


def test_months_and_years() -> None:
    """February in and out of leap years, December, and the months beyond a year's ends."""
    span = [
        tuple(EPOCH + timedelta(days=n) for n in month_span(*month)) for month in ((2024, 2), (2023, 2), (2023, 12))
    ]
    assert [last.day for _, last in span] == [29, 28, 31]
    assert month_span(2023, 0) == month_span(2022, 12)
    assert month_span(2023, 13) == month_span(2024, 1)
    assert year_span(2024)[1] - year_span(2024)[0] == 365
