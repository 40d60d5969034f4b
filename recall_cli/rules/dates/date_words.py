"""The vocabulary of dates, splitting a question into words for reading dates, and days as numbers.

A day number counts from 1970-01-01: a moment's milliseconds divided by those of a day.
"""

from recall_cli.domain.moment import days_from_civil

_MONTH_NAMES = "january february march april may june july august september october november december".split()
MONTHS = {name: i for i, full in enumerate(_MONTH_NAMES, 1) for name in (full, full[:3])} | {"sept": 9}
_WEEKDAY_NAMES = "monday tuesday wednesday thursday friday saturday sunday".split()
WEEKDAYS = {name: i for i, name in enumerate(_WEEKDAY_NAMES)}
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
HOLIDAYS = {"christmas": (12, 25), "halloween": (10, 31), "valentine's": (2, 14), "valentines": (2, 14)}
DAYS_PER_UNIT = {"day": 1, "week": 7, "fortnight": 14, "month": 30, "year": 365}
ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 0}
_NUMBER_NAMES = "zero one two three four five six seven eight nine ten eleven twelve".split()
COUNT_WORDS = {name: i for i, name in enumerate(_NUMBER_NAMES)} | {"a": 1, "an": 1, "couple": 2, "few": 3, "several": 4}
DATE_PREPOSITIONS = frozenset(
    "in of on since during until till before after by from last past this early late mid between and to around the"
    " at".split()
)
TIME_WORDS = frozenset(
    ("today", "yesterday", "ago", "back", "earlier", "last", "past", "previous", "this", *MONTHS, *WEEKDAYS, *SEASONS)
).union(HOLIDAYS)
"""Every phrase that names a time contains one of these words, or a year."""
EVENT_RELATIONS = frozenset(("before", "after", "since", "until"))
"""Words that relate a question to an event."""
SUNDAY = 6
_MAX_NUMBER_DIGITS = 9
"""Further digits of a number are ignored; no date contains such a number."""
_AMBIGUOUS_WORDS = {"may", "march", "mar", "fall", "spring", "dec", "jan", "sun"}


def split_date_words(question: str) -> "list[str]":
    """The question's words in lower case; "may", "march" or "fall" become empty where they are hardly a date."""
    raw_words = [word.strip(".,;:!?()[]\"“”'’") for word in question.replace("’", "'").split()]
    words = [word.lower().removesuffix("'s") for word in raw_words]
    for i, word in enumerate(words):
        if word in _AMBIGUOUS_WORDS and not _is_used_as_date(raw_words, words, i):
            words[i] = ""
    return words


def may_name_time(question: str) -> bool:
    """Whether a question may name a time; if False, it names none, and no reader needs to run."""
    return "19" in question or "20" in question or not TIME_WORDS.isdisjoint(split_date_words(question))


def parse_number(word: str) -> int:
    """A count in digits or words, including ordinals such as "3rd"; −1 if the word is not a count."""
    digits = word[:-2] if word[-2:] in ("st", "nd", "rd", "th") else word
    if digits.isascii() and digits.isdigit():
        return int(digits[:_MAX_NUMBER_DIGITS])
    return COUNT_WORDS.get(word, -1)


def parse_year(word: str) -> int:
    """A year from 1900 to 2099 in four digits, or 0."""
    return int(word) if len(word) == 4 and word.isascii() and word.isdigit() and word[:2] in ("19", "20") else 0


def parse_unit(word: str) -> str:
    """day, week, fortnight, month or year, from its singular or plural; empty for any other word."""
    singular = word.removesuffix("s")
    return singular if singular in DAYS_PER_UNIT else ""


def _is_used_as_date(raw: "list[str]", words: "list[str]", at: int) -> bool:
    before = words[at - 1] if at else ""
    after = words[at + 1] if at + 1 < len(words) else ""
    by_number = (before not in COUNT_WORDS and parse_number(before) > 0) or (
        after not in COUNT_WORDS and parse_number(after) > 0
    )
    return by_number or (before in DATE_PREPOSITIONS and (raw[at][0].isupper() or words[at] in SEASONS))


def weekday(day: int) -> int:
    """The day of the week, from 0 for Monday to 6 for Sunday."""
    return (day + 3) % 7


def month_span(year: int, month: int) -> "tuple[int, int]":
    """First and last day of a month; months 0 and 13 are December of the year before and January of the year after."""
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    after = (year + 1, 1) if month == 12 else (year, month + 1)
    return days_from_civil(year, month, 1), days_from_civil(*after, 1) - 1


def year_span(year: int) -> "tuple[int, int]":
    """First and last day of a year."""
    return days_from_civil(year, 1, 1), days_from_civil(year, 12, 31)
