"""Moments: what people write, what they read, in every zone and every year."""

import contextlib
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_cli.domain.errors import UsageError
from recall_cli.domain.moment import (
    DAY,
    MAX_MOMENT,
    MIN_MOMENT,
    civil_from_days,
    days_from_civil,
    format_age,
    format_day,
    format_iso,
    parse_exact_iso,
    parse_moment,
)
from tests.for_each import for_each

NOW = 1_772_366_400_000
"""2026-03-01T12:00Z, a Sunday."""
HOUR = 3_600_000


def moment_of(text: str) -> int:
    """A moment, by the standard library."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)


PARSED_DATES = (
    ("2026-03-01T09:30:00.000Z", "2026-03-01T09:30:00+00:00"),
    ("2026-03-01T09:30Z", "2026-03-01T09:30:00+00:00"),
    ("2026-03-01T09:30", "2026-03-01T09:30:00+00:00"),
    ("2026-03-01 09:30:15", "2026-03-01T09:30:15+00:00"),
    ("2026-03-01t09:30:15z", "2026-03-01T09:30:15+00:00"),
    ("2026-03-01T09:30:15.5Z", "2026-03-01T09:30:15.500+00:00"),
    ("2026-03-01T09:30:15.123456789Z", "2026-03-01T09:30:15.123+00:00"),
    ("2026-03-01T09:30:15+02:00", "2026-03-01T07:30:15+00:00"),
    ("2026-03-01T09:30:15+0200", "2026-03-01T07:30:15+00:00"),
    ("2026-03-01T09:30+02", "2026-03-01T07:30:00+00:00"),
    ("2026-03-01T09:30-05:30", "2026-03-01T15:00:00+00:00"),
    ("2026-03-01", "2026-03-01T00:00:00+00:00"),
    (" 2026-03-01 ", "2026-03-01T00:00:00+00:00"),
    ("2024-02-29", "2024-02-29T00:00:00+00:00"),
    ("0001-01-01", "0001-01-01T00:00:00+00:00"),
    ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999+00:00"),
    ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999+00:00"),
    ("now", "2026-03-01T12:00:00+00:00"),
    ("today", "2026-03-01T00:00:00+00:00"),
    ("Yesterday", "2026-02-28T00:00:00+00:00"),
    ("tomorrow", "2026-03-02T00:00:00+00:00"),
    ("30d", "2026-01-30T12:00:00+00:00"),
    ("2w", "2026-02-15T12:00:00+00:00"),
    ("2 weeks", "2026-02-15T12:00:00+00:00"),
    ("12h", "2026-03-01T00:00:00+00:00"),
    ("90 min", "2026-03-01T10:30:00+00:00"),
    ("45s", "2026-03-01T11:59:15+00:00"),
    ("1mo", "2026-01-30T12:00:00+00:00"),
    ("1 year ago", "2025-03-01T12:00:00+00:00"),
    ("3 days ago", "2026-02-26T12:00:00+00:00"),
    ("0d", "2026-03-01T12:00:00+00:00"),
)


@for_each("text, means", PARSED_DATES)
def test_what_people_write(text: str, means: str) -> None:
    """Dates, times with and without a zone, spans and a few words."""
    assert parse_moment(text, NOW) == moment_of(means)


INVALID_DATES = (
    "", " ", "someday", "2026", "2026-03", "2026-3-1", "2026-13-01", "2026-00-10", "2026-02-30", "2025-02-29",
    "2026-03-01T", "2026-03-01T9:30", "2026-03-01T24:00", "2026-03-01T09:60", "2026-03-01T09", "2026-03-01X09:30",
    "2026-03-01T09:30:15.x", "2026-03-01T09:30+5", "2026-03-01T09:30+5:30", "2026-03-01T09:30+99:00",
    "2026-03-01T09:30+02:60", "2026-03-01T09:30+", "2026-03-01T09:30+02:00:00", "２０２６-03-01", "2026-03-0١",
    "2026-03-01T٠9:30", "0000-01-01", "10000-01-01", "-1d", "d", "1", "1x", "1.5d", "9999999d", "999999y", "1e3d",
    "٣d", "\x00", "\udcff", "2026-03-01T09:30:15,5Z", "20260301", "1772366400", "nan", "2026-03-01T09:30:15.²Z",
    "0001-01-01T00:00+01:00", "9999-12-31T23:59-01:00", "--", "🙂", "yesterday tomorrow", "agos",
)  # fmt: skip


@for_each("text", INVALID_DATES)
def test_garbage_is_a_usage_error(text: str) -> None:
    """What is no date says so, and never means something by accident."""
    with pytest.raises(UsageError):
        parse_moment(text, NOW)


@given(st.text(max_size=30))
def test_any_text_is_a_date_or_a_usage_error(text: str) -> None:
    """There is no third way."""
    with contextlib.suppress(UsageError):
        assert MIN_MOMENT <= parse_moment(text, NOW) <= MAX_MOMENT


@given(st.integers(MIN_MOMENT, MAX_MOMENT))
def test_what_is_written_is_read_back(ms: int) -> None:
    """`parse` undoes `iso` to the millisecond, from the year 1 to 9999."""
    text = format_iso(ms)
    assert text is not None
    assert parse_moment(text, NOW) == ms
    assert datetime.fromisoformat(text) == datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=ms)
    assert format_day(ms) == text[:10]


@given(st.datetimes(timezones=st.integers(-23 * 60, 23 * 60).map(lambda m: timezone(timedelta(minutes=m)))))
def test_any_offset_is_read_as_the_standard_library_reads_it(moment: datetime) -> None:
    """ISO 8601 with an offset means what it means to everybody."""
    text = moment.isoformat(timespec="milliseconds")
    expected = (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
    if MIN_MOMENT <= expected <= MAX_MOMENT:
        assert parse_moment(text, NOW) == expected


@given(st.dates())
def test_the_calendar_is_the_gregorian_one(one: date) -> None:
    """Days and dates turn into one another."""
    days = (one - date(1970, 1, 1)).days
    assert days_from_civil(one.year, one.month, one.day) == days
    assert civil_from_days(days) == (one.year, one.month, one.day)


ZONES = (
    ("Europe/Berlin", "2026-03-29T01:59", "2026-03-29T00:59:00+00:00"),
    ("Europe/Berlin", "2026-03-29T03:00", "2026-03-29T01:00:00+00:00"),
    ("Europe/Berlin", "2026-10-25T01:30", "2026-10-24T23:30:00+00:00"),
    ("Europe/Berlin", "2026-10-25T03:30", "2026-10-25T02:30:00+00:00"),
    ("Europe/Berlin", "2026-07-01", "2026-06-30T22:00:00+00:00"),
    ("Europe/Berlin", "2026-01-01", "2025-12-31T23:00:00+00:00"),
    ("America/New_York", "2026-03-08T12:00", "2026-03-08T16:00:00+00:00"),
    ("America/New_York", "2026-03-08", "2026-03-08T05:00:00+00:00"),
    ("America/New_York", "2026-03-09", "2026-03-09T04:00:00+00:00"),
    ("Asia/Kolkata", "2026-03-01T00:15", "2026-02-28T18:45:00+00:00"),
    ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00+00:00"),
    ("Pacific/Kiritimati", "2026-03-01", "2026-02-28T10:00:00+00:00"),
    ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00+00:00"),
)


@pytest.mark.parametrize(("name", "text", "means"), ZONES)
def test_times_without_a_zone_are_local(zone: Callable[[str], None], name: str, text: str, means: str) -> None:
    """Summer time and winter time, on the day itself; midnight, also where the day begins at one."""
    zone(name)
    assert parse_moment(text, NOW) == moment_of(means)


@pytest.mark.parametrize("name", ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"])
@given(moment=st.datetimes(datetime(1971, 1, 1), datetime(2037, 1, 1)))
def test_local_times_are_what_the_zone_says(name: str, moment: datetime) -> None:
    """Any local time that exists once is the moment that the zone's own table gives."""
    import os
    import time

    here = ZoneInfo(name)
    early, late = (moment.replace(tzinfo=here, fold=fold).astimezone(UTC) for fold in (0, 1))
    before = os.environ["TZ"]
    os.environ["TZ"] = name
    time.tzset()
    try:
        if early == late:
            expected = (early - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
            assert parse_moment(moment.isoformat(timespec="milliseconds"), NOW) == expected
    finally:
        os.environ["TZ"] = before
        time.tzset()


@for_each("date, hour", [(date, hour) for date in ("2026-03-29", "2026-10-25") for hour in range(3, 24)])
def test_every_hour_of_a_day_on_which_the_clock_changes(zone: Callable[[str], None], date: str, hour: int) -> None:
    """After the change the wall clock is the new one."""
    zone("Europe/Berlin")
    offset = "+02:00" if date == "2026-03-29" else "+01:00"
    assert parse_moment(f"{date}T{hour:02d}:30", NOW) == moment_of(f"{date}T{hour:02d}:30:00{offset}")


def test_whole_days_end_with_the_day(zone: Callable[[str], None]) -> None:
    """Until and as-of mean the last millisecond of the day, however long the day is."""
    assert parse_moment("2026-03-01", NOW, whole_day=True) == moment_of("2026-03-02T00:00:00+00:00") - 1
    assert parse_moment("today", NOW, whole_day=True) == moment_of("2026-03-02T00:00:00+00:00") - 1
    assert parse_moment("yesterday", NOW, whole_day=True) == moment_of("2026-03-01T00:00:00+00:00") - 1
    assert parse_moment("2026-03-01T10:00", NOW, whole_day=True) == moment_of("2026-03-01T10:00:00+00:00")
    zone("Europe/Berlin")
    for text, hours in (("2026-03-29", 23), ("2026-10-25", 25), ("2026-03-01", 24)):
        assert parse_moment(text, NOW, whole_day=True) + 1 - parse_moment(text, NOW) == hours * HOUR


def test_a_span_counts_ahead_where_the_future_is_meant() -> None:
    """`--valid-until 30d` lies ahead."""
    assert parse_moment("30d", NOW, ahead=True) == NOW + 30 * DAY
    assert parse_moment("2026-03-01T00:00Z", NOW, ahead=True) == NOW - 12 * HOUR


def test_the_first_and_the_last_years_in_far_zones(zone: Callable[[str], None]) -> None:
    """At the edges of the calendar a date is a date or a usage error, in any zone."""
    for name in ("UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin"):
        zone(name)
        for text in ("0001-01-01", "0001-01-02", "9999-12-31", "9999-12-30", "1900-01-01", "1800-06-15"):
            for whole in (False, True):
                try:
                    assert MIN_MOMENT <= parse_moment(text, NOW, whole_day=whole) <= MAX_MOMENT
                except UsageError:
                    assert text in ("0001-01-01", "9999-12-31")


AGES = (
    (0, "now"),
    (59_999, "now"),
    (60_000, "1 min"),
    (HOUR - 1, "59 min"),
    (HOUR, "1 h"),
    (23 * HOUR, "23 h"),
    (DAY, "1 day"),
    (2 * DAY, "2 days"),
    (13 * DAY, "13 days"),
    (14 * DAY, "2 weeks"),
    (29 * DAY, "4 weeks"),
    (30 * DAY, "1 month"),
    (59 * DAY, "1 month"),
    (60 * DAY, "2 months"),
    (364 * DAY, "12 months"),
    (365 * DAY, "1 year"),
    (800 * DAY, "2 years"),
    (-1, "ahead"),
)


@for_each("gone, said", AGES)
def test_ages_in_one_unit(gone: int, said: str) -> None:
    """How long ago, in the unit that a person would use."""
    assert format_age(NOW - gone, NOW) == said


def test_nothing_is_no_moment() -> None:
    """None stays None."""
    assert format_iso(None) is None


@given(st.integers(MIN_MOMENT, MAX_MOMENT))
def test_what_we_wrote_is_read_quickly_and_alike(moment: int) -> None:
    """Every moment that `iso` writes; 0 is told as another text would be, and then read in full."""
    assert parse_exact_iso(str(format_iso(moment))) == moment


@given(st.from_regex(r"\d{3,4}.\d\d.\d\dT\d\d.\d\d:\d\d[.,]\d{2,3}[Zz+]", fullmatch=True) | st.text(max_size=26))
def test_the_quick_reading_takes_no_other_text(text: str) -> None:
    """It passes a text on, or comes to what the full reading comes to."""
    found = parse_exact_iso(text)
    assert not found or found == parse_moment(text, NOW)
