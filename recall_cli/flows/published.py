"""The published rankings over the same two lists: their formulas are `rules.presets`, exactly as written down."""

from recall_cli.domain.moment import DAY
from recall_cli.domain.ranked import Ranked, Ranking
from recall_cli.flows.ranking import known_terms
from recall_cli.rules import presets
from recall_cli.rules.bm25 import bm25_plus
from recall_cli.rules.fusion import rrf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.flows.candidates import Candidates


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
    """The list by words, scored as rank-bm25's BM25Plus does."""
    terms, counts = found.question.terms, found.asked.counts
    lengths = [len(passage.stems) for passage in found.passages.values()]
    average = sum(lengths) / len(lengths) if lengths else 1.0
    holding = [counts.get(term, 0) for term in terms]
    return {
        n: bm25_plus(
            [found.passages[n].stems.count(term) for term in terms],
            len(found.passages[n].stems),
            average or 1.0,
            found.asked.size,
            holding,
        )
        for n in found.lexical
        if n in found.passages
    }
