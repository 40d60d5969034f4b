"""Listing and counting memories, now or at a past moment."""

from recall_cli.domain.json_text import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction


def newest_memories(tx: "Transaction", filters: "Filters", limit: int, offset: int = 0) -> "tuple[list[Memory], int]":
    """The newest memories that pass the filters, and how many pass in all."""
    if filters.as_of is None:
        return tx.memories.newest(filters, limit, offset), tx.memories.count(filters)
    from recall_cli.flows.search.past_state import past_state

    past = past_state(tx, filters)
    without = dumps(list(past.changed))
    memories = tx.memories.newest(filters, limit + offset, 0, without) + list(past.matching)
    memories.sort(key=lambda memory: (-memory.created_at, -memory.n))
    return memories[offset : offset + limit], tx.memories.count(filters, without) + len(past.matching)


def count_memories(tx: "Transaction", filters: "Filters") -> int:
    """How many memories pass the filters."""
    if filters.as_of is None:
        return tx.memories.count(filters)
    from recall_cli.flows.search.past_state import past_state

    past = past_state(tx, filters)
    return tx.memories.count(filters, dumps(list(past.changed))) + len(past.matching)
