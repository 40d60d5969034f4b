"""Which statements of a session are kept where it says more than a session may keep?"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

USER_WEIGHT = 1.25
"""What a person said counts so many times as much as what their agent said."""


def statement_worth(draft: "dict[str, Any]") -> float:
    """How much a statement is worth, beside the others of its session."""
    said_by_user = USER_WEIGHT if draft["source"] == "user" else 1.0
    return float(draft["importance"]) * float(draft["confidence"]) * said_by_user


def worth_limit(worths: "Iterable[float]", max_count: int) -> "tuple[float, int]":
    """What a statement must be worth to be among the best, and how many of exactly that worth are too many.

    Of statements that are worth the same the later ones stand.
    """
    ordered = sorted(worths, reverse=True)
    if len(ordered) <= max_count:
        return 0.0, 0
    if max_count <= 0:
        return float("inf"), 0
    floor = ordered[max_count - 1]
    return floor, sum(one >= floor for one in ordered) - max_count
