"""Erases memories with proof: rows, index, vectors, jobs and history in one transaction, then bytes, then a receipt."""

import os

from recall_cli.domain.errors import NotFound, NotStored, StoreError
from recall_cli.domain.record import Record
from recall_cli.engines.tables.sharing.sync_places import TEAM_PREFIX
from recall_cli.flows.edit import byte_scan
from recall_cli.flows.edit.erase_bytes import (
    ErasedContent,
    ScannedFile,
    SessionFile,
    clean_file,
    clean_logs,
    files_that_hold,
    note_remaining_copies,
    read_session_files,
    scan_files,
)
from recall_cli.flows.edit.erase_selection import (
    EraseRequest,
    count_in_longer_words,
    erase_in_copy,
    erase_view,
    find_other_records,
    jobs_with_same_text,
    select_rows,
    words_in_no_memory,
)
from recall_cli.flows.write.text_spool import queue_spooled_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.tables.upkeep.erase import MemoryText
    from recall_cli.engines.transaction import Transaction


OTHER_USES = {
    "project": "the name or folder of a project",
    "memory": "another memory",
    "history": "the history of another memory",
    "log": "the log",
    "job": "a job",
    "recall": "recall itself",
    "transcript": "the path of a session file",
    "question": "a past query",
    "copy": "the path of a backup",
    "token": "a token",
    "task": "a task of another agent",
    "model": "the name or folder of a model",
    "user": "your user name",
}
"""What may rightly hold an erased word, by the names of `other_places`."""
IN_USE_HINTS = {
    "project": "recall erase --project NAME erases a project with its name; recall projects rename OLD NEW renames it",
    "token": "recall admin token revoke ID, then erase again",
    "copy": "delete that backup, then erase again",
    "transcript": "delete that session file, then erase again",
    "model": "recall admin embed and recall config show it",
}
"""What to do about them."""
KEPT_PROJECT = (
    "the project keeps its name, because it is synchronised or shared: recall sync tells the others what is erased; "
    "recall sync --off, recall share ID --off and recall team remove NAME end that, then erase again"
)
MAX_SHOWN = 20
"""Maximum number of memories that a dry run shows."""
REWRITE_THRESHOLD = 40
"""If more memories than this are erased, the file is always rewritten."""


class EraseReceipt(Record):
    """The result of an erasure."""

    memories: "tuple[str, ...]"
    op: "int | None"
    jobs: int = 0
    records: "tuple[tuple[str, int], ...]" = ()
    """How many other records held the words, by their kind: past questions, names of sessions and more."""
    erased_in_copies: int = 0
    """How many more memories were erased in copies; the store did not have them any more."""
    words: int = 0
    """How many words were searched for in every byte, besides all ids. No other memory holds them."""
    short_words: int = 0
    """How many more words were searched for only in the word index and unused space: bytes hold them by chance."""
    files: "tuple[ScannedFile, ...]" = ()
    elsewhere: "tuple[str, ...]" = ()
    """Other places that rightly hold some of the words: a project's name, a job, the log."""
    distinct_traces: int = 0
    """How many different words and ids some file still holds."""
    session_files: "tuple[SessionFile, ...]" = ()
    """The agents' own session files that still hold a memory or the query; recall does not change them."""
    finished: bool = True
    """False if the old bytes could not be removed yet: another process reads, or the disk is full."""
    unfinished_reason: str = ""
    """Why not, unless another process was reading."""
    dry_run: bool = False
    shown: "tuple[Memory, ...]" = ()
    """In a dry run: the first memories that would be erased."""
    in_longer_words: int = 0
    """How many memories stay because they hold the words only as parts of longer words."""

    @property
    def trace_count(self) -> int:
        """How many words and ids the files still hold, counted in each file."""
        return sum(len(file.traces) for file in self.files)


class _NothingMatches(NotFound):
    """No row matches; the bytes of the files were not read yet."""


class _StartedErasure(Record):
    """An erasure that has removed the rows."""

    op: int
    mark: int
    """The mark in the store until the file is clean."""
    unfinished_before: bool
    """Was an earlier erasure interrupted?"""
    must_match: bool
    """Whether it is an error if nothing matches anywhere; a user or an empty project goes without memories."""


