"""Storing: think first, without a lock; then keep, in one transaction, or nothing at all."""

from recall_cli.domain.receipt import Receipt
from recall_cli.flows.keep import keep
from recall_cli.flows.think import prepared, switched_off, think

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.workplace import Workplace


class _GivenUp(Exception):
    """A rehearsal has seen enough, or there is nothing to keep: the transaction is given up."""


def store(
    app: "App", said: "dict[str, Any]", place: "Workplace | str | None", *, exact: bool = False, dry_run: bool = False
) -> Receipt:
    """Keep what a text says; where `exact`, with the words given, unless just they are here already."""
    clean, redacted = prepared(app, said)
    refusal = switched_off(app, clean["text"])
    if refusal is not None:
        return Receipt(status="refused", refused=(refusal,), redacted=redacted, dry_run=dry_run)
    thought = think(app, clean).but(redacted=redacted)
    if not thought.drafts:
        return Receipt(status="refused", refused=thought.refused, redacted=redacted, dry_run=dry_run)
    found: list[Receipt] = []
    try:
        with app.rehearsing() if dry_run else app.writing() as tx:
            found.append(keep(app, tx, thought, place, exact=exact))
            if dry_run or not found[0].memories:
                raise _GivenUp
    except _GivenUp:
        pass
    return found[0].but(dry_run=dry_run)
