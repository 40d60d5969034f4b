"""The order of the candidates: recall's own, or one of the published formulas, so that anyone can compare."""

from recall_cli.domain.moment import DAY, E
from recall_cli.domain.ranked import Ranked, Ranking
from recall_cli.rules.dates.date_words import RELATIONS
from recall_cli.rules.ranking import scoring
from recall_cli.rules.ranking.bm25 import rarity
from recall_cli.rules.ranking.evidence import FLOOR, RESULTS, evidence, meaning_ahead, signs, sought, words_ahead
from recall_cli.rules.ranking.pins import pins_first, pins_lifted
from recall_cli.rules.ranking.presets import DEFAULT
from recall_cli.rules.ranking.signals import Signals, Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.flows.search.candidates import Candidates

    Columns = dict[str, list[float]]


def ranking(found: "Candidates", name: str, recency: "float | None", depth: int, *, explain: bool = True) -> Ranking:
    """The candidates in the order of a ranking; of the first `depth` it is said why, or only what they come to."""
    if name == DEFAULT:
        return _own(found, recency or 0.0, depth, explain=explain)
    from recall_cli.flows.search.published import published

    return published(found, name, 0.3 if recency is None else recency)


def _own(found: "Candidates", recency: float, depth: int, *, explain: bool) -> Ranking:
    """Relevance and belief, as `rules.scoring` weighs them.

    The first score is the evidence, and the others fall as their weight does: so a score says how well a memory
    answers, and not only that it does so better than others.
    """
    places = [n for n in found.widened() if _speaks(found, n)]
    if not found.lexical:  # a number or an id that no memory has is near to nothing
        depth = min(depth, scoring.GUESSES) if any(map(str.isalpha, found.question.terms)) else 0
    store = _store(found)
    signals = Signals(found.question, found.passages, store)
    columns = signals.columns(places)
    full = found.meaning.model is not None
    weights = scoring.FULL if full else scoring.WEIGHTS
    if full:
        columns["beside"] = signals.meaning_beside(places)
    span = _event(found, places, columns, weights)
    if span is not None:
        columns["event"] = Signals(found.question, found.passages, store, span).nearness_of_event(places)
    if not explain:  # what is 0 for all adds nothing
        columns = {name: column for name, column in columns.items() if any(column)}
    added = scoring.terms(columns, weights)
    if recency:
        added["newness"] = [scoring.RECENCY * recency * fresh(found, n) for n in places]
    relevant = [sum(reasons) for reasons in zip(*added.values(), strict=True)] or [0.0] * len(places)
    beliefs = [weigh_belief(found, n) for n in places]
    at = {n: i for i, n in enumerate(places)}
    totals = {n: relevant[at[n]] + beliefs[at[n]] for n in places}
    order = pins_first(scoring.ranked(places, relevant, beliefs), found.pins)
    told = _signs(found, signals, order, full=full)
    proof = max(evidence(told), FLOOR if found.pins else 0.0)
    lifted = pins_lifted(totals, found.pins)
    ranked = []
    for n, score in zip(order[:depth], scoring.shares([lifted[n] for n in order], proof), strict=False):
        why = {"belief": beliefs[at[n]], "total": lifted[n], "evidence": proof}
        if explain:
            why = _explained(found, n, {name: column[at[n]] for name, column in added.items()}, why, totals[n])
        ranked.append(Ranked(n=n, score=score, terms=why))
    return Ranking(order=tuple(ranked), evidence=proof, signs=told)


def _explained(
    found: "Candidates", n: int, added: "dict[str, float]", why: "dict[str, float]", total: float
) -> "dict[str, float]":
    """All that a score is made of, with what it gained by being the user's pin."""
    pinned = {"pinned": why["total"] - total} if n in found.pins else {}
    return {**known_terms(found, n), **added, **pinned, **why}


