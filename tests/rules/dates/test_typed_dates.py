"""Dates as people type them, relative to Sunday 22 November 2026, 8:30."""

import time

import pytest

from recall_cli.cli.registry import COMMANDS, command_module_name
from recall_cli.domain.errors import UsageError
from recall_cli.domain.moment import format_iso, parse_moment
from recall_cli.rules.dates.typed_dates import parse_typed_date
from tests.command import Home
from tests.for_each import for_each

NOW = parse_moment("2026-11-22T08:30:00Z", 0)

CASES = (
    ("last week", "11-09", "11-15"), ("this week", "11-16", "11-22"), ("last month", "10-01", "10-31"),
    ("monday", "11-16", "11-16"), ("Tuesday", "11-17", "11-17"), ("last tuesday", "11-17", "11-17"),
    ("on friday", "11-20", "11-20"), ("sunday", "11-15", "11-15"), ("this sunday", "11-22", "11-22"),
    ("the day before yesterday", "11-20", "11-20"), ("last weekend", "11-14", "11-15"),
    ("march", "03-01", "03-31"), ("last march", "03-01", "03-31"), ("may 5th", "05-05", "05-05"),
    ("5 of may", "05-05", "05-05"), ("next friday", "11-27", "11-27"),
)  # fmt: skip


@for_each("typed, first, last", CASES)
def test_days_weeks_and_months(typed: str, first: str, last: str) -> None:
    """A named day, week or month gives its first or its last moment."""
    assert format_iso(parse_typed_date(typed, NOW)) == f"2026-{first}T00:00:00.000Z"
    assert format_iso(parse_typed_date(typed, NOW, whole_day=True)) == f"2026-{last}T23:59:59.999Z"


@for_each("typed, first, last", [
        ("2020", "2020-01-01", "2020-12-31"), ("2020-03", "2020-03-01", "2020-03-31"),
        ("march 2020", "2020-03-01", "2020-03-31"), ("Mar 2020", "2020-03-01", "2020-03-31"),
        ("2020/03/01", "2020-03-01", "2020-03-01"), ("20200301", "2020-03-01", "2020-03-01"),
        ("1.3.2020", "2020-03-01", "2020-03-01"), ("may 5, 2023", "2023-05-05", "2023-05-05"),
        ("february 29 2024", "2024-02-29", "2024-02-29"), ("december", "2025-12-01", "2025-12-31"),
        ("last year", "2025-01-01", "2025-12-31"),
    ],)  # fmt: skip
def test_years_and_dates(typed: str, first: str, last: str) -> None:
    """A year, a month of a year, and a day in the usual notations."""
    assert format_iso(parse_typed_date(typed, NOW)) == f"{first}T00:00:00.000Z"
    assert format_iso(parse_typed_date(typed, NOW, whole_day=True)) == f"{last}T23:59:59.999Z"


@for_each("typed, moment", [
        ("yesterday 3pm", "11-21T15:00"), ("yesterday at 15:00", "11-21T15:00"), ("3 pm yesterday", "11-21T15:00"),
        ("monday 9am", "11-16T09:00"), ("noon", "11-21T12:00"), ("7am", "11-22T07:00"), ("midnight", "11-22T00:00"),
        ("3 days ago", "11-19T08:30"), ("two weeks ago", "11-08T08:30"), ("an hour ago", "11-22T07:30"),
        ("2h", "11-22T06:30"), ("2 hrs ago", "11-22T06:30"), ("last 3 days", "11-19T08:30"),
        ("past week", "11-15T08:30"), ("a couple of days ago", "11-20T08:30"), ("in 3 days", "11-25T08:30"),
        ("a fortnight ago", "11-08T08:30"), ("2026-03-01 3pm", "03-01T15:00"),
    ],)  # fmt: skip
def test_times_and_spans(typed: str, moment: str) -> None:
    """A time on a day is that moment; a span counts from now; a time alone is the most recent one."""
    assert format_iso(parse_typed_date(typed, NOW)) == f"2026-{moment}:00.000Z"


@for_each("typed, moment", [
        ("friday", "2026-11-27T23:59:59.999Z"), ("march", "2027-03-31T23:59:59.999Z"),
        ("november", "2026-11-30T23:59:59.999Z"), ("30d", "2026-12-22T08:30:00.000Z"),
        ("3 days ago", "2026-11-19T08:30:00.000Z"), ("noon", "2026-11-22T12:00:00.000Z"),
        ("may 5", "2027-05-05T23:59:59.999Z"), ("next week", "2026-11-29T23:59:59.999Z"),
    ],)  # fmt: skip
def test_an_expiry_looks_ahead(typed: str, moment: str) -> None:
    """For an expiry, a weekday or month is the next one."""
    assert format_iso(parse_typed_date(typed, NOW, ahead=True, whole_day=True)) == moment


INVALID_DATES = (
    "2026-02-30", "2026-13", "feb 30", "31 april", "february 29 2023", "may 32 2020", "may 0", "25:00", "13pm",
    "tomorrow 25:00", "yesterday 9:75", "0000", "0", "99", "99999", "someday", "last", "the", "march march", "5 5 may",
    "monday tuesday", "yesterday tomorrow", "3 apples", "03/01/2026", "-3d", "", " ", "🙂", "½ day", "٣ days ago", "x" * 5000,
    "99999 years from now", "last century", "week", "\x00",
)  # fmt: skip


