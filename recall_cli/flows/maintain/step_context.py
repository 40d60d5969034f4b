"""What each step of a maintenance round works with: short transactions, dry runs, progress."""

from recall_cli.domain.record import Record
from recall_cli.domain.scope import View
from recall_cli.flows.maintain.lock_yield import LockYield

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

    Result = TypeVar("Result")


class StepResult(Record):
    """The result of one step."""

    touched: int
    """How many memories (or jobs) it changed."""
    said: str
    """The same in a few words, for people."""
    op: "int | None" = None
    """The operation that undoes the step, if there is one."""
    figures: "dict[str, Any]" = {}


class StepContext:
    """Access to all memories of one user, also those that a view hides: nothing of them is shown."""

    def __init__(
        self,
        app: "App",
        *,
        dry_run: bool = False,
        progress: "Callable[[float], None]" = lambda _: None,
        ended: "list[int] | None" = None,
    ) -> None:
        self.app, self.dry_run, self.progress = app, dry_run, progress
        self.ended: list[int] = ended if ended is not None else []
        """In a dry run: the memories that earlier steps would have ended."""
        self.view = View(user=app.settings["user"])
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