def erase(app: "App", request: EraseRequest, *, confirmed: bool, copies: bool = False) -> EraseReceipt:
    """Remove the selection from every table and from the bytes of the files; if not confirmed, only show it."""
    queue_spooled_texts(app)  # a text that waits in a file is erased as a job
    try:
        return _erase_rows(app, request, confirmed=confirmed, copies=copies, allow_empty=copies)
    except _NothingMatches as error:
        if request.query is None:
            raise NotFound(error.message, error.hint) from None
        traces = _find_other_traces(app, request)
    if not confirmed:
        return EraseReceipt(memories=(), op=None, dry_run=True, distinct_traces=traces)
    return _erase_rows(app, request, confirmed=True, copies=False, allow_empty=True)


def _find_other_traces(app: "App", request: EraseRequest) -> int:
    """How many words of a query are in the files though no row matches; NotFound if there are none."""
    with app.read_transaction(erase_view(app, request)) as tx:
        words = words_in_no_memory(tx, byte_scan.split_words([request.query or ""]))
        if count_in_longer_words(tx, request, []):
            raise NotFound("these words are only parts of longer words: nothing was erased", "query the longer words")
    files, elsewhere = scan_files(app, ErasedContent(words=words))
    traces = len({word for file in files if file.kind != "copy" for word in file.traces})
    if traces:
        return traces
    if elsewhere:
        names = ", ".join(OTHER_USES[name] for name in elsewhere)
        hint = next((IN_USE_HINTS[name] for name in elsewhere if name in IN_USE_HINTS), "")
        raise NotFound(f"nothing was erased: the words are only in {names}", hint)
    if any(file.traces for file in files):
        raise NotFound("nothing matches here, but a backup holds the words: nothing was erased", "add --copies")
    searched = ", and no file of recall holds these words" if byte_scan.distinctive_words(words) else ""
    raise NotFound(f"nothing matches{searched}: nothing was erased", "recall list --include all shows all memories")


def _erase_rows(app: "App", request: EraseRequest, *, confirmed: bool, copies: bool, allow_empty: bool) -> EraseReceipt:
    """Remove what matches from the tables, then from the bytes; NotFound if nothing does, unless that is allowed."""
    with (
        app.write_transaction(erase_view(app, request))
        if confirmed
        else app.read_transaction(erase_view(app, request)) as tx
    ):
        numbers, jobs, project = select_rows(tx, request, allow_unknown=copies)
        memories = tx.erase.texts_of(numbers)
        records = find_other_records(app, tx, request)
        is_empty_allowed = allow_empty or bool(jobs) or bool(records)
        _check_allowed(app, request, _trust_levels(app, tx, memories), allow_empty=is_empty_allowed)
        ids = tuple(memory.id for memory in memories)
        session_files = read_session_files(tx) if confirmed else ()
        counts = tuple((kind, len(keys)) for kind, keys in records.items())
        receipt = EraseReceipt(memories=ids, jobs=len(jobs), records=counts, op=None, dry_run=not confirmed)
        receipt = receipt.but(in_longer_words=count_in_longer_words(tx, request, numbers))
        if not confirmed:
            if not copies:
                _note_copies(app, tx)
            return receipt.but(shown=tuple(tx.memories.by_number(numbers[:MAX_SHOWN])))
        jobs += jobs_with_same_text(tx, [memory.text for memory in memories], jobs)
        names = [] if tx.view.user == app.settings["user"] else [tx.view.user]
        must_match = request.user is None and project is None and not jobs and not records
        if project is not None and tx.sync_places.is_in_use(project):
            project = None
            app.note(KEPT_PROJECT)
        names += tx.erase.project_names(project) if project is not None else []
        words = byte_scan.split_words([*names, request.query or "", *(memory.words for memory in memories)])
        started = _remove_rows(app, tx, request, numbers, jobs, project).but(must_match=must_match)
        tx.erase.forget_records(records, from_user=app.channel == "user")
        if request.user is None:
            tx.tombstones.add(ids)
        else:
            tx.tombstones.forget_all()
        erased = ErasedContent(ids=frozenset(ids), words=words_in_no_memory(tx, words))
        tx.erase.remove_traces(_words_to_remove(tx, request, erased.words))
    texts = [memory.text for memory in memories]
    holding = files_that_hold(app, session_files, texts, request.query)
    receipt = receipt.but(op=started.op, jobs=len(jobs), session_files=holding)
    _empty_session_index(app)
    _forget_sent_words(app, ids)
    try:
        return _finish_erasure(app, request, receipt, erased, started, copies=copies)
    except StoreError as error:  # the commit stands, whatever happens to the file now
        reason = error.message.partition(": nothing was changed")[0]
        return _count_words(receipt, erased).but(finished=False, unfinished_reason=reason)


