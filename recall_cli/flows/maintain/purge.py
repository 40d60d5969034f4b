"""What was deleted longer ago than the grace period leaves the file: words, vectors, history. That is final."""

from recall_cli.domain.moment import DAY
from recall_cli.domain.stopwords import STOP
from recall_cli.flows.edit.erase import said_by_nobody
from recall_cli.flows.edit.erase_bytes import Gone, clean
from recall_cli.flows.edit.traces import words_of
from recall_cli.flows.maintain.upkeep_round import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.maintain.upkeep_round import Round

BATCH = 100
"""Memories in one transaction, neighbours, which share their vector blocks: writers wait a tenth of a second for it."""


def purge(round_: "Round") -> Done:
    """Erase what has been deleted for long enough; the operation says how many, and cannot be undone."""
    days = round_.app.lasting("maintain.purge_days")
    waiting = round_.read(lambda tx: len(tx.ageing.deleted_before(tx.now - days * DAY, -1))) if days else 0
    if not waiting or round_.dry_run:
        return Done(touched=waiting, said=_said(waiting))
    op: int | None = None
    gone = 0
    traces = Gone()
    cut_off = round_.read(lambda tx: tx.erase.pending) is not None

    def erase(tx: "Transaction") -> int:
        nonlocal op, traces
        numbers = tx.ageing.deleted_before(tx.now - days * DAY, BATCH)
        if numbers:
            op = op or round_.operation(tx, "purge", f"deleted {days} days ago or more")
            tx.given(op, f"{len(numbers)} memories")  # every piece is recorded behind what it makes the record forget
            said = tx.erase.said(numbers)
            tx.erase.begin()
            tx.erase.remove(numbers)
            words = said_by_nobody(tx, words_of([one.words for one in said]))
            tx.erase.remove_traces({*words.difference(STOP)})
            traces = Gone(ids=traces.ids.union(one.id for one in said), words=traces.words | words)
            tx.operations.count(op, len(numbers))
        return len(numbers)

    while count := round_.write(erase):
        gone += count
        round_.progress(min(1.0, gone / waiting))
    clean(round_.app, traces, round_.read(lambda tx: tx.erase.pending), whole=cut_off)
    return Done(touched=gone, said=_said(gone), op=op)


def _said(gone: int) -> str:
    return f"{gone:,} purged" if gone else ""
