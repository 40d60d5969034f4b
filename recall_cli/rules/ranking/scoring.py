"""How relevant is each candidate, and how do belief and relevance make one order?

Relevance is a weighted sum of the columns of `signals`. Columns without a natural scale (BM25, cosine) are
first stretched to 0…1 over the candidates; the others are counts of things that are so or not. The weights
were found by hand on public questions; the optimum is flat, so they are round numbers. What is known of a
memory beside its words (how important, how sure, how useful) can only reorder memories that are about
equally relevant: all of it together counts less than BELIEF, a small part of the whole scale.
"""

from recall_cli.rules.ranking.fusion import min_max_scale

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Columns = Mapping[str, Sequence[float]]

SIGNAL_WEIGHTS = {
    "exact": 6.0,
    "words": 1.0,
    "context": 2.0,
    "meaning": 3.0,
    "session_words": 1.0,
    "session_meaning": 2.0,
    "author": 1.0,
    "date": 4.0,
    "event": 1.0,
    "answer": 1.0,
    "asking": -0.7,
    "reply": 0.5,
    "opening": 0.3,
    "user": 0.3,
}
FULL_MODEL_WEIGHTS = {**SIGNAL_WEIGHTS, "meaning": 2.5, "beside": 1.0}
"""The same where a full model read the question: it also tells apart what the turns next to a memory mean."""
SCALED_SIGNALS = frozenset(("words", "context", "meaning", "session_words", "session_meaning", "beside", "reply"))
MAX_BELIEF = 0.3
"""The most that belief can add; relevance spans about ten."""
BELIEF_WEIGHTS = {"importance": 0.35, "confidence": 0.25, "usefulness": 0.2, "trust": 0.15, "strength": 0.05}
TRUST_LEVELS = {"user": 1.0, "agent": 0.6, "imported": 0.5, "tool": 0.4}
"""How far each way of coming in is trusted."""
MAX_RECENCY = 8.0
"""What being new counts at most, where the asker wants it to count."""
MIN_COSINE, CLEAR_COSINE, MAX_COSINE_GAP = 0.35, 0.65, 0.15
"""Without a word in common a memory is no result where its cosine is below FAINT, and between FAINT and PLAIN only
where it is within NEAR of the nearest: cosines of short texts have no fixed zero."""
FULL_MODEL_MIN_COSINE, FULL_MODEL_CLEAR_COSINE, FULL_MODEL_MAX_COSINE_GAP = 0.15, 0.35, 0.3
"""The same for a full model, beside memories that do have a word of the question. All vectors of the table have much in
common (two turns of any conversation 0.6), those of a full model little, and it is the better judge of a meaning."""
MAX_GUESSES = 3
"""Where no memory has any word of the question, so many are shown at most: they are guesses."""
STALE_FACTOR = 0.5
"""What is left of belief where the code that a memory speaks of has changed."""


def weighted_signals(columns: "Columns", weights: "Mapping[str, float]" = SIGNAL_WEIGHTS) -> "dict[str, list[float]]":
    """What each reason adds to each candidate: the columns scaled and weighted, as `--explain` shows them."""
    scaled = {name: min_max_scale(column) if name in SCALED_SIGNALS else column for name, column in columns.items()}
    return {name: [weights[name] * value for value in column] for name, column in scaled.items()}


def relevance_scores(columns: "Columns", weights: "Mapping[str, float]" = SIGNAL_WEIGHTS) -> "list[float]":
    """The sum of all reasons for each candidate."""
    return [sum(reasons) for reasons in zip(*weighted_signals(columns, weights).values(), strict=True)]


def belief_score(values: "Mapping[str, float]", *, decay: float = 1.0, stale: bool = False) -> float:
    """What is known of a memory as a number from 0 to BELIEF; a value that is not known counts as a half.

    Importance fades with the decay score; the rest does not.
    """
    known = {name: min(max(values.get(name, 0.5), 0.0), 1.0) for name in BELIEF_WEIGHTS}
    return belief_of_known_values(**known, decay=decay) * (STALE_FACTOR if stale else 1.0)


def belief_of_known_values(
    importance: float, confidence: float, usefulness: float, trust: float, strength: float, decay: float
) -> float:
    """The same of values that are all known and within range."""
    share = BELIEF_WEIGHTS
    together = share["importance"] * (importance * decay) + share["confidence"] * confidence
    return MAX_BELIEF * (
        together + share["usefulness"] * usefulness + share["trust"] * trust + share["strength"] * strength
    )


def is_clear_match(meaning: float, nearest: float, *, full_model: bool = False) -> bool:
    """Does a meaning alone, without a word in common, make a memory a result?"""
    faint, plain, near = (
        (FULL_MODEL_MIN_COSINE, FULL_MODEL_CLEAR_COSINE, FULL_MODEL_MAX_COSINE_GAP)
        if full_model
        else (MIN_COSINE, CLEAR_COSINE, MAX_COSINE_GAP)
    )
    return meaning >= plain or (meaning >= faint and meaning >= nearest - near)


def displayed_scores(totals: "Sequence[float]", evidence: float) -> "list[float]":
    """Scores that people can read: the first is the evidence, the others fall as their totals do; never negative."""
    best = totals[0] if totals else 0.0
    if best <= 0:
        return [0.0] * len(totals)
    return [max(evidence, 0.01) * max(total, 0.0) / best for total in totals]


def rank_candidates(places: "Sequence[int]", relevant: "Sequence[float]", beliefs: "Sequence[float]") -> "list[int]":
    """The places from best to last; equal scores stand in the order of their places, so input order is no matter."""
    scores = [sum(pair) for pair in zip(relevant, beliefs, strict=True)]
    order = sorted(range(len(places)), key=lambda i: (-scores[i], places[i]))
    return [places[i] for i in order]
