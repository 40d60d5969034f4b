"""The same erasure in a copy: what went here, what fits there and had gone here before, and what else says it."""

from recall_cli.domain.errors import NotFound, UsageError
from recall_cli.flows.edit import byte_scan
from recall_cli.flows.edit.erase_selection import EraseRequest, erase_view, select_rows, words_in_no_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction


def erase_in_copy(
    app: "App",
    path: str,
    request: EraseRequest,
    ids: "frozenset[str]",
    words: "frozenset[str]",
    waiting_job_ids: "set[str]",
) -> "tuple[frozenset[str], set[str]]":
    """Take them out of a copy and write it anew; the ids that went there, and the words that those memories said.

    Work that had been put off and says such a word goes too, unless it is still waiting in the store.
    """
    from recall_cli.engines.sqlite.connection import SqliteEngine
    from recall_cli.engines.sqlite.copies import merge_wal
    from recall_cli.engines.transaction import Transaction

    key = app.key_for_copy(path)
    engine = SqliteEngine(path, write=True, patience=1, version="", now=app.now, key=key)
    try:
        with Transaction(engine, erase_view(app, request), app.now(), write=True) as tx:
            found = [tx.memories.by_id(id_) for id_ in sorted(ids)]
            fitting, jobs, project = _select_in_copy(app, tx, request)
            numbers = sorted({*fitting, *(memory.n for memory in found if memory is not None)})
            said = tx.erase.texts_of(numbers)
            tx.erase.remove(numbers)
            done = [n for n, id_ in tx.erase.waiting_jobs_containing(words) if id_ not in waiting_job_ids]
            tx.erase.remove_jobs([*jobs, *done])
            if project is not None:
                tx.erase.remove_project(project)
            if request.user is not None:
                tx.erase.remove_user()
            told = byte_scan.distinctive_words([one.words for one in said])
            asked = tx.engine.split_words(request.query) if request.query else []
            tx.erase.remove_traces({*words, *asked, *words_in_no_memory(tx, told)})
        engine.vacuum()
    finally:
        engine.close()
    merge_wal(path, key)
    return frozenset(one.id for one in said), told


def _select_in_copy(app: "App", tx: "Transaction", request: EraseRequest) -> "tuple[list[int], list[int], int | None]":
    """What of the copy fits the same choice; where no person asks, none of the user's own words."""
    try:
        numbers, jobs, project = select_rows(tx, request, allow_unknown=True)
    except (NotFound, UsageError):  # no such project in it
        return [], [], None
    if app.channel != "user":
        numbers = [one.n for one in tx.erase.texts_of(numbers) if one.trust != "user"]
    return numbers, jobs, project
