"""The threads that run calls, each with its own connection to the store.

Where the machine has several processors, the threads that find hand a call to a process of their own
(`search_process.py`). While many of these calls wait, further threads and processes take some. Storing has a thread of
its own, so that it never waits behind a search; long work has another one. Every queue is bounded: what does not fit is
refused at once, and nothing that was accepted is dropped.
"""

import queue
import threading

from recall_cli.child_process import count_helper_processes
from recall_cli.serve.http.lane_names import CHANGE, FIND, IDLE_SECONDS, LONG, OVERFLOW, STORE, warm_up
from recall_cli.serve.http.messages import HttpError
from recall_cli.serve.http.search_process import MAX_SEARCH_PROCESSES, new_search_process
from recall_cli.serve.http.token_app import TokenApp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future
    from typing import Any

    from recall_cli.engines.sqlite.text_inbox import TextInbox
    from recall_cli.serve.http.helper_process import HelperProcess
    from recall_cli.serve.http.work import PlainCall

    Work = Callable[[TokenApp], Any]
    Entry = tuple[Work, PlainCall | None, Future[Any]]

THREADS = {STORE: 1, FIND: 2, CHANGE: 1, LONG: 1}
MAX_WAITING = {STORE: 512, FIND: 256, CHANGE: 128, LONG: 64, OVERFLOW: 64}
MIN_WAITING = 5
"""With so many calls that wait, others use the processors: more processes get a larger part of them."""
MIN_WAITING_FOR_START = 20
"""Starting a process takes as long as several calls, so it is only worth it for many."""
OVERFLOW_IDLE_SECONDS = 60.0
"""The processes of the overflow lane end after so long without a call."""
MAX_STORED_TOGETHER = 8
"""So many texts wait for the disk together; the first of them waits for the others."""


class LaneFull(HttpError):
    """Too many calls wait."""

    def __init__(self) -> None:
        super().__init__(503, "too many calls wait: try again in a moment", {"Retry-After": "1"})


