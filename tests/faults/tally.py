"""How much was tried: counted where it happens, told at the end of a run."""

from collections import Counter

COUNTS: Counter[str] = Counter()
"""What was done to a store, by its name."""


def count(what: str, times: int = 1) -> None:
    """So many more of this."""
    COUNTS[what] += times


def tally_line() -> str:
    """All of it in one line."""
    return ", ".join(f"{many:,} {what}" for what, many in COUNTS.items())
