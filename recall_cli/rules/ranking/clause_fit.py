"""How well a memory fits a clause of a prompt: whether it bears on just that thing, or only shares a word with it.

Four signs, each of which is weak alone. The words that both have, each by how rare it is in the store and in general:
"staging" says more than "line". Two of them side by side in both, which is mostly the name of a thing: "feature flag".
How near the meanings are, to the clause and to the whole prompt. And how far the memory is ahead of the next one: where
many are about equally near, none is meant. The weights were fitted on prompts of developers with and without an answer,
and are rounded.
"""

from math import log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

WORDS_WEIGHT, TWO_WORDS_WEIGHT = 3.0, 0.8
CLAUSE_MEANING_WEIGHT, PROMPT_MEANING_WEIGHT, LEAD_WEIGHT = 4.0, 4.0, 8.0
PAIR_WEIGHT, MIN_PAIR_RARITY = 1.25, 0.2
"""What two words side by side add, and how rare each must be."""
FIT_OFFSET = -7.6
MIN_FIT, MIN_SURE_FIT = 0.0, 1.0
"""From this fit on a memory is shown at a prompt; the second where the user wants sure answers only."""
USUAL_STORE, SMALL_STORE_WEIGHT = 150, 0.4
"""The fewer memories there are, the less often one fits by chance; these fits are for a store of the first size."""
MAX_FIT_BELOW_BEST = 1.5
"""A memory this much below the best one is not shown beside it."""
MAX_WORDS, MIN_TELLING = 2.0, 0.25
"""What all shared words count together at most, and from which rarity on a word is one of two telling ones."""
UNSEEN_MEMORIES = 30
"""A store counts as a part of one with so many more memories: in a new project, two of three may speak of one thing."""
MIN_LEAD, MAX_LEAD = -0.2, 0.25
STRANGER_COSINE = 0.4
"""A memory that has nothing to do with a clause is often as near as this, so in a small store the next one counts as
this near."""


def word_rarity(holding: int, memories: int, general: float) -> float:
    """How rare a word is, from 0 to 1: in general, and in a store where so many of the memories have it."""
    size = 1 + memories + UNSEEN_MEMORIES
    return max(0.0, log(size / max(holding, 1)) / log(size)) * general


def small_store_bonus(memories: int) -> float:
    """What is added to each fit in a store of so many memories."""
    return SMALL_STORE_WEIGHT * max(0.0, log(USUAL_STORE / max(1, memories)))


def has_common_pair(clause: "Sequence[tuple[str, float]]", memory: "Iterable[tuple[str, str]]") -> bool:
    """Whether two telling words stand side by side both in a clause and in a memory.

    `clause` has each stem with its rarity, in order; `memory` has the pairs of stems that follow one another.
    """
    pairs = {
        (first, second)
        for (first, rarity), (second, other) in zip(clause, clause[1:], strict=False)
        if min(rarity, other) > MIN_PAIR_RARITY and first != second
    }
    return bool(pairs) and not pairs.isdisjoint(memory)


def clause_fit(
    rarities: "Sequence[float]", cosine: float, prompt_cosine: float, lead: float, *, has_pair: bool = False
) -> float:
    """The fit of a memory to a clause, from the rarities of the words that both have."""
    telling = sum(rarity > MIN_TELLING for rarity in rarities)
    return (
        WORDS_WEIGHT * min(MAX_WORDS, sum(rarities))
        + TWO_WORDS_WEIGHT * (telling > 1)
        + PAIR_WEIGHT * has_pair
        + CLAUSE_MEANING_WEIGHT * cosine
        + PROMPT_MEANING_WEIGHT * prompt_cosine
        + LEAD_WEIGHT * min(MAX_LEAD, max(MIN_LEAD, lead))
        + FIT_OFFSET
    )
