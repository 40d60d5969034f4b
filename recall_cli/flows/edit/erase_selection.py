"""What an erasure selects: the memories and jobs to remove, and the words that no other memory holds; in copies too."""

from recall_cli.domain.errors import NotFound, NotStored, UsageError
from recall_cli.domain.record import Record
from recall_cli.domain.scope import View
from recall_cli.flows.edit import byte_scan
from recall_cli.flows.edit.erase_bytes import ErasedContent
from recall_cli.flows.search.id_lookup import find_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction

MAX_WORDS_CHECKED = 2_000
"""If more words than this occur in other forms, they are not searched for one by one in the texts."""


class EraseRequest(Record):
    """What to erase: memories by id, or all that match."""

    ids: "tuple[str, ...]" = ()
    user: "str | None" = None
    project: "str | None" = None
    topic: "str | None" = None
    query: "str | None" = None
    filters: "Filters | None" = None
    """Further conditions; they select memories, and no waiting jobs."""


def erase_view(app: "App", request: EraseRequest) -> View:
    """The memories that may be erased: for a person all of their own, for agents what they can see."""
    user = request.user or app.settings["user"]
    if app.channel == "user":
        return View(user=user)
    if user != app.settings["user"]:
        raise NotStored("not erased: only a person at a terminal erases all of a user", "nothing was erased")
    return app.view()


def select_rows(
    tx: "Transaction", request: EraseRequest, *, allow_unknown: bool = False
) -> "tuple[list[int], list[int], int | None]":
    """The memories and jobs to erase, and the project if all of it goes.

    With `allow_unknown`, ids and the project may be unknown here: they may still be in copies.
    """
    if request.ids:
        numbers: dict[int, None] = {}
        for prefix in request.ids:
            try:
                numbers[find_memory(tx, prefix, deleted=True).n] = None
            except NotFound:
                if not allow_unknown:
                    raise
        return [*numbers, *tx.erase.wordings_of([*numbers])], [], None
    if request.user is not None:
        return tx.erase.all_memories(), [], None
    words = tx.engine.split_words(request.query) if request.query else []
    if request.query is not None and not words:
        raise UsageError(f"{request.query!r} has no words to look for", "nothing was erased")
    if request.project is None and request.topic is None and request.filters is None and not words:
        raise UsageError("say what to erase", "ids, --query, --topic, --project or --user")
    try:
        project = _project_number(tx, request)
    except NotFound:
        if not allow_unknown:
            raise
        return [], [], None
    if request.filters is not None:
        passing = [memory.n for memory in tx.memories.newest(request.filters, limit=-1, offset=0)]
        if project is None and request.topic is None and not words:
            return passing, [], None
        matching = {*tx.erase.matching_memories(project, request.topic, words)}
        return [number for number in passing if number in matching], [], None
    whole = project if request.topic is None and not words else None
    jobs = tx.erase.matching_jobs(project, request.topic, words)
    return tx.erase.matching_memories(project, request.topic, words), jobs, whole


def find_other_records(app: "App", tx: "Transaction", request: EraseRequest) -> "dict[str, list[object]]":
    """What else contains the words of a query that is limited to nothing, by the kind of record.

    The names of known agents stay, and so do the records of session files and copies that still exist.
    """
    limits = (request.project, request.topic, request.filters)
    if request.query is None or any(limit is not None for limit in limits):
        return {}
    import os

    from recall_cli.agents.registry import KNOWN_AGENTS

    found = tx.erase.find_records(tx.engine.split_words(request.query), from_user=app.channel == "user")
    found["agent"] = [name for name in found.get("agent", ()) if name not in KNOWN_AGENTS]
    for kind in ("session file", "copy"):
        found[kind] = [path for path in found.get(kind, ()) if not os.path.exists(str(path))]
    return {kind: keys for kind, keys in found.items() if keys}


def count_in_longer_words(tx: "Transaction", request: EraseRequest, numbers: "list[int]") -> int:
    """How many memories hold the words of the query only as parts of longer words."""
    words = tx.engine.split_words(request.query) if request.query else []
    if not words:
        return 0
    try:
        project = _project_number(tx, request)
    except NotFound:
        return 0
    return len(tx.erase.containing_as_parts(project, request.topic, words).difference(numbers))


def _project_number(tx: "Transaction", request: EraseRequest) -> "int | None":
    """The row number of the project to erase from; None for all projects, NotFound for an unknown one."""
    from recall_cli.flows.projects import require_project

    return require_project(tx, request.project, guesses=False).n if request.project is not None else None


def jobs_with_same_text(tx: "Transaction", texts: "list[str]", jobs: "list[int]") -> "list[int]":
    """The waiting jobs that would store the same texts again."""
    from recall_cli.rules.text.normalize import fold_text

    erased = {fold_text(text) for text in texts}
    return [n for n, text in tx.erase.waiting_job_texts() if n not in jobs and text and fold_text(text) in erased]


def words_in_no_memory(tx: "Transaction", words: "set[str]") -> "frozenset[str]":
    """The words that no memory holds any more: only they can prove that nothing is left.

    A word with the same stem as another ("builds", "build") is searched for in the texts themselves.
    """
    stems = {word: tx.engine.stems(word) for word in words}
    used_stems = tx.erase.stems_in_use(sorted({stem for word_stems in stems.values() for stem in word_stems}))
    unused = {word for word, word_stems in stems.items() if word_stems and not used_stems.intersection(word_stems)}
    undecided = [word for word, word_stems in stems.items() if word_stems and word not in unused]
    if len(undecided) <= MAX_WORDS_CHECKED:
        unused.update(word for word in undecided if not tx.erase.is_word_in_use(word))
    return frozenset(unused)


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
            tx.tombstones.add(memory.id for memory in memories)
            tx.erase.forget_records(records, from_user=app.channel == "user")
            containing = tx.erase.waiting_jobs_containing(erased.words)
            tx.erase.remove_jobs([*jobs, *(n for n, id_ in containing if id_ not in waiting_job_ids)])
            if project is not None and not tx.sync_places.is_in_use(project):
                tx.erase.remove_project(project)
            if request.user is not None:
                tx.erase.remove_user()
                tx.tombstones.forget_all()
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
