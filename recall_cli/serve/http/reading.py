"""Reads the texts that store_memory has queued: one worker process at a time, only while texts wait.

The worker is a process of its own, so that it takes no time from the calls. A text that it has not read when the server
ends stays in the store, and the next worker reads it.
"""

import os
import threading
import time

from recall_cli.child_process import INSIDE_VARIABLE, recall_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from subprocess import Popen

NICENESS = 5
PAUSE_SECONDS, LONGEST_WAIT_SECONDS = 0.3, 5.0
"""The worker starts in the next pause of this length, or after a longer wait without one: beside it each write waits
for the store's lock.
"""
RETRY_SECONDS = 30.0


class TextReader:
    """Starts the worker for each user whose texts wait."""

    def __init__(self, database: str, config: str, log: "Callable[..., None]") -> None:
        self._database, self._config, self._log = database, config, log
        self._users: dict[str, None] = {}
        self._changed = threading.Condition()
        self._is_stopping, self._last_text = False, 0.0
        self._process: Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, name="reading", daemon=True)
        self._thread.start()

    def texts_wait(self, user: str) -> None:
        """A text of this user was put down."""
        self._last_text = time.monotonic()
        if user not in self._users:
            with self._changed:
                self._users[user] = None
                self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._users and not self._is_stopping:
                    self._changed.wait()
                if self._is_stopping:
                    return
                self._wait_for_pause()
                if self._is_stopping:
                    return
                user = next(iter(self._users))
                del self._users[user]
            if not self._read(user):
                with self._changed:
                    if not self._is_stopping:
                        self._changed.wait(RETRY_SECONDS)
                self.texts_wait(user)

    def _wait_for_pause(self) -> None:
        """Wait until nobody has stored for a moment, but not for ever."""
        end = time.monotonic() + LONGEST_WAIT_SECONDS
        while not self._is_stopping:
            now = time.monotonic()
            pause = min(self._last_text + PAUSE_SECONDS, end) - now
            if pause <= 0:
                return
            self._changed.wait(pause)

    def _read(self, user: str) -> bool:
        """Run the worker for one user; False if it failed and should be tried again."""
        import subprocess

        environment = {name: value for name, value in os.environ.items() if name != "RECALL_PRIVATE"}
        environment |= {
            "RECALL_DB": self._database,
            "RECALL_CONFIG": self._config,
            "RECALL_USER": user,
            INSIDE_VARIABLE: "1",
        }
        try:
            self._process = subprocess.Popen(  # noqa: S603 — our own program
                recall_command("worker", "--once", "--gentle"),
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                start_new_session=True,
            )
            _lower_priority(self._process.pid)
        except OSError as error:
            if self._process is None or self._process.poll() is not None:
                self._log("reading_failed", reason=type(error).__name__)
                return False
        status = self._process.wait()
        if status:
            self._log("reading_failed", status=status)
        return status == 0

    def close(self, seconds: float) -> None:
        """End; a worker that is reading ends by itself."""
        with self._changed:
            self._is_stopping = True
            self._changed.notify()
        self._thread.join(seconds)


def _lower_priority(process: int) -> None:
    """Let a process of ours give way to others. Linux weighs whole sessions, so its session gets the same niceness."""
    os.setpriority(os.PRIO_PROCESS, process, NICENESS)
    try:
        with open(f"/proc/{process}/autogroup", "w") as group:
            group.write(str(NICENESS))
    except OSError:
        return  # another system, or sessions are not weighed
