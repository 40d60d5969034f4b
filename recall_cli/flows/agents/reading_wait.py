"""Wait until what was just said is read, so that the brief after a compaction holds it."""

import time

from recall_cli.flows.agents.session_queue import is_reading_due
from recall_cli.flows.agents.worker_process import is_worker_running
from recall_cli.flows.write.think import MODEL_EXTRACTORS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App

READING_WAIT_SECONDS, READING_POLL_SECONDS = 4.0, 0.05
"""Seconds that the brief after a compaction waits at most for a worker; the compaction itself takes far longer."""
WORKER_START_SECONDS = 1.0
"""After so long a worker that was started holds its lock; if none does, nobody is waited for."""


def wait_for_reading(app: "App", agent: str, session: str) -> float:
    """Wait until a worker has read what was said before a compaction, so that the brief holds it; the milliseconds.

    Only rules read so fast; a model is not waited for.
    """
    waited, began = 0.0, time.monotonic()
    while session and app.settings.has_store() and app.settings["extractor"] not in MODEL_EXTRACTORS:
        with app.read_transaction() as tx:
            is_due = is_reading_due(app, tx, agent, session)
        waited = time.monotonic() - began
        if not is_due or waited > (READING_WAIT_SECONDS if is_worker_running(app) else WORKER_START_SECONDS):
            break
        time.sleep(READING_POLL_SECONDS)
    return waited * 1000
