"""What ended on its own date long ago is put away: deleted, so that an undo brings it back until it is purged.

What has expired is not believed anyway; without the setting nothing is done.
"""

from recall_cli.domain.moment import DAY
from recall_cli.flows.maintain.upkeep_round import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.maintain.upkeep_round import Round

BATCH = 500


def expire(round_: "Round") -> Done:
    """Delete what expired longer ago than the setting allows, but for what is pinned."""
    days = round_.app.lasting("maintain.expired_days")
    if not days:
        return Done(touched=0, said="")
    op: int | None = None
    gone = 0

    def put_away(tx: "Transaction") -> int:
        nonlocal op
        numbers = tx.ageing.overdue(tx.now - days * DAY, BATCH)
        if numbers:
            op = op or round_.operation(tx, "expire", f"expired {days} days ago or more")
            for number in numbers:
                tx.memories.change(op, number, {"deleted_at": tx.now, "updated_at": tx.now})
            tx.operations.count(op, len(numbers))
        return len(numbers)

    while count := round_.write(put_away):
        gone += count
        if count < BATCH or round_.dry_run:
            break
    if round_.dry_run:
        overdue = round_.read(lambda tx: tx.ageing.overdue(tx.now - days * DAY, -1))
        round_.ended.extend(overdue)
        gone, op = len(overdue), None
    return Done(touched=gone, said=f"{gone:,} expired" if gone else "", op=op)
