"""Finding memories: by words, or simply the newest; now, or as it was at a moment."""

from recall_cli.domain.jsontext import dumps
from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction


class Hit(Record):
    """A memory that was found, and how well it fits."""

    memory: Memory
    score: float
    terms: "dict[str, float]"


class Found(Record):
    """What a search came to."""

    hits: "tuple[Hit, ...]"
    asked: bool
    """Was there anything in the question to look for?"""
    width: int
    """How many characters of an id tell it from every other."""


def search(tx: "Transaction", question: str, filters: "Filters", limit: int) -> Found:
    """The memories that fit a question best, best first."""
    match = tx.search.expression(question)
    if match is None:
        return Found(hits=(), asked=False, width=8)
    if filters.as_of is None:
        scores = tx.search.by_words(match, filters, limit)
        memories = tx.memories.by_number([number for number, _ in scores])
    else:
        scores, memories = _as_of(tx, match, filters, limit)
    by_number = dict(scores)
    hits = tuple(
        Hit(memory=memory, score=round(by_number[memory.n], 6), terms={"lexical": round(by_number[memory.n], 6)})
        for memory in memories
    )
    return Found(hits=hits, asked=True, width=tx.memories.width([memory.id for memory in memories]))


def _as_of(
    tx: "Transaction", match: str, filters: "Filters", limit: int
) -> "tuple[list[tuple[int, float]], list[Memory]]":
    """The same at a moment in the past: what has not changed since from the index, the rest from its old wording."""
    from recall_cli.flows.past import then

    was = then(tx, filters)
    scores = tx.search.by_words(match, filters, limit, without=dumps(list(was.changed)))
    if was.words:
        scores += tx.search.by_past_words(match, was.words, limit)
    scores = sorted(scores, key=lambda pair: -pair[1])[:limit]
    old = {memory.n: memory for memory in was.matching}
    present = {memory.n: memory for memory in tx.memories.by_number([n for n, _ in scores if n not in old])}
    return scores, [old.get(number) or present[number] for number, _ in scores]


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
