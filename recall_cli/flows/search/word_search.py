"""Searching by words, now or at a past moment."""

from recall_cli.domain.json_text import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.search.past_state import PastState


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
