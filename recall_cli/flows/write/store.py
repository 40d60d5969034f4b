"""Store a text: make its drafts without a lock, then write them in one transaction, all or none."""

from recall_cli.domain.receipt import Receipt
from recall_cli.flows.write.think import (
    choose_extractor,
    length_refusal,
    make_drafts,
    mask_refusal,
    normalize_request,
    off_refusal,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.errors import ModelFailed
    from recall_cli.domain.store_request import PreparedRequest, StoreRequest
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.write.think import DraftResult
    from recall_cli.workplace import Workplace


class _RolledBack(Exception):
    """The transaction is rolled back: it was a dry run, or there is nothing to store."""


def store(
    app: "App",
    request: "StoreRequest",
    place: "Workplace | str | None",
    *,
    extractor: "str | None" = "none",
    dry_run: bool = False,
    defer: bool = False,
    key: "str | None" = None,
) -> Receipt:
    """The receipt of a text that was stored. The extractor `none` stores the text as it is, unless it is known.

    With `defer` the text is only queued. With a key it is stored once, however often it comes.
    """
    extractor = choose_extractor(app, extractor, request)
    refusal = off_refusal(app, request.text, request.session)
    if extractor == "none":
        refusal = refusal or length_refusal(app, request.text)
    if refusal is not None:
        return Receipt(status="refused", refused=(mask_refusal(refusal),), dry_run=dry_run)
    prepared, redacted = normalize_request(app, request)
    if key is not None:
        from recall_cli.flows.write.jobs import mask_key

        key = mask_key(key, prepared, place)
    if defer:
        from recall_cli.flows.write.jobs import defer as queue_request

        return queue_request(app, prepared, place, extractor=extractor, key=key).but(redacted=redacted)
    digest = None if key is None else _request_digest(prepared, place)
    earlier = _earlier_receipt(app, key, digest) if extractor == "claude" else None
    if earlier is not None:
        return earlier.but(dry_run=dry_run)
    result = make_drafts(app, prepared, extractor, place=place)
    result = result.but(redacted=_add_counts(redacted, result.redacted))
    _note_model_failure(app, result)
    if not result.drafts and (result.failed is None or dry_run):
        return Receipt(status="refused", refused=result.refused, redacted=result.redacted, dry_run=dry_run)
    return _write_result(
        app, prepared, result, place, exact=extractor == "none", key=key, digest=digest, dry_run=dry_run
    )


def _write_result(
    app: "App",
    request: "PreparedRequest",
    result: "DraftResult",
    place: "Workplace | str | None",
    *,
    exact: bool,
    key: "str | None",
    digest: "str | None",
    dry_run: bool,
) -> Receipt:
    """The receipt of drafts that were written in one transaction; a dry run is rolled back at its end."""
    receipts: list[Receipt] = []
    try:
        view = app.view_of_author(request.agent, request.trust)
        with app.dry_run(view) if dry_run else app.write_transaction(view) as tx:
            receipts.append(_keep_with_key(app, tx, result, place, exact=exact, key=key, digest=digest))
            if result.failed is not None and not dry_run:
                receipts[0] = _queue_if_new(app, tx, request, place, receipts[0], result.failed, key)
            if dry_run or not (receipts[0].memories or receipts[0].job):
                raise _RolledBack
    except _RolledBack:
        pass
    return receipts[0].but(dry_run=dry_run)


def _queue_if_new(
    app: "App",
    tx: "Transaction",
    request: "PreparedRequest",
    place: "Workplace | str | None",
    receipt: Receipt,
    failure: "ModelFailed",
    key: "str | None",
) -> Receipt:
    """Queue the text for the model that failed, unless its key was used before."""
    if receipt.status == "cached":
        return receipt
    from recall_cli.flows.write.jobs import salted
    from recall_cli.flows.write.re_extraction import queue_re_extraction

    return queue_re_extraction(
        app, tx, request, place, receipt, failure, key=salted(tx, key) if key is not None else None
    )


def _request_digest(request: "PreparedRequest", place: "Workplace | str | None") -> str:
    """The digest of a text with a key; it shows whether another text had the key before."""
    from recall_cli.flows.write.jobs import text_key

    return text_key(request, place)


def _earlier_receipt(app: "App", key: "str | None", digest: "str | None") -> "Receipt | None":
    """The receipt of the first use of a key. Looked up before the model is asked, so that nothing is paid twice."""
    if key is None:
        return None
    from recall_cli.domain.job import FAILED
    from recall_cli.flows.write.jobs import cached_receipt, salted

    with app.read_transaction() as tx:
        key = salted(tx, key)
        job = tx.jobs.by_key(key)
        return None if job is None or job.state == FAILED else cached_receipt(tx, key, digest)


def _note_model_failure(app: "App", result: "DraftResult") -> None:
    """Tell the user that the model failed, and what happens next."""
    if result.failed is None:
        return
    why = result.failed.message + (f": {result.failed.hint}" if result.failed.hint else "")
    then = "; recall worker will ask claude again" if result.failed.again else ""
    app.note(f"claude failed ({why}): the rules read it{then}")


def _add_counts(*redacted: "tuple[tuple[str, int], ...]") -> "tuple[tuple[str, int], ...]":
    """Counts of masked secrets, added up."""
    total: dict[str, int] = {}
    for kind, count in (pair for some in redacted for pair in some):
        total[kind] = total.get(kind, 0) + count
    return tuple(sorted(total.items()))


def _keep_with_key(
    app: "App",
    tx: "Transaction",
    result: "DraftResult",
    place: "Workplace | str | None",
    *,
    exact: bool,
    key: "str | None",
    digest: "str | None",
) -> Receipt:
    """Write drafts and their key in the same transaction, so that two processes cannot both use the key."""
    from recall_cli.flows.write.keep import keep_drafts

    if key is None:
        return keep_drafts(app, tx, result, place, exact=exact)
    from recall_cli.domain.job import STORE_JOB
    from recall_cli.flows.write.jobs import cached_receipt, job_result, release_dead_key, salted

    key = salted(tx, key)
    if tx.jobs.by_key(key) is not None and not release_dead_key(tx, key):
        return cached_receipt(tx, key, digest)
    receipt = keep_drafts(app, tx, result, place, exact=exact)
    if receipt.memories:
        tx.jobs.add_done(
            app.new_id(), key, STORE_JOB, job_result(receipt, salted(tx, digest) if digest else None), receipt.op
        )
    return receipt
