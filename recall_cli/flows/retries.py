"""Work that was put off is done, and what failed of late is tried once more."""

from recall_cli.domain.moment import DAY
from recall_cli.flows.upkeep_round import Done
from recall_cli.flows.worker import Shift, drain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.upkeep_round import Round

GIVEN_UP = 7 * DAY
"""What has failed for a week fails for another reason than bad luck: it waits for `recall jobs retry`."""


def work(round_: "Round") -> Done:
    """Put failed jobs of this week back, then do whatever waits."""

    def put_back(tx: "Transaction") -> int:
        numbers = tx.jobs.failed_since(tx.now - GIVEN_UP)
        return tx.jobs.retry(numbers) if numbers else 0

    again = round_.write(put_back)
    if round_.dry_run:
        waiting = again + round_.read(lambda tx: tx.jobs.due())
        return Done(touched=waiting, said=_jobs(waiting, "waiting") if waiting else "")
    shift = drain(round_.app, lambda _: None)
    said = _jobs(shift.done, "done") if shift.done else ""
    if shift.failed:
        said += f"{', ' if said else ''}{shift.failed:,} failed"
    return Done(touched=shift.done, said=said, figures={"retried": again, **_figures(shift)})


def _jobs(count: int, what: str) -> str:
    return f"{count:,} job{'' if count == 1 else 's'} {what}"


def _figures(shift: Shift) -> "dict[str, int]":
    return {"memories": shift.memories, "refused": shift.refused, "failed": shift.failed}
