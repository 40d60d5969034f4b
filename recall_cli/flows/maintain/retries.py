"""Work that was put off is done, what failed of late is tried once more, and what was done long ago is cleared."""

from recall_cli.domain.moment import DAY
from recall_cli.flows.maintain.clearing import finished_jobs
from recall_cli.flows.maintain.upkeep_round import Done
from recall_cli.flows.write.worker import Shift, drain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.maintain.upkeep_round import Round

GIVEN_UP = 7 * DAY
"""What has failed for a week fails for another reason than bad luck: it waits for `recall jobs retry`."""


def work(round_: "Round") -> Done:
    """Put failed jobs of this week back, do whatever waits, and clear away what was finished long ago."""

    def put_back(tx: "Transaction") -> int:
        numbers = tx.jobs.failed_since(tx.now - GIVEN_UP)
        return tx.jobs.retry(numbers) if numbers else 0

    again = round_.write(put_back)
    if round_.dry_run:
        waiting, cleared = again + round_.read(lambda tx: tx.jobs.due()), finished_jobs(round_)
        said = (_jobs(waiting, "waiting"), _jobs(cleared, "cleared"))
        return Done(touched=waiting + cleared, said=_said(*said), figures={"cleared": cleared})
    shift = drain(round_.app, lambda _: None)
    round_.app.stay_in_present(True)
    cleared = finished_jobs(round_)
    failed = f"{shift.failed:,} failed" if shift.failed else ""
    return Done(
        touched=shift.done + cleared,
        said=_said(_jobs(shift.done, "done"), failed, _jobs(cleared, "cleared")),
        figures={"retried": again, "cleared": cleared, **_figures(shift)},
    )


def _jobs(count: int, what: str) -> str:
    return f"{count:,} job{'' if count == 1 else 's'} {what}" if count else ""


def _said(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _figures(shift: Shift) -> "dict[str, int]":
    return {"memories": shift.memories, "refused": shift.refused, "failed": shift.failed}
