"""The published rankings over the same two lists: their formulas are `rules.presets`, exactly as written down."""

from recall_cli.domain.moment import DAY
from recall_cli.domain.ranked import Ranked, Ranking
from recall_cli.flows.search.ranking import known_terms
from recall_cli.rules.ranking import presets
from recall_cli.rules.ranking.fusion import rrf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from recall_cli.flows.search.candidates import Candidates


def published(found: "Candidates", name: str, recency: float) -> Ranking:
    """The candidates by one of the published formulas; each score with what it is made of."""
    words = _bm25_plus(found)
    fused = rrf([sorted(words, key=lambda n: (-words[n], n)), [*found.dense]])
    best = max(words.values(), default=0.0)
    scored: list[Ranked] = []
    for n in dict.fromkeys((*found.lexical, *found.dense)):
        if n not in found.known:
            continue
        known = found.known[n]
        idle = max(0.0, (found.now - (known.accessed or known.created)) / DAY)
        score: float | None
        if name == "recall":
            score = presets.recall(
                fused.get(n, 0.0),
                age_days=max(0.0, (found.now - known.created) / DAY),
                accesses=known.accesses,
                most_accesses=max(one.accesses for one in found.known.values()),
                importance=known.importance,
                decay=known.decay,
                recency=recency,
            )
        elif name == "five-factor":
            score = presets.five_factor(
                keyword=words.get(n, 0.0) / best if best else 0.0,
                cosine=found.passages[n].meaning,
                usefulness=known.usefulness,
                importance=known.importance,
                idle_days=idle,
            )
        else:
            never = known.accessed is None
            score = presets.rrf_boost(fused.get(n, 0.0), accesses=known.accesses, idle_days=None if never else idle)
        if score is not None:
            terms = {**known_terms(found, n), "rrf": fused.get(n, 0.0), "lexical": words.get(n, 0.0)}
            scored.append(Ranked(n=n, score=score, terms=terms))
    return Ranking(order=tuple(sorted(scored, key=lambda one: (-one.score, one.n))))


def _bm25_plus(found: "Candidates") -> "dict[int, float]":
    """The list by words, scored by rank-bm25, with the document frequencies of the whole store."""
    places = [n for n in found.lexical if n in found.passages]
    lengths = [len(passage.stems) for passage in found.passages.values()]
    texts = [found.passages[n].stems for n in places]
    average = sum(lengths) / len(lengths) if lengths else 1.0
    scores = bm25_plus(texts, found.question.terms, average or 1.0, found.asked.size, found.asked.counts)
    return dict(zip(places, scores, strict=True))


def bm25_plus(
    texts: "Sequence[Sequence[str]]",
    terms: "Sequence[str]",
    average: float,
    documents: int,
    holding: "Mapping[str, int]",
) -> "list[float]":
    """BM25+ of some texts of a larger collection: each term adds at least its idf, present or not.

    From the texts alone, which were all found by the terms, rank-bm25 would take every term to be common; so it is told
    the mean length, the number of documents and in how many of them each term is.
    """
    if not texts:
        return []
    from math import log

    from rank_bm25 import BM25Plus

    index = BM25Plus(texts)
    index.avgdl = average
    index.idf = {term: log((documents + 1) / holding[term]) for term in terms if holding.get(term)}
    return [float(score) for score in index.get_scores(terms)]
