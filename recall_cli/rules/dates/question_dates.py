"""The dates that a question names.

"last week", "two months ago", "in March", "on 5 May 2023" and "since Monday" become spans of days, relative to the day
of the question. A span is a hint for ranking and never a filter, so it is generous: "two weeks ago" is seldom exactly
fourteen days. Each reader takes the words, a position and today; those of calendar dates are in `calendar_phrases`.
"""

from recall_cli.domain.moment import civil_from_days
from recall_cli.rules.dates.calendar_phrases import (
    CALENDAR_READERS,
    latest_month,
    read_day,
    read_iso_date,
    read_season,
    word_at,
)
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
    split_date_words,
    weekday,
    year_span,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Span = tuple[int, int]
    Phrase = tuple[Span, int]

OPEN_START = -(10**6)
"""The first day of a span without a beginning."""
TAIL_DAYS = 7
"""So many days after a span still are near it: people report things late."""
_PAST_WORDS = {"last", "past", "previous"}
_RANGE_WORDS = {("between", "and"), ("from", "to"), ("from", "until")}


def named_spans(question: str, today: int) -> "list[Span]":
    """The spans of days that a question names, in its order; empty if it names none.

    Each is a first and a last day, both included. "before …" extends it to the beginning of time and "since …" to
    today; "between … and …" joins two spans.
    """
    words = split_date_words(question)
    phrases: list[tuple[int, int, Span]] = []
    at = 0
    while at < len(words):
        phrase = next((phrase for read in _PHRASE_READERS if (phrase := read(words, at, today))), None)
        if phrase:
            phrases.append((at, phrase[1], phrase[0]))
        at = phrase[1] if phrase else at + 1
    return _join_spans(phrases, words, today)


def date_nearness(day: int, spans: "Sequence[Span]") -> float:
    """1 for a day inside a span, and from a half down to 0 in the days after it."""
    best = 0.0
    for first, last in spans:
        if first <= day <= last:
            return 1.0
        if last < day <= last + TAIL_DAYS:
            best = max(best, 0.5 * (1 - (day - last) / (TAIL_DAYS + 1)))
    return best


def _join_spans(phrases: "list[tuple[int, int, Span]]", words: "list[str]", today: int) -> "list[Span]":
    """The spans of the phrases: the two ends of a range become one span, other spans follow the word before them."""
    spans: list[Span] = []
    skip = False
    for i, (at, end, span) in enumerate(phrases):
        if skip:
            skip = False
            continue
        place = at - 1 if words[at - 1] != "the" or at < 2 else at - 2
        relation = words[place] if at else ""
        following = phrases[i + 1] if i + 1 < len(phrases) else None
        if following and following[0] <= end + 2 and (relation, words[end]) in _RANGE_WORDS:
            spans.append((min(span[0], following[2][0]), max(span[1], following[2][1])))
            skip = True
        elif relation == "before":
            spans.append((OPEN_START, span[0] - 1))
        elif relation in ("until", "till", "by"):
            spans.append((OPEN_START, span[1]))
        elif relation in ("after", "since"):
            spans.append((span[0], max(today, span[1])))
        else:
            spans.append(span)
    return spans


def _read_near_day(words: "list[str]", at: int, today: int) -> "Phrase | None":
    """today, yesterday, the day before yesterday."""
    if words[at] == "today":
        return (today, today), at + 1
    if words[at : at + 3] == ["day", "before", "yesterday"]:
        return (today - 2, today - 2), at + 3
    return ((today - 1, today - 1), at + 1) if words[at] == "yesterday" else None


def _read_ago(words: "list[str]", at: int, today: int) -> "Phrase | None":
    """two days ago, a couple of weeks ago, a year ago: the longer ago, the wider the span."""
    count, after = _read_count(words, at)
    unit = parse_unit(word_at(words, after))
    if count <= 0 or not unit or word_at(words, after + 1) not in ("ago", "back", "earlier"):
        return None
    first, last = _days_around(today - count * DAYS_PER_UNIT[unit], unit, count)
    return (first, min(last, today)), after + 2


def _read_before_or_after(words: "list[str]", at: int, today: int) -> "Phrase | None":
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


def _read_last_period(words: "list[str]", at: int, today: int) -> "Phrase | None":
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
        return _read_weekday(words, after, today)
    if word in MONTHS and not parse_year(word_at(words, after + 1)):
        return month_span(*latest_month(MONTHS[word], today - 20)), after + 1
    if word in SEASONS:
        return read_season(words, after, today)
    return (_last_unit_span(unit, today), after + 1) if unit else None


def _read_this_period(words: "list[str]", at: int, today: int) -> "Phrase | None":
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


def _read_weekday(words: "list[str]", at: int, today: int) -> "Phrase | None":
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


_PHRASE_READERS = (
    _read_near_day,
    _read_ago,
    _read_before_or_after,
    _read_last_period,
    _read_this_period,
    *CALENDAR_READERS,
    _read_weekday,
)
"""The readers in the order in which they are tried."""
