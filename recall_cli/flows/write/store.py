"""Storing: think first, without a lock; then keep, in one transaction, or nothing at all."""

from recall_cli.domain.receipt import Receipt
from recall_cli.flows.write.masking import harmless_key
from recall_cli.flows.write.think import masked_refusal, prepared, switched_off, think, too_long

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.errors import ModelFailed
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.write.think import Thought
    from recall_cli.workplace import Workplace


class _GivenUp(Exception):
    """A rehearsal has seen enough, or there is nothing to keep: the transaction is given up."""


def store(
    app: "App",
    said: "dict[str, Any]",
    place: "Workplace | str | None",
    *,
    extractor: str = "none",
    dry_run: bool = False,
    defer: bool = False,
    key: "str | None" = None,
) -> Receipt:
    """Keep what a text says; with the extractor `none` just its words, unless they are here already.

    Deferred, it is only put down; with a key, it is stored once however often it is told.
    """
    refusal = switched_off(app, said)
    if extractor == "none":
        refusal = refusal or too_long(app, said["text"])
    if refusal is not None:
        return Receipt(status="refused", refused=(masked_refusal(refusal),), dry_run=dry_run)
    clean, redacted = prepared(app, said)
    key = harmless_key(key, clean, place)
    if defer:
        from recall_cli.flows.write.jobs import defer as put_down

        return put_down(app, clean, place, extractor=extractor, key=key).but(redacted=redacted)
    digest = _digest(key, clean, place)
    told = _told_before(app, key, digest) if extractor == "claude" else None
    if told is not None:
        return told.but(dry_run=dry_run)
    thought = think(app, clean, extractor, place=place)
    thought = thought.but(redacted=_together(redacted, thought.redacted))
    _tell_failure(app, thought)
    if not thought.drafts and (thought.failed is None or dry_run):
        return Receipt(status="refused", refused=thought.refused, redacted=thought.redacted, dry_run=dry_run)
    return _kept(app, clean, thought, place, exact=extractor == "none", key=key, digest=digest, dry_run=dry_run)


def _kept(
    app: "App",
    said: "dict[str, Any]",
    thought: "Thought",
    place: "Workplace | str | None",
    *,
    exact: bool,
    key: "str | None",
    digest: "str | None",
    dry_run: bool,
) -> Receipt:
    """What was thought, kept in one transaction with all that follows; a rehearsal is given up in the end."""
    found: list[Receipt] = []
    try:
        view = app.view_of_speaker(said)
        with app.dry_run(view) if dry_run else app.writing(view) as tx:
            found.append(_keep_once(app, tx, thought, place, exact=exact, key=key, digest=digest))
            if thought.failed is not None and not dry_run:
                found[0] = _put_down_too(app, tx, said, place, found[0], thought.failed, key)
            if dry_run or not (found[0].memories or found[0].job):
                raise _GivenUp
    except _GivenUp:
        pass
    return found[0].but(dry_run=dry_run)


def _put_down_too(
    app: "App",
    tx: "Transaction",
    said: "dict[str, Any]",
    place: "Workplace | str | None",
    kept: Receipt,
    failure: "ModelFailed",
    key: "str | None",
) -> Receipt:
    """What the rules read in place of the model waits to be read again, unless its key was used before."""
    if kept.status == "cached":
        return kept
    from recall_cli.flows.write.again import stand_in
    from recall_cli.flows.write.jobs import salted

    return stand_in(app, tx, said, place, kept, failure, key=salted(tx, key) if key is not None else None)


def _digest(key: "str | None", said: "dict[str, Any]", place: "Workplace | str | None") -> "str | None":
    """What a text is known by, where it has a key that another text may have had."""
    if key is None:
        return None
    from recall_cli.flows.write.jobs import text_key

    return text_key(said, place)


def _told_before(app: "App", key: "str | None", digest: "str | None") -> "Receipt | None":
    """What the first use of a key came to, asked before a model is: nothing is paid for twice."""
    if key is None:
        return None
    from recall_cli.domain.job import FAILED
    from recall_cli.flows.write.jobs import cached, salted

    with app.reading() as tx:
        key = salted(tx, key)
        job = tx.jobs.by_key(key)
        return None if job is None or job.state == FAILED else cached(tx, key, digest)


def _tell_failure(app: "App", thought: "Thought") -> None:
    """A model that failed is told of, with what will come of it."""
    if thought.failed is None:
        return
    why = thought.failed.message + (f": {thought.failed.hint}" if thought.failed.hint else "")
    then = "; recall worker will ask claude again" if thought.failed.again else ""
    app.note(f"claude failed ({why}): the rules read it{then}")


def _together(*redacted: "tuple[tuple[str, int], ...]") -> "tuple[tuple[str, int], ...]":
    """Counts of masked secrets, added up."""
    total: dict[str, int] = {}
    for kind, count in (pair for some in redacted for pair in some):
        total[kind] = total.get(kind, 0) + count
    return tuple(sorted(total.items()))


def _keep_once(
    app: "App",
    tx: "Transaction",
    thought: "Thought",
    place: "Workplace | str | None",
    *,
    exact: bool,
    key: "str | None",
    digest: "str | None",
) -> Receipt:
    """Keep, and remember the key in the same transaction, so that two processes cannot both use it."""
    from recall_cli.flows.write.keep import keep

    if key is None:
        return keep(app, tx, thought, place, exact=exact)
    from recall_cli.domain.job import STORE
    from recall_cli.flows.write.jobs import cached, freed, result_of, salted

    key = salted(tx, key)
    if tx.jobs.by_key(key) is not None and not freed(tx, key):
        return cached(tx, key, digest)
    receipt = keep(app, tx, thought, place, exact=exact)
    if receipt.memories:
        tx.jobs.add_done(
            app.new_id(), key, STORE, result_of(receipt, salted(tx, digest) if digest else None), receipt.op
        )
    return receipt
