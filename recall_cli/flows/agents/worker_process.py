"""A worker process that outlives the hook that started it. There is never more than one, and it ends by itself."""

import os
import sys
import time

from recall_cli.child_process import INSIDE_VARIABLE, recall_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.flows.write.worker import WorkerTotals

READING_WAIT_SECONDS, READING_POLL_SECONDS = 4.0, 0.05
"""Seconds that the brief after a compaction waits at most for a worker; the compaction itself takes far longer."""
WORKER_START_SECONDS = 1.0
"""After so long a worker that was started holds its lock; if none does, nobody is waited for."""


def start_worker(app: "App", delay_seconds: int = 0) -> None:
    """Start a worker in the background, unless one is running, which will find the new jobs."""
    if is_worker_running(app):
        return
    environment = {
        **{name: value for name, value in app.environment.items() if name != "RECALL_PRIVATE"},
        "RECALL_DB": app.settings.store_place,
        "RECALL_CONFIG": os.path.abspath(app.settings.path),
        INSIDE_VARIABLE: "1",
    }
    delay = ["--after", str(delay_seconds)] if delay_seconds else []
    argv = recall_command("worker", "--once", "--alone", *delay)
    no_streams = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_RDWR, 0) for fd in (0, 1, 2)]
    os.chdir("/")  # so that the worker keeps no folder from being unmounted
    try:
        os.posix_spawn(sys.executable, argv, environment, file_actions=no_streams, setsid=True)
    except (NotImplementedError, TypeError):  # this system cannot do both at once
        import subprocess

        subprocess.Popen(  # noqa: S603 — our own program
            argv, env=environment, stdin=-3, stdout=-3, stderr=-3, start_new_session=True
        )


def drain_alone(app: "App", drain: "Callable[[], WorkerTotals]") -> "WorkerTotals":
    """Run the waiting jobs, unless another worker is doing so.

    A job that is added while that worker ends is not forgotten: the queue is checked again after the lock is released.
    """
    from recall_cli.flows.write.worker import WorkerTotals

    total = WorkerTotals()
    while True:
        lock = _take_worker_lock(app)
        if lock is None:
            return total
        try:
            total += drain()
        finally:
            os.close(lock)
        with app.read_transaction() as tx:
            due = tx.jobs.next_run_at()
        if due is None or due > app.now():
            return total


def send_alone(app: "App", send: "Callable[[], WorkerTotals]") -> "WorkerTotals":
    """Send what waits for a server, unless another worker of this machine is doing so."""
    from recall_cli.flows.write.worker import WorkerTotals

    lock = _take_worker_lock(app)
    if lock is None:
        return WorkerTotals()
    try:
        return send()
    finally:
        os.close(lock)


def _take_worker_lock(app: "App") -> "int | None":
    """The lock of the only worker; None if another process holds it. The system releases it when the process ends."""
    import fcntl

    path = app.settings.files_beside + ".worker"
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock


def is_worker_running(app: "App") -> bool:
    """Whether a worker holds the lock of the only one."""
    lock = _take_worker_lock(app)
    if lock is None:
        return True
    os.close(lock)
    return False


def wait_for_reading(app: "App", agent: str, session: str) -> float:
    """Wait until a worker has read what was said before a compaction, so that the brief holds it; the milliseconds.

    Only rules read so fast; a model is not waited for.
    """
    from recall_cli.flows.agents.session_queue import is_reading_due
    from recall_cli.flows.write.think import MODEL_EXTRACTORS

    waited, began = 0.0, time.monotonic()
    while session and app.settings.has_store() and app.settings["extractor"] not in MODEL_EXTRACTORS:
        with app.read_transaction() as tx:
            is_due = is_reading_due(app, tx, agent, session)
        waited = time.monotonic() - began
        if not is_due or waited > (READING_WAIT_SECONDS if is_worker_running(app) else WORKER_START_SECONDS):
            break
        time.sleep(READING_POLL_SECONDS)
    return waited * 1000
