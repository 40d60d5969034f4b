"""Deletes memories that expired long ago. You can undo that until they are purged.

Expired memories are not used in answers anyway. Without the setting nothing is deleted.
"""

from recall_cli.domain.moment import DAY
from recall_cli.flows.maintain.step_context import StepResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.maintain.step_context import StepContext

BATCH_MEMORIES = 500


def delete_expired(context: "StepContext") -> StepResult:
    """Delete memories that expired longer ago than the setting allows, except pinned ones."""
    days = context.app.persistent_value("maintain.expired_days")
    if not days:
        return StepResult(touched=0, summary="")
    op: int | None = None
    deleted = 0

    def delete_batch(tx: "Transaction") -> int:
        nonlocal op
        numbers = tx.ageing.expired_before(tx.now - days * DAY, BATCH_MEMORIES)
        if numbers:
            op = op or context.operation(tx, "expire", f"expired {days} days ago or more")
            for number in numbers:
                tx.memories.change(op, number, {"deleted_at": tx.now, "updated_at": tx.now})
            tx.operations.add_touched(op, len(numbers))
        return len(numbers)

    while count := context.write(delete_batch):
        deleted += count
        if count < BATCH_MEMORIES or context.dry_run:
            break
    if context.dry_run:
        overdue = context.read(lambda tx: tx.ageing.expired_before(tx.now - days * DAY, -1))
        context.ended.extend(overdue)
        deleted, op = len(overdue), None
    return StepResult(touched=deleted, summary=f"{deleted:,} expired" if deleted else "", op=op)
