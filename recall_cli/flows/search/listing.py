"""Listing and counting memories, now or at a past moment."""

from recall_cli.domain.json_text import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction


NO_LIMIT = -1
"""As a limit: all memories."""


def newest_memories(
    tx: "Transaction", filters: "Filters", limit: int, offset: int = 0, sort: str = "newest"
) -> "list[Memory]":
    """The newest memories that pass the filters, or the first in another order."""
    if filters.as_of is None:
        return tx.memories.newest(filters, limit, offset, sort=sort)
    from recall_cli.flows.search.past_state import past_state

    past = past_state(tx, filters)
    without = dumps(list(past.changed))
    memories = tx.memories.newest(filters, limit + offset, 0, without, sort) + list(past.matching)
    if sort == "newest":
        memories.sort(key=lambda memory: (-memory.created_at, -memory.n))
    else:
        from recall_cli.rules.ranking.list_order import sort_memories

        memories = sort_memories(memories, sort)
    return memories[offset : offset + limit]


def matching_memories(
    tx: "Transaction", filters: "Filters", query: "str | None", *, sort: str = "newest"
) -> "list[Memory]":
    """All memories that pass the filters and contain the words of the query."""
    if query is None:
        return tx.memories.newest(filters, NO_LIMIT, 0, sort=sort)
    words = tx.engine.split_words(query)
    if not words:
        from recall_cli.domain.errors import UsageError

        raise UsageError(f"{query!r} has no words to look for", "recall list shows memories without a query")
    return tx.memories.with_words(filters, words, NO_LIMIT, sort)


def count_memories(tx: "Transaction", filters: "Filters") -> int:
    """How many memories pass the filters."""
    if filters.as_of is None:
        return tx.memories.count(filters)
    from recall_cli.flows.search.past_state import past_state

    past = past_state(tx, filters)
    return tx.memories.count(filters, dumps(list(past.changed))) + len(past.matching)
