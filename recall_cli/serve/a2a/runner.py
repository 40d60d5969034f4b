"""Runs tasks in the lane for long work, and tells those who follow a task that it has changed."""

import asyncio
import os
import socket
import threading

from recall_cli.domain.errors import RecallError
from recall_cli.domain.scope import View
from recall_cli.engines.tables.access.tasks import CANCELED, COMPLETED, FAILED, INPUT_REQUIRED, SUBMITTED, WORKING
from recall_cli.serve.http.lane_names import LONG
from recall_cli.serve.http.lanes import LaneFull
from recall_cli.serve.http.token_app import grant_of
from recall_cli.serve.tool import CallCancelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future
    from typing import Any

    from recall_cli.engines.tables.access.tasks import Task, UnfinishedTask
    from recall_cli.engines.tables.access.tokens import Token
    from recall_cli.serve.http.lanes import Lanes
    from recall_cli.serve.http.token_app import TokenApp

LEASE_MS = 15 * 60_000
"""How long a server may work on a task before another one takes it for dead."""
KEEP_ENDED_MS = 7 * 24 * 3_600_000
"""How long a task that is over can be looked up."""


class TaskRunner:
    """The tasks of this server."""

    def __init__(self, lanes: "Lanes", log: "Callable[..., None]") -> None:
        self._lanes, self._log = lanes, log
        self._holder = f"{socket.gethostname()}:{os.getpid()}"
        self._running: dict[int, threading.Event] = {}
        """The tasks in the lane, each with what cancels it."""
        self._again: dict[int, tuple[Token, str]] = {}
        """The tasks that were answered while their thread was just leaving them."""
        self._lock = threading.Lock()
        self._followers: dict[int, set[asyncio.Event]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_stopping = False

    # Starting and ending

    def take_up_unfinished(self) -> None:
        """Go on with the tasks of a server that has ended."""
        self._loop = asyncio.get_running_loop()
        self._lanes.submit(LONG, self._find_unfinished)

    def _find_unfinished(self, app: "TokenApp") -> None:
        app.refresh()
        app.makes_store = False
        try:
            with app.read_transaction(View(user="")) as tx:
                tasks = tx.tasks.unfinished()
            for task in tasks:
                if self._is_free(task, app.now()):
                    self._start_again(app, task)
        except RecallError as error:
            self._log("tasks_wait", reason=error.message)

    def _is_free(self, task: "UnfinishedTask", now: int) -> bool:
        """Does no living server hold this task?"""
        if task.holder is None or task.lease_until is None or task.lease_until <= now or task.holder == self._holder:
            return True
        host, _, number = task.holder.rpartition(":")
        if host != socket.gethostname() or not number.isdigit():
            return False
        try:
            os.kill(int(number), 0)
        except ProcessLookupError:
            return True
        except OSError:
            return False
        return False

    def _start_again(self, app: "TokenApp", task: "UnfinishedTask") -> None:
        with app.read_transaction(View(user=task.user)) as tx:
            token = tx.tokens.by_number(task.token)
        if token is None or token.state_at(app.now()) != "valid":
            with app.write_transaction(View(user=task.user)) as tx:
                reason = {"error": "the token of this task is not valid any more"}
                tx.tasks.move(task.n, FAILED, reason, allowed=(SUBMITTED, WORKING))
            return
        self.start(token, task.n, task.id, gone=task.holder)

    def stop(self) -> None:
        """Start nothing more; what is running is given back at its next step, and goes on after a restart."""
        self._is_stopping = True
        for cancel in [*self._running.values()]:
            cancel.set()

    # Running

    def start(self, token: "Token", number: int, id_: str, gone: "str | None" = None) -> "Future[Any] | None":
        """Work on a task; None if too many wait, or it is being worked on. It stays in the store and is found again."""
        with self._lock:
            if self._is_stopping:
                return None
            if number in self._running:  # it rests, and its thread has not left it yet
                self._again[number] = (token, id_)
                return None
            cancel = self._running[number] = threading.Event()
        try:
            return self._lanes.submit(LONG, lambda app: self._run(app, token, number, id_, cancel, gone))
        except LaneFull:
            with self._lock:
                self._running.pop(number, None)
            self._log("task_waits", reason="too many calls wait")
            return None

    def _run(
        self, app: "TokenApp", token: "Token", number: int, id_: str, cancel: threading.Event, gone: "str | None"
    ) -> None:
        try:
            self._work(app, token, number, id_, cancel, gone)
        except RecallError as error:  # the store cannot be used: the task is found again at the next start
            self._log("task_waits", reason=error.message)
        except Exception as error:
            self._log("task_failed", error=type(error).__name__)
            try:
                with app.write_transaction() as tx:
                    reason = {"error": "recall failed at this task; what it merged before can be undone"}
                    tx.tasks.move(number, FAILED, reason, allowed=(SUBMITTED, WORKING))
            except RecallError as failure:
                self._log("task_waits", reason=failure.message)
        finally:
            with self._lock:
                self._running.pop(number, None)
                again = self._again.pop(number, None)
            self._tell(number)
            if again is not None:
                self.start(again[0], number, again[1])

    def _work(
        self, app: "TokenApp", token: "Token", number: int, id_: str, cancel: threading.Event, gone: "str | None"
    ) -> None:
        from recall_cli.serve.a2a.consolidation import TaskWork

        app.refresh()
        grant = grant_of(token)
        app.bind(grant)
        with app.write_transaction() as tx:
            claimed = tx.tasks.claim(number, self._holder, tx.now + LEASE_MS, gone)
            task = tx.tasks.by_id(token.n, id_)
        if not claimed or task is None:
            return
        self._tell(number)
        work = TaskWork(app, grant, task, cancel.is_set)
        try:
            state = CANCELED if cancel.is_set() and not self._is_stopping else work.run()
        except CallCancelled:
            state = SUBMITTED if self._is_stopping else CANCELED
        with app.write_transaction() as tx:
            tx.tasks.move(number, state, work.progress, allowed=(WORKING,))
            tx.tasks.remove_ended(tx.now - KEEP_ENDED_MS)
        if state == SUBMITTED:  # it goes on at the next start
            self._log("task_deferred")

    # Cancelling

    def cancel(self, app: "TokenApp", task: "Task") -> bool:
        """Cancel a task of the bound grant; False if it is over."""
        with app.write_transaction() as tx:
            done = tx.tasks.move(task.n, CANCELED, {}, allowed=(SUBMITTED, INPUT_REQUIRED))
        with self._lock:
            running = self._running.get(task.n)
        if not done and running is not None:
            running.set()
            return True
        if not done:  # no thread of this server works on it
            with app.write_transaction() as tx:
                done = tx.tasks.move(task.n, CANCELED, {}, allowed=(WORKING,))
        self._tell(task.n)
        return done

    # Following

    def follow(self, number: int) -> asyncio.Event:
        """An event that is set whenever the task changes."""
        event = asyncio.Event()
        self._followers.setdefault(number, set()).add(event)
        return event

    def unfollow(self, number: int, event: asyncio.Event) -> None:
        """Forget an event of `follow`."""
        events = self._followers.get(number, set())
        events.discard(event)
        if not events:
            self._followers.pop(number, None)

    def _tell(self, number: int) -> None:
        """Wake those who follow a task; from any thread."""
        if self._loop is not None and number in self._followers:
            self._loop.call_soon_threadsafe(self._wake, number)

    def _wake(self, number: int) -> None:
        for event in self._followers.get(number, ()):
            event.set()


RESTING_STATES = (COMPLETED, FAILED, CANCELED, INPUT_REQUIRED)
"""States in which a task waits for nobody but its client."""
