"""One round of maintenance, as each of its steps sees it: short transactions, a rehearsal, how far it is."""

from recall_cli.domain.record import Record
from recall_cli.domain.scope import View
from recall_cli.flows.maintain.lock_yield import LockYield

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

    Found = TypeVar("Found")


class StepResult(Record):
    """What a step came to."""

    touched: int
    """How many memories (or jobs) it changed."""
    said: str
    """The same in a few words."""
    op: "int | None" = None
    """The operation that takes it back, where there is one."""
    figures: "dict[str, Any]" = {}


class StepContext:
    """All of one user's memories, whatever a view would hide: nobody is shown them."""

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
        """Of a rehearsal, the memories that a step before this one would have ended."""
        self.view = View(user=app.settings["user"])
        self._way = LockYield()

    def read(self, work: "Callable[[Transaction], Found]") -> "Found":
        """One consistent look at the store."""
        with self.app.read_transaction(self.view) as tx:
            return work(tx)

    def write(self, work: "Callable[[Transaction], Found]") -> "Found":
        """One short transaction of several, in between which others get to write. A rehearsal is given up."""
        return self._way.run_piece(lambda: self._run_write(work))

    def _run_write(self, work: "Callable[[Transaction], Found]") -> "Found":
        with self.app.dry_run(self.view) if self.dry_run else self.app.write_transaction(self.view) as tx:
            return work(tx)

    def operation(self, tx: "Transaction", kind: str, note: "str | None" = None) -> int:
        """Begin an operation of this round; a plain undo passes it over, its number takes it back."""
        return tx.operations.add(kind, trust=self.app.channel, agent=self.app.agent, note=note)
