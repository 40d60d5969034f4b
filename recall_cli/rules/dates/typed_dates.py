"""Dates as people type them: last week, monday, yesterday 3pm, two weeks ago, march 2020, noon.

`domain.moment` reads ISO dates and spans, which programs write. This module is asked only when that one finds none.
"""

from recall_cli.domain.errors import UsageError
from recall_cli.domain.moment import (
    DAY,
    MAX_MOMENT,
    MIN_MOMENT,
    SECOND,
    civil_from_days,
    days_from_civil,
    local_moment,
    local_today,
    parse_moment,
)
from recall_cli.rules.dates.date_words import MONTHS, SUNDAY, WEEKDAYS, month_span, parse_number, weekday, year_span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Days = tuple[int, int]

EXPECTED_FORMATS = "a date such as 2026-03-01, march 2020, last week, monday, yesterday 3pm, 3 days ago, 30d or 2h"
MAX_DATE_LENGTH = 60
"""A longer text is not a date."""
MAX_UNIT_COUNT = 100_000
"""A span counts fewer units than this."""
_HOUR, _MINUTE = 3600 * SECOND, 60 * SECOND
_MS_PER_UNIT = {
    "second": SECOND, "sec": SECOND, "minute": _MINUTE, "min": _MINUTE, "hour": _HOUR, "hr": _HOUR, "h": _HOUR,
    "day": DAY, "d": DAY, "week": 7 * DAY, "wk": 7 * DAY, "w": 7 * DAY, "fortnight": 14 * DAY, "month": 30 * DAY,
    "mo": 30 * DAY, "year": 365 * DAY, "yr": 365 * DAY, "y": 365 * DAY, "s": SECOND,
}  # fmt: skip
_DAY_OFFSETS = {"today": 0, "tonight": 0, "yesterday": -1, "tomorrow": 1}
_NAMED_CLOCK_TIMES = {"noon": 12 * _HOUR, "midday": 12 * _HOUR, "midnight": 0}
_IGNORED_WORDS = frozenset({"on", "in", "at", "the", "of", "since", "from", "until"})
_PAST_WORDS, _FUTURE_WORDS = ("last", "past", "previous"), ("next", "coming")
_WEEKDAY_NUMBERS = {name: day for full, day in WEEKDAYS.items() for name in (full, full[:3])} | {"tues": 1, "thurs": 3}


def parse_typed_date(text: str, now: int, *, ahead: bool = False, whole_day: bool = False) -> int:
    """The moment that a person means; raises UsageError with examples if the text is not a possible date.

    A span counts back from now, or forward with `ahead` (for an expiry). A day, a week, a month or a year means its
    first moment in the local time zone, or its last with `whole_day` (for "until" and "as of").
    """
    try:
        return parse_moment(text, now, ahead=ahead, whole_day=whole_day)
    except UsageError as error:
        if not error.hint:
            raise
    moment = None
    if len(text) <= MAX_DATE_LENGTH:
        words = text.lower().replace(",", " ").split()
        moment = _DateReader(now, ahead=ahead, whole_day=whole_day).read(words)
    if moment is None or not MIN_MOMENT <= moment <= MAX_MOMENT:
        raise UsageError(f"{text!r} is not a date", f"expected {EXPECTED_FORMATS}")
    return moment


