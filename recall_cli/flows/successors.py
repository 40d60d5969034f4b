"""What holds now in place of a memory that ended: it is wanted wherever the ended one was."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction

MAX_STEPS = 20


def find_successor(tx: "Transaction", memory: "Memory") -> "Memory | None":
    """The last of the memories that ended one another, beginning with this one; None if it cannot be seen."""
    for _ in range(MAX_STEPS):
        if memory.superseded_by is None:
            return memory
        by = tx.memories.by_id(memory.superseded_by)
        if by is None:
            return None
        memory = by
    return None
