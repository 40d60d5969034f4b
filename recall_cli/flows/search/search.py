"""Finding memories by words and meaning; now, or as it was at a moment."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.ranking import RankedMemory, Ranking
from recall_cli.domain.record import Record
from recall_cli.rules.ranking.preset_rankings import DEFAULT_RANKING, WORDS_RANKING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.tables.search import ParsedQuestion
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.search.candidates import Candidates
    from recall_cli.flows.search.past_state import PastState
    from recall_cli.rules.places.staleness import AnchorStatus


MAX_PINS = 40
"""So many of the user's pins are looked at for a question, however many there are."""


class Hit(Record):
    """A memory that was found, and how well it fits."""

    memory: Memory
    score: float
    terms: "dict[str, float]"
    standing: "tuple[AnchorStatus, ...]" = ()
    """How what it is anchored to stands, where that was looked at."""


class SearchResult(Record):
    """What a search came to."""

    hits: "tuple[Hit, ...]"
    asked: bool
    """Was there anything in the question to look for?"""
    width: int
    """How many characters of an id tell it from every other."""
    evidence: float = 0.0
    """How much speaks for there being an answer among them at all."""
    own_evidence: float = 0.0
    """Where that is little: how much speaks for an answer among what the user said, whatever others stored."""
    model: "str | None" = None
    """The full model that read the question, where one is in use; else its meaning came from the table."""


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
) -> SearchResult:
    """The memories that fit a question best, best first; each with all that its score is made of, if that is wanted."""
    asked = tx.search.parse_question(question)
    if asked.match is None:
        return SearchResult(hits=(), asked=False, width=8)
    was = None
    if filters.as_of is not None:
        from recall_cli.flows.search.past_state import past_state

        was = past_state(tx, filters)
    model: str | None = None
    own = 0.0
    if ranking == WORDS_RANKING:
        told = _rank_by_words(tx, asked, filters, limit, was)
    else:
        found = gather_candidates(tx, asked, question, filters, limit, was, widen=ranking == DEFAULT_RANKING)
        told = order_candidates(found, ranking, recency, limit, explain=explain)
        model = found.meaning.model
        if ranking == DEFAULT_RANKING and filters.is_current_only:
            from recall_cli.flows.search.user_share import reserve_user_share, user_evidence
            from recall_cli.rules.ranking.evidence import MIN_EVIDENCE

            own = user_evidence(found) if told.evidence < MIN_EVIDENCE else 0.0
            told = told.but(order=tuple(reserve_user_share(found, told.order, limit, explain=explain)))
    chosen = [one for one in told.order[:limit] if min_score is None or round(one.score, 6) >= min_score]
    hits = _make_hits(tx, chosen, {} if was is None else {memory.n: memory for memory in was.matching})
    if filters.as_of is None:
        hits = add_contested_sides(tx, hits, filters, limit)
    width = tx.memories.short_id_length([hit.memory.id for hit in hits])
    return SearchResult(
        hits=tuple(hits), asked=True, width=width, evidence=told.evidence, own_evidence=own, model=model
    )


def gather_candidates(
    tx: "Transaction",
    asked: "ParsedQuestion",
    question: str,
    filters: "Filters",
    limit: int,
    past_state: "PastState | None" = None,
    *,
    widen: bool = True,
) -> "Candidates":
    """All that a search with this limit looks at."""
    from recall_cli.flows.search import candidates
    from recall_cli.rules.ranking.signals import CANDIDATES_PER_LIST

    found = candidates.Candidates(tx, filters, asked, question[: candidates.MAX_QUESTION_LENGTH], past_state)
    found.gather(max(CANDIDATES_PER_LIST, limit), widen=widen)
    if widen and filters.is_current_only and (pins := tx.memories.pinned_matching(filters, MAX_PINS)):
        found.add_pins(pins)
    return found


def order_candidates(
    candidates: "Candidates", ranking: str, recency: "float | None", depth: int, *, explain: bool = True
) -> Ranking:
    """What was gathered, in the order of a ranking."""
    from recall_cli.flows.search.ranking import rank_candidates as ordered

    return ordered(candidates, ranking, recency, depth, explain=explain)


def _rank_by_words(
    tx: "Transaction", asked: "ParsedQuestion", filters: "Filters", limit: int, past_state: "PastState | None"
) -> Ranking:
    """The index's own order; nothing that measures meaning is even loaded for it."""
    from recall_cli.flows.search.word_search import search_words

    assert asked.match is not None
    scores = search_words(tx, asked.match, filters, limit, past_state)
    return Ranking(order=tuple(RankedMemory(n=n, score=at, terms={"lexical": at}) for n, at in scores.items()))


def _make_hits(tx: "Transaction", ranked: "list[RankedMemory]", past_memories: "dict[int, Memory]") -> "list[Hit]":
    """The memories of a ranking; those that were otherwise at the moment asked for, as they were."""
    present = tx.memories.by_number([one.n for one in ranked if one.n not in past_memories])
    memories = {**{memory.n: memory for memory in present}, **past_memories}
    return [
        Hit(
            memory=memories[one.n],
            score=round(one.score, 6),
            terms={name: round(value, 6) + 0.0 for name, value in one.terms.items()},
        )
        for one in ranked
        if one.n in memories
    ]


def add_contested_sides(tx: "Transaction", hits: "list[Hit]", filters: "Filters", limit: int) -> "list[Hit]":
    """A contested fact never shows one side alone: the others that pass the filters stand by the first one found.

    Where the user's own word is one of them it comes first: what speaks against it does not take its place.
    """
    if not any(hit.memory.contested for hit in hits):
        return hits
    from recall_cli.rules.brief.sections import user_values_in_force

    told: dict[int, Hit] = {}
    for hit in hits:
        if hit.memory.contested and hit.memory.n not in told:
            sides = [hit.memory, *tx.memories.other_values(hit.memory.n, filters)]
            his = {memory.n for memory in user_values_in_force(sides)}
            for other in sorted(sides, key=lambda memory: memory.n not in his):
                found = next((one for one in hits if one.memory.n == other.n), hit)
                told.setdefault(other.n, Hit(memory=other, score=hit.score, terms=found.terms))
        told.setdefault(hit.memory.n, hit)
    return list(told.values())[:limit]
