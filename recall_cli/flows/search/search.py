"""Searching memories by words and meaning, now or at a past moment."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.flows.search.ranked_memory import RankedMemory, rank_by_words
from recall_cli.rules.ranking.preset_rankings import DEFAULT_RANKING, WORDS_RANKING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.tables.search import ParsedQuestion
    from recall_cli.engines.transaction import Transaction
    from recall_cli.rules.places.staleness import AnchorStatus


class Hit(Record):
    """A memory that was found, with its score."""

    memory: Memory
    score: float
    terms: "dict[str, float]"
    anchor_statuses: "tuple[AnchorStatus, ...]" = ()
    """The states of its anchors, if they were checked."""
    certainty: str = ""
    """How sure it is that this answers the question, in words, if that was judged: `sure`, `maybe` or `less likely`."""
    is_exact: bool = False
    subject: str = ""
    """Both as in `RankedMemory`."""


class SearchResult(Record):
    """The result of a search."""

    hits: "tuple[Hit, ...]"
    asked: bool
    """Whether the question had a searchable word."""
    evidence: float = 0.0
    """The evidence that the hits contain an answer at all."""
    own_evidence: float = 0.0
    """If that evidence is low: the evidence for an answer among the user's own memories, whatever others stored."""
    model: "str | None" = None
    """The full model that embedded the question; None if the built-in table did."""


def search(
    tx: "Transaction",
    question: str,
    filters: "Filters",
    limit: int,
    *,
    ranking: str = DEFAULT_RANKING,
    recency: "float | None" = None,
    min_score: "float | None" = None,
    explain: bool = True,
    seed: "int | None" = None,
) -> SearchResult:
    """The memories that fit a question best, best first; with `explain`, each with all parts of its score.

    With a seed, the usefulness of memories that were hardly ever used is drawn; without one nothing is random.
    """
    asked = tx.search.parse_question(question)
    if asked.match is None or all(word.stop for word in asked.words):  # no memory can be about such words
        return SearchResult(hits=(), asked=False)
    past, model = None, None
    if filters.as_of is not None:
        from recall_cli.flows.search.past_state import past_state

        past = past_state(tx, filters)
    if ranking == WORDS_RANKING:
        ranked = rank_by_words(tx, asked, filters, limit, past)
    else:
        from recall_cli.flows.search.candidates import gather_candidates
        from recall_cli.flows.search.ranking import rank_candidates

        candidates = gather_candidates(tx, asked, question, filters, limit, past, widen=ranking == DEFAULT_RANKING)
        ranked = rank_candidates(candidates, ranking, recency, limit, explain=explain, seed=seed)
        model = candidates.meaning.model
    chosen = [entry for entry in ranked.order[:limit] if min_score is None or round(entry.score, 6) >= min_score]
    hits = _make_hits(tx, chosen, {} if past is None else {memory.n: memory for memory in past.matching})
    if ranking == DEFAULT_RANKING and len(hits) > 1:
        hits = _put_newer_first(tx, asked, hits)
        hits = _move_repetitions_last(hits) if filters.is_current_only else hits
    if filters.as_of is None:
        hits = _add_contested_sides(tx, hits, filters, limit)
        hits = _pair_by_question(tx, hits, limit)
    evidence, own_evidence = ranked.evidence, ranked.own_evidence
    return SearchResult(hits=tuple(hits), asked=True, evidence=evidence, own_evidence=own_evidence, model=model)


def _make_hits(tx: "Transaction", ranked: "list[RankedMemory]", past_memories: "dict[int, Memory]") -> "list[Hit]":
    """The memories of a ranking as hits; those that were changed since the moment asked for, in their past state."""
    present = tx.memories.by_number([entry.n for entry in ranked if entry.n not in past_memories])
    memories = {**{memory.n: memory for memory in present}, **past_memories}
    return [
        Hit(
            memory=memories[entry.n],
            score=round(entry.score, 6),
            terms={name: round(value, 6) + 0.0 for name, value in entry.terms.items()},
            is_exact=entry.is_exact,
            subject=entry.subject,
        )
        for entry in ranked
        if entry.n in memories
    ]


def _put_newer_first(tx: "Transaction", asked: "ParsedQuestion", hits: "list[Hit]") -> "list[Hit]":
    """The hits, of one subject the newer statement first; the scores stay with the places."""
    from recall_cli.rules.ranking.result_order import order_same_subject

    stems = [word.stem for word in asked.words]
    order = order_same_subject(stems, [hit.memory for hit in hits], tx.engine.split_words, tx.engine.stems)
    return [hits[place].but(score=hits[at].score) for at, place in enumerate(order)] + hits[len(order) :]


def _move_repetitions_last(hits: "list[Hit]") -> "list[Hit]":
    """The hits, those last that only say again what a better one says; none is lost."""
    if len(hits) < 3:
        return hits
    from recall_cli.rules.ranking.result_order import repetitions

    repeated = repetitions([hit.memory.text for hit in hits])
    if not repeated:
        return hits
    return [hit for at, hit in enumerate(hits) if at not in repeated] + [hits[at] for at in repeated]


def _pair_by_question(tx: "Transaction", hits: "list[Hit]", limit: int) -> "list[Hit]":
    """The hits, each that an open question is about with the other side of it, the newer directly above the older."""
    if not tx.any_question:
        return hits
    from recall_cli.flows.question_pairs import cut_after_group, group_by_question

    known = {hit.memory.n: hit for hit in hits}
    groups = group_by_question(tx, [hit.memory for hit in hits])
    score_of_group = {
        memory.n: max(known[m.n].score for m in group if m.n in known) for group in groups for memory in group
    }
    return [
        known.get(memory.n, Hit(memory=memory, score=0.0, terms={})).but(score=score_of_group[memory.n])
        for memory in cut_after_group(groups, limit)
    ]


def _add_contested_sides(tx: "Transaction", hits: "list[Hit]", filters: "Filters", limit: int) -> "list[Hit]":
    """The hits with all sides of each contested fact: the others that pass the filters come next to the first one.

    The user's own statement comes first, so that a contradiction does not take its place. Among the others the surer
    one comes first, and of whole texts the older one: the newer one was too weak to end it.
    """
    if not any(hit.memory.contested for hit in hits):
        return hits
    from recall_cli.rules.brief.sections import user_values_in_force

    shown: dict[int, Hit] = {}
    for hit in hits:
        if hit.memory.contested and hit.memory.n not in shown:
            sides = [hit.memory, *tx.memories.other_values(hit.memory.n, filters)]
            user_sides = {memory.n for memory in user_values_in_force(sides)}
            for other in sorted(
                sides,
                key=lambda side: (
                    side.n not in user_sides,
                    -round(side.confidence, 1),
                    side.n if side.value is None else 0,
                ),
            ):
                hit_of_side = next((shown_hit for shown_hit in hits if shown_hit.memory.n == other.n), hit)
                shown.setdefault(other.n, Hit(memory=other, score=hit.score, terms=hit_of_side.terms))
        shown.setdefault(hit.memory.n, hit)
    return list(shown.values())[:limit]
