"""How well a memory fits a clause of a prompt: whether it bears on just that thing, or only shares a word with it.

Three signs, each of which is weak alone. The words that both have, each by how rare it is in the store and in general:
"staging" says more than "line". How near the meanings are, to the clause and to the whole prompt. And how far the
memory is ahead of the next one: where many are about equally near, none is meant. The weights were fitted on prompts of
developers with and without an answer, and are rounded.
"""

from math import log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

WORDS_WEIGHT, TWO_WORDS_WEIGHT = 3.0, 0.8
CLAUSE_MEANING_WEIGHT, PROMPT_MEANING_WEIGHT, LEAD_WEIGHT = 4.0, 4.0, 8.0
FIT_OFFSET = -7.6
MIN_FIT, MIN_SURE_FIT = 0.0, 1.0
"""From this fit on a memory is shown at a prompt; the second where the user wants sure answers only."""
MAX_FIT_BELOW_BEST = 1.5
"""A memory this much below the best one is not shown beside it."""
MAX_WORDS, MIN_TELLING = 2.0, 0.25
"""What all shared words count together at most, and from which rarity on a word is one of two telling ones."""
MIN_LEAD, MAX_LEAD = -0.2, 0.25
STRANGER_COSINE = 0.4
"""A memory that has nothing to do with a clause is often as near as this, so in a small store the next one counts as
this near."""


def word_rarity(holding: int, memories: int, general: float) -> float:
    """How rare a word is, from 0 to 1: in general, and in a store where so many of the memories have it."""
    return max(0.0, log((1 + memories) / max(holding, 1)) / log(1 + memories)) * general if memories else 0.0


def clause_fit(rarities: "Sequence[float]", cosine: float, prompt_cosine: float, lead: float) -> float:
    """The fit of a memory to a clause, from the rarities of the words that both have."""
    telling = sum(rarity > MIN_TELLING for rarity in rarities)
    return (
        WORDS_WEIGHT * min(MAX_WORDS, sum(rarities))
        + TWO_WORDS_WEIGHT * (telling > 1)
        + CLAUSE_MEANING_WEIGHT * cosine
        + PROMPT_MEANING_WEIGHT * prompt_cosine
        + LEAD_WEIGHT * min(MAX_LEAD, max(MIN_LEAD, lead))
        + FIT_OFFSET
    )
