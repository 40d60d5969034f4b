"""What a use was worth, and what shall never fade: the two things that are said of memories without changing them."""

from recall_cli.domain.errors import NotFound, NotStored, UsageError
from recall_cli.domain.memory import Memory
from recall_cli.flows.agents.switches import check_memory_on
from recall_cli.flows.edit.memory_edits import user_claim
from recall_cli.flows.search.id_lookup import find_memory
from recall_cli.flows.write.masking import mask_fields
from recall_cli.rules.beliefs import usefulness
from recall_cli.rules.injection import hold_reason
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

MAX_NOTE_LENGTH = 500
"""Letters of a note: why, in a sentence or two."""


def rate_memories(
    app: "App", prefixes: "tuple[str, ...]", session: "str | None", *, helpful: bool, note: "str | None" = None
) -> "tuple[list[Memory], int]":
    """Say of memories, or of all of a session, whether they helped; they as they are now, and the operation.

    What the user said or pinned keeps its place when an agent finds it unhelpful: that is counted, and lowers nothing.
    """
    check_memory_on(app)
    said = None if note is None else _clean_note(app, note)
    with app.write_transaction() as tx:
        memories = _find_memories(tx, prefixes)
        if session is not None:
            found = tx.memories.from_session(session)
            if not found:
                raise NotFound(f"no memory is of session {session!r}", "recall list --json shows sessions")
            memories.update((memory.n, memory) for memory in found)
        agent = app.agent
        op = tx.operations.add("feedback", trust=app.channel, agent=agent, note=said)
        step, column = (
            (usefulness.raise_usefulness, "helpful") if helpful else (usefulness.lower_usefulness, "unhelpful")
        )
        for memory in memories.values():
            counted = {column: getattr(memory, column) + 1}
            if helpful or app.channel == "user" or user_claim(tx, memory) is None:
                counted["usefulness"] = step(memory.usefulness)
            tx.memories.change(op, memory.n, counted)
        tx.operations.add_touched(op, len(memories))
        return tx.memories.by_number([*memories]), op


def pin_memories(app: "App", prefixes: "tuple[str, ...]", *, pinned: bool) -> "tuple[list[Memory], int | None]":
    """Protect memories from fading and merging, or no longer; the operation is None where nothing changed."""
    check_memory_on(app)
    with app.write_transaction() as tx:
        memories = _find_memories(tx, prefixes)
        users_pins = tx.memories.pinned_by_user([*memories])
        if not pinned:
            _check_unpin_allowed(app, tx, memories, users_pins)
        op = tx.operations.add("pin" if pinned else "unpin", trust=app.channel, agent=app.agent)
        moved = [memory.n for memory in memories.values() if memory.pinned != pinned]
        for number in moved:
            tx.memories.change(op, number, {"pinned": int(pinned), "updated_at": tx.now})
        if pinned and app.channel == "user":  # what an agent had pinned is the user's pin from now on
            theirs = [n for n, memory in memories.items() if memory.pinned and n not in users_pins]
            for number in theirs:
                tx.operations.record_change(op, number, {}, {})
            moved += theirs
        if pinned:
            tx.ageing.restore_strength(moved)
        tx.operations.add_touched(op, len(moved))
        tx.operations.discard_if_empty(op)
        return tx.memories.by_number([*memories]), op if moved else None


def _find_memories(tx: "Transaction", prefixes: "tuple[str, ...]") -> "dict[int, Memory]":
    found = [find_memory(tx, prefix) for prefix in prefixes]
    return {memory.n: memory for memory in found}


def _check_unpin_allowed(app: "App", tx: "Transaction", memories: "dict[int, Memory]", user_pins: "set[int]") -> None:
    """What the user pinned, and what is pinned of their own words, stays pinned until they change it."""
    for memory in memories.values():
        if memory.pinned and app.channel != "user" and (memory.trust == "user" or memory.n in user_pins):
            what = "is the user's own word" if memory.trust == "user" else "was pinned by the user"
            raise NotStored(
                f"not unpinned: {tx.memories.short_id(memory.id)} {what}, and only they can let it fade, at a terminal",
                "nothing was unpinned",
            )


def _clean_note(app: "App", text: str) -> "str | None":
    """A note as the log keeps it: one line, without secrets, and nothing that reads like an order to an agent."""
    said = " ".join(normalize.repair_unicode(text)[0].split())
    if len(said) > MAX_NOTE_LENGTH:
        raise UsageError(
            f"the note has {len(said):,} letters, and at most {MAX_NOTE_LENGTH}", "say it shorter, or store it"
        )
    reason = hold_reason({"text": said, "trust": app.channel})
    if reason is not None:
        raise NotStored(f"not noted: {reason}", "say it as a plain statement")
    clean, found = mask_fields({"text": said})
    if found:
        app.note("masked: " + ", ".join(f"{count} {kind}" for kind, count in sorted(found.items())))
    return str(clean["text"]) or None
