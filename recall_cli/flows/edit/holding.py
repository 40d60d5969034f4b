"""Held memories: kept, but believed and found by nobody until a person at a terminal has said what they are worth."""

from recall_cli.domain.errors import RecallError, Refused
from recall_cli.domain.memory import Memory
from recall_cli.flows.search.locating import locate
from recall_cli.flows.write.beliefs import Settlement, carry_out, judged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.engines.tables.operations import Event
    from recall_cli.engines.transaction import Transaction

WITHHELD = "(held for review)"
"""What an agent reads in the place of words that are, or were, held."""
_WORDS = frozenset({"text", "topic", "entity", "attribute", "value", "qualifier"})


def waiting(tx: "Transaction", project: "int | None" = None) -> "list[Memory]":
    """Every memory that waits for a person's word, oldest first; of one project, or of all."""
    return tx.memories.held(project)


def approve(app: "App", prefix: str) -> "tuple[Memory, Settlement, int]":
    """A person vouches for a held memory: it becomes the user's word, and meets what is believed of the same fact."""
    if not app.at_terminal:
        raise Refused("not approved: only a person at a terminal can approve", f"at a terminal: recall review {prefix}")
    with app.writing() as tx:
        memory = one(tx, prefix)
        row = tx.memories.row(memory.n)
        said = {**memory.fields(), "trust": "user"}
        settlement = judged(tx, said, row["project"])
        op = tx.operations.add("approve", trust=app.channel, agent=app.agent)
        columns = {"held": None, "trust": "user", "updated_at": tx.now, **settlement.ended}
        if settlement.successor is not None:
            columns["superseded_by"] = settlement.successor.n
        tx.memories.change(op, memory.n, columns)
        carry_out(tx, op, memory.n, row["project"], settlement)
        tx.operations.count(op, 1)
        return tx.memories.by_number([memory.n])[0], settlement, op


def reject(app: "App", prefix: str) -> "tuple[Memory, int]":
    """A held memory is not wanted: deleted, so that it can be undone."""
    with app.writing() as tx:
        memory = one(tx, prefix)
        if memory.trust == "user" and app.channel != "user":
            raise Refused(
                f"not rejected: {tx.memories.short_id(memory.id)} is the user's own word, and only they can reject it, "
                "at a terminal",
                "nothing was rejected",
            )
        op = tx.operations.add("reject", trust=app.channel, agent=app.agent)
        tx.memories.change(op, memory.n, {"deleted_at": tx.now, "updated_at": tx.now})
        tx.operations.count(op, 1)
    return memory, op


def one(tx: "Transaction", prefix: str) -> Memory:
    """The held memory whose id begins so."""
    memory = locate(tx, prefix)
    if memory.held is None:
        raise RecallError(f"memory {tx.memories.short_id(memory.id)} is not held", "recall review shows what is")
    return memory


def discreet(events: "tuple[Event, ...]") -> "tuple[Event, ...]":
    """The events of a life without words that were held at some time."""
    if not any("held" in event.before or "held" in event.after for event in events):
        return events
    return tuple(event.but(before=_blank(event.before), after=_blank(event.after)) for event in events)


def blanked(
    tx: "Transaction", corrected: "tuple[Memory, dict[str, Any], dict[str, Any]]"
) -> "tuple[Memory, dict[str, Any], dict[str, Any]]":
    """A correction without words that were held at some time."""
    memory, before, after = corrected
    if discreet(events := tuple(tx.operations.of_memory(memory.n))) is events:
        return corrected
    return memory, _blank(before), _blank(after)


def _blank(side: "dict[str, Any]") -> "dict[str, Any]":
    return {
        name: WITHHELD if value is not None and (name in _WORDS or name.startswith("tags.")) else value
        for name, value in side.items()
    }
