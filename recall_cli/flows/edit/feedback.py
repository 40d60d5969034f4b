"""Rate memories as helpful or not, and pin them; neither changes what they state."""

from recall_cli.domain.errors import NotStored, UsageError
from recall_cli.domain.memory import Memory
from recall_cli.flows.agents.switches import check_memory_on
from recall_cli.flows.edit.memory_edits import check_delete_allowed, user_claim
from recall_cli.flows.search.id_lookup import find_memories
from recall_cli.flows.write.masking import mask_fields, masked_note
from recall_cli.rules.beliefs import usefulness
from recall_cli.rules.injection import hold_reason
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Columns

MAX_NOTE_LENGTH = 500
"""Maximum number of letters of a note."""


def rate_memories(
    app: "App", prefixes: "tuple[str, ...]", *, helpful: bool, note: "str | None" = None
) -> "tuple[list[Memory], int]":
    """Rate memories as helpful or not; returns them as they are now, and the operation.

    If an agent rates a memory that the user stated or pinned as unhelpful, that is counted but lowers nothing.
    """
    check_memory_on(app)
    clean_note = None if note is None else _clean_note(app, note)
    with app.write_transaction() as tx:
        memories = find_memories(tx, prefixes)
        op = tx.operations.add("feedback", trust=app.channel, agent=app.agent, note=clean_note)
        step, column = (
            (usefulness.raise_usefulness, "helpful") if helpful else (usefulness.lower_usefulness, "unhelpful")
        )
        for memory in memories.values():
            columns: Columns = {column: getattr(memory, column) + 1}
            if helpful or app.channel == "user" or user_claim(tx, memory) is None:
                columns["usefulness"] = step(memory.usefulness)
            tx.memories.change(op, memory.n, columns)
        tx.operations.add_touched(op, len(memories))
        return tx.memories.by_number([*memories]), op


def pin_memories(app: "App", prefixes: "tuple[str, ...]", *, pinned: bool) -> "tuple[list[Memory], int | None]":
    """Pin memories, so that they neither fade nor merge, or unpin them; the operation is None if nothing changed."""
    check_memory_on(app)
    with app.write_transaction() as tx:
        memories = find_memories(tx, prefixes)
        user_pins = tx.memories.pinned_by_user([*memories])
        if not pinned:
            check_delete_allowed(app, tx, [one for one in memories.values() if one.pinned], "unpin", "unpinned")
        op = tx.operations.add("pin" if pinned else "unpin", trust=app.channel, agent=app.agent)
        changed = [memory.n for memory in memories.values() if memory.pinned != pinned]
        for number in changed:
            tx.memories.change(op, number, {"pinned": int(pinned), "updated_at": tx.now})
        if pinned and app.channel == "user":  # a memory that an agent pinned is the user's pin from now on
            agent_pins = [n for n, memory in memories.items() if memory.pinned and n not in user_pins]
            for number in agent_pins:
                tx.operations.record_change(op, number, {}, {})
            changed += agent_pins
        if pinned:
            tx.ageing.restore_strength(changed)
        tx.operations.add_touched(op, len(changed))
        tx.operations.discard_if_empty(op)
        return tx.memories.by_number([*memories]), op if changed else None


def _clean_note(app: "App", text: str) -> "str | None":
    """A note for the log: one line without secrets; NotStored if it reads like an order to an agent."""
    line = " ".join(normalize.repair_unicode(text)[0].split())
    if len(line) > MAX_NOTE_LENGTH:
        raise UsageError(
            f"the note has {len(line):,} letters; the limit is {MAX_NOTE_LENGTH}", "shorten it, or store it as a memory"
        )
    reason = hold_reason({"text": line, "trust": app.channel})
    if reason is not None:
        raise NotStored(f"not noted: {reason}", "write it as a plain statement")
    clean, masked = mask_fields({"text": line})
    if masked:
        app.note(masked_note(masked.items()))
    return str(clean["text"]) or None
