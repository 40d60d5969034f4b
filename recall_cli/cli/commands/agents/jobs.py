"""recall jobs: deferred jobs and their results."""

from recall_cli.cli.output.formatting import ACCENT, DIM, make_printable, memory_count_text
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply, list_reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.job import JOB_STATES, RE_EXTRACT_JOB
from recall_cli.domain.moment import format_age, format_iso
from recall_cli.flows.write.jobs import job_memory_count, retry_jobs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.domain.job import Job

PARAMS = (
    argument(
        "words",
        "Nothing, or retry and the jobs to retry (default: all failed).",
        kind="arguments",
        default=(),
        metavar="[retry [JOB...]]",
        offers=("retry",),
    ),
    option("state", "Only jobs in this state.", choices=JOB_STATES),
    option("limit", "Maximum number of results.", "-n", kind="int", default=20, low=1, high=10_000, metavar="N"),
)
EXAMPLES = (
    ("recall worker --jobs", "the newest jobs with their results"),
    ("recall worker --jobs --state failed", ""),
    ("recall worker --jobs retry", "retry all failed jobs"),
)


def jobs(app: "App", *, words: "tuple[str, ...]", state: "str | None", limit: int) -> Reply:
    """Show deferred jobs and their results, or retry failed jobs."""
    if words[:1] == ("retry",):
        count = retry_jobs(app, words[1:])
        return Reply(
            lambda: {"retried": count},
            lambda: [f"retried\t{count}"],
            lambda out: out.line(f"{count:,} queued again" if count else "no failed jobs"),
        )
    if words:
        raise UsageError(
            f"jobs takes no argument {words[0]!r}", "recall worker --jobs, or recall worker --jobs retry [JOB...]"
        )
    from recall_cli.flows.write.text_spool import queue_spooled_texts

    app.recover_inbox()
    queue_spooled_texts(app)
    with app.read_transaction() as tx:
        found_jobs = tx.jobs.newest(limit, state)
        short = tx.jobs.short_ids([job.id for job in found_jobs])

    def cells(out: "Screen", job: "Job") -> "list[Cell]":
        style = "red" if job.state == "failed" else ACCENT if job.finished_at is None else ""
        return [
            (short[job.id], ACCENT),
            (job.state, style),
            (format_age(job.created_at, out.now), DIM),
            outcome_text(job),
        ]

    return list_reply(
        "jobs",
        found_jobs,
        document=_job_document,
        line=lambda job: (job.id, job.state, format_iso(job.created_at), outcome_text(job)),
        cells=cells,
        footer="run them: recall worker --once" if any(job.state == "queued" for job in found_jobs) else "",
        empty="no jobs",
    )


def _job_document(job: "Job") -> "dict[str, object]":
    from recall_cli.domain.json_text import loads

    return {
        "id": job.id,
        "key": job.key,
        "kind": job.kind,
        "state": job.state,
        "created_at": format_iso(job.created_at),
        "run_after": format_iso(job.run_after),
        "finished_at": format_iso(job.finished_at),
        "attempts": job.attempts,
        "result": loads(job.result) if job.result else None,
        "error": job.error,
        "operation": job.op,
    }


def outcome_text(job: "Job") -> str:
    """The result of a job, in a few words."""
    if job.error:
        return make_printable(job.error)
    if job.state != "complete":
        waits = "waits for the model" if job.kind == RE_EXTRACT_JOB else ""
        return f"attempt {job.attempts}" if job.attempts else waits
    return memory_count_text(job_memory_count(job))
