"""What one operation wrote: each memory that it created or changed, as it was then."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.event import Event
    from recall_cli.engines.tables.operations import Operation
    from recall_cli.engines.transaction import Transaction

MAX_MEMORIES = 50
"""Maximum number of memories of one operation to show."""


class WrittenMemory(Record):
    """A memory that an operation created or changed."""

    memory: Memory
    text: str
    """Its text after the operation."""
    event: "Event | None" = None
    """What the operation changed; None if it created the memory."""


def find_operation(tx: "Transaction", number: int) -> "Operation":
    """The operation with this number; NotFound if there is none, or if the view shows nothing of it."""
    from recall_cli.domain.errors import NotFound

    found = tx.operations.by_number(number)
    visible = 0 if found is None else tx.operations.count_visible(number)
    if found is None or (not tx.view.whole and found.touched and not visible):
        raise NotFound(f"there is no operation {number}", "recall log shows them")
    return found if tx.view.whole else found.but(touched=visible)


def written_memories(tx: "Transaction", number: int) -> "tuple[list[WrittenMemory], int]":
    """The first memories that an operation wrote, and how many it wrote in all; held texts are left out."""
    created = tx.operations.created_memories(number)
    changed = [change.memory for change in tx.operations.changes(number)]
    numbers = list(dict.fromkeys([*created, *changed]))
    memories = {memory.n: memory for memory in tx.memories.by_number(numbers[:MAX_MEMORIES])}
    shown = [memories[n] for n in numbers[:MAX_MEMORIES] if n in memories and memories[n].held is None]
    return [_written_memory(tx, memory, number, is_new=memory.n in created) for memory in shown], len(numbers)


def _written_memory(tx: "Transaction", memory: Memory, number: int, *, is_new: bool) -> WrittenMemory:
    from recall_cli.flows.edit.review import hide_held_words
    from recall_cli.flows.explain.history import name_projects

    events = name_projects(tx, hide_held_words(tuple(tx.operations.events_of_memory(memory.n))))
    later = [event for event in events if event.op > number and "text" in event.before]
    own = next((event for event in events if event.op == number and event.after), None)
    text = str(later[0].before["text"]) if later else memory.text
    return WrittenMemory(memory=memory, text=text, event=None if is_new else own)
