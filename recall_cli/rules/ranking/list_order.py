"""The orders of a list of memories. The fragment `sorted` of the SQL orders present rows in the same way."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.domain.memory import Memory


def sort_memories(memories: "Iterable[Memory]", sort: str) -> "list[Memory]":
    """The memories in one of SORT_CHOICES; of equal ones, the newest comes first."""
    return sorted(memories, key=lambda memory: (-_weight(memory, sort), -memory.created_at, -memory.n))


def _weight(memory: "Memory", sort: str) -> float:
    """What the order goes by; the greatest comes first."""
    if sort == "used":
        return memory.access_count
    if sort == "unused":
        return -(memory.created_at if memory.accessed_at is None else memory.accessed_at)
    if sort == "strength":
        return memory.decay_score
    return {"importance": memory.importance, "confidence": memory.confidence}.get(sort, 0.0)
