"""Moments are milliseconds since 1970, UTC; people write and read ISO 8601 and spans.

`datetime` is not imported: it costs more than all of this, and a moment never needs more than a number.
"""

import time

SECOND = 1000
DAY = 86_400_000
EULER = 2.718281828459045
"""The base of fading. Loading `math` for it takes longer than the calculation."""
MIN_MOMENT, MAX_MOMENT = -62_135_596_800_000, 253_402_300_799_999
"""The years 1 to 9999, which ISO 8601 writes with four digits."""

_UNIT_MS = {
    "s": SECOND,
    "sec": SECOND,
    "second": SECOND,
    "min": 60 * SECOND,
    "minute": 60 * SECOND,
    "h": 3600 * SECOND,
    "hour": 3600 * SECOND,
    "d": DAY,
    "day": DAY,
    "w": 7 * DAY,
    "week": 7 * DAY,
    "mo": 30 * DAY,
    "month": 30 * DAY,
    "y": 365 * DAY,
    "year": 365 * DAY,
}
DATE_FORMATS = "an ISO date such as 2026-03-01 or 2026-03-01T09:30Z, a span such as 30d, 2w, 12h, or yesterday"


def days_from_civil(year: int, month: int, day: int) -> int:
    """Days from 1970-01-01 to a date of the Gregorian calendar."""
    year -= month <= 2
    era, of_era = divmod(year, 400)
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return era * 146_097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719_468


