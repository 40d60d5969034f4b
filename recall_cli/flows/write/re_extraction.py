"""Ask the model again about a text that the rules read when it failed, and replace what they stored (the stopgap).

That is one operation, so one undo brings the stopgap back. If anybody changed the stopgap meanwhile, or the model finds
nothing to note, the stopgap stays: what was stored on purpose does not vanish later.
"""

from recall_cli.domain.draft import PreparedRequest
from recall_cli.domain.errors import HasDependents, ModelFailed
from recall_cli.domain.job import RE_EXTRACT_JOB, backoff_ms
from recall_cli.domain.receipt import Receipt
from recall_cli.flows.edit.undo import revert_operation
from recall_cli.flows.model.drafts import draft_text
from recall_cli.flows.model.reading import is_conversation
from recall_cli.flows.write.jobs import LeaseLost, job_result, pack_place, unpack_place
from recall_cli.flows.write.keep import keep_drafts
from recall_cli.flows.write.think import may_send_to_model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.job import ClaimedJob
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.write.think import DraftResult
    from recall_cli.workplace import Workplace


def queue_re_extraction(
    app: "App",
    tx: "Transaction",
    request: "PreparedRequest",
    place: "Workplace | str | None",
    receipt: "Receipt",
    failure: "ModelFailed",
    *,
    key: "str | None" = None,
) -> "Receipt":
    """Queue a text for the model, in the transaction that stores its stopgap; `queued` if there is no stopgap.

    A text that gave nothing new, or must not be stored, is not queued.
    """
    if not failure.again or any(refusal.gate == "off" for refusal in receipt.refused):
        return receipt
    if receipt.memories and not any(outcome.action == "created" for outcome in receipt.memories):
        return receipt
    wait = max(failure.not_before or 0, tx.now + (backoff_ms(1, RE_EXTRACT_JOB) or 0))
    if failure.pending:
        wait = tx.now
    payload = {"said": request.as_json(), "place": pack_place(place), "extractor": failure.model}
    id_ = app.new_id()
    tx.jobs.add(id_, None if receipt.memories else key, RE_EXTRACT_JOB, payload, run_after=wait, op=receipt.op)
    return receipt if receipt.memories else receipt.but(status="queued", job=id_)


def re_extract(app: "App", job: "ClaimedJob") -> "Receipt | None":
    """Ask the model again and replace the stopgap, unless it was changed. None: the lease was lost."""
    request, place = PreparedRequest.from_json(job.payload["said"]), unpack_place(job.payload["place"])
    if not may_send_to_model(app, place):
        raise ModelFailed("memory is switched off there")
    if _can_be_replaced(app, job):
        result = draft_text(app, request, job.payload.get("extractor", "claude"), place=place, in_worker=True)
        if result.failed is not None:
            if _waits_for_tomorrow(app, job, result.failed):
                return None
            if result.failed.again or job.op is None:
                raise result.failed
            return _keep_stopgap(app, job)
        if not result.drafts and job.op is not None and not is_conversation(request):
            return _keep_stopgap(app, job)
        try:
            with app.write_transaction(app.view_of_author(request)) as tx:
                receipt = _replace_stopgap(app, tx, job, result, place)
                if not tx.jobs.finish(job, job_result(receipt), receipt.op):
                    raise LeaseLost
                return receipt
        except LeaseLost:
            return None
        except HasDependents:
            pass
    return _keep_stopgap(app, job)


def _keep_stopgap(app: "App", job: "ClaimedJob") -> "Receipt | None":
    """Finish a job that changes nothing. None: the lease was lost."""
    with app.write_transaction() as tx:
        return _NOTHING_CHANGED if tx.jobs.finish(job, {"status": "kept as it was", "memories": []}, job.op) else None


_NOTHING_CHANGED = Receipt(status="refused")
"""The job is done, and nothing was changed."""


def _waits_for_tomorrow(app: "App", job: "ClaimedJob", failure: ModelFailed) -> bool:
    """Put the job off if only the daily limit of calls stands against it: that is no failed attempt."""
    if failure.model != "command" or failure.not_before is None:
        return False
    with app.write_transaction() as tx:
        return tx.jobs.postpone(job, failure.not_before)


def _can_be_replaced(app: "App", job: "ClaimedJob") -> bool:
    """Can the stopgap still be undone? Checked before the model is asked, so that no money is wasted."""
    if job.op is None:
        return True
    try:
        with app.dry_run() as tx:
            _undo_stopgap(tx, job)
    except HasDependents:
        return False
    return True


def _replace_stopgap(
    app: "App", tx: "Transaction", job: "ClaimedJob", result: "DraftResult", place: "Workplace | str | None"
) -> "Receipt":
    """Undo the stopgap and store the new drafts, as one operation."""
    op = None if job.op is None else _undo_stopgap(tx, job)
    receipt = keep_drafts(app, tx, result, place, exact=False, op=op)
    return receipt if op is None else receipt.but(op=op)


def _undo_stopgap(tx: "Transaction", job: "ClaimedJob") -> int:
    """Undo a stopgap; returns the operation, or raises HasDependents if something depends on it."""
    target = None if job.op is None else tx.operations.by_number(job.op)
    if target is None or target.undone_by is not None:
        raise HasDependents(f"operation {job.op} was undone")
    op = tx.operations.add(
        RE_EXTRACT_JOB, trust=target.trust, agent=target.agent, session=target.session, undoes=target.n
    )
    tx.operations.add_touched(op, revert_operation(tx, op, target))
    tx.operations.set_undone_by(target.n, op)
    return op
