"""The published rankings of the same candidates; `rules.ranking.preset_rankings` has their exact formulas."""

from recall_cli.domain.moment import DAY
from recall_cli.flows.search.ranked_memory import RankedMemory, Ranking
from recall_cli.rules.ranking import preset_rankings
from recall_cli.rules.ranking.preset_rankings import reciprocal_rank_fusion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from recall_cli.flows.search.candidates import Candidates


def published_ranking(candidates: "Candidates", name: str, recency: float) -> Ranking:
    """The candidates ordered by one of the published formulas, each with the parts of its score."""
    words = _word_scores(candidates)
    fused = reciprocal_rank_fusion([sorted(words, key=lambda n: (-words[n], n)), [*candidates.dense]])
    best = max(words.values(), default=0.0)
    scored: list[RankedMemory] = []
    for n in dict.fromkeys((*candidates.lexical, *candidates.dense)):
        if n not in candidates.passages:
            continue
        candidate = candidates.passages[n]
        idle = max(0.0, (candidates.now - (candidate.accessed or candidate.created)) / DAY)
        score: float | None
        if name == "four-part":
            score = preset_rankings.four_part_score(
                fused.get(n, 0.0),
                age_days=max(0.0, (candidates.now - candidate.created) / DAY),
                accesses=candidate.accesses,
                max_accesses=max(entry.accesses for entry in candidates.passages.values()),
                importance=candidate.importance,
                decay=candidate.decay,
                recency=recency,
            )
        elif name == "five-factor":
            score = preset_rankings.five_factor_score(
                keyword=words.get(n, 0.0) / best if best else 0.0,
                cosine=candidate.meaning,
                usefulness=candidate.usefulness,
                importance=candidate.importance,
                idle_days=idle,
            )
        else:
            never = candidate.accessed is None
            score = preset_rankings.rrf_boost_score(
                fused.get(n, 0.0), accesses=candidate.accesses, idle_days=None if never else idle
            )
        if score is not None:
            terms = {**candidates.common_terms(n), "rrf": fused.get(n, 0.0), "lexical": words.get(n, 0.0)}
            scored.append(RankedMemory(n=n, score=score, terms=terms))
    return Ranking(order=tuple(sorted(scored, key=lambda entry: (-entry.score, entry.n))))


def _word_scores(candidates: "Candidates") -> "dict[int, float]":
    """The scores of the list by words from rank-bm25, with the document frequencies of the whole store."""
    places = [n for n in candidates.lexical if n in candidates.passages]
    lengths = [len(passage.stems) for passage in candidates.passages.values()]
    texts = [candidates.passages[n].stems for n in places]
    average = sum(lengths) / len(lengths) if lengths else 1.0
    scores = bm25_plus(texts, candidates.question.terms, average or 1.0, candidates.asked.size, candidates.asked.counts)
    return dict(zip(places, scores, strict=True))


def bm25_plus(
    texts: "Sequence[Sequence[str]]",
    terms: "Sequence[str]",
    mean_length: float,
    documents: int,
    document_counts: "Mapping[str, int]",
) -> "list[float]":
    """BM25+ of some texts of a larger collection: each term adds at least its idf, whether it is present or not.

    All these texts contain the terms, so rank-bm25 would take every term to be common. So it gets the mean length, the
    number of documents and the number of documents with each term from the caller.
    """
    if not texts:
        return []
    from math import log

    from rank_bm25 import BM25Plus

    index = BM25Plus(texts)
    index.avgdl = mean_length
    index.idf = {term: log((documents + 1) / document_counts[term]) for term in terms if document_counts.get(term)}
    return [float(score) for score in index.get_scores(terms)]