class Lanes:
    """All threads with their queues."""

    def __init__(
        self,
        database: "str | None",
        config: "str | None" = None,
        log: "Callable[..., None]" = lambda *_a, **_v: None,
        inbox: "TextInbox | None" = None,
    ) -> None:
        self._database, self._config, self._log = database, config, log
        self._inbox = inbox
        self.search_processes = count_helper_processes(MAX_SEARCH_PROCESSES)
        self._counts = {**THREADS, FIND: max(THREADS[FIND], self.search_processes)}
        if self.search_processes:
            self._counts[OVERFLOW] = MAX_SEARCH_PROCESSES - self.search_processes
        self._queues: dict[str, queue.Queue[Entry | None]] = {
            name: queue.Queue(size) for name, size in MAX_WAITING.items()
        }
        self._threads = [
            threading.Thread(target=self._run, args=(name,), name=f"{name}-{number}", daemon=True)
            for name, count in self._counts.items()
            for number in range(count)
        ]
        self._lock = threading.Lock()
        self._warm = threading.Semaphore(0)
        self._further_processes = 0
        """How many processes of the overflow lane are ready for calls."""
        self.unfinished_calls = 0
        """How many calls wait or run."""
        for thread in self._threads:
            thread.start()

    def waiting(self, lane: str) -> int:
        """How many calls wait in a lane."""
        return self._queues[lane].qsize()

    def submit(self, lane: str, work: "Work", call: "PlainCall | None" = None) -> "Future[Any]":
        """Run work in a lane; LaneFull if too many calls wait there.

        With `call`, which is the same as plain values, a search process may do it instead.
        """
        from concurrent.futures import Future

        future: Future[Any] = Future()
        waiting = self.waiting(FIND)
        if call is not None and waiting >= MIN_WAITING and self._may_overflow(waiting):
            lane = OVERFLOW
        self._put(lane, (work, call, future))
        return future

    def _put(self, lane: str, entry: "Entry") -> None:
        self._count(1)
        try:
            self._queues[lane].put_nowait(entry)
        except queue.Full:
            self._count(-1)
            raise LaneFull from None

    def _may_overflow(self, waiting: int) -> bool:
        """Can a further process take a call sooner? With many calls that wait, further ones get ready."""
        from concurrent.futures import Future

        others = self.waiting(OVERFLOW)
        if waiting >= MIN_WAITING_FOR_START and not others:
            for _ in range(self._counts.get(OVERFLOW, 0) - self._further_processes):
                self._put(OVERFLOW, (lambda _app: None, None, Future()))
        return self._further_processes > 0 and others < waiting

    def _count(self, change: int) -> None:
        with self._lock:
            self.unfinished_calls += change

    def _count_process(self, change: int) -> None:
        with self._lock:
            self._further_processes += change

    def _run(self, lane: str) -> None:
        """Run the work of a lane until it is told to end."""
        app, process = TokenApp(self._database), None
        if lane == STORE:
            app.commits_together, app.inbox = True, self._inbox
        if lane == FIND and self.search_processes:
            process = self._start_process()
        elif lane != OVERFLOW:
            try:
                warm_up(app, lane)
            except Exception as error:  # the thread goes on: the first call says what is wrong
                self._log("warm_up_failed", lane=lane, reason=type(error).__name__)
        self._warm.release()
        pauses = 0
        while (entries := self._next_entries(lane)) is not None:
            pauses = 0 if entries else pauses + 1
            if not entries:
                app.close()  # nothing came for a while
                if lane == OVERFLOW and process is not None and pauses * IDLE_SECONDS > OVERFLOW_IDLE_SECONDS:
                    self._count_process(-1)
                    process.close()
                    process = None
                continue
            if lane == OVERFLOW and process is None:
                process = self._start_process()
                self._count_process(1)
            self._answer(app, process, entries)
        app.close()
        if process is not None:
            process.close()

    def _start_process(self) -> "HelperProcess":
        """A further search process, which is ready."""
        process = new_search_process(self._database, self._config, self._log)
        process.answer(None)
        return process

    def wait_until_warm(self, seconds: float) -> None:
        """Wait so long until the first call of every kind is as quick as the others."""
        import time

        end = time.monotonic() + seconds
        for _ in self._threads:
            if not self._warm.acquire(timeout=max(0.0, end - time.monotonic())):
                return

    def _next_entries(self, lane: str) -> "list[Entry] | None":
        """What to do next: one entry, or several texts that came together; [] after a pause, None at the end."""
        waiting = self._queues[lane]
        entries: list[Entry | None] = []
        try:
            entries.append(waiting.get(timeout=IDLE_SECONDS))
            while lane == STORE and entries[-1] is not None and len(entries) < MAX_STORED_TOGETHER:
                entries.append(waiting.get_nowait())
        except queue.Empty:
            pass
        if entries and entries[-1] is None:
            entries.pop()
            if not entries:
                return None
            waiting.put(None)  # the texts before the end come first
        return [entry for entry in entries if entry is not None]

    def _answer(self, app: TokenApp, process: "HelperProcess | None", entries: "list[Entry]") -> None:
        """Do the work, and settle each call with its result. Texts that came together wait for the disk once."""
        results: list[tuple[Any, BaseException | None]] = []
        for work, call, _ in entries:
            try:
                found = None if process is None or call is None else process.answer(call)
                results.append((work(app) if found is None else found[0], None))
            except BaseException as error:
                results.append((None, error))
        if app.commits_together:
            try:
                app.sync_commits()
            except BaseException as error:
                results = [(None, fault or error) for _, fault in results]
        for (_, _, future), (result, fault) in zip(entries, results, strict=True):
            if fault is None:
                future.set_result(result)
            else:
                future.set_exception(fault)
            self._count(-1)

    def close(self, seconds: float) -> None:
        """Let the threads end once their queues are empty."""
        for name, count in self._counts.items():
            for _ in range(count):
                self._queues[name].put(None)
        for thread in self._threads:
            thread.join(seconds)
