"""Ranking the candidates: recall's own ranking, or one of the published formulas for comparison."""

from recall_cli.flows.search.answer_evidence import (
    USER_TRUST,
    answer_signs,
    is_question,
    lacks_subject,
    missing_user_matches,
    user_evidence,
    weigh_evidence,
)
from recall_cli.flows.search.ranked_memory import RankedMemory, Ranking
from recall_cli.rules.dates.date_words import EVENT_RELATIONS
from recall_cli.rules.questions.question import asks_for_several
from recall_cli.rules.ranking import scoring
from recall_cli.rules.ranking.evidence import MIN_EVIDENCE
from recall_cli.rules.ranking.preset_rankings import DEFAULT_RANKING
from recall_cli.rules.ranking.signals import MAX_NEIGHBORS_OF_NOTES, NEIGHBOR_WEIGHTS, Signals, StoreStatistics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.flows.search.candidates import Candidates
    from recall_cli.rules.ranking.named_subject import NamedSubjects

    Columns = dict[str, list[float]]

USER_SHARE = 0.4
"""The part of the results that is reserved for the user's memories, however much others have stored."""


def rank_candidates(
    candidates: "Candidates",
    name: str,
    recency: "float | None",
    depth: int,
    *,
    explain: bool = True,
    seed: "int | None" = None,
) -> Ranking:
    """The first `depth` candidates in the order of a ranking; with `explain`, with all parts of their scores."""
    if seed is not None:
        _draw_untried(candidates, seed)
    if name != DEFAULT_RANKING:
        from recall_cli.flows.search.published_rankings import published_ranking

        return published_ranking(candidates, name, 0.3 if recency is None else recency)
    ranked, lacks_answer = _default_ranking(candidates, recency or 0.0, depth, explain=explain)
    if not candidates.filters.is_current_only:
        return ranked
    is_weak = ranked.evidence < MIN_EVIDENCE and not lacks_answer
    own_evidence = user_evidence(candidates) if is_weak else 0.0
    order = reserve_user_share(candidates, ranked.order, depth, explain=explain)
    return ranked.but(order=tuple(order), own_evidence=own_evidence)


def _draw_untried(candidates: "Candidates", seed: int) -> None:
    """Draw the usefulness of each candidate with fewer than five uses from its verdicts (Thompson sampling).

    So memories that were hardly ever used have a chance. The same seed gives the same numbers for the same memory,
    whatever else is in the store.
    """
    from random import Random

    from recall_cli.rules.beliefs.usefulness import MIN_TRIED_USES, count_uniforms, draw_usefulness

    untried = [n for n, candidate in candidates.passages.items() if candidate.accesses < MIN_TRIED_USES]
    for n, id_, helpful, unhelpful in candidates.tx.search.verdicts(untried):
        random = Random(f"{seed} {id_}")  # noqa: S311 — an order of results, and no secret
        uniforms = [random.random() for _ in range(count_uniforms(helpful, unhelpful))]
        candidates.passages[n].usefulness = draw_usefulness(helpful, unhelpful, uniforms)


