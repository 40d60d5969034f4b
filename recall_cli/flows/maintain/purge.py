"""What was deleted longer ago than the grace period leaves the file: words, vectors, history. That is final."""

from recall_cli.domain.moment import DAY
from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.flows.edit.byte_scan import split_words
from recall_cli.flows.edit.erase import words_in_no_memory
from recall_cli.flows.edit.erase_bytes import ErasedContent, clean_file
from recall_cli.flows.maintain.step_context import StepResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.maintain.step_context import StepContext

BATCH_MEMORIES = 100
"""Memories in one transaction, neighbours, which share their vector blocks: writers wait a tenth of a second for it."""


def purge_deleted(context: "StepContext") -> StepResult:
    """Erase what has been deleted for long enough; the operation says how many, and cannot be undone."""
    days = context.app.persistent_value("maintain.purge_days")
    waiting = context.read(lambda tx: len(tx.ageing.deleted_before(tx.now - days * DAY, -1))) if days else 0
    if not waiting or context.dry_run:
        return StepResult(touched=waiting, said=_summary(waiting))
    op: int | None = None
    gone = 0
    traces = ErasedContent()
    cut_off = context.read(lambda tx: tx.erase.unclean_since) is not None

    def erase(tx: "Transaction") -> int:
        nonlocal op, traces
        numbers = tx.ageing.deleted_before(tx.now - days * DAY, BATCH_MEMORIES)
        if numbers:
            op = op or context.operation(tx, "purge", f"deleted {days} days ago or more")
            tx.record_input(
                op, f"{len(numbers)} memories"
            )  # every piece is recorded behind what it makes the record forget
            said = tx.erase.texts_of(numbers)
            tx.erase.mark_unclean()
            tx.erase.remove(numbers)
            words = words_in_no_memory(tx, split_words([one.words for one in said]))
            tx.erase.remove_traces({*words.difference(STOP_WORDS)})
            traces = ErasedContent(ids=traces.ids.union(one.id for one in said), words=traces.words | words)
            tx.operations.add_touched(op, len(numbers))
        return len(numbers)

    while count := context.write(erase):
        gone += count
        context.progress(min(1.0, gone / waiting))
    clean_file(context.app, traces, context.read(lambda tx: tx.erase.unclean_since), rewrite=cut_off)
    return StepResult(touched=gone, said=_summary(gone), op=op)


def _summary(gone: int) -> str:
    return f"{gone:,} purged" if gone else ""
