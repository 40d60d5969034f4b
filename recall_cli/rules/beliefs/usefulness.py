"""Usefulness: it starts at a half, moves towards 1 with each helpful use, and loses 5 % with each unhelpful one.

The step down is published. The step up is an exponentially weighted mean whose weight was not published; with 0.1, the
first "helpful" counts about as much as two "unhelpful".
"""

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
