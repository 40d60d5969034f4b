"""Memories in an order, each with its score and the reasons for it; and the order of the word index alone."""

from recall_cli.domain.json_text import dumps
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.tables.search import ParsedQuestion
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.search.past_state import PastState


class RankedMemory(Record):
    """A candidate in its place."""

    n: int
    score: float
    terms: "dict[str, float]"
    is_exact: bool = False
    """Whether the question is a look-up of a word or two, and the memory has all of them."""
    subject: str = ""
    """If the question names subjects: `named` for a memory of one of these, `other` for one that mentions none."""


class Ranking(Record):
    """All candidates, best first, and how much speaks for any of them being an answer at all."""

    order: "tuple[RankedMemory, ...]"
    evidence: float = 1.0
    own_evidence: float = 0.0
    """If that evidence is low: the evidence for an answer among the user's own memories, whatever others stored."""
    signs: "dict[str, float] | None" = None
    """What the evidence was made of, where it was looked for."""


def rank_by_words(
    tx: "Transaction", asked: "ParsedQuestion", filters: "Filters", limit: int, past_state: "PastState | None"
) -> Ranking:
    """The order of the word index alone; no module for vectors is loaded for it."""
    assert asked.match is not None
    scores = search_words(tx, asked.match, filters, limit, past_state)
    return Ranking(order=tuple(RankedMemory(n=n, score=at, terms={"lexical": at}) for n, at in scores.items()))


def search_words(
    tx: "Transaction", match: str, filters: "Filters", limit: int, past_state: "PastState | None" = None
) -> "dict[int, float]":
    """The list by words: row numbers with scores; at a past moment, changed memories are found by their past texts."""
    if past_state is None:
        return dict(tx.search.by_words(match, filters, limit))
    scores = tx.search.by_words(match, filters, limit, without=dumps(list(past_state.changed)))
    if past_state.words:
        scores += tx.search.by_past_words(match, past_state.words, limit)
    return dict(sorted(scores, key=lambda pair: -pair[1])[:limit])
