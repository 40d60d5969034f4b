"""What each step of a maintenance round works with: short transactions, dry runs, progress."""

import time

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

    Result = TypeVar("Result")


MAX_HELD_SECONDS = 0.4
"""Seconds of work before a pause: the longest that another process waits."""
PAUSE_SECONDS = 0.12
"""Longer than SQLite sleeps between two tries."""


class StepResult(Record):
    """The result of one step."""

    touched: int
    """How many memories (or jobs) it changed."""
    summary: str
    """The same in a few words, for people."""
    op: "int | None" = None
    """The operation that undoes the step, if there is one."""
    figures: "dict[str, object]" = {}


class StepContext:
    """Access to all memories of one user, also those that a view hides: nothing of them is shown."""

    def __init__(
        self,
        app: "App",
        *,
        dry_run: bool = False,
        progress: "Callable[[float], None]" = lambda _: None,
    ) -> None:
        self.app, self.dry_run, self.progress = app, dry_run, progress
        self.view = app.full_view
        self._lock_yield = LockYield()

    def read(self, work: "Callable[[Transaction], Result]") -> "Result":
        """The result of some work in one read transaction."""
        with self.app.read_transaction(self.view) as tx:
            return work(tx)

    def write(self, work: "Callable[[Transaction], Result]") -> "Result":
        """The result of some work in one short write transaction; others can write between two of them.

        A dry run is rolled back.
        """
        return self._lock_yield.run_piece(lambda: self._run_write(work))

    def _run_write(self, work: "Callable[[Transaction], Result]") -> "Result":
        with self.app.dry_run(self.view) if self.dry_run else self.app.write_transaction(self.view) as tx:
            return work(tx)

    def operation(self, tx: "Transaction", kind: str, note: "str | None" = None) -> int:
        """Begin an operation of this round. `recall undo` skips it; `recall undo NUMBER` takes it back."""
        return tx.operations.add(kind, trust=self.app.channel, agent=self.app.agent, note=note)


class LockYield:
    """Lets other processes write during long work: measures how long the store was locked, and pauses in time.

    Short transactions alone are not enough. A process that finds the store locked sleeps and tries again, at last
    every tenth of a second. Where one transaction follows another at once, it finds the store locked each time, and
    gives up after five seconds.
    """

    def __init__(self) -> None:
        self._held = 0.0

    def run_piece(self, work: "Callable[[], Result]") -> "Result":
        """The result of one piece of work; pauses after it when enough has been done."""
        began = time.perf_counter()
        try:
            return work()
        finally:
            self._held += time.perf_counter() - began
            if self._held >= MAX_HELD_SECONDS:
                self._held = 0.0
                time.sleep(PAUSE_SECONDS)
