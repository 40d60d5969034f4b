"""Held memories: stored, but neither believed nor found until a person approves or rejects them at a terminal."""

from recall_cli.domain.errors import NotStored, RecallError
from recall_cli.domain.memory import Memory
from recall_cli.flows.search.id_lookup import find_memory
from recall_cli.flows.write.beliefs import BeliefUpdate, apply_update, judge_draft
from recall_cli.flows.write.think import draft_from_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.event import Event
    from recall_cli.domain.memory import Columns
    from recall_cli.engines.transaction import Transaction

HELD_PLACEHOLDER = "(held for review)"
"""What an agent reads in the place of texts that are, or were, held."""
_TEXT_COLUMNS = frozenset({"text", "topic", "entity", "attribute", "value", "qualifier"})


def approve(app: "App", prefix: str) -> "tuple[Memory, BeliefUpdate, int]":
    """Approve a held memory: it counts as stated by the user, and may supersede what is believed of the same fact."""
    if not app.at_terminal:
        raise NotStored(
            "not approved: only a person at a terminal can approve", f"at a terminal: recall review {prefix}"
        )
    with app.write_transaction() as tx:
        memory = find_held_memory(tx, prefix)
        project = tx.memories.project_of(memory.n)
        settlement = judge_draft(tx, draft_from_memory(memory).but(trust="user"), project)
        op = tx.operations.add("approve", trust=app.channel, agent=app.agent)
        columns: Columns = {"held": None, "trust": "user", "updated_at": tx.now, **settlement.ended}
        if settlement.later_belief is not None:
            columns["superseded_by"] = settlement.later_belief.n
        tx.memories.change(op, memory.n, columns)
        apply_update(tx, op, memory.n, project, settlement)
        tx.operations.add_touched(op, 1)
        return tx.memories.by_number([memory.n])[0], settlement, op


def reject(app: "App", prefix: str) -> "tuple[Memory, int]":
    """Reject a held memory: it is deleted, which can be undone."""
    with app.write_transaction() as tx:
        memory = find_held_memory(tx, prefix)
        if memory.trust == "user" and app.channel != "user":
            raise NotStored(
                f"not rejected: {tx.memories.short_id(memory.id)} was stated by the user, and only the user can "
                "reject it, at a terminal",
                "nothing was rejected",
            )
        op = tx.operations.add("reject", trust=app.channel, agent=app.agent)
        tx.memories.change(op, memory.n, {"deleted_at": tx.now, "updated_at": tx.now})
        tx.operations.add_touched(op, 1)
    return memory, op


def find_held_memory(tx: "Transaction", prefix: str) -> Memory:
    """The held memory whose id begins so."""
    memory = find_memory(tx, prefix)
    if memory.held is None:
        raise RecallError(f"memory {tx.memories.short_id(memory.id)} is not held", "recall review shows what is")
    return memory


def hide_held_words(events: "tuple[Event, ...]") -> "tuple[Event, ...]":
    """The events of one memory, without texts that were held at some time."""
    if not any("held" in event.before or "held" in event.after for event in events):
        return events
    return tuple(event.but(before=replace_words(event.before), after=replace_words(event.after)) for event in events)


def replace_words(columns: "Columns") -> "Columns":
    """The columns with a placeholder in the place of every text."""
    return {
        name: HELD_PLACEHOLDER if value is not None and (name in _TEXT_COLUMNS or name.startswith("tags.")) else value
        for name, value in columns.items()
    }