def _note_copies(app: "App", tx: "Transaction") -> None:
    """Say before an erasure that backups exist, which it would not change."""
    count = sum(os.path.exists(copy.path) for copy in tx.backups.all())
    if count:
        them = "a backup may hold the words too" if count == 1 else f"{count} backups may hold the words too"
        app.note(f"{them}: add --copies to erase there as well")


def _empty_session_index(app: "App") -> None:
    """Empty the index of session turns, which may hold the words too, and keep earlier turns out of it from now on."""
    from recall_cli.flows.agents.session_index import empty_index

    if empty_index(app):
        app.note("the session index is empty now, and only later turns get into it; the clients' own files stay")


def _forget_sent_words(app: "App", ids: "tuple[str, ...]") -> None:
    """Remove the repositories of recall sync, whose segments may hold the words, and say what is left to do."""
    folder = app.settings.files_beside + ".sync"
    places = os.listdir(folder) if os.path.isdir(folder) else []
    if not (places or app.settings.is_on_server):
        return
    from recall_cli.flows.sync.place import remove_repositories
    from recall_cli.flows.team.place import count_shared, team_place_names

    remove_repositories(app)
    if app.settings.is_on_server:  # another machine of the user may have shared it
        places = team_place_names(app)
    if count := count_shared(app, places, ids):
        app.note(
            f"{count:,} of them {'was' if count == 1 else 'were'} shared: after recall sync here, the place where you "
            "share has no word of it, and your colleagues' machines erase it at theirs; what somebody has read or "
            "copied, and what a git host keeps, is out of reach"
        )
    if not all(name.startswith(TEAM_PREFIX) for name in places):
        app.note(
            "your other machines erase it too at their next recall sync, after this machine's, which names those that "
            "have not; a git host may keep the sealed words until it cleans up"
        )


def _finish_erasure(
    app: "App",
    request: EraseRequest,
    receipt: EraseReceipt,
    erased: ErasedContent,
    started: "_StartedErasure",
    *,
    copies: bool,
) -> EraseReceipt:
    """The steps after the rows are removed: erase in copies, clean the file, search all files."""
    if copies:
        erased = _erase_from_copies(app, request, erased)
        if not erased.ids and started.must_match:
            clean_file(
                app, erased, started.mark, rewrite=started.unfinished_before
            )  # else this would count as an interrupted erasure
            raise _NothingMatches("nothing matches, here or in the known copies", "recall backup --list shows them")
    receipt = _count_words(receipt, erased).but(erased_in_copies=len(erased.ids) - len(receipt.memories))
    _clean_unfinished_edits(app, erased)
    if app.key is not None:
        app.note("the store is encrypted: a search of its bytes proves nothing more")
    finished = clean_file(
        app, erased, started.mark, rewrite=started.unfinished_before or len(erased.ids) > REWRITE_THRESHOLD
    )
    if started.unfinished_before and finished:
        app.note("an earlier erasure, which was interrupted, is finished too")
        note_remaining_copies(app)
    files, elsewhere = scan_files(app, erased)
    distinct = len({word for file in files for word in file.traces})
    return receipt.but(files=files, elsewhere=elsewhere, finished=finished, distinct_traces=distinct)


