"""Compare the facts of imported memories with what was believed before the import. Texts end and contest nothing.

A file of the user's own may end another value of a fact. The file of anybody else only contests it. The memories of one
file are not compared with each other: they stood side by side where they come from.
"""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.write.beliefs import BeliefUpdate

MAX_COMPARED_MEMORIES = 300
"""New memories of one file that are compared; more would make the import of a large store slow."""
BATCH_SIZE = 50
"""Memories in one transaction, so that other processes never wait long."""


class ComparisonResult(Record):
    """What the statements of a file changed in the beliefs that were here before."""

    ended: int = 0
    contested: int = 0
    left_out: int = 0
    """New memories that were not compared, because there are too many."""


def compare_imported(
    app: "App", op: int, ids: "list[str]", first_new: "int | None", *, may_end: bool
) -> ComparisonResult:
    """Compare these new and changed memories with those before row `first_new`, as part of the import."""
    if not ids or (first_new is not None and first_new <= 1):  # nothing was here before
        return ComparisonResult()
    ended = contested = 0
    chosen = ids[-MAX_COMPARED_MEMORIES:]  # the last ones of a file are usually the newest
    for start in range(0, len(chosen), BATCH_SIZE):
        app.progress("comparing", start, len(chosen))
        with app.write_transaction() as tx:
            for memory in filter(None, map(tx.memories.by_id, chosen[start : start + BATCH_SIZE])):
                update = _compare(tx, op, memory, first_new, may_end=may_end)
                ended += len(update.supersedes)
                contested += len(update.contests) + len(update.disputes)
    return ComparisonResult(ended=ended, contested=contested, left_out=len(ids) - len(chosen))


def _compare(tx: "Transaction", op: int, memory: "Memory", first_new: "int | None", *, may_end: bool) -> "BeliefUpdate":
    """What one imported memory changes; written, as far as the file may change it."""
    from recall_cli.flows.write.beliefs import BeliefUpdate, apply_update, judge_fact
    from recall_cli.flows.write.think import draft_from_memory

    if memory.held is not None or memory.superseded_at is not None or memory.deleted_at is not None:
        return BeliefUpdate()
    project = tx.memories.project_of(memory.n)
    draft = draft_from_memory(memory)
    update = _without_later(judge_fact(tx, draft, project, before=first_new), memory.since)
    if not may_end:
        update = update.but(
            supersedes=(),
            contests=(*update.contests, *update.supersedes),
            answers="",
            reason=update.reason or "told differently",
        )
    if update.ended:
        tx.memories.change(op, memory.n, dict(update.ended))
    apply_update(tx, op, memory.n, project, update)
    for old in update.supersedes:  # what follows from both is no later change of the older one
        tx.memories.change(op, old.n, {"updated_at": max(old.updated_at, memory.updated_at)})
    return update


def _without_later(update: "BeliefUpdate", since: int) -> "BeliefUpdate":
    """The update without contests with what was said later."""
    return update.but(
        contests=tuple(old for old in update.contests if old.since <= since),
        disputes=tuple(old for old in update.disputes if old.since <= since),
    )
