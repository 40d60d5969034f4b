"""Erases memories that were deleted longer ago than the grace period: words, vectors, history. That is final."""

from recall_cli.domain.moment import DAY
from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.flows.edit.byte_scan import split_words
from recall_cli.flows.edit.erase_bytes import ErasedContent, clean_file
from recall_cli.flows.edit.erase_selection import words_in_no_memory
from recall_cli.flows.lasting_settings import persistent_value
from recall_cli.flows.maintain.step_context import StepResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.maintain.step_context import StepContext

BATCH_MEMORIES = 100
"""Memories in one transaction. They are neighbours and share vector blocks; writers wait a tenth of a second."""


def purge_deleted(context: "StepContext") -> StepResult:
    """Erase memories that have been deleted long enough. The operation says how many, and cannot be undone."""
    days = persistent_value(context.app, "maintain.purge_days")
    waiting = context.read(lambda tx: len(tx.ageing.deleted_before(tx.now - days * DAY, -1))) if days else 0
    if not waiting or context.dry_run:
        return StepResult(touched=waiting, summary=_summary(waiting))
    op: int | None = None
    purged = 0
    content = ErasedContent()
    was_interrupted = context.read(lambda tx: tx.erase.unclean_since) is not None

    def erase(tx: "Transaction") -> int:
        nonlocal op, content
        numbers = tx.ageing.deleted_before(tx.now - days * DAY, BATCH_MEMORIES)
        if numbers:
            op = op or context.operation(tx, "purge", f"deleted {days} days ago or more")
            tx.record_input(
                op, f"{len(numbers)} memories"
            )  # recorded with each batch: the erased rows no longer show it
            erased = tx.erase.texts_of(numbers)
            tx.erase.mark_unclean()
            tx.erase.remove(numbers)
            words = words_in_no_memory(tx, split_words([memory.words for memory in erased]))
            tx.erase.remove_traces({*words.difference(STOP_WORDS)})
            content = ErasedContent(ids=content.ids.union(memory.id for memory in erased), words=content.words | words)
            tx.operations.add_touched(op, len(numbers))
        return len(numbers)

    while count := context.write(erase):
        purged += count
        context.progress(min(1.0, purged / waiting))
    clean_file(context.app, content, context.read(lambda tx: tx.erase.unclean_since), rewrite=was_interrupted)
    return StepResult(touched=purged, summary=_summary(purged), op=op)


def _summary(purged: int) -> str:
    return f"{purged:,} purged" if purged else ""
