"""Ranking the candidates: recall's own ranking, or one of the published formulas for comparison."""

from recall_cli.flows.search.candidates import common_terms, freshness, weigh_belief
from recall_cli.flows.search.ranked_memory import RankedMemory, Ranking
from recall_cli.rules.dates.date_words import EVENT_RELATIONS
from recall_cli.rules.questions.answer_kind import asks_for_several
from recall_cli.rules.ranking import scoring
from recall_cli.rules.ranking.bm25 import rarity
from recall_cli.rules.ranking.evidence import (
    MAX_CHECKED_RESULTS,
    MIN_EVIDENCE,
    MIN_SHARE_OF_BEST,
    MISMATCH_FACTOR,
    NO_POSSESSOR_EVIDENCE,
    evidence_score,
    evidence_signals,
    meaning_support,
    naming_words,
    word_lead,
)
from recall_cli.rules.ranking.pins import lift_pins, move_pins_first
from recall_cli.rules.ranking.preset_rankings import DEFAULT_RANKING
from recall_cli.rules.ranking.signals import Signals, StoreStatistics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.flows.search.candidates import Candidates
    from recall_cli.rules.ranking.named_subject import NamedSubjects
    from recall_cli.rules.ranking.passage import Passage

    Columns = dict[str, list[float]]

MAX_GOOD_CANDIDATES = 12
"""This many of the first candidates are searched for the possessor that a question names."""


def rank_candidates(
    candidates: "Candidates", name: str, recency: "float | None", depth: int, *, explain: bool = True
) -> Ranking:
    """The first `depth` candidates in the order of a ranking; with `explain`, with all parts of their scores."""
    if name == DEFAULT_RANKING:
        return _default_ranking(candidates, recency or 0.0, depth, explain=explain)
    from recall_cli.flows.search.published_rankings import published_ranking

    return published_ranking(candidates, name, 0.3 if recency is None else recency)


def _default_ranking(candidates: "Candidates", recency: float, depth: int, *, explain: bool) -> Ranking:
    """Recall's own ranking: relevance and belief, as `rules.ranking.scoring` weighs them.

    The first score is the evidence, and the others are in proportion: it says how well a memory answers.
    """
    named = _named_subjects(candidates)
    places = [n for n in candidates.with_neighbours() if _is_supported(candidates, n)]
    places = [*dict.fromkeys((*places, *sorted(named.numbers)))] if named else places
    if not candidates.lexical:  # for a number or an id that no memory contains, there is nothing to guess
        depth = min(depth, scoring.MAX_GUESSES) if any(map(str.isalpha, candidates.question.terms)) else 0
    store = _store_statistics(candidates)
    signals = Signals(candidates.question, candidates.passages, store)
    has_full_model = candidates.meaning.model is not None
    weights = _weights_for(store, full=has_full_model)
    columns = _signal_columns(candidates, signals, places, store, weights)
    if not explain:  # a signal that is 0 for all candidates adds nothing
        columns = {name: column for name, column in columns.items() if any(column)}
    added = scoring.weighted_signals(columns, weights)
    if recency:
        added["newness"] = [scoring.MAX_RECENCY * recency * freshness(candidates, n) for n in places]
    relevant = [sum(reasons) for reasons in zip(*added.values(), strict=True)] or [0.0] * len(places)
    beliefs = [weigh_belief(candidates, n) for n in places]
    index = {n: i for i, n in enumerate(places)}
    totals = {n: relevant[index[n]] + beliefs[index[n]] for n in places}
    order = _cap_sessions(candidates, scoring.rank_candidates(places, relevant, beliefs), totals, store)
    order = move_pins_first(order, candidates.pins)
    mismatches = {n: signals.mismatches(n) for n in order[:depth]}
    signs = _answer_signs(candidates, signals, order, full=has_full_model)
    exact = {n for n, has_all_words in zip(places, columns.get("exact", ()), strict=False) if has_all_words}
    good = _good_results(candidates, signals, order, totals)
    lacks_possessor = _lacks_possessor(candidates, good) or (not (exact or named) and _lacks_name(candidates, good))
    evidence = _weigh_evidence(
        signs,
        lacks_possessor=lacks_possessor,
        mismatch=any(mismatches.get(n) for n in order[:1]),
        is_pin=bool(candidates.pins),
        is_exact=bool(exact or named),
    )
    lifted = lift_pins(totals, candidates.pins)
    shown = {n: total + sum(mismatches.get(n, {}).values()) for n, total in lifted.items()}
    scores = scoring.displayed_scores([shown[n] for n in order], evidence)
    ranked = []
    for n, score in zip(order[:depth], scores, strict=False):
        subject = named.subject_of(n, candidates.passages[n].stems) if named else ""
        terms = {"belief": beliefs[index[n]], "total": shown[n], "evidence": evidence}
        if explain:
            reasons = {name: column[index[n]] for name, column in added.items()} | mismatches[n]
            terms = _explain_score(candidates, n, reasons, terms, totals[n] + sum(mismatches[n].values()))
        ranked.append(RankedMemory(n=n, score=score, terms=terms, is_exact=n in exact, subject=subject))
    return Ranking(order=tuple(ranked), evidence=evidence, lacks_possessor=lacks_possessor, signs=signs)


