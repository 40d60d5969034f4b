"""recall worker: do what was put off."""

import os
import sys
import time

from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.settings import INSIDE_VARIABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.write.worker import WorkerTotals

PARAMS = (
    option("once", "Do every job that waits, then end (the default).", kind="flag"),
    option("watch", "Stay, and do each job as it comes; Ctrl-C ends it.", kind="flag"),
    option("alone", "End at once where another worker with --alone is at work.", kind="flag"),
    option("after", "Begin only after so many seconds.", kind="int", low=0, high=3600, metavar="SECONDS"),
)
EXAMPLES = (
    ("recall worker --once", "for cron"),
    ("recall worker --once --alone", "what hooks start: never two of them"),
    ("recall worker --watch", "in a terminal of its own"),
)
POLL_SECONDS = 0.5


def worker(app: "App", *, once: bool, watch: bool, alone: bool, after: "int | None") -> Reply:
    """Do the work that store --defer and the hooks of agents put off. Several workers at once are safe."""
    from recall_cli.flows.agents.worker_process import drain_alone
    from recall_cli.flows.write.worker import WorkerTotals, run_jobs

    if (once or alone) and watch:
        raise UsageError(f"{'--once' if once else '--alone'} and --watch exclude each other")
    os.environ[INSIDE_VARIABLE] = "1"  # whatever is started here, its hooks are not about the user's work
    time.sleep(after or 0)
    shown = sys.stderr.isatty()

    def progress(shift: "WorkerTotals") -> None:
        if shown:
            sys.stderr.write(f"\r{_summary(shift)} ")
            sys.stderr.flush()

    if alone:
        total = drain_alone(app, lambda: run_jobs(app, progress))
        return Reply(total.fields, lambda: [_summary(total)])
    total = run_jobs(app, progress)
    try:
        while watch:
            time.sleep(POLL_SECONDS)
            more = run_jobs(app, progress)
            total = WorkerTotals(**{name: getattr(total, name) + value for name, value in more.fields().items()})
    except KeyboardInterrupt:
        pass  # the way to end a watch; a job in hand goes back to the queue with its lease
    if shown and total.done + total.failed:
        sys.stderr.write("\r\033[K")
    return Reply(total.fields, lambda: [_summary(total)])


def _summary(shift: "Any") -> str:
    parts = [f"{shift.done} job{'' if shift.done == 1 else 's'} done", f"{shift.memories} kept"]
    if shift.refused:
        parts.append(f"{shift.refused} refused")
    if shift.embedded:
        parts.append(f"{shift.embedded} embedded")
    if shift.failed:
        parts.append(f"{shift.failed} failed")
    return ", ".join(parts)