def _default_ranking(candidates: "Candidates", recency: float, depth: int, *, explain: bool) -> "tuple[Ranking, bool]":
    """Recall's own ranking: relevance and belief, as `rules.ranking.scoring` weighs them.

    The first score is the evidence, and the others are in proportion: it says how well a memory answers. Also returns
    whether the question names whose thing it asks for, or what it asks about, and no good candidate tells of it.
    """
    named = _named_subjects(candidates)
    places = [n for n in candidates.with_neighbours() if _is_supported(candidates, n)]
    places = [*dict.fromkeys((*places, *sorted(named.numbers)))] if named else places
    if not candidates.lexical:  # for a number or an id that no memory contains, there is nothing to guess
        depth = min(depth, scoring.MAX_GUESSES) if any(map(str.isalpha, candidates.question.terms)) else 0
    store = _store_statistics(candidates)
    signals = Signals(candidates.question, candidates.passages, store)
    weights = _weights_for(store, full=candidates.has_full_model)
    columns = _signal_columns(candidates, signals, places, store, weights)
    if not explain:  # a signal that is 0 for all candidates adds nothing
        columns = {name: column for name, column in columns.items() if any(column)}
    added = scoring.weighted_signals(columns, weights)
    if recency:
        added["newness"] = [scoring.MAX_RECENCY * recency * candidates.freshness(n) for n in places]
    relevant = [sum(reasons) for reasons in zip(*added.values(), strict=True)] or [0.0] * len(places)
    beliefs = [candidates.belief(n) for n in places]
    index = {n: i for i, n in enumerate(places)}
    totals = {n: relevant[index[n]] + beliefs[index[n]] for n in places}
    order = _cap_sessions(candidates, scoring.order_by_score(places, relevant, beliefs), totals, store)
    order = scoring.move_pins_first(order, candidates.pins)
    mismatches = {n: signals.mismatches(n) for n in order[:depth]}
    exact = {n for n, has_all_words in zip(places, columns.get("exact", ()), strict=False) if has_all_words}
    lacks_answer = lacks_subject(candidates, signals, order, totals, is_named=bool(exact or named))
    signs = answer_signs(candidates, signals, order)
    evidence = weigh_evidence(
        signs,
        of_notes=not (store.has_turns or candidates.has_full_model) and is_question(candidates.question.text),
        lacks_subject=lacks_answer,
        mismatch=any(mismatches.get(n) for n in order[:1]),
        is_pin=bool(candidates.pins),
        is_exact=bool(exact or named),
    )
    lifted = scoring.lift_pins(totals, candidates.pins)
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
    return Ranking(order=tuple(ranked), evidence=evidence, signs=signs), lacks_answer


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
    if candidates.has_full_model:
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


def _explain_score(
    candidates: "Candidates", n: int, added: "dict[str, float]", why: "dict[str, float]", total: float
) -> "dict[str, float]":
    """All parts of a score, including what it gained as a pin of the user."""
    pinned = {"pinned": why["total"] - total} if n in candidates.pins else {}
    return {**candidates.common_terms(n), **added, **pinned, **why}


def _is_supported(candidates: "Candidates", n: int) -> bool:
    """Whether anything supports a candidate: a word, a pin, a clear meaning, or a neighbour with a word."""
    full = candidates.has_full_model and bool(candidates.lexical)
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
    size, counts = max(candidates.asked.size, 1), candidates.asked.counts
    return StoreStatistics(size, average or 1.0, counts, has_turns=_are_turns(candidates))


def _are_turns(candidates: "Candidates") -> bool:
    """Whether the candidates are turns of conversations, and not notes that are clear alone."""
    places = [n for n in (*candidates.lexical, *candidates.dense) if n in candidates.passages]
    around = sum(
        candidates.in_same_session(n, n + offset)
        for n in places
        if candidates.passages[n].session
        for offset, _ in NEIGHBOR_WEIGHTS[1:]
    )
    return around > MAX_NEIGHBORS_OF_NOTES * len(places)


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

    order = scoring.order_by_score(places, scoring.relevance_scores(columns, weights), [0.0] * len(places))
    engine = candidates.tx.engine
    stems = [stem for word in engine.split_words(event) if word not in STOP_WORDS for stem in engine.stems(word)]
    return event_span(relation, stems, (candidates.passages[n] for n in order), {})


def reserve_user_share(
    candidates: "Candidates", order: "Sequence[RankedMemory]", limit: int, *, explain: bool
) -> "list[RankedMemory]":
    """The first results; if others fill them, the last ones make room for memories of the user that answer too."""
    front = [*order[:limit]]
    needed = int(limit * USER_SHARE) - sum(candidates.passages[entry.n].trust == USER_TRUST for entry in front)
    if len(front) < limit or needed <= 0:
        return front
    missing = missing_user_matches(candidates, {entry.n for entry in front})[:needed]
    if not missing:
        return front
    removed = [entry.n for entry in front if candidates.passages[entry.n].trust != USER_TRUST][-len(missing) :]
    results = [entry for entry in front if entry.n not in removed]
    best, last = front[0], results[-1]
    for fit, n in missing:
        terms = {
            **last.terms,
            **(candidates.common_terms(n) if explain else {}),
            "belief": candidates.belief(n),
        }
        score = max(last.score, min(fit, 1.0) * best.score)
        place = next((index for index, entry in enumerate(results) if entry.score < score), len(results))
        results.insert(place, RankedMemory(n=n, score=score, terms=terms))
    return results