def _speaks(found: "Candidates", n: int) -> bool:
    """Does anything speak for it: a word, a meaning that is clear, or a neighbour that has a word?"""
    full = found.meaning.model is not None and bool(found.lexical)
    return (
        n in found.lexical
        or n in found.pins
        or scoring.clear(found.passages[n].meaning, next(iter(found.dense.values()), 0.0), full=full)
        or any(beside in found.lexical and found.together(n, beside) for beside in (n - 1, n + 1))
    )


def _store(found: "Candidates") -> Store:
    """What is known of the whole store; the mean length is that of what was looked at."""
    lengths = [len(passage.stems) for passage in found.passages.values()]
    average = sum(lengths) / len(lengths) if lengths else 1.0
    return Store(max(found.asked.size, 1), average or 1.0, found.asked.counts)


def _event(
    found: "Candidates", places: "list[int]", columns: "Columns", weights: "dict[str, float]"
) -> "tuple[int, int] | None":
    """The days of an event that the question names, where a candidate tells of it."""
    text = found.question.text.lower()
    if found.question.spans or not any(relation in text for relation in RELATIONS):
        return None
    from recall_cli.rules.dates.events import event_span, named_event

    relation, event = named_event(found.question.text)
    if not relation:
        return None
    from recall_cli.domain.stopwords import STOP

    order = scoring.ranked(places, scoring.relevance(columns, weights), [0.0] * len(places))
    engine = found.tx.engine
    stems = [stem for word in engine.plain(event) if word not in STOP for stem in engine.stems(word)]
    return event_span(relation, stems, (found.passages[n] for n in order), {})


def _signs(found: "Candidates", signals: Signals, order: "Sequence[int]", *, full: bool) -> "dict[str, float]":
    """What speaks for there being an answer at all."""
    engine, size, counts = found.tx.engine, max(found.asked.size, 1), dict(found.asked.counts)

    def holding(stem: str) -> int:
        if stem not in counts:
            counts.update(found.tx.search.counts([stem]))
        return counts.get(stem, 0)

    seek = sought(found.question, engine.plain, engine.stems, lambda stem: rarity(size, min(size, holding(stem))))
    results = [[beside for beside, _ in signals.neighbourhood(found.passages[n])] for n in order[:RESULTS]]
    seen = {stem for passages in results for passage in passages for stem in passage.stems}
    return {
        **signs(seek, results, lambda stem: holding(stem) > 0 or stem in seen),
        "words_ahead": words_ahead([*found.lexical.values()]),
        "meaning_ahead": meaning_ahead([*found.dense.values()], full=full),
        "named": float(bool(found.question.names)),
    }


def fresh(found: "Candidates", n: int) -> float:
    """How new it is, from 1 to 0; what is used often ages more slowly."""
    known = found.known[n]
    return float(E ** (-max(0.0, (found.now - known.created) / DAY) / (1 + known.accesses)))


def strength(found: "Candidates", n: int) -> float:
    """How often it was used, against the most used of all that was looked at."""
    accesses = found.known[n].accesses
    if not accesses:
        return 0.0
    from math import log

    return log(1 + accesses) / log(1 + found.most_accesses)


def known_terms(found: "Candidates", n: int) -> "dict[str, float]":
    """What is known of a candidate, by the names that every ranking explains itself with."""
    known = found.known[n]
    return {
        "lexical": found.lexical.get(n, 0.0),
        "dense": found.passages[n].meaning,
        "rrf": found.fused.get(n, 0.0),
        "recency": fresh(found, n),
        "importance": known.importance,
        "decay": known.decay,
        "strength": strength(found, n),
        "q": known.usefulness,
    }


def weigh_belief(found: "Candidates", n: int) -> float:
    """How much a candidate is believed, as its score counts it."""
    known = found.known[n]
    trust, strong = scoring.TRUSTED[known.trust], strength(found, n)
    return scoring.belief_of(known.importance, known.confidence, known.usefulness, trust, strong, known.decay)
