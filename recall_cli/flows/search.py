"""Finding memories: by words and meaning, or simply the newest; now, or as it was at a moment."""

from recall_cli.domain.jsontext import dumps
from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.flows.candidates import READ, Candidates, by_words
from recall_cli.flows.ranking import Ranked, Ranking
from recall_cli.flows.ranking import ranking as in_order
from recall_cli.rules.presets import DEFAULT, WORDS
from recall_cli.rules.signals import LISTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction
    from recall_cli.rules.staleness import Standing


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
) -> Found:
    """The memories that fit a question best, best first."""
    asked = tx.search.asked(question)
    if asked.match is None:
        return Found(hits=(), asked=False, width=8)
    was = None
    if filters.as_of is not None:
        from recall_cli.flows.past import then

        was = then(tx, filters)
    model: str | None = None
    if ranking == WORDS:
        scores = by_words(tx, asked.match, filters, limit, was)
        told = Ranking(order=tuple(Ranked(n=n, score=at, terms={"lexical": at}) for n, at in scores.items()))
    else:
        found = Candidates(tx, filters, asked, question[:READ], was)
        found.gather(max(LISTED, limit), widen=ranking == DEFAULT)
        told = in_order(found, ranking, recency, limit)
        model = found.meaning.model
    chosen = [one for one in told.order[:limit] if min_score is None or round(one.score, 6) >= min_score]
    hits = _hits(tx, chosen, {} if was is None else {memory.n: memory for memory in was.matching})
    if filters.as_of is None:
        hits = both_sides(tx, hits, filters, limit)
    width = tx.memories.width([hit.memory.id for hit in hits])
    return Found(hits=tuple(hits), asked=True, width=width, evidence=told.evidence, model=model)


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
    """A contested fact never shows one side alone: the others that pass the filters follow the first one found."""
    if not any(hit.memory.contested for hit in hits):
        return hits
    told: dict[int, Hit] = {}
    for hit in hits:
        told.setdefault(hit.memory.n, hit)
        if hit.memory.contested:
            for other in tx.memories.sides(hit.memory.n, filters):
                found = next((one for one in hits if one.memory.n == other.n), hit)
                told.setdefault(other.n, Hit(memory=other, score=hit.score, terms=found.terms))
    return list(told.values())[:limit]


def newest(tx: "Transaction", filters: "Filters", limit: int, offset: int = 0) -> "tuple[list[Memory], int]":
    """The newest memories that pass the filters, and how many pass in all."""
    if filters.as_of is None:
        return tx.memories.newest(filters, limit, offset), tx.memories.count(filters)
    from recall_cli.flows.past import then

    was = then(tx, filters)
    without = dumps(list(was.changed))
    found = tx.memories.newest(filters, limit + offset, 0, without) + list(was.matching)
    found.sort(key=lambda memory: (-memory.created_at, -memory.n))
    return found[offset : offset + limit], tx.memories.count(filters, without) + len(was.matching)


def count(tx: "Transaction", filters: "Filters") -> int:
    """How many memories pass the filters."""
    if filters.as_of is None:
        return tx.memories.count(filters)
    from recall_cli.flows.past import then

    was = then(tx, filters)
    return tx.memories.count(filters, dumps(list(was.changed))) + len(was.matching)


def touch(app: "App", memories: "list[Memory]") -> None:
    """Count an access to each: one small write of its own, given up if it cannot be made at once."""
    from recall_cli.domain.errors import RecallError

    numbers = [memory.n for memory in memories]
    if not numbers or app.at_terminal:
        return
    try:
        app.engine().hurry()
        with app.rehearsing() as tx:
            tx.memories.touch(numbers)
    except RecallError:  # busy, read-only, full: a read never fails for it
        pass
