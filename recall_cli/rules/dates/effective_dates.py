"""The day from which a statement holds, or until which it held: "from 1 March", "until 2025-06-01"."""

from recall_cli.domain.moment import DAY, civil_from_days, days_from_civil
from recall_cli.domain.record import Record
from recall_cli.language.tables import read_phrases, read_words
from recall_cli.rules.dates import calendar_phrases
from recall_cli.rules.dates.date_words import MONTHS, parse_year

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_STARTS = tuple(tuple(phrase.split()) for phrase in read_phrases("words", "before a first day"))
"""Words before the first day of a statement, the longest first."""
_ENDS = tuple(tuple(phrase.split()) for phrase in read_phrases("words", "before a last day"))
"""Words before the last day of a statement."""
_PAST_VERBS = frozenset(("was", "were", "had", "used", "ran", "lived", "worked", "owned", "held"))
_STRETCHING_VERBS = read_words("words", "stretching verbs")
"""With these, a day after "until" may be still to come."""
_READERS: "tuple[Callable[[list[str], int, int], tuple[tuple[int, int], int] | None], ...]" = (
    calendar_phrases.read_iso_date,
    calendar_phrases.read_day,
    calendar_phrases.read_month,
)
_PUNCTUATION = ".,;:!?()\"'“”"


class EffectiveDates(Record):
    """When a statement holds, and what is left of it without the date."""

    rest: str
    start: "int | None" = None
    """The first moment, in milliseconds, if it is still to come."""
    end: "int | None" = None
    """The moment after the last one, in milliseconds, if it is over."""


def read_effective_dates(text: str, now: int) -> "EffectiveDates | None":
    """The day in the future from which a statement holds, or the day in the past until which it held; else None."""
    words = text.split()
    lows = [word.strip(_PUNCTUATION).lower() for word in words]
    today = now // DAY
    for at in range(len(lows)):
        for phrase in _STARTS:
            if tuple(lows[at : at + len(phrase)]) == phrase:
                found = _read_day(lows, at + len(phrase), today, forward=True)
                if found is not None and found[0] > today and lows[found[1] : found[1] + 1] not in (["to"], ["until"]):
                    rest = _without(words, at, found[1])
                    return EffectiveDates(rest=_in_present(rest), start=found[0] * DAY)
        for phrase in _ENDS:
            is_past = not _PAST_VERBS.isdisjoint(lows) and _STRETCHING_VERBS.isdisjoint(lows)
            if tuple(lows[at : at + len(phrase)]) == phrase and is_past:
                found = _read_day(lows, at + len(phrase), today, forward=False)
                if found is not None and found[0] <= today:
                    return EffectiveDates(rest=text, end=found[0] * DAY)
    return None


def _read_day(words: "list[str]", at: int, today: int, *, forward: bool) -> "tuple[int, int] | None":
    """The first day of a date at this place, and the place behind it; without a year the next or the last one."""
    at += at < len(words) and words[at] in ("the", "on")
    if at >= len(words) or not words[at]:
        return None
    for read in _READERS:
        found = read(words, at, today)
        if found is None:
            continue
        (first, _), behind = found
        has_year = any(parse_year(word[:4]) for word in words[at:behind])
        if forward and first <= today and not has_year and any(word in MONTHS for word in words[at:behind]):
            first = _one_year_later(first)
        return first, behind
    return None


def _one_year_later(day: int) -> int:
    year, month, day_of_month = civil_from_days(day)
    return days_from_civil(year + 1, month, day_of_month)


def _without(words: "list[str]", start: int, end: int) -> str:
    rest = " ".join(words[:start] + words[end:]).strip(" ,;:")
    return rest[:1].upper() + rest[1:]


def _in_present(text: str) -> str:
    """A statement about the future as it will be said then: "will be" as "is"."""
    for future, present in ((" will be ", " is "), (" is going to be ", " is "), (" shall be ", " is ")):
        text = text.replace(future, present)
    return text
