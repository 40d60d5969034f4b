"""Store a text: make its drafts without a lock, then write them in one transaction, all or none."""

from recall_cli.app import is_recall_error
from recall_cli.domain.receipt import Receipt
from recall_cli.flows.write.masking import add_counts
from recall_cli.flows.write.think import (
    MODEL_EXTRACTORS,
    WHOLE_EXTRACTORS,
    choose_extractor,
    length_refusal,
    mask_refusal,
    normalize_request,
    off_refusal,
    whole_text_drafts,
)
from recall_cli.rules.secrets import mask
from recall_cli.workplace import stated_place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.draft import PreparedRequest, StoreRequest
    from recall_cli.domain.errors import ModelFailed
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.write.think import DraftResult
    from recall_cli.workplace import Workplace


class _NothingToStore(Exception):
    """The transaction is rolled back, because there is nothing to store."""


def store(
    app: "App",
    request: "StoreRequest",
    place: "Workplace | str | None",
    *,
    extractor: "str | None" = "none",
    dry_run: bool = False,
    defer: bool = False,
    spool: bool = False,
    key: "str | None" = None,
) -> Receipt:
    """The receipt of a text that was stored. It is kept whole, unless an extractor is named that takes statements.

    With `defer` the text is only queued. With `spool` it waits in a file if the store does not take it now.
    With a key it is stored once, however often it comes.
    """
    extractor = choose_extractor(app, extractor, request)
    refusal = off_refusal(app, request.session)
    if extractor in WHOLE_EXTRACTORS:
        refusal = refusal or length_refusal(app, request.text)
    if refusal is not None:
        refusal = mask_refusal(refusal.but(text=request.text[:80]))
        return Receipt(status="refused", refused=(refusal,), dry_run=dry_run)
    prepared, redacted = _prepare(app, request, place)
    if key is not None:
        from recall_cli.flows.write.jobs import mask_key

        key = mask_key(key, prepared, place)
    try:
        if defer:
            return _queue(app, prepared, place, extractor=extractor, key=key).but(redacted=redacted)
        receipt = _store_now(app, prepared, place, redacted, extractor=extractor, key=key, dry_run=dry_run)
        return receipt.but(dry_run=dry_run)
    except Exception as error:
        if dry_run or (defer and not spool) or not is_recall_error(error):
            raise
        if not spool:
            from recall_cli.flows.write.sandbox_texts import keep_in_sandbox

            return keep_in_sandbox(app, error, prepared, place, key).but(redacted=redacted)
        from recall_cli.flows.write.text_spool import spool_refused_text

        receipt = spool_refused_text(app, error, prepared, place, extractor=extractor, key=key, deferred=defer)
        return receipt.but(redacted=redacted)


def _prepare(
    app: "App", request: "StoreRequest", place: "Workplace | str | None"
) -> "tuple[PreparedRequest, tuple[tuple[str, int], ...]]":
    """The request, normalized and without secrets, with the branch and the commit where it is stated."""
    prepared, redacted = normalize_request(app, request)
    stated = None if place is None or isinstance(place, str) else stated_place_of(place)
    if stated is None or mask(stated.branch).found:
        return prepared, redacted
    return prepared.but(metadata=stated.document), redacted


def _queue(
    app: "App", prepared: "PreparedRequest", place: "Workplace | str | None", *, extractor: str, key: "str | None"
) -> Receipt:
    """The receipt of a request that a worker will store."""
    from recall_cli.flows.write.jobs import defer, defer_in_inbox

    inbox = app.text_inbox() if key is None else None
    receipt = None if inbox is None else defer_in_inbox(app, inbox, prepared, place, extractor=extractor)
    return defer(app, prepared, place, extractor=extractor, key=key) if receipt is None else receipt


def _store_now(
    app: "App",
    prepared: "PreparedRequest",
    place: "Workplace | str | None",
    redacted: "tuple[tuple[str, int], ...]",
    *,
    extractor: str,
    key: "str | None",
    dry_run: bool,
) -> Receipt:
    """The receipt of drafts that were written in one transaction; a dry run is rolled back at its end."""
    digest = None
    if key is not None:
        from recall_cli.flows.write.jobs import text_key

        digest = text_key(prepared, place)
    earlier = _earlier_receipt(app, key, digest) if extractor in MODEL_EXTRACTORS else None
    if earlier is not None:
        return earlier
    if extractor in WHOLE_EXTRACTORS:
        result = whole_text_drafts(app, prepared, extractor)
    else:  # what reads a text is loaded only if somebody has to read it
        from recall_cli.flows.model.drafts import draft_text

        result = draft_text(app, prepared, extractor, place=place)
    result = result.but(redacted=add_counts(redacted, result.redacted))
    if result.failed is not None:
        _note_model_failure(app, result.failed, dry_run=dry_run)
    if not result.drafts and (result.failed is None or dry_run):
        return Receipt(status="refused", refused=result.refused, redacted=result.redacted)
    view = app.view_of_author(prepared)
    exact = extractor == "none"
    try:
        with app.dry_run(view) if dry_run else app.write_transaction(view) as tx:
            receipt = _keep_with_key(app, tx, result, place, exact=exact, key=key, digest=digest)
            if result.failed is not None and not dry_run:
                receipt = _queue_if_new(app, tx, prepared, place, receipt, result.failed, key)
            if not (receipt.memories or receipt.job):
                raise _NothingToStore
    except _NothingToStore:
        pass
    return receipt


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
    from recall_cli.flows.write.jobs import salt_key
    from recall_cli.flows.write.re_extraction import queue_re_extraction

    return queue_re_extraction(
        app, tx, request, place, receipt, failure, key=salt_key(tx, key) if key is not None else None
    )


def _earlier_receipt(app: "App", key: "str | None", digest: "str | None") -> "Receipt | None":
    """The receipt of the first use of a key. Looked up before the model is asked, so that nothing is paid twice."""
    if key is None:
        return None
    from recall_cli.domain.job import FAILED
    from recall_cli.flows.write.jobs import cached_receipt, salt_key

    with app.read_transaction() as tx:
        key = salt_key(tx, key)
        job = tx.jobs.by_key(key)
        return None if job is None or job.state == FAILED else cached_receipt(tx, key, digest)


def _note_model_failure(app: "App", failure: "ModelFailed", *, dry_run: bool) -> None:
    """Tell the user that the model failed or waits for a worker, and what happens next."""
    if failure.pending:
        app.note("read by rules for now; recall worker asks " + ("it when it is stored" if dry_run else "the command"))
        return
    why = failure.message + (f": {failure.hint}" if failure.hint else "")
    then = f"; recall worker will ask {failure.model} again" if failure.again else ""
    app.note(f"{failure.model} failed ({why}): the rules read it{then}")


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
    from recall_cli.flows.write.jobs import cached_receipt, job_result, release_dead_key, salt_key

    key = salt_key(tx, key)
    if tx.jobs.by_key(key) is not None and not release_dead_key(tx, key):
        return cached_receipt(tx, key, digest)
    receipt = keep_drafts(app, tx, result, place, exact=exact)
    if receipt.memories:
        tx.jobs.add_done(
            app.new_id(), key, STORE_JOB, job_result(receipt, salt_key(tx, digest) if digest else None), receipt.op
        )
    return receipt
