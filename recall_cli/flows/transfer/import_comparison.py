"""Compare the facts of imported memories with what was believed before the import. Texts end and contest nothing.

A file of the user's own may end another value of a fact. The file of anybody else only contests it. The memories of one
file are not compared with each other: they stood side by side where they come from.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.transfer.import_report import ImportReport
    from recall_cli.flows.transfer.import_run import ImportRun
    from recall_cli.flows.write.beliefs import BeliefUpdate

MAX_COMPARED_MEMORIES = 300
"""New memories of one file that are compared; more would make the import of a large store slow."""
BATCH_SIZE = 50
"""Memories in one transaction, so that other processes never wait long."""


def compare_imported(run: "ImportRun", report: "ImportReport", ids: "list[str]", first_new: "int | None") -> None:
    """Compare these new and changed memories with those before row `first_new`, as part of the import.

    The report counts what was ended and contested.
    """
    app, op = run.app, run.op
    if op is None or not ids or (first_new is not None and first_new <= 1):  # nothing was here before
        return
    chosen = ids[-MAX_COMPARED_MEMORIES:]  # the last ones of a file are usually the newest
    for start in range(0, len(chosen), BATCH_SIZE):
        app.progress("comparing", start, len(chosen))
        with app.write_transaction() as tx:
            for memory in filter(None, map(tx.memories.by_id, chosen[start : start + BATCH_SIZE])):
                update = _compare(tx, op, memory, first_new, may_end=run.channel == "user")
                report.replaced += len(update.supersedes)
                report.contested += len(update.contests) + len(update.disputes)
    if len(ids) > len(chosen):
        app.note(
            f"{len(ids) - len(chosen):,} of the new memories were not compared with what was believed before "
            "(recall maintain compares the values of facts)"
        )


def _compare(tx: "Transaction", op: int, memory: "Memory", first_new: "int | None", *, may_end: bool) -> "BeliefUpdate":
    """What one imported memory changes; written, as far as the file may change it."""
    from recall_cli.flows.write.beliefs import BeliefUpdate, apply_update, judge_fact
    from recall_cli.flows.write.think import draft_from_memory

    if memory.held is not None or memory.superseded_at is not None or memory.deleted_at is not None:
        return BeliefUpdate()
    project = tx.memories.project_of(memory.n)
    draft = draft_from_memory(memory)
    update = judge_fact(tx, draft, project, before=first_new)
    update = update.but(  # nothing is contested with what was said later
        contests=tuple(old for old in update.contests if old.since <= memory.since),
        disputes=tuple(old for old in update.disputes if old.since <= memory.since),
    )
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
