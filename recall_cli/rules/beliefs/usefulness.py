"""How useful a memory has proved: from a half towards one with every helpful use, down a twentieth with every other.

The step down is the published one; the step up is an exponentially weighted mean of ones, whose weight was not
published. A tenth makes the first "helpful" worth about two "unhelpful".
"""

HELPFUL_WEIGHT = 0.1
"""The weight of the newest helpful use."""
UNHELPFUL_WEIGHT = 0.05
"""The share that an unhelpful use takes."""
USEFULNESS_DIGITS = 6


def raise_usefulness(usefulness: float) -> float:
    """After one more use that helped."""
    return round(usefulness + HELPFUL_WEIGHT * (1.0 - usefulness), USEFULNESS_DIGITS)


def lower_usefulness(usefulness: float) -> float:
    """After one more use that did not."""
    return round(usefulness * (1.0 - UNHELPFUL_WEIGHT), USEFULNESS_DIGITS)
