"""Reads the texts that store_memory has queued, in a worker process, so that no call waits."""

from recall_cli.domain.errors import RecallError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App


def start_reading(app: "App") -> None:
    """Start the worker, unless one runs already and will find the new texts. The texts wait if it cannot start."""
    from recall_cli.flows.agents.worker_process import start_worker

    try:
        start_worker(app)
    except (OSError, RecallError):
        return
