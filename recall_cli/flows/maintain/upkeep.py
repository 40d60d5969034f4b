"""Keeping the file quick and safe: the index in one piece, blocks without holes, no WAL; copies where wanted."""

from recall_cli.flows.maintain.cleanup import clear_old_records, shorten_log, trim_private_sessions
from recall_cli.flows.maintain.step_context import StepResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.flows.maintain.step_context import StepContext

MERGE_PAGES = 500
"""So much of the index is brought together in one transaction: a few tens of milliseconds."""
MAX_MERGE_STEPS = 10_000
"""A guard, far beyond any index: whatever the index answers, a round ends."""


def tidy_store(context: "StepContext") -> StepResult:
    """Whatever makes searches slower by and by is put right, in short transactions."""
    if context.dry_run:
        return StepResult(touched=0, said="")
    steps = 0
    more = context.write(lambda tx: tx.search.merge(MERGE_PAGES, begin=True))
    while more and steps < MAX_MERGE_STEPS:
        steps += 1
        more = context.write(lambda tx: tx.search.merge(MERGE_PAGES))
    context.progress(0.5)
    context.write(lambda tx: tx.past_questions.trim(context.app.settings["queries"]))
    clear_old_records(context)
    shorten_log(context)
    trim_private_sessions(context.app)
    counts = context.read(lambda tx: tx.search.common_words())
    context.write(lambda tx: tx.search.save_common_words(counts))
    rebuilt = 0
    for block, stale in context.read(lambda tx: tx.vectors.blocks_to_compact()):
        rebuilt += 1
        context.write(lambda tx, block=block, stale=stale: tx.vectors.compact_block(block, stale))  # type: ignore[misc]  # mypy cannot tell the type of a bound argument
    emptied = context.app.engine(write=True).checkpoint()
    said = [word for word, so in (("index merged", steps), ("vectors rebuilt", rebuilt)) if so]
    return StepResult(
        touched=0,
        said=", ".join(said),
        figures={"index_steps": steps, "vectors_rebuilt": bool(rebuilt), "wal_emptied": emptied},
    )


def back_up_if_due(context: "StepContext") -> StepResult:
    """A copy, where copies are wanted and the newest is old; and an erasure that was cut off is finished."""
    from recall_cli.flows.edit.erase_bytes import finish_erasure
    from recall_cli.flows.transfer.backup import rotate_backups

    if context.dry_run:
        return StepResult(touched=0, said="")
    said = ["an erasure finished"] if finish_erasure(context.app) else []
    made = rotate_backups(context.app)
    if made is not None:
        said.append(f"copied to {made.path}")
    return StepResult(touched=0, said=", ".join(said))
