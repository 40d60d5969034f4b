"""Work that was put off is done, what failed of late is tried once more, and what was done long ago is cleared."""

from recall_cli.domain.moment import DAY
from recall_cli.flows.maintain.cleanup import clear_finished_jobs
from recall_cli.flows.maintain.step_context import StepResult
from recall_cli.flows.write.worker import WorkerTotals, run_jobs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.maintain.step_context import StepContext

RETRY_WINDOW = 7 * DAY
"""What has failed for a week fails for another reason than bad luck: it waits for `recall jobs retry`."""


def run_deferred_jobs(context: "StepContext") -> StepResult:
    """Put failed jobs of this week back, do whatever waits, and clear away what was finished long ago."""

    def put_back(tx: "Transaction") -> int:
        numbers = tx.jobs.failed_since(tx.now - RETRY_WINDOW)
        return tx.jobs.retry(numbers) if numbers else 0

    again = context.write(put_back)
    if context.dry_run:
        waiting, cleared = again + context.read(lambda tx: tx.jobs.count_due()), clear_finished_jobs(context)
        said = (_job_count_text(waiting, "waiting"), _job_count_text(cleared, "cleared"))
        return StepResult(touched=waiting + cleared, said=_join_parts(*said), figures={"cleared": cleared})
    shift = run_jobs(context.app, lambda _: None)
    context.app.forbid_future_clock(True)
    cleared = clear_finished_jobs(context)
    failed = f"{shift.failed:,} failed" if shift.failed else ""
    return StepResult(
        touched=shift.done + cleared,
        said=_join_parts(_job_count_text(shift.done, "done"), failed, _job_count_text(cleared, "cleared")),
        figures={"retried": again, "cleared": cleared, **_figures(shift)},
    )


def _job_count_text(count: int, what: str) -> str:
    return f"{count:,} job{'' if count == 1 else 's'} {what}" if count else ""


def _join_parts(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _figures(shift: WorkerTotals) -> "dict[str, int]":
    return {"memories": shift.memories, "refused": shift.refused, "failed": shift.failed}
