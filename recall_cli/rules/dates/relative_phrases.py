"""Phrases that name a time relative to today or to another date: "last week", "two days before 5 May".

The functions have the same parameters and results as those in `calendar_phrases`.
"""

from recall_cli.domain.moment import civil_from_days
from recall_cli.rules.dates.calendar_phrases import latest_month, read_day, read_iso_date, read_season, word_at
from recall_cli.rules.dates.date_words import (
    DAYS_PER_UNIT,
    MONTHS,
    SEASONS,
    SUNDAY,
    WEEKDAYS,
    month_span,
    parse_number,
    parse_unit,
    parse_year,
    weekday,
    year_span,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    Span = tuple[int, int]
    Phrase = tuple[Span, int]

_PAST_WORDS = {"last", "past", "previous"}


def read_near_day(words: "list[str]", at: int, today: int) -> "Phrase | None":
    """today, yesterday, the day before yesterday."""
    if words[at] == "today":
        return (today, today), at + 1
    if words[at : at + 3] == ["day", "before", "yesterday"]:
        return (today - 2, today - 2), at + 3
    return ((today - 1, today - 1), at + 1) if words[at] == "yesterday" else None


def read_ago(words: "list[str]", at: int, today: int) -> "Phrase | None":
    """two days ago, a couple of weeks ago, a year ago: the longer ago, the wider the span."""
    count, after = _read_count(words, at)
    unit = parse_unit(word_at(words, after))
    if count <= 0 or not unit or word_at(words, after + 1) not in ("ago", "back", "earlier"):
        return None
    first, last = _days_around(today - count * DAYS_PER_UNIT[unit], unit, count)
    return (first, min(last, today)), after + 2


def read_before_or_after(words: "list[str]", at: int, today: int) -> "Phrase | None":
    """two weeks before 11 August, the Sunday before the 25th of October: up to that date, when people mention it."""
    count, after = _read_count(words, at)
    count, after = (count, after) if count else (1, at)
    word, direction = word_at(words, after), word_at(words, after + 1)
    unit = parse_unit(word)
    if direction not in ("before", "after") or not (unit or word in WEEKDAYS):
        return None
    anchor = after + 2 + (word_at(words, after + 2) == "the")
    date = read_iso_date(words, anchor, today) or read_day(words, anchor, today) if anchor < len(words) else None
    if not date:
        return None
    (day, _), end = date
    step = -1 if direction == "before" else 1
    around = _days_around(day + step * count * DAYS_PER_UNIT[unit], unit, count) if unit else (day - 7, day + 7)
    return ((around[0], day) if direction == "before" else (day, around[1])), end


def read_last_period(words: "list[str]", at: int, today: int) -> "Phrase | None":
    """last week, past month, last three days, last Monday, last March, last summer, last weekend."""
    if words[at] not in _PAST_WORDS:
        return None
    count, after = _read_count(words, at + 1)
    word = word_at(words, after)
    unit = parse_unit(word)
    if unit and count > 0:
        return (today - count * DAYS_PER_UNIT[unit] - DAYS_PER_UNIT[unit] // 3, today), after + 1
    if word == "weekend":
        sunday = today - 1 - (weekday(today - 1) - SUNDAY) % 7
        return (sunday - 2, sunday + 1), after + 1
    if word in WEEKDAYS:
        return read_weekday(words, after, today)
    if word in MONTHS and not parse_year(word_at(words, after + 1)):
        return month_span(*latest_month(MONTHS[word], today - 20)), after + 1
    if word in SEASONS:
        return read_season(words, after, today)
    return (_last_unit_span(unit, today), after + 1) if unit else None


def read_this_period(words: "list[str]", at: int, today: int) -> "Phrase | None":
    """this week, this month, this year, this morning, this weekend."""
    if words[at] != "this":
        return None
    year_now, month_now, _ = civil_from_days(today)
    spans = {
        "week": (today - weekday(today), today),
        "month": month_span(year_now, month_now),
        "year": year_span(year_now),
        "weekend": (today - 3, today),
    }
    spans |= dict.fromkeys(("morning", "afternoon", "evening"), (today, today))
    word = word_at(words, at + 1)
    return (spans[word], at + 2) if word in spans else None


def read_weekday(words: "list[str]", at: int, today: int) -> "Phrase | None":
    """Monday: the latest one before today."""
    nth = WEEKDAYS.get(word_at(words, at), -1)
    if nth < 0:
        return None
    day = today - 1 - (weekday(today - 1) - nth) % 7
    return (day, day), at + 1


def _last_unit_span(unit_name: str, today: int) -> "Span":
    """last week, month or year: the previous one; for week and month, the days of the current one too."""
    year_now, month_now, _ = civil_from_days(today)
    if unit_name == "month":
        return month_span(year_now, month_now - 1)[0], today
    if unit_name == "year":
        return year_span(year_now - 1)
    return (today - weekday(today) - 8, today) if unit_name == "week" else (today - DAYS_PER_UNIT[unit_name] - 1, today)


def _read_count(words: "list[str]", at: int) -> "tuple[int, int]":
    """A count such as "3", "two", "a couple of", and the position after it; 0 if there is none."""
    word = word_at(words, at)
    if word in ("a", "the") and word_at(words, at + 1) in ("couple", "few"):
        at, word = at + 1, word_at(words, at + 1)
    count = parse_number(word) if not word.endswith(("st", "nd", "rd", "th")) else -1
    if count <= 0 or count > 500:
        return 0, at
    return count, at + 1 + (word_at(words, at + 1) == "of")


def _days_around(middle: int, unit_name: str, count: int) -> "Span":
    """The days around one that was named by a count of units: the larger the unit, the wider the span."""
    slack = {"day": (count + 2) // 3, "week": 4, "fortnight": 5, "month": 16, "year": 120}[unit_name]
    return middle - slack, middle + slack


RELATIVE_READERS = (read_near_day, read_ago, read_before_or_after, read_last_period, read_this_period)
"""The readers in the order in which they are tried; `read_weekday` comes after all calendar dates."""
