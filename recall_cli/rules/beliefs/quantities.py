"""Equal values in different words: `30s`, `half a minute` and `0.5 min`; `1,000` and `1000`; `yes` and `enabled`.

Only unambiguous values are equal. `2.0` may be a version, so it is not `2`; `007` is not a plain number; and `m` may
mean minutes, months or metres.
"""

from recall_cli.rules.amounts.spelled_values import plain_value
from recall_cli.rules.text import normalize

MAX_VALUE_LENGTH = 40
"""A longer value is not an amount."""
_UNIT_TABLE = {
    "time": {
        1: "ms msec millisecond milliseconds",
        1_000: "s sec secs second seconds",
        60_000: "min mins minute minutes",
        3_600_000: "h hr hrs hour hours",
        86_400_000: "day days",
        604_800_000: "week weeks",
    },
    "size": {
        1: "byte bytes",
        1_000: "kb kilobyte kilobytes",
        1_000_000: "mb megabyte megabytes",
        1_000_000_000: "gb gigabyte gigabytes",
        1_000_000_000_000: "tb terabyte terabytes",
        1_024: "kib",
        1_048_576: "mib",
        1_073_741_824: "gib",
    },
    "share": {1: "% percent"},
    "mass": {1: "mg", 1_000: "g gram grams", 1_000_000: "kg kilogram kilograms kilos", 1_000_000_000: "tonne tonnes"},
    "length": {1: "mm millimetres", 10: "cm centimetres", 1_000: "metre metres meter meters", 1_000_000: "km"},
    "volume": {1: "ml millilitres", 1_000: "litre litres liter liters"},
    "calendar": {1: "month months", 12: "year years"},
}
UNIT_FACTORS = {
    word: (dimension, factor)
    for dimension, factors in _UNIT_TABLE.items()
    for factor, words in factors.items()
    for word in words.split()
}
_YES_NO_VALUES = {
    **dict.fromkeys(("true", "yes", "on", "enabled"), "=yes"),
    **dict.fromkeys(("false", "no", "off", "disabled"), "=no"),
}


def canonical_value(value: str) -> str:
    """A value for comparison: two values mean the same if these are equal."""
    folded = normalize.fold_text(value)
    if len(folded) <= MAX_VALUE_LENGTH:
        folded = plain_value(folded)
    if folded in _YES_NO_VALUES:
        return _YES_NO_VALUES[folded]
    if len(folded) > MAX_VALUE_LENGTH or not folded[:1].isascii() or not folded[:1].isdigit():
        return folded
    number = folded[: len(folded) - len(folded.lstrip("0123456789.,"))]
    unit = folded[len(number) :].strip()
    amount = _parse_amount(number)
    if amount is None or (unit and unit not in UNIT_FACTORS):
        return folded
    digits, places = amount
    if not unit:
        return folded if "." in number or number.startswith("0") else f"={digits}"
    dimension, factor = UNIT_FACTORS[unit]
    whole, rest = divmod(digits * factor, 10**places)
    return f"={whole} {dimension}" if rest == 0 else f"={digits * factor}e-{places} {dimension}"


def _parse_amount(number: str) -> "tuple[int, int] | None":
    """The digits of a number, and how many of them are after the point; None if it is not a plain number."""
    whole, point, part = number.partition(".")
    first, *groups = whole.split(",")
    if not first or len(first) > (3 if groups else MAX_VALUE_LENGTH) or any(len(group) != 3 for group in groups):
        return None
    if (point and not part) or "." in part or "," in part:
        return None
    part = part.rstrip("0")
    return int(first + "".join(groups) + part), len(part)
