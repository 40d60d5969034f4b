"""Reading again what the rules read in place of a model: the stopgap is taken back and the new reading kept, at once.

It is one operation, so that one undo brings the stopgap back; and where anybody has touched the stopgap in the
meantime, nothing happens.
"""

from recall_cli.domain.errors import Dependent, ModelFailed
from recall_cli.domain.job import RE_EXTRACT, backoff
from recall_cli.domain.receipt import Receipt
from recall_cli.flows.edit.undo import take_back
from recall_cli.flows.write.jobs import Overtaken, packed, result_of, unpacked
from recall_cli.flows.write.keep import keep
from recall_cli.flows.write.think import may_be_sent, think

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.job import Claimed
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.write.think import Thought
    from recall_cli.workplace import Workplace


def stand_in(
    app: "App",
    tx: "Transaction",
    said: "dict[str, Any]",
    place: "Workplace | str | None",
    kept: "Receipt",
    failure: "ModelFailed",
    *,
    key: "str | None" = None,
) -> "Receipt":
    """Put a text down to be read again, in the transaction that keeps its stopgap; queued where there is none.

    What brought nothing new, or may not be kept at all, is not read again.
    """
    if not failure.again or any(refusal.gate == "off" for refusal in kept.refused):
        return kept
    if kept.memories and not any(one.action == "created" for one in kept.memories):
        return kept
    wait = max(failure.not_before or 0, tx.now + (backoff(1, RE_EXTRACT) or 0))
    payload = {"said": said, "place": packed(place)}
    id_ = app.new_id()
    tx.jobs.add(id_, None if kept.memories else key, RE_EXTRACT, payload, run_after=wait, op=kept.op)
    return kept if kept.memories else kept.but(status="queued", job=id_)


def read_again(app: "App", job: "Claimed") -> "Receipt | None":
    """Ask the model again; its reading takes the stopgap's place, unless that was touched. None: overtaken."""
    said, place = job.payload["said"], unpacked(job.payload["place"])
    if not may_be_sent(app, place):
        raise ModelFailed("memory is switched off there")
    if _untouched(app, job):
        thought = think(app, said, "claude", place=place, patient=True)
        if thought.failed is not None:
            raise thought.failed
        try:
            with app.writing(app.view_of_speaker(said)) as tx:
                receipt = _replaced(app, tx, job, thought, place)
                if not tx.jobs.finish(job, result_of(receipt), receipt.op):
                    raise Overtaken
                return receipt
        except Overtaken:
            return None
        except Dependent:
            pass
    with app.writing() as tx:
        return _NOTHING if tx.jobs.finish(job, {"status": "kept as it was", "memories": []}, job.op) else None


_NOTHING = Receipt(status="refused")
"""Done, and nothing had to be changed."""


def _untouched(app: "App", job: "Claimed") -> bool:
    """Can the stopgap still be taken back? Asked before the model is, so that nothing is spent in vain."""
    if job.op is None:
        return True
    try:
        with app.dry_run() as tx:
            _taken_back(tx, job)
    except Dependent:
        return False
    return True


def _replaced(
    app: "App", tx: "Transaction", job: "Claimed", thought: "Thought", place: "Workplace | str | None"
) -> "Receipt":
    """The stopgap taken back and the new reading kept, under one operation."""
    op = None if job.op is None else _taken_back(tx, job)
    receipt = keep(app, tx, thought, place, exact=False, op=op)
    return receipt if op is None else receipt.but(op=op)


def _taken_back(tx: "Transaction", job: "Claimed") -> int:
    """The operation under which a stopgap goes; Dependent where something stands on it."""
    target = None if job.op is None else tx.operations.one(job.op)
    if target is None or target.undone_by is not None:
        raise Dependent(f"operation {job.op} does not stand any more")
    op = tx.operations.add(RE_EXTRACT, trust=target.trust, agent=target.agent, session=target.session, undoes=target.n)
    tx.operations.count(op, take_back(tx, op, target))
    tx.operations.mark_undone(target.n, op)
    return op