class _DateReader:
    """Reads the words of one date relative to one moment."""

    def __init__(self, now: int, *, ahead: bool, whole_day: bool) -> None:
        self.now, self.ahead, self.whole_day = now, ahead, whole_day
        self.today = local_today(now)

    def read(self, words: "list[str]") -> "int | None":
        """The moment that the words name, or None."""
        words = words[1:] if words[:1] in (["since"], ["until"], ["from"], ["on"], ["at"]) and len(words) > 1 else words
        offset = self._read_offset(words)
        if offset is not None:
            return self.now + offset
        time_of_day, rest = self._split_time_of_day(words)
        if time_of_day is None:
            days = self._read_days(words)
            if days is None:
                return None
            return local_moment(days[1] + 1, 0) - 1 if self.whole_day else local_moment(days[0], 0)
        if not rest:
            return self._at(time_of_day)
        days = self._read_days(rest)
        return local_moment(days[0], time_of_day) if days is not None and days[0] == days[1] else None

    def _at(self, time_of_day: int) -> int:
        """A time of day alone: the most recent one, or the next one with `ahead`."""
        moment = local_moment(self.today, time_of_day)
        if not self.ahead and moment > self.now:
            return local_moment(self.today - 1, time_of_day)
        return local_moment(self.today + 1, time_of_day) if self.ahead and moment <= self.now else moment

    def _read_offset(self, words: "list[str]") -> "int | None":
        """3 days ago, two weeks, an hour ago, in 3 days, 2 days from now, last 7 days: milliseconds from now."""
        sign, past = 1 if self.ahead else -1, words[:1] == ["past"]
        if words[-1:] == ["ago"]:
            words, sign = words[:-1], -1
        elif words[-2:] == ["from", "now"]:
            words, sign = words[:-2], 1
        elif words[:1] == ["in"]:
            words, sign = words[1:], 1
        elif words[:1] and words[0] in _PAST_WORDS:
            words, sign = words[1:], -1
        elif words[:1] and words[0] in _FUTURE_WORDS:
            words, sign = words[1:], 1
        if words[:1] == ["the"]:
            words = words[1:]
        if past and len(words) == 1 and words[0] in _MS_PER_UNIT:
            words = ["1", *words]  # past week: the seven days before now
        if len(words) == 1:  # 3days, 2hrs
            digits = len(words[0]) - len(words[0].lstrip("0123456789"))
            words = [words[0][:digits], words[0][digits:]] if digits else words
        if len(words) == 4 and words[:1] == ["a"] and words[2] == "of":
            words = [words[1], words[3]]  # a couple of days
        if len(words) != 2:
            return None
        count, unit = parse_number(words[0]), words[1]
        size = _MS_PER_UNIT.get(unit) or _MS_PER_UNIT.get(unit.removesuffix("s"))
        return (
            sign * count * size
            if size and 0 <= count < MAX_UNIT_COUNT and words[0][-2:] not in ("st", "nd", "rd")
            else None
        )

    def _read_days(self, words: "list[str]") -> "Days | None":
        """The first and the last day that the words name."""
        words = [word for word in words if word not in _IGNORED_WORDS]
        if words == ["day", "before", "yesterday"]:
            return self.today - 2, self.today - 2
        if len(words) == 1 and words[0] in _DAY_OFFSETS:
            day = self.today + _DAY_OFFSETS[words[0]]
            return day, day
        if len(words) == 1 and words[0] in _WEEKDAY_NUMBERS:
            return self._read_relative(_FUTURE_WORDS[0] if self.ahead else _PAST_WORDS[0], words[0])
        if len(words) == 1 and words[0] in MONTHS:
            year, month, _ = civil_from_days(self.today)
            named = MONTHS[words[0]]
            return month_span(year + (named < month) if self.ahead else year - (named > month), named)
        if len(words) == 1:
            return _read_numeric_date(words[0])
        if len(words) == 2 and words[0] in (*_PAST_WORDS, *_FUTURE_WORDS, "this"):
            return self._read_relative(words[0], words[1])
        return self._read_calendar(words)

    def _read_relative(self, which: str, word: str) -> "Days | None":
        """last week, this month, next year, last tuesday, last march, last weekend, this morning."""
        step = -1 if which in _PAST_WORDS else 1 if which in _FUTURE_WORDS else 0
        year, month, _ = civil_from_days(self.today)
        monday = self.today - weekday(self.today)
        if word in _WEEKDAY_NUMBERS:
            day = monday + _WEEKDAY_NUMBERS[word]
            if step < 0 and day >= self.today:
                day -= 7
            if step > 0 and day <= self.today:
                day += 7
            return day, day
        if word in MONTHS:
            step = -1 if step < 0 and MONTHS[word] >= month else 1 if step > 0 and MONTHS[word] <= month else 0
            return month_span(year + step, MONTHS[word])
        if word in ("morning", "afternoon", "evening") and not step:
            return self.today, self.today
        spans = {
            "day": (self.today + step, self.today + step),
            "night": (self.today + step, self.today + step),
            "week": (monday + 7 * step, monday + 7 * step + SUNDAY),
            "weekend": (monday + 7 * step + SUNDAY - 1, monday + 7 * step + SUNDAY),
            "month": month_span(year, month + step),
            "year": year_span(year + step),
        }
        return spans.get(word)

    def _read_calendar(self, words: "list[str]") -> "Days | None":
        """5 may 2023, may 5, march 2020, 5th of may; a day without a year is the most recent one, or the next."""
        months = [word for word in words if word in MONTHS]
        others = [word for word in words if word not in MONTHS]
        if len(months) != 1 or len(words) > 3:
            return None
        year, month = 0, MONTHS[months[0]]
        years = [word for word in others if len(word) == 4 and word.isdecimal() and word.isascii()]
        if len(years) == 1 and others[-1:] == years:
            year = int(years[0])
            others.remove(years[0])
        if not others:
            return month_span(year, month) if year else None
        if len(others) != 1 or not others[0][:1].isdecimal():
            return None
        this_year, _, _ = civil_from_days(self.today)
        possible_years = [year] if year else [this_year, this_year + 1 if self.ahead else this_year - 1]
        days = [_calendar_day(candidate, month, parse_number(others[0])) for candidate in possible_years]
        possible = [day for day in days if day is not None]
        on_this_side = [day for day in possible if year or (day >= self.today if self.ahead else day <= self.today)]
        chosen = on_this_side or possible
        return (chosen[0], chosen[0]) if chosen else None

    def _split_time_of_day(self, words: "list[str]") -> "tuple[int | None, list[str]]":
        """A time of day at the end or the beginning, and the other words: yesterday 3pm, 15:00 yesterday."""
        joined: list[str] = []
        for word in words:
            if joined and word in ("am", "pm"):
                joined[-1] += word
            else:
                joined.append(word)
        for at in (-1, 0):
            time_of_day = _read_time_of_day(joined[at]) if joined else None
            if time_of_day is not None:
                rest = joined[:-1] if at else joined[1:]
                return time_of_day, rest[:-1] if rest[-1:] == ["at"] else rest
        return None, words


