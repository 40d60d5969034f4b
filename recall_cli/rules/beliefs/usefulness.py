"""Usefulness: it starts at a half, moves towards 1 with each helpful use, and loses 5 % with each unhelpful one.

The step down is published. The step up is an exponentially weighted mean whose weight was not published; with 0.1, the
first "helpful" counts about as much as two "unhelpful".
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

HELPFUL_WEIGHT = 0.1
"""The weight of the newest helpful use."""
UNHELPFUL_WEIGHT = 0.05
"""The share that an unhelpful use takes away."""
USEFULNESS_DIGITS = 6


def raise_usefulness(usefulness: float) -> float:
    """The usefulness after one more helpful use."""
    return round(usefulness + HELPFUL_WEIGHT * (1.0 - usefulness), USEFULNESS_DIGITS)


def lower_usefulness(usefulness: float) -> float:
    """The usefulness after one more unhelpful use."""
    return round(usefulness * (1.0 - UNHELPFUL_WEIGHT), USEFULNESS_DIGITS)


MIN_TRIED_USES = 5
"""A memory that was used less often has hardly been judged: its usefulness may be drawn instead."""
MAX_DRAWN_VERDICTS = 50
"""Of more verdicts, only their proportion counts: the distribution is narrow enough."""


def count_uniforms(helpful: int, unhelpful: int) -> int:
    """How many uniform numbers `draw_usefulness` needs for these verdicts."""
    helpful, unhelpful = _bounded(helpful, unhelpful)
    return helpful + unhelpful + 1


def draw_usefulness(helpful: int, unhelpful: int, uniforms: "Sequence[float]") -> float:
    """A number drawn from Beta(helpful + 1, unhelpful + 1), made of uniform numbers between 0 and 1.

    Of h + u + 1 uniform numbers, the one in place h + 1 from below has just this distribution. Without a verdict it is
    uniform, so a new memory may come before an old one; with many it is near the share of helpful uses.
    """
    helpful, unhelpful = _bounded(helpful, unhelpful)
    return sorted(uniforms)[helpful]


def _bounded(helpful: int, unhelpful: int) -> "tuple[int, int]":
    """The verdicts, in the same proportion if they are very many."""
    total = helpful + unhelpful
    if total <= MAX_DRAWN_VERDICTS:
        return helpful, unhelpful
    share = round(MAX_DRAWN_VERDICTS * helpful / total)
    return share, MAX_DRAWN_VERDICTS - share
