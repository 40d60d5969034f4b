"""How useful a memory has proved: from a half towards one with every helpful use, down a twentieth with every other.

The step down is the published one; the step up is an exponentially weighted mean of ones, whose weight was not
published. A tenth makes the first "helpful" worth about two "unhelpful".
"""

UP = 0.1
"""The weight of the newest helpful use."""
DOWN = 0.05
"""The share that an unhelpful use takes."""
DIGITS = 6


def helpful(usefulness: float) -> float:
    """After one more use that helped."""
    return round(usefulness + UP * (1.0 - usefulness), DIGITS)


def unhelpful(usefulness: float) -> float:
    """After one more use that did not."""
    return round(usefulness * (1.0 - DOWN), DIGITS)