def _weights_for(store: StoreStatistics, *, full: bool) -> "dict[str, float]":
    """The weights of the signals, by the model that read the question and by how long the items are."""
    weights = scoring.FULL_MODEL_WEIGHTS if full else scoring.SIGNAL_WEIGHTS
    if store.average <= scoring.MIN_LONG_LENGTH:
        return weights
    from recall_cli.rules.ranking.long_items import weights_for_length

    return weights_for_length(weights, store.average)


def _cap_sessions(
    candidates: "Candidates", order: "list[int]", totals: "dict[int, float]", store: StoreStatistics
) -> "list[int]":
    """The order; in a store of long items, with few results of one session in front."""
    if store.average <= scoring.MIN_LONG_LENGTH:
        return order
    from recall_cli.rules.ranking.long_items import cap_sessions

    sessions = {n: candidates.passages[n].session for n in order}
    several = asks_for_several(candidates.question.text)
    return cap_sessions(order, sessions, totals, store.average, several=several)


def _signal_columns(
    candidates: "Candidates", signals: Signals, places: "list[int]", store: StoreStatistics, weights: "dict[str, float]"
) -> "Columns":
    """The columns of all signals, also of those that need a full model or the date of an event."""
    columns = signals.columns(places)
    if candidates.meaning.model is not None:
        columns["beside"] = signals.neighbor_meaning(places)
    span = _event_days(candidates, places, columns, weights)
    if span is not None:
        columns["event"] = Signals(candidates.question, candidates.passages, store, span).event_nearness(places)
    return columns


def _named_subjects(candidates: "Candidates") -> "NamedSubjects | None":
    """What the question names of the candidates, by their topics, entities or tags; None if they have none of these."""
    passages = candidates.passages.values()
    names = {passage.place: given for passage in passages if passage.fits and (given := passage.names)}
    if not names:
        return None
    from recall_cli.rules.ranking.named_subject import find_named_subjects

    asked, engine = candidates.asked, candidates.tx.engine
    unknown = [word.ask.strip('"*').lower() for word in asked.words if not asked.counts.get(word.stem)]
    found = find_named_subjects(
        names, candidates.question.terms, asked.size, asked.counts, unknown, engine.split_words, engine.stems
    )
    return found if found.numbers else None


def _weigh_evidence(
    signs: "dict[str, float]", *, lacks_possessor: bool, mismatch: bool, is_pin: bool, is_exact: bool
) -> float:
    """The evidence for an answer, from all signs; a pin and an exact or named match are never left untold."""
    evidence = evidence_score(signs)
    if is_exact or (mismatch and evidence > MIN_EVIDENCE):
        evidence = max(MIN_EVIDENCE, evidence * (MISMATCH_FACTOR if mismatch else 1.0))
    if lacks_possessor:
        evidence = min(evidence, NO_POSSESSOR_EVIDENCE)
    return max(evidence, MIN_EVIDENCE if is_pin else 0.0)


def _good_results(
    candidates: "Candidates", signals: Signals, order: "list[int]", totals: "dict[int, float]"
) -> "list[list[Passage]]":
    """The results that may tell about somebody whom the question names, each with its neighbours."""
    good = [n for n in order[:MAX_GOOD_CANDIDATES] if totals[n] >= MIN_SHARE_OF_BEST * totals[order[0]]]
    return [[beside for beside, _ in signals.neighbors(candidates.passages[n])] for n in good]


def _lacks_possessor(candidates: "Candidates", good: "list[list[Passage]]") -> bool:
    """Whether the question names whose thing it asks for, and no good candidate names that person."""
    from recall_cli.rules.ranking.possessor import lacks_possessor, named_possessors, words_alone

    engine = candidates.tx.engine
    possessors = named_possessors(candidates.question.text, engine.split_words)
    if not possessors or not good:
        return False
    named = [
        frozenset(words_alone(one.text, one.stems, engine.stems)) | {*one.author.lower().split()}
        for passages in good
        for one in passages
    ]
    return lacks_possessor(possessors, named, engine.stems)


