"""Compare imported memories with what was believed before the import, as `recall store` compares a new text.

A file of the user's own may end beliefs here. The file of anybody else only contests them. The memories of one file
are not compared with each other: they stood side by side where they come from.
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


def compare_imported(app: "App", op: int, ids: "list[str]", first_new: int, *, may_end: bool) -> ComparisonResult:
    """Compare these new memories with those before row `first_new`, as part of the import."""
    if first_new <= 1 or not ids:  # nothing was here before
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


def _compare(tx: "Transaction", op: int, memory: "Memory", first_new: int, *, may_end: bool) -> "BeliefUpdate":
    """What one imported memory changes; written, as far as the file may change it."""
    from recall_cli.flows.write.beliefs import BeliefUpdate, apply_update, judge_draft
    from recall_cli.flows.write.think import draft_from_memory
    from recall_cli.rules.text.normalize import fact_key

    if memory.held is not None or memory.superseded_at is not None or memory.deleted_at is not None:
        return BeliefUpdate()
    project = tx.memories.project_of(memory.n)
    draft = draft_from_memory(memory)
    update = _order_by_date(tx, memory, judge_draft(tx, draft, project, before=first_new), tx.now)
    if not may_end:
        facts = [old for old in update.supersedes if update.fact and fact_key(old.entity, old.attribute) == update.fact]
        texts = [old for old in update.supersedes if old not in facts]
        update = update.but(
            supersedes=(),
            contests=(*update.contests, *facts),
            disputes=(*update.disputes, *texts),
            answers="",
            reason=update.reason or "told differently",
        )
    if update.ended:
        tx.memories.change(op, memory.n, {**update.ended, "updated_at": tx.now})
    apply_update(tx, op, memory.n, project, update, memory.text)
    return update


def _order_by_date(tx: "Transaction", memory: "Memory", update: "BeliefUpdate", now: int) -> "BeliefUpdate":
    """The update without contests with what was said later; such a belief ends the imported memory instead."""
    from recall_cli.flows.write.revision import explain_pair

    since = memory.since
    later = [old for old in (*update.contests, *update.disputes) if old.since > since]
    if not later:
        return update
    update = update.but(
        contests=tuple(old for old in update.contests if old not in later),
        disputes=tuple(old for old in update.disputes if old not in later),
    )
    ending = [old for old in later if explain_pair(tx, old, memory).action == "supersede"]
    if not ending or update.later_belief is not None:
        return update
    first = min(ending, key=lambda old: old.since)
    return update.but(later_belief=first, ended={"valid_until": first.since, "superseded_at": now})
