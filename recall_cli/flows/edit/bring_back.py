"""Bring back memories that another memory had ended, when that one is deleted."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from recall_cli.app import App
    from recall_cli.domain.memory import Columns
    from recall_cli.engines.transaction import Transaction

ENDING_COLUMNS = ("superseded_by", "superseded_at", "valid_until")
"""The columns that an ending sets."""
MAX_CHAIN_LENGTH = 500
"""Maximum number of memories between an ended memory and the newest; a longer chain is a loop."""


class DeleteResult(Record):
    """What a deletion changed, and what it left as it was."""

    deleted: "tuple[Memory, ...]"
    op: int
    brought_back: "tuple[Memory, ...]" = ()
    """What the deleted memories had ended, which holds again."""
    still_ended: "tuple[Memory, ...]" = ()
    """What the deleted memories had ended, which stays ended."""


def delete(app: "App", prefixes: "list[str]", *, bring_back: bool) -> DeleteResult:
    """Delete memories, all or none, and bring back what they had ended if that is wanted; it can be undone.

    With `bring_back`, memories that are deleted already may be named too: then only what they had ended changes.
    """
    from recall_cli.flows.edit.memory_edits import check_delete_allowed, delete_memories
    from recall_cli.flows.search.id_lookup import find_memories

    with app.write_transaction() as tx:
        named = find_memories(tx, prefixes, deleted=bring_back)
        check_delete_allowed(app, tx, [*named.values()])
        ended = _find_ended(tx, named)
        op = tx.operations.add("delete", trust=app.channel, agent=app.agent)
        present = [memory for memory in named.values() if memory.deleted_at is None]
        delete_memories(app, tx, op, present)
        for memory in ended if bring_back else ():
            tx.memories.change(op, memory.n, {**columns_before_ending(tx, memory), "updated_at": tx.now})
        tx.operations.add_touched(op, len(present) + (len(ended) if bring_back else 0))
        ended_now = tuple(tx.memories.by_number([memory.n for memory in ended]))
    return DeleteResult(
        deleted=tuple(present),
        op=op,
        brought_back=ended_now if bring_back else (),
        still_ended=() if bring_back else ended_now,
    )


def memories_ended_by(app: "App", memories: "Collection[Memory]") -> "list[Memory]":
    """What these memories had ended and what would hold again without them."""
    with app.read_transaction() as tx:
        return _find_ended(tx, [memory.n for memory in memories])


def _find_ended(tx: "Transaction", numbers: "Collection[int]") -> "list[Memory]":
    """The memories that would hold again if those with these row numbers were gone, oldest first.

    What another memory has ended since is left out, and so are the other wordings of a merged memory.
    """
    wordings = set(tx.erase.wordings_of([*numbers]))
    ended = {}
    for number in numbers:
        if _is_replaced(tx, number):
            continue
        waiting, seen = [number], {number}
        while waiting and len(seen) < MAX_CHAIN_LENGTH:
            for memory in tx.memories.predecessors(waiting.pop()):
                if memory.n in seen or memory.n in wordings:
                    continue
                seen.add(memory.n)
                if memory.n in numbers:
                    waiting.append(memory.n)
                elif memory.deleted_at is None:
                    ended[memory.n] = memory
    return [ended[number] for number in sorted(ended)]


def _is_replaced(tx: "Transaction", number: int) -> bool:
    """Did another memory take the place of this one? What it had ended is found from the newest memory of the chain."""
    by = tx.memories.changeable_columns(number)["superseded_by"]
    return by is not None and bool(tx.memories.by_number([int(by)]))


def columns_before_ending(tx: "Transaction", memory: Memory) -> "Columns":
    """The columns of an ended memory as they were before it ended."""
    endings = [
        event
        for event in tx.operations.events_of_memory(memory.n)
        if event.undone_by is None and event.after.get("superseded_at") is not None
    ]
    if not endings:
        return dict.fromkeys(ENDING_COLUMNS)
    before, after = endings[-1].before, endings[-1].after
    now = tx.memories.changeable_columns(memory.n)
    columns: Columns = {"superseded_by": None, "superseded_at": None}
    if "valid_until" in after and now["valid_until"] == after["valid_until"]:
        columns["valid_until"] = before.get("valid_until")
    return columns
