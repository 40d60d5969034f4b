"""The floor of a gate: the score that an answer must have from the cross-encoder that confirms answers."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MIN_PAIRS = 10
"""The fewest pairs from which a floor is measured."""
USUAL_FLOOR = 0.0
"""The floor of a small store: such models score a pair above 0 if an answer is likelier than none."""
MAX_LOST_SHARE = 0.03
"""This share of the questions about the store's own memories may be lost."""


def measure_floor(own: "Sequence[float]", strange: "Sequence[float]") -> float:
    """The floor that keeps nearly all questions with their own memory, and is at most the middle of both kinds."""
    if len(own) < MIN_PAIRS or len(strange) < MIN_PAIRS:
        return USUAL_FLOOR
    lowest_kept = sorted(own)[int(len(own) * MAX_LOST_SHARE)]
    return min(lowest_kept, (_median(own) + _median(strange)) / 2)


def share_from(floor: float, scores: "Sequence[float]") -> float:
    """The share of the scores that reach the floor."""
    return sum(score >= floor for score in scores) / len(scores) if scores else 0.0


def _median(values: "Sequence[float]") -> float:
    return sorted(values)[len(values) // 2]
