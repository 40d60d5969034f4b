"""The features of two texts, in named groups; `weights.FEATURES` lists those that the model uses."""

from recall_cli.rules.revision import features_of_claims as claims
from recall_cli.rules.revision import features_of_words as words
from recall_cli.rules.revision import frames
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


def measure(evidence: Evidence) -> "Features":
    """All features of two texts, by name; one that is missing is zero."""
    features: Features = {}
    for group in GROUPS:
        group(evidence, features)
    return features