def _clean_unfinished_edits(app: "App", erased: ErasedContent) -> None:
    """Remove what was erased from unfinished edits too."""
    from recall_cli.flows.edit.unfinished_edits import clean_edits

    count = clean_edits(app, erased.ids, erased.words)
    if count:
        app.note(f"removed from {count} unfinished edit{'' if count == 1 else 's'} too (recall edit --continue)")
    clean_logs(app, erased.words)


def _count_words(receipt: EraseReceipt, erased: ErasedContent) -> EraseReceipt:
    """The receipt with the number of words to search for, and where."""
    words = byte_scan.distinctive_words(erased.words)
    return receipt.but(words=len(words), short_words=len(erased.words - words))


def _trust_levels(app: "App", tx: "Transaction", memories: "list[MemoryText]") -> "list[str]":
    """The trust of each memory; for agents, a memory that the user pinned counts as stated by the user."""
    pinned = set() if app.channel == "user" else tx.memories.pinned_by_user([memory.n for memory in memories])
    return ["user" if memory.n in pinned else memory.trust for memory in memories]


def _check_allowed(app: "App", request: EraseRequest, trusts: "list[str]", *, allow_empty: bool) -> None:
    """NotStored if this caller may not erase the selection; NotFound if it is empty."""
    from_user = trusts.count("user")
    if app.channel != "user" and request.user is not None:
        raise NotStored("not erased: only a person at a terminal erases all of a user", "nothing was erased")
    if app.channel != "user" and from_user:
        subject = f"{from_user:,} of them are" if len(trusts) > 1 else "this is"
        raise NotStored(
            f"not deleted: {subject} stated or pinned by the user, and only the user can delete that, at a terminal",
            "nothing was deleted",
        )
    if not trusts and not allow_empty and request.user is None and request.project is None:
        raise _NothingMatches("nothing matches: nothing was erased", "recall list --include all shows all memories")


def _remove_rows(
    app: "App", tx: "Transaction", request: EraseRequest, numbers: "list[int]", jobs: "list[int]", project: "int | None"
) -> _StartedErasure:
    """Remove the selection from the tables, as one operation."""
    earlier = tx.erase.unclean_since is not None
    mark = tx.erase.mark_unclean()
    tx.erase.remove(numbers)
    tx.erase.remove_jobs(jobs)
    if project is not None:
        tx.erase.remove_project(project)
    if request.user is not None:
        tx.erase.remove_user()
    # the operation is recorded under the user who erases
    recording = app.write_transaction() if tx.view.user != app.settings["user"] else tx
    op = recording.operations.add("erase", trust=app.channel, agent=app.agent)
    recording.operations.add_touched(op, len(numbers))
    if recording is not tx:
        recording.finalize()
    return _StartedErasure(op=op, mark=mark, unfinished_before=earlier, must_match=True)


def _words_to_remove(tx: "Transaction", request: EraseRequest, words: "frozenset[str]") -> "set[str]":
    """The erased words and the words of the query, without those that any sentence holds."""
    from recall_cli.domain.stopwords import STOP_WORDS

    return {*words.difference(STOP_WORDS), *(tx.engine.split_words(request.query) if request.query else ())}


def _erase_from_copies(app: "App", request: EraseRequest, erased: ErasedContent) -> ErasedContent:
    """Erase in every known copy: what was erased here, and what matches there but was gone here before.

    Returns everything that was erased.
    """
    from recall_cli.flows.transfer.backup import known_copies

    with app.read_transaction(erase_view(app, request)) as tx:
        waiting = tx.erase.waiting_job_ids()
    for copy in known_copies(app):
        if not os.path.exists(copy.path):
            continue
        try:
            ids, words = erase_in_copy(app, copy.path, request, erased, waiting)
        except StoreError as error:
            app.note(f"not erased in {copy.path}: {error.message}")
            continue
        with app.read_transaction(erase_view(app, request)) as tx:
            erased = ErasedContent(ids=erased.ids | ids, words=erased.words | words_in_no_memory(tx, words))
    return erased
