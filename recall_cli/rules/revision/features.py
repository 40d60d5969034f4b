"""The features of two texts, in named groups, and the scores that the model makes of them.

Both scores are weighted sums of features; `weights.py` is written by `python -m tests.bench.fit_beliefs`.
"""

from recall_cli.rules.revision import features_of_claims as claims
from recall_cli.rules.revision import features_of_words as words
from recall_cli.rules.revision import frames, weights
from recall_cli.rules.revision.evidence import Evidence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.features_of_words import Features

GROUPS = (
    words.add_sharing,
    words.add_leftovers,
    words.add_subject,
    words.add_scopes,
    words.add_gone,
    frames.add_frame,
    claims.add_rival,
    claims.add_cues,
    claims.add_polarity,
    claims.add_form,
    claims.add_patterns,
)
"""The groups, in the order in which they are made: the last ones use the first."""


USUAL_LIKENESS = 0.65
"""How alike two texts that share a topic are in meaning, where nobody has measured it."""


def measure(evidence: Evidence, likeness: float = USUAL_LIKENESS) -> "Features":
    """All features of two texts, by name; one that is missing is zero."""
    is_english = evidence.old.is_english and evidence.new.is_english  # so are the vectors
    features: Features = {"likeness": likeness if is_english else USUAL_LIKENESS}
    for group in GROUPS:
        group(evidence, features)
    return features


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
