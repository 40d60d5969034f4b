"""recall worker: run deferred jobs."""

import os
import sys
import time

from recall_cli.child_process import INSIDE_VARIABLE
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.flows.write.worker import WorkerTotals

PARAMS = (
    option("once", "Run all waiting jobs, then exit (default).", kind="flag"),
    option("watch", "Keep running and run jobs as they arrive; stop with Ctrl-C.", kind="flag"),
    option("alone", "Exit at once if another worker with --alone is running.", kind="flag"),
    option(
        "all_users",
        "Run the jobs of every user in turn; on a server, of all with tokens that your login may be.",
        kind="flag",
    ),
    option(
        "test", "Ask the extractor's program about a sample text, and show its answer; nothing is stored.", kind="flag"
    ),
    option("questions", "Settle open questions with the model of the setting extractor (undoable).", kind="flag"),
    option("after", "Wait this many seconds before starting.", kind="int", low=0, high=3600, metavar="SECONDS"),
)
EXAMPLES = (
    ("recall worker --once", "for cron"),
    ("recall worker --once --alone", "what hooks start: only one at a time"),
    ("recall worker --once --all-users", "for a team's store"),
    ("recall worker --watch", "in its own terminal"),
    ("recall worker --questions", "the model answers; about your own words it only proposes"),
    ("recall worker --test", "does the program of extractor.command answer as it should?"),
)
POLL_SECONDS = 0.5

MAX_REASONS = 3
"""So many different reasons are shown; recall worker --jobs shows all."""


def worker(
    app: "App",
    *,
    once: bool,
    watch: bool,
    alone: bool,
    all_users: bool,
    after: "int | None",
    test: bool,
    questions: bool,
) -> Reply:
    """Run the jobs that `store --defer` and agents' hooks deferred. Several workers can run at the same time."""
    from recall_cli.flows.agents.worker_process import drain_alone
    from recall_cli.flows.write.worker import run_jobs, run_jobs_of_all

    if alone and all_users:
        raise UsageError("--alone and --all-users exclude each other")
    if watch and (once or alone):
        raise UsageError(f"{'--once' if once else '--alone'} and --watch exclude each other")
    os.environ[INSIDE_VARIABLE] = "1"  # hooks in programs started here are not about the user's work
    if test or questions:
        return _try_extractor(app) if test else _settle_questions(app)
    time.sleep(after or 0)
    if app.settings.is_over_https:
        from recall_cli.flows.agents.worker_process import send_alone
        from recall_cli.flows.over_https.session_client import send_all

        return _reply(app, send_alone(app, lambda: send_all(app)))

    def progress(totals: "WorkerTotals") -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{_summary(totals)} ")
            sys.stderr.flush()

    if alone:
        return _reply(app, drain_alone(app, lambda: run_jobs(app, progress)))
    run_waiting = run_jobs_of_all if all_users else run_jobs
    total = run_waiting(app, progress)
    try:
        while watch:
            time.sleep(POLL_SECONDS)
            total += run_waiting(app, progress)
    except KeyboardInterrupt:
        pass  # the normal end of --watch; an unfinished job returns to the queue when its lease ends
    return _reply(app, total)


def _reply(app: "App", total: "WorkerTotals") -> Reply:
    """The totals, with a note for each reason why jobs failed."""
    from recall_cli.cli.output.formatting import make_printable

    if sys.stderr.isatty() and total.done + total.failed:
        sys.stderr.write("\r\033[K")  # the line of the progress
    for reason in list(dict.fromkeys(total.reasons))[:MAX_REASONS]:
        count = total.reasons.count(reason)
        app.note(
            f"{f'{count:,} jobs' if count > 1 else 'a job'} failed: {make_printable(reason)} (see recall worker --jobs)"
        )
    return Reply(lambda: {**total.fields(), "reasons": [*total.reasons]}, lambda: [_summary(total)])


def _settle_questions(app: "App") -> Reply:
    from recall_cli.flows.model.settling import settle_questions

    total = settle_questions(app)
    plural = "" if total.settled == 1 else "s"
    line = f"{total.settled} question{plural} settled, {total.proposed} proposed to you, {total.unsure} left open"
    return Reply(total.fields, lambda: [line + (" (recall log, recall undo)" if total.settled else "")])


def _try_extractor(app: "App") -> Reply:
    """Ask the program once about a sample text; the answer is shown and not stored."""
    from recall_cli.cli.output.formatting import make_printable
    from recall_cli.flows.model.reading import SAMPLE_TEXT, try_program

    trial = try_program(app)

    def lines() -> "list[str]":
        shown = [
            f"asked\t{make_printable(' '.join(trial.words))}",
            f"text\t{' '.join(SAMPLE_TEXT.split())}",
            f"ended\tstatus {trial.status} after {trial.seconds:.1f} s",
        ]
        shown += [f"memory\t{make_printable(text)}" for text in trial.memories]
        shown += [f"error\t{make_printable(line)}" for line in trial.errors.splitlines()[-5:]]
        return [*shown, f"result\t{trial.result}"]

    return Reply(trial.fields, lines, status=0 if trial.works else 1)


def _summary(totals: "WorkerTotals") -> str:
    parts = [
        f"{totals.done} job{'' if totals.done == 1 else 's'} run",
        f"{totals.memories} memor{'y' if totals.memories == 1 else 'ies'} stored",
    ]
    if totals.refused:
        parts.append(f"{totals.refused} refused")
    if totals.embedded:
        parts.append(f"{totals.embedded} embedded")
    if totals.failed:
        parts.append(f"{totals.failed} failed")
    return ", ".join(parts)
