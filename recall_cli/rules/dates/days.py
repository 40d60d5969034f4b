"""Days as whole numbers since 1970-01-01: weekdays, and the spans of months and years.

A day number is a moment's milliseconds divided by those of a day; `domain.moment` has the calendar itself.
"""

from recall_cli.domain.moment import days_from_civil

SUNDAY = 6


def weekday(day: int) -> int:
    """The day of the week, from 0 for Monday to 6 for Sunday."""
    return (day + 3) % 7


def month_span(year: int, month: int) -> "tuple[int, int]":
    """First and last day of a month; months 0 and 13 are December of the year before and January of the year after."""
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    after = (year + 1, 1) if month == 12 else (year, month + 1)
    return days_from_civil(year, month, 1), days_from_civil(*after, 1) - 1


def year_span(year: int) -> "tuple[int, int]":
    """First and last day of a year."""
    return days_from_civil(year, 1, 1), days_from_civil(year, 12, 31)
