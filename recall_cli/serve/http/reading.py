"""Reads the texts that store_memory has queued: one worker process for all users, only while texts come.

The worker is a process of its own, so that it takes no time from the calls. Starting one costs as much as reading
several texts, so it stays for the next ones. A text that it has not read when the server ends stays in the store. Every
server looks for such texts when it starts, and again while it runs.
"""

import os
import threading
import time

from recall_cli.child_process import INSIDE_VARIABLE
from recall_cli.flows.write.waiting_work import find_waiting_work
from recall_cli.serve.http.helper_process import HelperProcess, received_values
from recall_cli.serve.http.token_app import TokenApp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.flows.write.worker import WorkerTotals

NICENESS = 5
PAUSE_SECONDS, LONGEST_WAIT_SECONDS = 0.3, 1.0
"""The worker starts in the next pause of this length, or after a longer wait without one: beside it each write waits
for the store's lock.
"""
FULL_SPEED_SECONDS = 10.0
"""A worker has so long for a round before it gives way to the calls. A few texts are read by then, however many calls
come; many texts leave the processors to the calls.
"""
SHORT_PAUSE_SECONDS = 0.02
"""Between two texts in a file: others that wait for the store get it."""
WORKER_IDLE_SECONDS = 60.0
"""The worker ends after so long without a text."""
RETRY_SECONDS = 30.0
LOOK_SECONDS = 15.0
"""The reader looks so often for texts that another process has put down, or that an earlier server has left."""


class TextReader:
    """Starts the worker when texts wait."""

    def __init__(self, database: str, config: str, log: "Callable[..., None]") -> None:
        self._database, self._log = database, log
        places = {"RECALL_DB": database, "RECALL_CONFIG": config}
        self._worker = HelperProcess(
            "reading",
            "from recall_cli.serve.http.reading import serve; serve()",
            {"RECALL_PRIVATE": None, INSIDE_VARIABLE: "1", **places},
            log,
        )
        self._changed = threading.Condition()
        self._has_texts, self._is_stopping, self._look_failed = False, False, False
        self._last_text = self._last_reading = 0.0
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
                if time.monotonic() - self._last_reading > WORKER_IDLE_SECONDS:
                    self._worker.close()
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
        self._worker.close()

    def _wait_for_pause(self) -> None:
        """Wait until nobody has stored for a moment, but not for ever."""
        end = time.monotonic() + LONGEST_WAIT_SECONDS
        while not self._is_stopping and (pause := min(self._last_text + PAUSE_SECONDS, end) - time.monotonic()) > 0:
            self._changed.wait(pause)

    def _read(self) -> bool:
        """Let the worker read what waits; False if it failed and should be tried again."""
        if not self._worker.send(None):
            return False
        gives_way = not self._worker.has_answer(FULL_SPEED_SECONDS)
        if gives_way:
            _lower_priority(self._worker.number)
        answer = self._worker.receive()
        self._last_reading = time.monotonic()
        if gives_way:
            self._worker.close()  # the next one begins at full speed
        if answer is not None and answer[0]:
            self._log("reading_failed", reason=answer[0])
        return answer is not None and not answer[0]

    def close(self, seconds: float) -> None:
        """End; a worker that is reading ends by itself."""
        with self._changed:
            self._is_stopping = True
            self._changed.notify()
        self._thread.join(seconds)


def _lower_priority(process: "int | None") -> None:
    """Let a process of ours give way to others. Linux weighs whole sessions, so its session gets the same niceness."""
    if process is None:
        return
    try:
        os.setpriority(os.PRIO_PROCESS, process, NICENESS)
        with open(f"/proc/{process}/autogroup", "w") as group:
            group.write(str(NICENESS))
    except OSError:
        return  # another system, or sessions are not weighed


# The other side


def serve() -> None:
    """Run as the worker: read what waits whenever the server asks, and answer with what went wrong, or nothing.

    A text that was read is only gone from the disk together with the end of its job, so nobody waits for the disk.
    """
    from recall_cli.app import App

    for _, answer in received_values():
        app = App()  # with the settings and the store as they are now
        try:
            _read_texts(app)
            answer("")
        except Exception as error:
            answer(type(error).__name__)
        finally:
            app.close()


def _read_texts(app: "App") -> None:
    from recall_cli.flows.write.worker import run_jobs_of_all

    def give_way(_totals: "WorkerTotals") -> None:
        if not app.settings.is_on_server:  # a server has a lock for each user
            time.sleep(SHORT_PAUSE_SECONDS)

    engine = app.engine(write=True)
    engine.tune_for_server()  # the server shortens the log of the store
    engine.sync_lazily()
    run_jobs_of_all(app, give_way)
