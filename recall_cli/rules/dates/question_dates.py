"""The dates that a question names.

"last week", "two months ago", "in March", "on 5 May 2023" and "since Monday" become spans of days, relative to the day
of the question. A span is a hint for ranking and never a filter, so it is generous: "two weeks ago" is seldom exactly
fourteen days. `relative_phrases` and `calendar_phrases` read the phrases.
"""

from recall_cli.rules.dates.calendar_phrases import CALENDAR_READERS
from recall_cli.rules.dates.date_words import split_date_words
from recall_cli.rules.dates.relative_phrases import RELATIVE_READERS, read_weekday

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Span = tuple[int, int]

OPEN_START = -(10**6)
"""The first day of a span without a beginning."""
_PHRASE_READERS = (*RELATIVE_READERS, *CALENDAR_READERS, read_weekday)
_BEFORE_WORDS = {"before"}
_UNTIL_WORDS = {"until", "till", "by"}
_AFTER_WORDS = {"after", "since"}
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
        phrase = _read_phrase(words, at, today)
        if phrase:
            span, end = phrase
            phrases.append((at, end, span))
            at = end
        else:
            at += 1
    return _join_spans(phrases, words, today)


def date_nearness(day: int, spans: "Sequence[Span]", tail_days: int = 7) -> float:
    """1 for a day inside a span, and from a half down to 0 in the days after it: people report things late."""
    best = 0.0
    for first, last in spans:
        if first <= day <= last:
            return 1.0
        if last < day <= last + tail_days:
            best = max(best, 0.5 * (1 - (day - last) / (tail_days + 1)))
    return best


def _read_phrase(words: "list[str]", at: int, today: int) -> "tuple[Span, int] | None":
    """The span of the phrase that begins at this word, and the position after it; None if no reader knows it."""
    for reader in _PHRASE_READERS:
        phrase = reader(words, at, today)
        if phrase:
            return phrase
    return None


def _join_spans(phrases: "list[tuple[int, int, Span]]", words: "list[str]", today: int) -> "list[Span]":
    """The spans of the phrases: the two ends of a range become one span, other spans follow the word before them."""
    spans: list[Span] = []
    skip = False
    for i, (at, end, span) in enumerate(phrases):
        if skip:
            skip = False
            continue
        relation = _word_before(words, at)
        following = phrases[i + 1] if i + 1 < len(phrases) else None
        if following and following[0] <= end + 2 and (relation, words[end]) in _RANGE_WORDS:
            spans.append((min(span[0], following[2][0]), max(span[1], following[2][1])))
            skip = True
        elif relation in _BEFORE_WORDS:
            spans.append((OPEN_START, span[0] - 1))
        elif relation in _UNTIL_WORDS:
            spans.append((OPEN_START, span[1]))
        elif relation in _AFTER_WORDS:
            spans.append((span[0], max(today, span[1])))
        else:
            spans.append(span)
    return spans


def _word_before(words: "list[str]", at: int) -> str:
    before = words[at - 1] if at else ""
    return words[at - 2] if before == "the" and at > 1 else before
