"""What the words of a question find, now or at a moment in the past."""

from recall_cli.domain.jsontext import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.search.past import Then


def by_words(
    tx: "Transaction", match: str, filters: "Filters", limit: int, was: "Then | None" = None
) -> "dict[int, float]":
    """The list by words; at a moment in the past, what was worded otherwise is found by those words."""
    if was is None:
        return dict(tx.search.by_words(match, filters, limit))
    scores = tx.search.by_words(match, filters, limit, without=dumps(list(was.changed)))
    if was.words:
        scores += tx.search.by_past_words(match, was.words, limit)
    return dict(sorted(scores, key=lambda pair: -pair[1])[:limit])
