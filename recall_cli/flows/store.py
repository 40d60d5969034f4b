"""Storing: think first, without a lock; then keep, in one transaction, or nothing at all."""

from recall_cli.domain.receipt import Receipt
from recall_cli.flows.keep import keep
from recall_cli.flows.think import masked_refusal, prepared, switched_off, think, too_long

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.think import Thought
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
    refusal = switched_off(app, said["text"])
    if extractor == "none":
        refusal = refusal or too_long(app, said["text"])
    if refusal is not None:
        return Receipt(status="refused", refused=(masked_refusal(refusal),), dry_run=dry_run)
    clean, redacted = prepared(app, said)
    if defer:
        from recall_cli.flows.jobs import defer as put_down

        return put_down(app, clean, place, extractor=extractor, key=key).but(redacted=redacted)
    if key is not None and extractor == "claude":  # what was told before is not paid for twice
        with app.reading() as tx:
            if tx.jobs.by_key(key) is not None:
                from recall_cli.flows.jobs import cached

                return cached(tx, key).but(dry_run=dry_run)
    thought = think(app, clean, extractor, place=place)
    thought = thought.but(redacted=_together(redacted, thought.redacted))
    if thought.failed is not None:
        hint = f": {thought.failed.hint}" if thought.failed.hint else ""
        app.note(
            f"claude failed ({thought.failed.message}{hint}); the rules read it, and recall worker asks claude again"
        )
    if not thought.drafts and (thought.failed is None or dry_run):
        return Receipt(status="refused", refused=thought.refused, redacted=thought.redacted, dry_run=dry_run)
    found: list[Receipt] = []
    try:
        with app.rehearsing() if dry_run else app.writing() as tx:
            found.append(_keep_once(app, tx, thought, place, exact=extractor == "none", key=key))
            if thought.failed is not None and not dry_run and found[0].status != "cached":
                from recall_cli.flows.again import stand_in

                found[0] = stand_in(app, tx, clean, place, found[0], thought.failed, key=key)
            if dry_run or not (found[0].memories or found[0].job):
                raise _GivenUp
    except _GivenUp:
        pass
    return found[0].but(dry_run=dry_run)


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
) -> Receipt:
    """Keep, and remember the key in the same transaction, so that two processes cannot both use it."""
    if key is None:
        return keep(app, tx, thought, place, exact=exact)
    from recall_cli.domain.job import STORE
    from recall_cli.flows.jobs import cached, result_of

    if tx.jobs.by_key(key) is not None:
        return cached(tx, key)
    receipt = keep(app, tx, thought, place, exact=exact)
    if receipt.memories:
        tx.jobs.add_done(app.new_id(), key, STORE, result_of(receipt), receipt.op)
    return receipt
