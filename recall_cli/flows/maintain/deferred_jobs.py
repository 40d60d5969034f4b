"""Runs deferred jobs, tries recently failed ones again, and clears jobs that finished long ago."""

from recall_cli.domain.moment import DAY
from recall_cli.flows.maintain.cleanup import clear_finished_jobs
from recall_cli.flows.maintain.step_context import StepResult
from recall_cli.flows.write.worker import run_jobs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.maintain.step_context import StepContext

RETRY_WINDOW = 7 * DAY
"""A job that has failed for a week is not tried by itself any more: it waits for `recall worker --jobs retry`."""


def run_deferred_jobs(context: "StepContext") -> StepResult:
    """Queue this week's failed jobs again, run all that wait, and clear jobs that finished long ago."""

    def retry_failed(tx: "Transaction") -> int:
        numbers = tx.jobs.failed_since(tx.now - RETRY_WINDOW)
        return tx.jobs.retry(numbers) if numbers else 0

    retried = context.write(retry_failed)
    if context.dry_run:
        waiting, cleared = retried + context.read(lambda tx: tx.jobs.count_due()), clear_finished_jobs(context)
        parts = (_job_count_text(waiting, "waiting"), _job_count_text(cleared, "cleared"))
        return StepResult(touched=waiting + cleared, summary=_join_parts(*parts), figures={"cleared": cleared})
    totals = run_jobs(context.app, lambda _: None)
    context.app.forbid_future_clock(True)
    cleared = clear_finished_jobs(context)
    failed = f"{totals.failed:,} failed" if totals.failed else ""
    return StepResult(
        touched=totals.done + cleared,
        summary=_join_parts(_job_count_text(totals.done, "done"), failed, _job_count_text(cleared, "cleared")),
        figures={
            "retried": retried,
            "cleared": cleared,
            "memories": totals.memories,
            "refused": totals.refused,
            "failed": totals.failed,
        },
    )


def _job_count_text(count: int, state: str) -> str:
    return f"{count:,} job{'' if count == 1 else 's'} {state}" if count else ""


def _join_parts(*parts: str) -> str:
    return ", ".join(part for part in parts if part)