def _lacks_name(candidates: "Candidates", good: "list[list[Passage]]") -> bool:
    """Whether the question is about a name of which no good candidate tells what is asked."""
    from recall_cli.rules.ranking.asked_names import (
        FULL_MODEL_NEAR_COSINE,
        NEAR_COSINE,
        asked_names,
        is_common,
        is_told_of,
    )

    engine, size, counts = candidates.tx.engine, max(candidates.asked.size, 1), candidates.asked.counts
    names = asked_names(candidates.question.text, engine.split_words, engine.stems) if good else []
    names = [name for name in names if not is_common(name, counts, size)]
    if not names:
        return False
    naming = naming_words(
        candidates.question, engine.split_words, engine.stems, lambda stem: rarity(size, min(size, counts.get(stem, 0)))
    )
    near = NEAR_COSINE if candidates.meaning.model is None else FULL_MODEL_NEAR_COSINE
    return not all(is_told_of(name, good, naming.stems, near=near) for name in names)


def _explain_score(
    candidates: "Candidates", n: int, added: "dict[str, float]", why: "dict[str, float]", total: float
) -> "dict[str, float]":
    """All parts of a score, including what it gained as a pin of the user."""
    pinned = {"pinned": why["total"] - total} if n in candidates.pins else {}
    return {**common_terms(candidates, n), **added, **pinned, **why}


def _is_supported(candidates: "Candidates", n: int) -> bool:
    """Whether anything supports a candidate: a word, a pin, a clear meaning, or a neighbour with a word."""
    full = candidates.meaning.model is not None and bool(candidates.lexical)
    return (
        n in candidates.lexical
        or n in candidates.pins
        or scoring.is_clear_match(
            candidates.passages[n].meaning, next(iter(candidates.dense.values()), 0.0), full_model=full
        )
        or any(beside in candidates.lexical and candidates.in_same_session(n, beside) for beside in (n - 1, n + 1))
    )


def _store_statistics(candidates: "Candidates") -> StoreStatistics:
    """The figures of the whole store, with the mean length of the loaded passages."""
    lengths = [len(passage.stems) for passage in candidates.passages.values()]
    average = sum(lengths) / len(lengths) if lengths else 1.0
    return StoreStatistics(max(candidates.asked.size, 1), average or 1.0, candidates.asked.counts)


def _event_days(
    candidates: "Candidates", places: "list[int]", columns: "Columns", weights: "dict[str, float]"
) -> "tuple[int, int] | None":
    """The days of an event that the question names, if a candidate is about it."""
    text = candidates.question.text.lower()
    if candidates.question.spans or not any(relation in text for relation in EVENT_RELATIONS):
        return None
    from recall_cli.rules.dates.event_dates import event_span, named_event

    relation, event = named_event(candidates.question.text)
    if not relation:
        return None
    from recall_cli.domain.stopwords import STOP_WORDS

    order = scoring.rank_candidates(places, scoring.relevance_scores(columns, weights), [0.0] * len(places))
    engine = candidates.tx.engine
    stems = [stem for word in engine.split_words(event) if word not in STOP_WORDS for stem in engine.stems(word)]
    return event_span(relation, stems, (candidates.passages[n] for n in order), {})


def _answer_signs(
    candidates: "Candidates", signals: Signals, order: "Sequence[int]", *, full: bool
) -> "dict[str, float]":
    """The signs of evidence: what supports that there is an answer at all."""
    engine, size, counts = candidates.tx.engine, max(candidates.asked.size, 1), dict(candidates.asked.counts)

    def holding(stem: str) -> int:
        if stem not in counts:
            counts.update(candidates.tx.search.counts([stem]))
        return counts.get(stem, 0)

    naming = naming_words(
        candidates.question, engine.split_words, engine.stems, lambda stem: rarity(size, min(size, holding(stem)))
    )
    results = [[beside for beside, _ in signals.neighbors(candidates.passages[n])] for n in order[:MAX_CHECKED_RESULTS]]
    seen = {stem for passages in results for passage in passages for stem in passage.stems}
    first = candidates.passages[order[0]].meaning if order else 0.0
    return {
        **evidence_signals(naming, results, lambda stem: holding(stem) > 0 or stem in seen),
        "words_ahead": word_lead([*candidates.lexical.values()]),
        "meaning_ahead": meaning_support([*candidates.dense.values()], first, full_model=full),
        "named": float(bool(candidates.question.names)),
    }