def parse_validity(values: "Mapping[str, Any]", now: int) -> "dict[str, int]":
    """The moments of valid_from and valid_until, where they are given."""
    columns = {}
    for name in ("valid_from", "valid_until"):
        if values[name] is not None:
            ends = name == "valid_until"
            columns[name] = parse_typed_date(values[name], now, ahead=ends, whole_day=ends)
    return columns


def _calendar_day(year: int, month: int, day: int) -> "int | None":
    """The number of a calendar day; None if there is no such day."""
    if not (1 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= 31):
        return None
    day_number = days_from_civil(year, month, day)
    return day_number if civil_from_days(day_number) == (year, month, day) else None


def _read_numeric_date(word: str) -> "Days | None":
    """2020, 2020-03, 2020/03/01, 20200301, 1.3.2020."""
    parts = word.replace("/", "-").split("-")
    if "." in word:
        parts = word.split(".")[::-1]
    if len(parts) == 1 and len(word) == 8:
        parts = [word[:4], word[4:6], word[6:]]
    digits = all(part.isascii() and part.isdigit() and len(part) <= 4 for part in parts)
    if not digits or len(parts) > 3 or len(parts[0]) != 4:
        return None
    year, month, day = (*map(int, parts), 0, 0)[:3]
    if not 1 <= year <= 9999:
        return None
    if len(parts) == 1:
        return year_span(year)
    if len(parts) == 2:
        return month_span(year, month) if 1 <= month <= 12 else None
    day_number = _calendar_day(year, month, day)
    return None if day_number is None else (day_number, day_number)


def _read_time_of_day(word: str) -> "int | None":
    """3pm, 3:30pm, 15:00, noon: milliseconds after midnight."""
    if word in _NAMED_CLOCK_TIMES:
        return _NAMED_CLOCK_TIMES[word]
    half = word[-2:] if word[-2:] in ("am", "pm") else ""
    hour, colon, minute = word.removesuffix(half).partition(":")
    if not (hour.isascii() and hour.isdigit() and len(hour) <= 2) or (not colon and not half):
        return None
    if colon and not (len(minute) == 2 and minute.isascii() and minute.isdigit()):
        return None
    hours, minutes = int(hour), int(minute or 0)
    if minutes > 59 or hours > 23 or (half and not 1 <= hours <= 12):
        return None
    return (hours % 12 + 12 * (half == "pm") if half else hours) * _HOUR + minutes * _MINUTE