def civil_from_days(days: int) -> "tuple[int, int, int]":
    """The date this many days after 1970-01-01."""
    era, of_era = divmod(days + 719_468, 146_097)
    year_of_era = (of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    month = (5 * of_year + 2) // 153
    day = of_year - (153 * month + 2) // 5 + 1
    month += 3 if month < 10 else -9
    return year_of_era + era * 400 + (month <= 2), month, day


def format_iso(ms: "int | None") -> "str | None":
    """A moment as `2026-03-01T09:30:00.000Z`."""
    if ms is None:
        return None
    days, ms_of_day = divmod(ms, DAY)
    year, month, day = civil_from_days(days)
    seconds, milli = divmod(ms_of_day, 1000)
    hour, minute, second = seconds // 3600, seconds // 60 % 60, seconds % 60
    return f"{year:04d}-{month:02d}-{day:02d}T{hour:02d}:{minute:02d}:{second:02d}.{milli:03d}Z"


def format_day(ms: int) -> str:
    """The UTC date of a moment, as `2026-03-01`."""
    return "{:04d}-{:02d}-{:02d}".format(*civil_from_days(ms // DAY))


def format_short_day(ms: int, now: int) -> str:
    """The UTC date of a moment in few letters: `2 Mar`, or `Mar 2025` in another year than now."""
    year, month, day = civil_from_days(ms // DAY)
    name = "JanFebMarAprMayJunJulAugSepOctNovDec"[3 * month - 3 : 3 * month]
    return f"{day} {name}" if year == civil_from_days(now // DAY)[0] else f"{name} {year}"


def month_bounds(ms: int) -> "tuple[int, int]":
    """The first moments of the UTC month of a moment, and of the month after it."""
    year, of_year, _ = civil_from_days(ms // DAY)
    after = (year + 1, 1) if of_year == 12 else (year, of_year + 1)
    return days_from_civil(year, of_year, 1) * DAY, days_from_civil(*after, 1) * DAY


def parse_moment(text: str, now: int, *, ahead: bool = False, whole_day: bool = False) -> int:
    """The moment that a text of a person describes.

    A span counts back from now, or forward with `ahead` (an expiry). A bare date is its first moment in the local time
    zone, or its last one with `whole_day` (until, as of).
    """
    word = text.strip().lower()
    if word == "now":
        return now
    days = {"today": 0, "yesterday": -1, "tomorrow": 1}.get(word)
    if days is not None:
        return _local_day_start(now, days + whole_day) - whole_day
    span = _parse_span(word)
    if span is not None:
        moment = now + span if ahead and not word.endswith(" ago") else now - span
    else:
        moment = _parse_iso(text.strip(), whole_day)
    if not MIN_MOMENT <= moment <= MAX_MOMENT:
        from recall_cli.domain.errors import UsageError

        raise UsageError(f"{text!r} lies outside the years 1 to 9999")
    return moment


def parse_exact_iso(text: str) -> int:
    """The moment of a text from `format_iso`, faster than `parse_moment`; 0 for any other text."""
    if len(text) != 24 or text[10] + text[13] + text[16] + text[19] + text[23] != "T::.Z":
        return 0
    date, clock = text[:4] + text[5:7] + text[8:10], text[11:13] + text[14:16] + text[17:19] + text[20:23]
    digits = date + clock
    if text[4] + text[7] != "--" or not (digits.isascii() and digits.isdigit()):
        return 0
    if clock >= "24" or clock[2] > "5" or clock[4:6] > "59":
        return 0
    year, month, day = int(date[:4]), int(date[4:6]), int(date[6:])
    days = days_from_civil(year, month, day)
    if not (year and 0 < month < 13 and day) or (day > 28 and civil_from_days(days) != (year, month, day)):
        return 0
    seconds = (int(clock[:2]) * 60 + int(clock[2:4])) * 60 + int(clock[4:6])
    return days * DAY + seconds * 1000 + int(clock[6:])


def _parse_span(text: str) -> "int | None":
    text = text.removesuffix(" ago").replace(" ", "")
    digits = len(text) - len(text.lstrip("0123456789"))
    unit = text[digits:]
    size = _UNIT_MS.get(unit) or _UNIT_MS.get(unit.removesuffix("s"))
    return int(text[:digits]) * size if 0 < digits < 7 and size else None


def local_today(now: int) -> int:
    """The local day of a moment, as days from 1970-01-01."""
    year, month, today = time.localtime(now // 1000)[:3]
    return days_from_civil(year, month, today)


def _local_day_start(now: int, plus: int) -> int:
    """The first moment of the local day that lies `plus` days after today."""
    return local_moment(local_today(now) + plus, 0)


def local_moment(days: int, ms: int) -> int:
    """A wall-clock time of the local zone as a moment."""
    year, month, date = civil_from_days(days)
    seconds, milli = divmod(ms, 1000)
    try:
        # in hours and minutes: seconds alone would be counted through a change of the hour
        clock = (seconds // 3600, seconds // 60 % 60, seconds % 60)
        return int(time.mktime((year, month, date, *clock, 0, 1, -1))) * 1000 + milli
    except (OverflowError, ValueError):  # beyond the range of the platform's clock: no zone was in force
        return days * DAY + ms


def _parse_iso(text: str, whole_day: bool) -> int:
    try:
        return _read_iso(text, whole_day)
    except ValueError:
        from recall_cli.domain.errors import UsageError

        raise UsageError(f"{text!r} is not a date", f"expected {DATE_FORMATS}") from None


def _read_iso(text: str, whole_day: bool) -> int:
    date, clock = text[:10], text[10:]
    year, month, date_of = (int(part) for part in _split_digits(date, "-", (4, 2, 2)))
    days = days_from_civil(year, month, date_of)
    if not year >= 1 or civil_from_days(days) != (year, month, date_of):
        raise ValueError
    if not clock:
        return local_moment(days + 1, 0) - 1 if whole_day else local_moment(days, 0)
    if clock[0] not in "Tt ":
        raise ValueError
    clock, zone = _split_zone(clock[1:])
    hms, _, fraction = clock.partition(".")
    parts = [int(part) for part in hms.split(":") if len(part) == 2 and part.isascii() and part.isdigit()]
    if len(parts) != hms.count(":") + 1 or not 2 <= len(parts) <= 3 or (fraction and not fraction.isdigit()):
        raise ValueError
    hour, minute, second = (*parts, 0)[:3]
    if hour > 23 or minute > 59 or second > 60:
        raise ValueError
    ms = ((hour * 60 + minute) * 60 + second) * 1000 + int((fraction + "000")[:3])
    return local_moment(days, ms) if zone is None else days * DAY + ms - zone


def _split_zone(clock: str) -> "tuple[str, int | None]":
    """The time of day and its offset from UTC in milliseconds, None for local time."""
    if clock[-1:] in "Zz" and clock:
        return clock[:-1], 0
    for sign, direction in (("+", 1), ("-", -1)):
        if sign in clock:
            clock, _, offset = clock.partition(sign)
            digits = offset[:2] + offset[2:].removeprefix(":")
            hours, minutes = (int(part) for part in _split_digits(digits + "00" * (len(offset) == 2), "", (2, 2)))
            if hours > 23 or minutes > 59:
                raise ValueError
            return clock, direction * (hours * 60 + minutes) * 60_000
    return clock, None


def _split_digits(text: str, between: str, widths: "tuple[int, ...]") -> "list[str]":
    parts, at = [], 0
    for width in widths:
        part = text[at : at + width]
        at += width
        if len(part) != width or not (part.isascii() and part.isdigit()):
            raise ValueError
        parts.append(part)
        if between and len(parts) < len(widths):
            if text[at : at + 1] != between:
                raise ValueError
            at += 1
    if at != len(text):
        raise ValueError
    return parts


def format_age(ms: int, now: int) -> str:
    """How long ago a moment was, in one unit."""
    age = now - ms
    if age < 0:
        return "ahead"
    for size, word in ((365 * DAY, "year"), (30 * DAY, "month"), (7 * DAY, "week"), (DAY, "day")):
        count = age // size
        if count >= (2 if word == "week" else 1):
            return f"{count} {word}{'s' * (count > 1)}"
    if age >= 3600 * SECOND:
        return f"{age // (3600 * SECOND)} h"
    return f"{age // (60 * SECOND)} min" if age >= 60 * SECOND else "now"


def format_when(ms: int, now: int) -> str:
    """A moment for people, in the local time zone: today 05:32, yesterday 14:02, 3 weeks ago (2026-11-01)."""
    day = format_near_day(ms, now)
    return f"{format_age(ms, now)} ago ({day})" if day[0].isdigit() and ms <= now else day


def format_near_day(ms: int, now: int) -> str:
    """A moment for people in few letters: today 05:32, yesterday 14:02, 2026-11-01."""
    try:
        year, month, date, hour, minute = time.localtime(ms // 1000)[:5]
    except (OverflowError, ValueError, OSError):  # beyond the range of the platform's clock
        return format_day(ms)
    day_name = {0: "today", -1: "yesterday", 1: "tomorrow"}.get(days_from_civil(year, month, date) - local_today(now))
    if day_name:
        return f"{day_name} {hour:02d}:{minute:02d}"
    return f"{year:04d}-{month:02d}-{date:02d}"


def format_since(ms: int, now: int) -> str:
    """How long ago a moment was, as part of a sentence."""
    age = format_age(ms, now)
    return {"now": "just now", "ahead": "in the future"}.get(age, f"{age} ago")
