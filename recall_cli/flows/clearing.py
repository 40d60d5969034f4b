"""Rows that were of use for a while: finished jobs, bills of past years, how far session files were read that are gone.

What was kept, and the record of it, is never cleared here.
"""

import os

from recall_cli.domain.moment import DAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.upkeep_round import Round

BATCH = 1_000
BILLED = 400 * DAY
"""The cap asks for this month; a year is left for whoever wants to look."""
READ = 90 * DAY
"""Agents remove their session files after a month or two; should one come back, its turns are still known."""


def finished_jobs(round_: "Round") -> int:
    """Forget the jobs that were finished longer ago than the setting allows, and their keys; how many.

    Failed ones stay: their texts have been kept nowhere yet.
    """
    days = round_.app.settings["maintain.jobs_days"]
    if not days:
        return 0
    if round_.dry_run:
        return round_.read(lambda tx: tx.jobs.finished_before(tx.now - days * DAY))
    gone = 0
    while count := round_.write(lambda tx: tx.jobs.forget(tx.now - days * DAY, BATCH)):
        gone += count
    return gone


def old_traces(round_: "Round") -> int:
    """Forget bills of past years, and how far files were read that are no more; how many rows."""

    def forget(tx: "Transaction") -> int:
        paths = [path for path in tx.transcripts.read_before(tx.now - READ) if not os.path.exists(path)]
        return tx.spend.forget(tx.now - BILLED) + tx.transcripts.forget(paths)

    return round_.write(forget)
