"""Reads the texts that store_memory has queued: one worker process for all users, only while texts wait.

The worker is a process of its own, so that it takes no time from the calls: starting one costs more than reading a
text, so it reads those of everybody. A text that it has not read when the server
ends stays in the store. Every server looks for such texts when it starts, and again while it runs.
"""

import os
import threading
import time

from recall_cli.child_process import INSIDE_VARIABLE, recall_command
from recall_cli.flows.write.waiting_work import find_waiting_work
from recall_cli.serve.http.token_app import TokenApp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

NICENESS = 5
PAUSE_SECONDS, LONGEST_WAIT_SECONDS = 0.3, 1.0
"""The worker starts in the next pause of this length, or after a longer wait without one: beside it each write waits
for the store's lock.
"""
FULL_SPEED_SECONDS = 10.0
"""A worker has so long before it gives way to the calls. A few texts are read by then, however many calls come; many
texts leave the processors to the calls.
"""
RETRY_SECONDS = 30.0
LOOK_SECONDS = 15.0
"""The reader looks so often for texts that another process has put down, or that an earlier server has left."""


class TextReader:
    """Starts the worker when texts wait."""

    def __init__(self, database: str, config: str, log: "Callable[..., None]") -> None:
        self._database, self._config, self._log = database, config, log
        self._changed = threading.Condition()
        self._has_texts, self._is_stopping, self._last_text, self._look_failed = False, False, 0.0, False
        self._thread = threading.Thread(target=self._run, name="reading", daemon=True)
        self._thread.start()

    def texts_wait(self) -> None:
        """A text was put down."""
        self._last_text = time.monotonic()
        if not self._has_texts:
            with self._changed:
                self._has_texts = True
                self._changed.notify()

    def _look(self) -> None:
        """Find out whether texts wait in the store or beside it."""
        app = TokenApp(self._database)
        has_texts = False
        try:
            has_texts = bool(find_waiting_work(app))
            self._look_failed = False
        except Exception as error:  # the store is locked or gone: the calls say so
            if not self._look_failed:
                self._log("looking_failed", reason=type(error).__name__)
            self._look_failed = True
        finally:
            app.close()
        with self._changed:
            self._has_texts = self._has_texts or has_texts

    def _run(self) -> None:
        is_first = True
        while not self._is_stopping:
            with self._changed:
                if not (self._has_texts or self._is_stopping or is_first):
                    self._changed.wait(LOOK_SECONDS)
            if not (self._has_texts or self._is_stopping):
                self._look()
            if self._has_texts:
                with self._changed:
                    if not is_first:  # what an earlier server has left is read at once
                        self._wait_for_pause()
                    self._has_texts = False
                if not self._is_stopping and not self._read():
                    with self._changed:
                        if not (self._is_stopping or is_first):
                            self._changed.wait(RETRY_SECONDS)
                    self.texts_wait()
            is_first = False

    def _wait_for_pause(self) -> None:
        """Wait until nobody has stored for a moment, but not for ever."""
        end = time.monotonic() + LONGEST_WAIT_SECONDS
        while not self._is_stopping and (pause := min(self._last_text + PAUSE_SECONDS, end) - time.monotonic()) > 0:
            self._changed.wait(pause)

    def _read(self) -> bool:
        """Run the worker, which gives way to others after a while; False if it failed and should be tried again."""
        import subprocess

        environment = {name: value for name, value in os.environ.items() if name != "RECALL_PRIVATE"}
        environment |= {"RECALL_DB": self._database, "RECALL_CONFIG": self._config, INSIDE_VARIABLE: "1"}
        try:
            process = subprocess.Popen(  # noqa: S603 — our own program
                recall_command("worker", "--once", "--all-users", "--gentle"),
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                start_new_session=True,
            )
        except OSError as error:
            self._log("reading_failed", reason=type(error).__name__)
            return False
        try:
            status = process.wait(FULL_SPEED_SECONDS)
        except subprocess.TimeoutExpired:
            _lower_priority(process.pid)
            status = process.wait()
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
    try:
        os.setpriority(os.PRIO_PROCESS, process, NICENESS)
        with open(f"/proc/{process}/autogroup", "w") as group:
            group.write(str(NICENESS))
    except OSError:
        return  # another system, or sessions are not weighed
