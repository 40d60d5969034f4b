"""Reads the texts that wait, in a worker process, so that no call waits."""

import os

from recall_cli.domain.errors import RecallError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App


RETRY_SECONDS = 5
"""After this time a worker tries to read a text that the store has just not taken."""


def start_reading(app: "App", delay_seconds: int = 0) -> None:
    """Start the worker, unless one runs already and will find the new texts. The texts wait if it cannot start."""
    from recall_cli.flows.agents.worker_process import start_worker

    try:
        start_worker(app, delay_seconds)
    except (OSError, RecallError):
        return


def read_what_waits(app: "App") -> None:
    """Start the worker if anything waits for this user, also from an earlier process."""
    from recall_cli.flows.write.waiting_work import has_waiting_work

    try:
        waits = has_waiting_work(app)
    except RecallError:  # the store is locked or damaged: the calls say so
        return
    if waits:
        start_reading(app, RETRY_SECONDS if any(map(os.path.exists, app.text_files[:2])) else 0)
