"""Erases in a copy of the store: what was erased here, and what matches there but was gone here before."""

from recall_cli.domain.errors import NotFound, UsageError
from recall_cli.flows.edit import byte_scan
from recall_cli.flows.edit.erase_bytes import ErasedContent
from recall_cli.flows.edit.erase_selection import (
    EraseRequest,
    erase_view,
    find_other_records,
    select_rows,
    words_in_no_memory,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction


def erase_in_copy(
    app: "App", path: str, request: EraseRequest, erased: ErasedContent, waiting_job_ids: "set[str]"
) -> "tuple[frozenset[str], set[str]]":
    """Erase in a copy and rewrite it; the ids that were erased there, and the words of those memories.

    A deferred job with an erased word is removed too, unless it is still waiting in the store.
    """
    from recall_cli.engines.sqlite.connection import SqliteEngine
    from recall_cli.engines.sqlite.copies import merge_wal
    from recall_cli.engines.transaction import Transaction

    key = app.key_for_copy(path)
    engine = SqliteEngine(path, write=True, patience=1, version="", now=app.now, key=key)
    try:
        with Transaction(engine, erase_view(app, request), app.now(), write=True) as tx:
            same = [tx.memories.by_id(id_) for id_ in sorted(erased.ids)]
            matching, jobs, project = _select_in_copy(app, tx, request)
            numbers = sorted({*matching, *(memory.n for memory in same if memory is not None)})
            memories = tx.erase.texts_of(numbers)
            names = tx.erase.project_names(project) if project is not None else []
            words = byte_scan.distinctive_words([*names, *(memory.words for memory in memories)])
            records = find_other_records(app, tx, request)
            tx.erase.remove(numbers)
            tx.erase.forget_records(records, from_user=app.channel == "user")
            containing = tx.erase.waiting_jobs_containing(erased.words)
            tx.erase.remove_jobs([*jobs, *(n for n, id_ in containing if id_ not in waiting_job_ids)])
            if project is not None:
                tx.erase.remove_project(project)
            if request.user is not None:
                tx.erase.remove_user()
            query_words = tx.engine.split_words(request.query) if request.query else []
            tx.erase.remove_traces({*erased.words, *query_words, *words_in_no_memory(tx, words)})
        engine.vacuum()
    finally:
        engine.close()
    merge_wal(path, key)
    if records:
        count = sum(map(len, records.values()))
        app.note(f"{count:,} other record{'' if count == 1 else 's'} with these words erased in {path}")
    return frozenset(memory.id for memory in memories), words


def _select_in_copy(app: "App", tx: "Transaction", request: EraseRequest) -> "tuple[list[int], list[int], int | None]":
    """What the request selects in the copy; for agents, nothing that the user stated."""
    try:
        numbers, jobs, project = select_rows(tx, request, allow_unknown=True)
    except (NotFound, UsageError):  # no such project in it
        return [], [], None
    if app.channel != "user":
        numbers = [memory.n for memory in tx.erase.texts_of(numbers) if memory.trust != "user"]
    return numbers, jobs, project
