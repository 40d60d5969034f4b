"""Scoring: the relevance of each candidate, and one order from relevance and belief.

Relevance is a weighted sum of the columns of `signals`. Columns without a natural scale, such as BM25 and cosines, are
first scaled to 0…1 over the candidates. The weights were found by hand on public questions; the optimum is flat, so
they are round numbers. Belief is what is known of a memory besides its words: importance, confidence, usefulness and
so on. It adds at most MAX_BELIEF, a small part of the scale, so it only reorders memories of about equal relevance.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Columns = Mapping[str, Sequence[float]]

SIGNAL_WEIGHTS = {
    "exact": 6.0,
    "words": 1.0,
    "context": 2.0,
    "note_words": 4.0,
    "meaning": 3.0,
    "session_words": 1.0,
    "session_meaning": 2.0,
    "author": 1.0,
    "date": 4.0,
    "event": 1.0,
    "answer": 1.0,
    "asking": -0.7,
    "reply": 1.5,
    "opening": 0.3,
    "user": 0.3,
}
FULL_MODEL_WEIGHTS = {**SIGNAL_WEIGHTS, "meaning": 2.5, "beside": 1.0}
"""The weights if a full model read the question; it can also compare the meaning of a memory's neighbours."""
MIN_LONG_LENGTH = 35.0
"""Above this mean length, in words without stop words, the items of a store are long: see `long_items`."""
SCALED_SIGNALS = frozenset(("words", "context", "meaning", "session_words", "session_meaning", "beside", "reply"))
MAX_BELIEF = 0.3
"""The most that belief can add; relevance ranges over about ten."""
BELIEF_WEIGHTS = {"importance": 0.35, "confidence": 0.25, "usefulness": 0.2, "trust": 0.15, "strength": 0.05}
TRUST_LEVELS = {"user": 1.0, "colleague": 0.8, "agent": 0.6, "imported": 0.5, "tool": 0.4}
"""How much each level of trust counts."""
MAX_RECENCY = 8.0
"""The most that newness can add, if the caller wants it to count."""
MIN_COSINE, CLEAR_COSINE, MAX_COSINE_GAP = 0.35, 0.65, 0.15
"""A memory without a word of the question is a result if its cosine is at least CLEAR_COSINE. From MIN_COSINE on it is
one only if it is within MAX_COSINE_GAP of the nearest memory, because cosines of short texts have no fixed zero."""
FULL_MODEL_MIN_COSINE, FULL_MODEL_CLEAR_COSINE, FULL_MODEL_MAX_COSINE_GAP = 0.15, 0.35, 0.3
"""The same limits for a full model, if other memories have a word of the question. They are lower because all vectors
of the table have much in common (any two turns of a conversation about 0.4), and those of a full model have little."""
MAX_GUESSES = 3
"""Maximum number of results if no memory has a word of the question: they are only guesses."""
STALE_FACTOR = 0.5
"""The factor on belief if the code that a memory is anchored to has changed."""


def min_max_scale(scores: "Sequence[float]") -> "list[float]":
    """The scores scaled to 0…1, the lowest to 0 and the highest to 1; all 0 if they are equal."""
    if not scores:
        return []
    low = min(scores)
    width = max(scores) - low
    if width <= 0:
        return [0.0] * len(scores)
    return [(score - low) / width for score in scores]


def weighted_signals(columns: "Columns", weights: "Mapping[str, float]" = SIGNAL_WEIGHTS) -> "dict[str, list[float]]":
    """What each signal adds to each candidate: the columns scaled and weighted, as `--explain` shows them."""
    scaled = {name: min_max_scale(column) if name in SCALED_SIGNALS else column for name, column in columns.items()}
    return {name: [weights[name] * value for value in column] for name, column in scaled.items()}


def relevance_scores(columns: "Columns", weights: "Mapping[str, float]" = SIGNAL_WEIGHTS) -> "list[float]":
    """The relevance of each candidate: the sum of its weighted signals."""
    return [sum(reasons) for reasons in zip(*weighted_signals(columns, weights).values(), strict=True)]


def belief_score(
    importance: float, confidence: float, usefulness: float, trust: float, strength: float, decay: float
) -> float:
    """The belief score for values that are all known and within range."""
    weights = BELIEF_WEIGHTS
    sum_of_values = weights["importance"] * (importance * decay) + weights["confidence"] * confidence
    return MAX_BELIEF * (
        sum_of_values + weights["usefulness"] * usefulness + weights["trust"] * trust + weights["strength"] * strength
    )


def is_clear_match(meaning: float, nearest: float, *, full_model: bool = False) -> bool:
    """Whether its meaning alone, without a word in common, makes a memory a result."""
    minimum, clear, gap = (
        (FULL_MODEL_MIN_COSINE, FULL_MODEL_CLEAR_COSINE, FULL_MODEL_MAX_COSINE_GAP)
        if full_model
        else (MIN_COSINE, CLEAR_COSINE, MAX_COSINE_GAP)
    )
    return meaning >= clear or (meaning >= minimum and meaning >= nearest - gap)


def displayed_scores(totals: "Sequence[float]", evidence: float) -> "list[float]":
    """Scores for people: the first is the evidence, the others are in proportion to their totals.

    They are never negative, and never above the score before.
    """
    best = totals[0] if totals else 0.0
    if best <= 0:
        return [0.0] * len(totals)
    lowest = best
    scores = []
    for total in totals:
        lowest = min(lowest, max(total, 0.0))
        scores.append(max(evidence, 0.01) * lowest / best)
    return scores


def order_by_score(places: "Sequence[int]", relevant: "Sequence[float]", beliefs: "Sequence[float]") -> "list[int]":
    """The places from best to worst; places with equal scores are in ascending order, whatever the input order."""
    scores = [sum(pair) for pair in zip(relevant, beliefs, strict=True)]
    order = sorted(range(len(places)), key=lambda i: (-scores[i], places[i]))
    return [places[i] for i in order]


def move_pins_first(order: "Sequence[int]", pins: "Mapping[int, float]") -> "list[int]":
    """The same order with the user's pins that answer in front, the best first, whatever others have stored."""
    if not pins:
        return [*order]
    first = sorted((n for n in order if n in pins), key=lambda n: (-pins[n], n))
    return [*first, *(n for n in order if n not in pins)]


def lift_pins(totals: "Mapping[int, float]", pins: "Mapping[int, float]") -> "dict[int, float]":
    """The totals, with each fitting pin raised to the best total."""
    best = max(0.01, *totals.values()) if pins else 0.0
    return {n: best if n in pins else total for n, total in totals.items()}
