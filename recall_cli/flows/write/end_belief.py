"""End what was believed: the columns of a memory whose place another one takes."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Columns, Memory
    from recall_cli.engines.transaction import Transaction


def end_belief(tx: "Transaction", op: int, old: "Memory", by: int) -> None:
    """End a memory now, as part of an operation; the memory `by` takes its place."""
    until = tx.now if old.valid_until is None else min(tx.now, old.valid_until)
    columns: Columns = {"superseded_by": by, "superseded_at": tx.now, "valid_until": until, "updated_at": tx.now}
    tx.questions.pass_on(op, old.n, by)
    tx.memories.change(op, old.n, columns)
