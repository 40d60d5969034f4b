"""Settings whose text holds several numbers."""

from recall_cli.domain.errors import UsageError
from recall_cli.domain.memory import MEMORY_TYPES

MIN_LIFETIME, MAX_LIFETIME, MAX_PRICE = 0.01, 1000, 10_000


def read_lifetimes(text: str, where: str = "lifetimes") -> "dict[str, float]":
    """The numbers of a text such as `preference=8,estimate=0.2` by type; UsageError if it is something else."""
    lifetimes: dict[str, float] = {}
    for part in filter(str.strip, text.split(",")):
        type_, _, number = (word.strip() for word in part.partition("="))
        if type_ not in MEMORY_TYPES:
            raise UsageError(
                f"{where} must be types with numbers, such as preference=8,estimate=0.2; {type_!r} is no type",
                f"the types are {', '.join(MEMORY_TYPES)}",
            )
        lifetimes[type_] = _read_number(number, MIN_LIFETIME, MAX_LIFETIME, f"the number of {type_} in {where}")
    return lifetimes


def read_prices(text: str, where: str = "claude.usd_per_million") -> "tuple[float, float]":
    """The prices of a million input and output tokens, such as 0.1/0.5; UsageError if they are something else."""
    price_in, slash, price_out = text.partition("/")
    if not slash:
        raise UsageError(f"{where} must be two prices, such as 0.1/0.5, not {text!r}")
    return _read_number(price_in, 0, MAX_PRICE, where), _read_number(price_out, 0, MAX_PRICE, where)


def _read_number(text: str, low: float, high: float, where: str) -> float:
    from recall_cli import setting_errors

    try:
        number = float(text)
    except ValueError:
        raise setting_errors.wrong_type(where, float, text) from None
    if not low <= number <= high:
        raise setting_errors.out_of_range(where, low, high, number)
    return number


READERS = {"lifetimes": read_lifetimes, "claude.usd_per_million": read_prices}
