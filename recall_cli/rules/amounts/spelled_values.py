"""One form for amounts and dates that are written differently: `half a minute`, `1.5k`, `port 8080`, `1 December 2026`.

Only what has one meaning is changed. `01/12/2026` stays as it is: it may be in January or in December.
"""

_ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
NUMBER_WORDS = {
    **{word: number for number, word in enumerate(_ONES.split())},
    **{word: 10 * number for number, word in enumerate(_TENS.split(), 2)},
    "hundred": 100,
    "thousand": 1000,
    "dozen": 12,
}
_PARTS_OF_UNITS = {
    "minute": ("s", 60),
    "hour": ("min", 60),
    "day": ("h", 24),
    "week": ("h", 168),
    "second": ("ms", 1000),
}
"""What half of a unit is counted in."""
_FRACTIONS = {"half": (1, 2), "quarter": (1, 4), "third": (1, 3), "three quarters": (3, 4)}
_NAMING_WORDS = frozenset(("port", "version", "number", "no.", "nr."))
"""A noun before a number that says again what the attribute says."""
_MONTHS = "january february march april may june july august september october november december".split()
MONTH_NUMBERS = {
    **{name: at for at, name in enumerate(_MONTHS, 1)},
    **{name[:3]: at for at, name in enumerate(_MONTHS, 1)},
}
MAX_WORDS = 6
"""A value of more words is no amount."""


def plain_value(folded: str) -> str:
    """A folded value with its amount or date in digits; unchanged if it is neither."""
    words = folded.replace("-", " ").split() if folded[:1].isalpha() else folded.split()
    if not words or len(words) > MAX_WORDS:
        return folded
    date = _read_date(folded)
    if date:
        return date
    if words[0] in _NAMING_WORDS and len(words) == 2 and words[1][:1].isdigit():
        return words[1]
    if words[0][:1].isdigit():
        return _expand_thousands(folded)
    fraction = _read_fraction(words)
    if fraction:
        return fraction
    number, used = _read_number(words)
    if number is None:
        return folded
    return " ".join([str(number), *words[used:]])


def _read_fraction(words: "list[str]") -> str:
    """`half a minute` as `30 s`; empty if there is none."""
    for name, (top, bottom) in _FRACTIONS.items():
        size = len(name.split())
        rest = [word for word in words[size:] if word not in ("a", "an", "of")]
        if words[:1] == ["a"] and words[1:2] == [name]:  # "a quarter of an hour"
            rest = [word for word in words[2:] if word not in ("a", "an", "of")]
        elif words[:size] != name.split():
            continue
        if len(rest) == 1 and rest[0] in _PARTS_OF_UNITS:
            unit, count = _PARTS_OF_UNITS[rest[0]]
            return f"{count * top // bottom} {unit}" if count * top % bottom == 0 else ""
    return ""


def _read_number(words: "list[str]") -> "tuple[int | None, int]":
    """The number that the first words spell, and how many words that are."""
    if words[0] in ("a", "an"):
        if len(words) > 1 and words[1] in ("hundred", "thousand", "dozen"):
            return NUMBER_WORDS[words[1]], 2
        return (1, 1) if len(words) == 2 and words[1] in (*_PARTS_OF_UNITS, "month", "year", "kilobyte") else (None, 0)
    number, used = 0, 0
    for word in words:
        value = NUMBER_WORDS.get(word)
        if value is None:
            break
        if word in ("hundred", "thousand", "dozen"):
            number = max(number, 1) * value
        elif used and not (number % 100 in range(20, 100, 10) and 0 < value < 10) and number % 100:
            return None, 0  # "two three"
        else:
            number += value
        used += 1
    return (number, used) if used else (None, 0)


def _expand_thousands(folded: str) -> str:
    """`1.5k` as `1500`."""
    figure, last = folded[:-1], folded[-1:]
    if last != "k" or not figure or figure.strip("0123456789.") or figure.count(".") > 1:
        return folded
    whole, _, part = figure.partition(".")
    return str(int(whole + part.ljust(3, "0"))) if len(part) <= 3 and whole else folded


def _read_date(folded: str) -> str:
    """`1 december 2026` and `december 1, 2026` and `1.12.2026` as `2026-12-01`; empty if it is no date."""
    words = folded.replace(",", " ").replace("of", " ").split()
    if len(words) == 1 and folded.count(".") == 2:
        day, month, year = folded.split(".")
        return _iso(year, month, day)
    if len(words) != 3:
        return ""
    first, second, year = words
    if second.rstrip(".") in MONTH_NUMBERS:
        first, second = second, first
    month_number = MONTH_NUMBERS.get(first.rstrip("."), 0)
    day = second.rstrip(".")
    for ending in ("st", "nd", "rd", "th"):
        day = day.removesuffix(ending)
    return _iso(year, str(month_number), day) if month_number else ""


def _iso(year: str, month: str, day: str) -> str:
    is_date = all(part.isdecimal() for part in (year, month, day)) and len(year) == 4 and len(day) <= 2 >= len(month)
    if not is_date or not (1 <= int(month) <= 12 and 1 <= int(day) <= 31):
        return ""
    return f"{year}-{int(month):02}-{int(day):02}"
