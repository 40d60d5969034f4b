"""The same erasure in a copy: what went here, what fits there and had gone here before, and what else says it."""

from recall_cli.domain.errors import NotFound, UsageError
from recall_cli.flows.edit import traces
from recall_cli.flows.edit.erase import Chosen, said_by_nobody, selected, view_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction


def erase_in(
    app: "App", path: str, chosen: Chosen, ids: "frozenset[str]", words: "frozenset[str]", waiting: "set[str]"
) -> "tuple[frozenset[str], set[str]]":
    """Take them out of a copy and write it anew; the ids that went there, and the words that those memories said.

    Work that had been put off and says such a word goes too, unless it is still waiting in the store.
    """
    from recall_cli.engines.sqlite.connection import SqliteEngine
    from recall_cli.engines.sqlite.copies import single
    from recall_cli.engines.transaction import Transaction

    key = app.key_of(path)
    engine = SqliteEngine(path, write=True, patience=1, version="", now=app.now, key=key)
    try:
        with Transaction(engine, view_of(app, chosen), app.now(), write=True) as tx:
            found = [tx.memories.by_id(id_) for id_ in sorted(ids)]
            fitting, jobs, project = _fitting(app, tx, chosen)
            numbers = sorted({*fitting, *(memory.n for memory in found if memory is not None)})
            said = tx.erase.said(numbers)
            tx.erase.remove(numbers)
            done = [n for n, id_ in tx.erase.waiting_saying(words) if id_ not in waiting]
            tx.erase.remove_jobs([*jobs, *done])
            if project is not None:
                tx.erase.remove_project(project)
            if chosen.user is not None:
                tx.erase.remove_user()
            told = traces.telling([one.words for one in said])
            asked = tx.engine.plain(chosen.query) if chosen.query else []
            tx.erase.remove_traces({*words, *asked, *said_by_nobody(tx, told)})
        engine.rewrite()
    finally:
        engine.close()
    single(path, key)
    return frozenset(one.id for one in said), told


def _fitting(app: "App", tx: "Transaction", chosen: Chosen) -> "tuple[list[int], list[int], int | None]":
    """What of the copy fits the same choice; where no person asks, none of the user's own words."""
    try:
        numbers, jobs, project = selected(tx, chosen, elsewhere=True)
    except (NotFound, UsageError):  # no such project in it
        return [], [], None
    if app.channel != "user":
        numbers = [one.n for one in tx.erase.said(numbers) if one.trust != "user"]
    return numbers, jobs, project
