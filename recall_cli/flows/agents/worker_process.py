"""A worker of its own that outlives the hook that started it: never two, and it ends by itself."""

import os
import sys

from recall_cli.child_process import recall_command
from recall_cli.settings import INSIDE_VARIABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.flows.write.worker import WorkerTotals


def start_worker(app: "App", delay_seconds: int = 0) -> bool:
    """Start a worker that nobody waits for; False where one is at work, which will see what waits."""
    if _is_worker_running(app):
        return False
    environment = {
        **{name: value for name, value in app.environment.items() if name != "RECALL_PRIVATE"},
        "RECALL_DB": os.path.abspath(app.settings.database),
        "RECALL_CONFIG": os.path.abspath(app.settings.path),
        INSIDE_VARIABLE: "1",
    }
    argv = recall_command("worker", "--once", "--alone", *_delay_arguments(delay_seconds))
    nothing = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_RDWR, 0) for fd in (0, 1, 2)]
    os.chdir("/")  # the worker shall not keep a folder from being unmounted
    try:
        os.posix_spawn(sys.executable, argv, environment, file_actions=nothing, setsid=True)
    except (NotImplementedError, TypeError):  # a system that cannot do both at once
        import subprocess

        subprocess.Popen(  # noqa: S603 — our own program
            argv, env=environment, stdin=-3, stdout=-3, stderr=-3, start_new_session=True
        )
    return True


def _delay_arguments(delay_seconds: int) -> "list[str]":
    return ["--after", str(delay_seconds)] if delay_seconds else []


def drain_alone(app: "App", drain: "Callable[[], WorkerTotals]") -> "WorkerTotals":
    """Do what waits, unless another worker has that in hand.

    What is put down while that one ends is not forgotten: it looks again after it has let go.
    """
    from recall_cli.flows.write.worker import WorkerTotals

    total = WorkerTotals()
    while True:
        lock = _take_worker_lock(app)
        if lock is None:
            return total
        try:
            more = drain()
        finally:
            os.close(lock)
        total = WorkerTotals(**{name: getattr(total, name) + value for name, value in more.fields().items()})
        with app.read_transaction() as tx:
            due = tx.jobs.next_run_at()
        if due is None or due > app.now():
            return total


def _take_worker_lock(app: "App") -> "int | None":
    """The lock of the one worker; None where another holds it. It goes with the process, however that ends."""
    import fcntl

    path = os.path.abspath(app.settings.database) + ".worker"
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock


def _is_worker_running(app: "App") -> bool:
    lock = _take_worker_lock(app)
    if lock is None:
        return True
    os.close(lock)
    return False
