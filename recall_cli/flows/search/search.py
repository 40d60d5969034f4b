"""Finding memories by words and meaning; now, or as it was at a moment."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.ranked import Ranked, Ranking
from recall_cli.domain.record import Record
from recall_cli.rules.ranking.presets import DEFAULT, WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.tables.search import Asked
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.search.candidates import Candidates
    from recall_cli.flows.search.past import Then
    from recall_cli.rules.places.staleness import Standing


PINS = 40
"""So many of the user's pins are looked at for a question, however many there are."""


class Hit(Record):
    """A memory that was found, and how well it fits."""

    memory: Memory
    score: float
    terms: "dict[str, float]"
    standing: "tuple[Standing, ...]" = ()
    """How what it is anchored to stands, where that was looked at."""


class Found(Record):
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
    ranking: str = DEFAULT,
    recency: "float | None" = None,
    min_score: "float | None" = None,
    explain: bool = True,
) -> Found:
    """The memories that fit a question best, best first; each with all that its score is made of, if that is wanted."""
    asked = tx.search.asked(question)
    if asked.match is None:
        return Found(hits=(), asked=False, width=8)
    was = None
    if filters.as_of is not None:
        from recall_cli.flows.search.past import then

        was = then(tx, filters)
    model: str | None = None
    own = 0.0
    if ranking == WORDS:
        told = _by_words_alone(tx, asked, filters, limit, was)
    else:
        found = gathered(tx, asked, question, filters, limit, was, widen=ranking == DEFAULT)
        told = in_order(found, ranking, recency, limit, explain=explain)
        model = found.meaning.model
        if ranking == DEFAULT and filters.present:
            from recall_cli.flows.search.own_share import own_evidence, with_own_words
            from recall_cli.rules.ranking.evidence import FLOOR

            own = own_evidence(found) if told.evidence < FLOOR else 0.0
            told = told.but(order=tuple(with_own_words(found, told.order, limit, explain=explain)))
    chosen = [one for one in told.order[:limit] if min_score is None or round(one.score, 6) >= min_score]
    hits = _hits(tx, chosen, {} if was is None else {memory.n: memory for memory in was.matching})
    if filters.as_of is None:
        hits = both_sides(tx, hits, filters, limit)
    width = tx.memories.width([hit.memory.id for hit in hits])
    return Found(hits=tuple(hits), asked=True, width=width, evidence=told.evidence, own_evidence=own, model=model)


def gathered(
    tx: "Transaction",
    asked: "Asked",
    question: str,
    filters: "Filters",
    limit: int,
    was: "Then | None" = None,
    *,
    widen: bool = True,
) -> "Candidates":
    """All that a search with this limit looks at."""
    from recall_cli.flows.search import candidates
    from recall_cli.rules.ranking.signals import LISTED

    found = candidates.Candidates(tx, filters, asked, question[: candidates.READ], was)
    found.gather(max(LISTED, limit), widen=widen)
    if widen and filters.present and (pins := tx.memories.pinned_that_fit(filters, PINS)):
        found.bring_pins(pins)
    return found


def in_order(
    found: "Candidates", ranking: str, recency: "float | None", depth: int, *, explain: bool = True
) -> Ranking:
    """What was gathered, in the order of a ranking."""
    from recall_cli.flows.search.ranking import ranking as ordered

    return ordered(found, ranking, recency, depth, explain=explain)


def _by_words_alone(tx: "Transaction", asked: "Asked", filters: "Filters", limit: int, was: "Then | None") -> Ranking:
    """The index's own order; nothing that measures meaning is even loaded for it."""
    from recall_cli.flows.search.wording import by_words

    assert asked.match is not None
    scores = by_words(tx, asked.match, filters, limit, was)
    return Ranking(order=tuple(Ranked(n=n, score=at, terms={"lexical": at}) for n, at in scores.items()))


def _hits(tx: "Transaction", chosen: "list[Ranked]", past: "dict[int, Memory]") -> "list[Hit]":
    """The memories of a ranking; those that were otherwise at the moment asked for, as they were."""
    present = tx.memories.by_number([one.n for one in chosen if one.n not in past])
    memories = {**{memory.n: memory for memory in present}, **past}
    return [
        Hit(
            memory=memories[one.n],
            score=round(one.score, 6),
            terms={name: round(value, 6) + 0.0 for name, value in one.terms.items()},
        )
        for one in chosen
        if one.n in memories
    ]


def both_sides(tx: "Transaction", hits: "list[Hit]", filters: "Filters", limit: int) -> "list[Hit]":
    """A contested fact never shows one side alone: the others that pass the filters stand by the first one found.

    Where the user's own word is one of them it comes first: what speaks against it does not take its place.
    """
    if not any(hit.memory.contested for hit in hits):
        return hits
    from recall_cli.rules.brief.sections import in_force

    told: dict[int, Hit] = {}
    for hit in hits:
        if hit.memory.contested and hit.memory.n not in told:
            sides = [hit.memory, *tx.memories.sides(hit.memory.n, filters)]
            his = {memory.n for memory in in_force(sides)}
            for other in sorted(sides, key=lambda memory: memory.n not in his):
                found = next((one for one in hits if one.memory.n == other.n), hit)
                told.setdefault(other.n, Hit(memory=other, score=hit.score, terms=found.terms))
        told.setdefault(hit.memory.n, hit)
    return list(told.values())[:limit]
