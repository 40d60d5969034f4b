"""The statements of a session that are kept if it has more than the limit."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.domain.draft import Draft

USER_WEIGHT = 1.25
"""A statement by a person counts this many times as much as one by their agent."""


def statement_worth(draft: "Draft") -> float:
    """The worth of a statement in comparison with the others of its session."""
    factor = USER_WEIGHT if draft.source == "user" else 1.0
    return draft.importance * draft.confidence * factor


def worth_limit(worths: "Iterable[float]", max_count: int) -> "tuple[float, int]":
    """The worth that a statement needs to be among the best, and how many of exactly that worth are too many.

    Of statements with the same worth, the later ones are kept.
    """
    ordered = sorted(worths, reverse=True)
    if len(ordered) <= max_count:
        return 0.0, 0
    if max_count <= 0:
        return float("inf"), 0
    lowest = ordered[max_count - 1]
    return lowest, sum(worth >= lowest for worth in ordered) - max_count