@for_each("typed", INVALID_DATES)
def test_what_is_no_date_is_refused_with_examples(typed: str) -> None:
    """Impossible days and times and any other word give an error with examples."""
    for ahead in (False, True):
        with pytest.raises(UsageError) as caught:
            parse_typed_date(typed, NOW, ahead=ahead, whole_day=ahead)
        assert "last week, monday, yesterday 3pm" in caught.value.hint


def test_every_option_that_takes_a_date_takes_these(recall: Home) -> None:
    """Every date option understands "last week" and "monday", and refuses "someday" with examples."""
    id_ = recall.store("the queue is NATS")
    words = {"ids": [id_], "id": [id_], "about": [id_], "query": ["queue"], "text": ["the port is 8080"],
             "files": ["transcripts"]}  # fmt: skip
    by_filter = {"delete": ["--dry-run"], "tag": ["a=b", "--dry-run"],
                 "edit": ["--dry-run"], "erase": []}  # fmt: skip
    tried = 0
    for name in [name for name in COMMANDS if name != "browse"]:  # it needs a terminal before it reads anything
        params = __import__(command_module_name(name), fromlist=["PARAMS"]).PARAMS
        places = [word for param in params if param.positional for word in words.get(param.name, [])]
        places = {"export": ["-"], "view": ["-"], "token": ["create", "ci"]}.get(name, places)
        for param in sorted(params, key=lambda param: param.name in ("since", "until")):
            if param.metavar == "DATE":
                more = ["--query", "queue"] if name == "why" else ["--dry-run"] if name in ("import", "store") else []
                if name in by_filter and param.name in ("since", "until"):
                    places, more = [], by_filter[name]
                for date in ("last week", "monday"):
                    answer = recall.quick(name, *places, *more, param.flags[0], date, env={"EDITOR": "true"})
                    assert answer.status == 0 or "is not a date" not in answer.err, (name, param.name, answer)
                refused = recall.quick(name, *places, *more, param.flags[0], "someday", env={"EDITOR": "true"})
                assert (refused.status, "3 days ago" in refused.err) == (2, True), (name, param.name, refused)
                tried += 1
    assert tried > 20


ZONES = [
    # zone, now in UTC, local time then, what is typed, first moment and last moment in UTC: worked out by hand
    ("America/New_York", "2026-11-22T02:30:00Z", "today", "2026-11-21T05:00:00.000Z", "2026-11-22T04:59:59.999Z"),
    ("America/New_York", "2026-11-22T02:30:00Z", "yesterday 3pm", "2026-11-20T20:00:00.000Z", None),
    ("America/New_York", "2026-11-02T12:00:00Z", "yesterday", "2026-11-01T04:00:00.000Z", "2026-11-02T04:59:59.999Z"),
    ("America/New_York", "2026-03-09T12:00:00Z", "yesterday", "2026-03-08T05:00:00.000Z", "2026-03-09T03:59:59.999Z"),
    ("Asia/Kolkata", "2026-11-21T19:00:00Z", "today", "2026-11-21T18:30:00.000Z", "2026-11-22T18:29:59.999Z"),
    ("Asia/Kolkata", "2026-11-22T19:00:00Z", "this week", "2026-11-22T18:30:00.000Z", "2026-11-29T18:29:59.999Z"),
    ("Asia/Kolkata", "2026-11-22T18:00:00Z", "this week", "2026-11-15T18:30:00.000Z", "2026-11-22T18:29:59.999Z"),
    ("Pacific/Auckland", "2026-11-22T12:00:00Z", "monday", "2026-11-15T11:00:00.000Z", "2026-11-16T10:59:59.999Z"),
    ("Pacific/Auckland", "2026-11-22T12:00:00Z", "last week", "2026-11-15T11:00:00.000Z", "2026-11-22T10:59:59.999Z"),
    ("Pacific/Auckland", "2026-11-22T10:00:00Z", "last week", "2026-11-08T11:00:00.000Z", "2026-11-15T10:59:59.999Z"),
    ("Pacific/Auckland", "2026-07-01T00:00:00Z", "2020", "2019-12-31T11:00:00.000Z", "2020-12-31T10:59:59.999Z"),
    ("America/New_York", "2026-11-22T12:00:00Z", "3 days ago", "2026-11-19T12:00:00.000Z", "2026-11-19T12:00:00.000Z"),
]


@pytest.mark.parametrize(("zone", "now", "typed", "first", "last"), ZONES)
def test_a_day_and_a_week_are_those_of_the_local_time_zone(
    monkeypatch: pytest.MonkeyPatch, zone: str, now: str, typed: str, first: str, last: str | None
) -> None:
    """A day begins at the local midnight, also where clocks change; a week begins on Monday."""
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        moment = parse_moment(now, 0)
        assert format_iso(parse_typed_date(typed, moment)) == first
        if last is not None:
            assert format_iso(parse_typed_date(typed, moment, whole_day=True)) == last
    finally:
        monkeypatch.undo()
        time.tzset()
