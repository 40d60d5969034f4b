"""Memories that an earlier recall ended because a newer text looked like them: listed, and brought back on request."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

GUESSING_OPERATIONS = frozenset({"store", "transcript", "import"})
"""The operations in which texts ended others; every other one was a person's or an agent's explicit word."""
REASON = "an earlier recall ended it because the newer text looked like it"


class GuessedEnding(Record):
    """An ended memory, and the one that took its place."""

    ended: Memory
    by: Memory


def find_guessed_endings(tx: "Transaction") -> "list[GuessedEnding]":
    """What ended without a statement that says so, the oldest first."""
    found = []
    for memory in tx.questions.ended_before_asking():
        by = tx.memories.by_id(memory.superseded_by or "")
        if by is not None and by.deleted_at is None and _was_guessed(tx, memory, by):
            found.append(GuessedEnding(ended=memory, by=by))
    return found


def _was_guessed(tx: "Transaction", ended: Memory, by: Memory) -> bool:
    """Whether neither a command, nor a given fact, nor the newer text itself ended a memory."""
    from recall_cli.flows.write.revision import explain_ending

    events = [
        event for event in tx.operations.events_of_memory(ended.n) if event.after.get("superseded_by") is not None
    ]
    if not events or events[-1].kind not in GUESSING_OPERATIONS:
        return False
    same_fact = normalize.fact_key(by.entity, by.attribute) == normalize.fact_key(ended.entity, ended.attribute)
    if same_fact and by.extracted_by == "none" and None not in (by.value, ended.value) and by.value != ended.value:
        return False
    return not explain_ending(by, ended)


def restore_endings(app: "App", endings: "list[GuessedEnding]") -> int:
    """Let these memories hold again, each with an open question about the newer one; returns the operation."""
    from recall_cli.flows.edit.bring_back import columns_before_ending

    with app.write_transaction() as tx:
        op = tx.operations.add("restore-endings", trust=app.channel, agent=app.agent)
        for ending in endings:
            columns = columns_before_ending(tx, ending.ended)
            tx.memories.change(op, ending.ended.n, {**columns, "updated_at": tx.now})
            tx.questions.ask(op, ending.by.n, [(ending.ended.n, REASON)])
        tx.operations.add_touched(op, len(endings))
    return op
