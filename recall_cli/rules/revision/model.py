"""The small learned model: how surely a statement ends an older one, and how surely its author should be asked.

Both scores are weighted sums of features; `weights.py` is written by `python -m tests.bench.fit_beliefs`.
"""

from recall_cli.rules.revision import weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.features_of_words import Features

MAX_DEVIATION = 4.0
"""A feature counts at most so many standard deviations from its mean."""


def score(features: "Features") -> "tuple[float, float]":
    """How surely a statement ends the older one, and how surely it is about it and against it."""
    ending, asking = weights.ENDING_START, weights.ASKING_START
    for name, mean, deviation, ending_weight, asking_weight in weights.FEATURES:
        distance = (features.get(name, 0.0) - mean) / deviation
        if distance > MAX_DEVIATION:
            distance = MAX_DEVIATION
        elif distance < -MAX_DEVIATION:
            distance = -MAX_DEVIATION
        ending += ending_weight * distance
        asking += asking_weight * distance
    return ending, asking
