"""Phrases that name a time as seen from today or from another date: "last week", "two days before 5 May".

The same functions as in `calendar_phrases`: words, position and today in; span and next position, or None, out.
"""

from recall_cli.domain.moment import civil_from_days
from recall_cli.rules.dates.calendar_phrases import latest_month, read_day, read_iso_date, read_season, word_at
from recall_cli.rules.dates.date_words import (
    DAYS_PER_UNIT,
    MONTHS,
    SEASONS,
    WEEKDAYS,
    parse_number,
    parse_unit,
    parse_year,
)
from recall_cli.rules.dates.days import SUNDAY, month_span, weekday, year_span

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
    """two days ago, a couple of weeks ago, a year ago: wider, the longer it is."""
    count, after = _read_count(words, at)
    name = parse_unit(word_at(words, after))
    if count <= 0 or not name or word_at(words, after + 1) not in ("ago", "back", "earlier"):
        return None
    first, last = _days_around(today - count * DAYS_PER_UNIT[name], name, count)
    return (first, min(last, today)), after + 2


def read_before_or_after(words: "list[str]", at: int, today: int) -> "Phrase | None":
    """two weeks before 11 August, the Sunday before the 25th of October: up to that date, for it is told then."""
    count, after = _read_count(words, at)
    count, after = (count, after) if count else (1, at)
    word, direction = word_at(words, after), word_at(words, after + 1)
    name = parse_unit(word)
    if direction not in ("before", "after") or not (name or word in WEEKDAYS):
        return None
    anchor = after + 2 + (word_at(words, after + 2) == "the")
    found = read_iso_date(words, anchor, today) or read_day(words, anchor, today) if anchor < len(words) else None
    if not found:
        return None
    (day, _), end = found
    step = -1 if direction == "before" else 1
    far = _days_around(day + step * count * DAYS_PER_UNIT[name], name, count) if name else (day - 7, day + 7)
    return ((far[0], day) if direction == "before" else (day, far[1])), end


def read_last_period(words: "list[str]", at: int, today: int) -> "Phrase | None":
    """last week, past month, last three days, last Monday, last March, last summer, last weekend."""
    if words[at] not in _PAST_WORDS:
        return None
    count, after = _read_count(words, at + 1)
    word = word_at(words, after)
    name = parse_unit(word)
    if name and count > 0:
        return (today - count * DAYS_PER_UNIT[name] - DAYS_PER_UNIT[name] // 3, today), after + 1
    if word == "weekend":
        sunday = today - 1 - (weekday(today - 1) - SUNDAY) % 7
        return (sunday - 2, sunday + 1), after + 1
    if word in WEEKDAYS:
        return read_weekday(words, after, today)
    if word in MONTHS and not parse_year(word_at(words, after + 1)):
        return month_span(*latest_month(MONTHS[word], today - 20)), after + 1
    if word in SEASONS:
        return read_season(words, after, today)
    return (_last_unit_span(name, today), after + 1) if name else None


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
    """last week, month or year: the one before this one, and what has passed of this one."""
    year_now, month_now, _ = civil_from_days(today)
    if unit_name == "month":
        return month_span(year_now, month_now - 1)[0], today
    if unit_name == "year":
        return year_span(year_now - 1)
    return (today - weekday(today) - 8, today) if unit_name == "week" else (today - DAYS_PER_UNIT[unit_name] - 1, today)


def _read_count(words: "list[str]", at: int) -> "tuple[int, int]":
    """A count such as "3", "two", "a couple of", and the position behind it; 0 where there is none."""
    word = word_at(words, at)
    if word in ("a", "the") and word_at(words, at + 1) in ("couple", "few"):
        at, word = at + 1, word_at(words, at + 1)
    found = parse_number(word) if not word.endswith(("st", "nd", "rd", "th")) else -1
    if found <= 0 or found > 500:
        return 0, at
    return found, at + 1 + (word_at(words, at + 1) == "of")


def _days_around(middle: int, unit_name: str, count: int) -> "Span":
    """The days around one that was named by a count of units: the coarser the unit, the more of them."""
    slack = {"day": (count + 2) // 3, "week": 4, "fortnight": 5, "month": 16, "year": 120}[unit_name]
    return middle - slack, middle + slack


RELATIVE_READERS = (read_near_day, read_ago, read_before_or_after, read_last_period, read_this_period)
"""The readers in the order in which they are asked; `weekday_at` comes after all calendar dates."""
