"""Keeps the store fast and safe: merges the word index, compacts vector blocks, empties the WAL, makes due backups, and
brings the index of session turns up to date.
"""

from recall_cli.flows.edit.unfinished_edits import remove_old_edits
from recall_cli.flows.maintain.cleanup import clear_old_records, shorten_log, trim_private_sessions
from recall_cli.flows.maintain.step_context import StepResult
from recall_cli.flows.measure.embed import embed_missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.flows.maintain.step_context import StepContext

MERGE_PAGES = 500
"""Index pages that one transaction merges: a few tens of milliseconds."""
MAX_MERGE_STEPS = 10_000
"""Far more steps than any index needs: a round ends even if the index always asks for more."""


def tidy_store(context: "StepContext") -> StepResult:
    """Undo what makes searches slower over time, in short transactions."""
    if context.dry_run:
        return StepResult(touched=0, summary="")
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
    remove_old_edits(context.app)
    made = embed_missing(context.app, context.app.embedder(), lambda _made, _total: None)
    # measure how much evidence a question without an answer has in this store
    from recall_cli.flows.search.calibration import measure_calibration, save_calibration

    max_false = float(context.app.settings["context.max_false"])
    values = context.read(lambda tx: measure_calibration(tx, max_false))
    if values is not None:
        context.write(lambda tx: save_calibration(tx, values))
    counts = context.read(lambda tx: tx.search.common_words())
    context.write(lambda tx: tx.search.save_common_words(counts))
    rebuilt = 0
    for block, stale in context.read(lambda tx: tx.vectors.blocks_to_compact()):
        rebuilt += 1
        context.write(lambda tx, block=block, stale=stale: tx.vectors.compact_block(block, stale))  # type: ignore[misc]  # mypy cannot tell the type of a bound argument
    emptied = context.app.engine(write=True).checkpoint()
    done = (("index merged", steps), ("vectors rebuilt", rebuilt), ("vectors made", made))
    parts = [text for text, count in done if count]
    return StepResult(
        touched=0,
        summary=", ".join(parts),
        figures={"index_steps": steps, "vectors_rebuilt": bool(rebuilt), "wal_emptied": emptied},
    )


def back_up_if_due(context: "StepContext") -> StepResult:
    """Make a backup if one is due, and finish an erasure that was interrupted."""
    from recall_cli.flows.edit.erase_bytes import finish_erasure
    from recall_cli.flows.transfer.backup import rotate_backups

    if context.dry_run:
        return StepResult(touched=0, summary="")
    parts = ["an erasure finished"] if finish_erasure(context.app) else []
    backup = rotate_backups(context.app)
    if backup is not None:
        parts.append(f"copied to {backup.path}")
    return StepResult(touched=0, summary=", ".join(parts))


def index_sessions(context: "StepContext") -> StepResult:
    """Index what is new in the clients' session files; remove the index if it was switched off."""
    from recall_cli.flows.agents.session_index import update_index

    done = update_index(context.app, context.progress, dry_run=context.dry_run)
    parts = [
        f"{done.turns:,} session turns indexed" if done.turns else "",
        f"{done.gone:,} session files gone" if done.gone else "",
        f"{done.skipped:,} session files not readable" if done.skipped else "",
        "session index removed" if done.removed else "",
    ]
    figures = {name: value for name, value in done.fields().items() if name != "turns"}
    return StepResult(touched=done.turns, summary=", ".join(filter(None, parts)), figures=figures)
