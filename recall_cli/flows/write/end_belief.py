"""End what `beliefs` says is over: the one place that writes the columns of a memory whose place another one takes."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Columns, Memory
    from recall_cli.engines.transaction import Transaction


def end_belief(
    tx: "Transaction", op: int, old: "Memory", by: int, *, at: "int | None" = None, is_plan: bool = False
) -> None:
    """End a memory as part of an operation; the memory `by` takes its place, at a moment of its own or now.

    What ends later is believed until then. A plan only sets this end: nothing has taken the place yet. The open
    questions of the old memory are asked again of the new one.
    """
    at = tx.now if at is None else at
    end = max(at, old.since)
    until = end if old.valid_until is None else min(end, old.valid_until)
    columns: Columns = {"superseded_by": by, "valid_until": until, "updated_at": tx.now}
    if at <= max(tx.now, old.since):
        columns["superseded_at"] = tx.now
    if is_plan and at > tx.now:
        del columns["superseded_by"]
    tx.questions.pass_on(op, old.n, by)
    tx.memories.change(op, old.n, columns)
