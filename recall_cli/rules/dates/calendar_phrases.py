"""Phrases that name a date of the calendar: each function reads one way in which people write a date.

Each takes the question's words, a position and today. It returns the span of days that the phrase at this position
names and the position after the phrase, or None.
"""

from recall_cli.domain.moment import civil_from_days, days_from_civil
from recall_cli.rules.dates.date_words import (
    HOLIDAYS,
    MONTHS,
    ORDINALS,
    SEASONS,
    month_span,
    parse_number,
    parse_year,
    year_span,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    Span = tuple[int, int]
    Phrase = tuple[Span, int]

_PARTS_OF_PERIOD = {"early": (0, 10), "mid": (9, 20), "late": (19, 31)}
_PARTS_OF_PERIOD |= {
    "beginning": _PARTS_OF_PERIOD["early"],
    "middle": _PARTS_OF_PERIOD["mid"],
    "end": _PARTS_OF_PERIOD["late"],
}
_WORDS_BEFORE_YEAR = {"in", "of", "since", "before", "after", "during", "until", "and", "late"}


def read_iso_date(words: "list[str]", at: int, _today: int) -> "Phrase | None":
    """2023-05-07 or 2023-05."""
    parts = words[at].replace("/", "-").split("-")
    if (
        len(parts) not in (2, 3)
        or not parse_year(parts[0])
        or not all(0 < parse_number(part) < 32 for part in parts[1:])
    ):
        return None
    month = parse_number(parts[1])
    if month > 12:
        return None
    if len(parts) == 2:
        return month_span(parse_year(parts[0]), month), at + 1
    day = days_from_civil(parse_year(parts[0]), month, parse_number(parts[2]))
    return (day, day), at + 1


def read_part_of_period(words: "list[str]", at: int, today: int) -> "Phrase | None":
    """early March, late 2023, the end of May."""
    part = _PARTS_OF_PERIOD.get(words[at])
    if not part:
        return None
    after = at + 1 + (word_at(words, at + 1) == "of") if words[at] in ("beginning", "middle", "end") else at + 1
    period = read_month(words, after, today) or read_year(words, after, today)
    if not period:
        return None
    (first, last), end = period
    length = last - first + 1
    return (first + part[0] * length // 31, min(last, first + part[1] * length // 31)), end


def read_week_of_month(words: "list[str]", at: int, today: int) -> "Phrase | None":
    """the first week of August 2023, the last weekend in May."""
    ordinal = ORDINALS.get(words[at], -1)
    if ordinal < 0 or word_at(words, at + 1) not in ("week", "weekend") or word_at(words, at + 2) not in ("of", "in"):
        return None
    month = read_month(words, at + 3, today)
    if not month:
        return None
    (first, last), end = month
    begin = first + 7 * (ordinal - 1) if ordinal else last - 6
    return (begin, min(begin + 7, last)), end


def read_day(words: "list[str]", at: int, today: int) -> "Phrase | None":
    """5 May 2023, 5th of May, May 5, May 5th, 2023."""
    day = parse_number(words[at])
    after = at + 1
    if 1 <= day <= 31 and words[at][0].isdigit():
        after += word_at(words, after) == "of"
        month = MONTHS.get(word_at(words, after), 0)
    else:
        month, day = MONTHS.get(words[at], 0), parse_number(word_at(words, after))
        if not word_at(words, after)[:1].isdigit():
            return None
    if not month or not 1 <= day <= 31:
        return None
    year = parse_year(word_at(words, after + 1))
    year_or_latest = year or _latest_year_of_day(month, day, today)
    day_number = days_from_civil(year_or_latest, month, day)
    return (day_number, day_number), after + (2 if year else 1)


def read_month(words: "list[str]", at: int, today: int) -> "Phrase | None":
    """March, March 2023, March of 2023: without a year, the latest March that has begun."""
    month = MONTHS.get(word_at(words, at), 0)
    if not month:
        return None
    after = at + 1 + (word_at(words, at + 1) == "of" and parse_year(word_at(words, at + 2)) > 0)
    year = parse_year(word_at(words, after))
    if year:
        return month_span(year, month), after + 1
    return month_span(*latest_month(month, today)), at + 1


def read_season(words: "list[str]", at: int, today: int) -> "Phrase | None":
    """summer, summer 2022, winter of 2022: three months, as in the northern hemisphere."""
    month = SEASONS.get(word_at(words, at), 0)
    if not month:
        return None
    after = at + 1 + (word_at(words, at + 1) == "of")
    year = parse_year(word_at(words, after))
    begun = (year, month) if year else latest_month(month, today)
    return (month_span(*begun)[0], month_span(begun[0], month + 2)[1]), after + 1 if year else at + 1


def read_holiday(words: "list[str]", at: int, today: int) -> "Phrase | None":
    """Christmas, Halloween: the days around them."""
    date = HOLIDAYS.get(words[at])
    if not date:
        return None
    year = parse_year(word_at(words, at + 1))
    day = days_from_civil(year or _latest_year_of_day(*date, today), *date)
    return (day - 3, day + 3), at + (2 if year else 1)


def read_year(words: "list[str]", at: int, _today: int) -> "Phrase | None":
    """2022, where a year is likely: at the beginning or after a preposition."""
    year = parse_year(word_at(words, at))
    likely = year and (at == 0 or words[at - 1] in _WORDS_BEFORE_YEAR)
    return (year_span(year), at + 1) if likely else None


def latest_month(month: int, today: int) -> "tuple[int, int]":
    """The latest year in which this month has begun, and the month."""
    now, month_now, _ = civil_from_days(today)
    return (now if month <= month_now else now - 1), month


def _latest_year_of_day(month: int, day: int, today: int) -> int:
    now = civil_from_days(today)[0]
    return now if days_from_civil(now, month, day) <= today else now - 1


def word_at(words: "list[str]", at: int) -> str:
    """The word at a position; empty beyond the ends."""
    return words[at] if 0 <= at < len(words) else ""


CALENDAR_READERS = (
    read_iso_date,
    read_part_of_period,
    read_week_of_month,
    read_day,
    read_month,
    read_season,
    read_holiday,
    read_year,
)
"""The readers in the order in which they are tried: longer phrases before shorter ones."""
