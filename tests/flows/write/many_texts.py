"""Several texts as one operation, as a model's answer to a long text brings them."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from recall_cli.app import App
from recall_cli.domain.draft import StoreRequest
from recall_cli.flows.write.keep import keep_drafts
from recall_cli.flows.write.think import DraftResult, make_drafts, normalize_request
from tests.command import Home


def keep_texts(
    recall: Home, texts: Sequence[str], db: Path | None = None, agent: str | None = None, **tags: str
) -> None:
    """Store each text whole, all of them in one operation."""
    with closing(App({"db": str(db or recall.db)}, recall.environment())) as app:
        requests = [StoreRequest(text=text, tags=tags, shared=False, agent=agent) for text in texts]
        prepared = [normalize_request(app, request)[0] for request in requests]
        drafts = tuple(draft for request in prepared for draft in make_drafts(app, request).drafts)
        with app.write_transaction(app.view_of_author(prepared[0])) as tx:
            keep_drafts(app, tx, DraftResult(drafts=drafts), None, exact=False)
