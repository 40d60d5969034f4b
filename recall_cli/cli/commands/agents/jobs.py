"""recall jobs: work that was put off."""

from recall_cli.cli.doors.params import argument, option
from recall_cli.cli.doors.reply import Reply
from recall_cli.cli.screens.show import safe
from recall_cli.domain.errors import UsageError
from recall_cli.domain.job import RE_EXTRACT, STATES
from recall_cli.domain.moment import iso

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.job import Job

PARAMS = (
    argument(
        "words",
        "Nothing, or retry and the jobs to try again.",
        kind="arguments",
        default=(),
        metavar="[retry [JOB...]]",
        offers=("retry",),
    ),
    option("state", "Only jobs in this state.", choices=STATES),
    option("limit", "How many at most.", "-n", kind="int", default=20, low=1, high=10_000, metavar="N"),
)
EXAMPLES = (
    ("recall jobs", "the newest, with what came of them"),
    ("recall jobs --state failed", ""),
    ("recall jobs retry", "try every failed one again"),
)


def jobs(app: "App", *, words: "tuple[str, ...]", state: "str | None", limit: int) -> Reply:
    """Texts that were acknowledged and wait for the worker, and what became of them."""
    if words[:1] == ("retry",):
        from recall_cli.flows.write.jobs import retry

        count = retry(app, words[1:])
        return Reply(
            lambda: {"retried": count},
            lambda: [f"retried\t{count}"],
            lambda console: console.print(f"{count:,} put back" if count else "nothing had failed"),
        )
    if words:
        raise UsageError(f"jobs does not take {words[0]!r}", "recall jobs, or recall jobs retry [JOB...]")
    with app.reading() as tx:
        found = tx.jobs.newest(limit, state)

    def screen(console: "Any") -> None:
        from recall_cli.cli.screens import stories

        with app.reading() as tx:
            short = {job.id: tx.jobs.short_id(job.id) for job in found}
        stories.jobs(console, found, app.now(), short.__getitem__)

    return Reply(
        lambda: {"jobs": [_document(job) for job in found]},
        lambda: [_line(job) for job in found],
        screen,
        empty="no job is waiting or done",
    )


def _document(job: "Job") -> "dict[str, Any]":
    from recall_cli.domain.jsontext import loads

    return {
        "id": job.id,
        "key": job.key,
        "kind": job.kind,
        "state": job.state,
        "created_at": iso(job.created_at),
        "run_after": iso(job.run_after),
        "finished_at": iso(job.finished_at),
        "attempts": job.attempts,
        "result": loads(job.result) if job.result else None,
        "error": job.error,
        "operation": job.op,
    }


def outcome(job: "Job") -> str:
    """What came of a job, in a few words."""
    from recall_cli.flows.write.jobs import count_of, left_out_of

    if job.error:
        return safe(job.error)
    if job.state != "complete":
        waits = "claude is to read it again" if job.kind == RE_EXTRACT else ""
        return f"attempt {job.attempts}" if job.attempts else waits
    count, left_out = count_of(job), left_out_of(job)
    beyond = f", {left_out:,} left out (sessions.max_memories)" if left_out else ""
    return f"{count:,} memor{'y' if count == 1 else 'ies'}{beyond}"


def _line(job: "Job") -> str:
    return "\t".join((job.id, job.state, str(iso(job.created_at)), outcome(job))).rstrip("\t")
