"""Erasing, with proof: rows, index, vectors, jobs and history in one transaction, then the bytes, then a receipt."""

import os

from recall_cli.domain.errors import NotFound, NotStored, StoreError
from recall_cli.domain.record import Record
from recall_cli.flows.edit import byte_scan
from recall_cli.flows.edit.erase_bytes import ErasedContent, ScannedFile, clean_file, note_remaining_copies, scan_files
from recall_cli.flows.edit.erase_selection import (
    EraseRequest,
    count_in_longer_words,
    erase_view,
    jobs_with_same_text,
    select_rows,
    words_in_no_memory,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.tables.upkeep.erase import MemoryText
    from recall_cli.engines.transaction import Transaction


MAX_SHOWN = 20
"""So many memories a dry run shows."""
REWRITE_THRESHOLD = 40
"""Where more memories than this are erased, the file is written anew in any case."""


class EraseReceipt(Record):
    """What an erasure came to."""

    memories: "tuple[str, ...]"
    op: "int | None"
    jobs: int = 0
    erased_in_copies: int = 0
    """How many more went out of copies, which were not in the store any more."""
    words: int = 0
    """How many words, said by nobody else, were looked for in every byte; beside them every id."""
    short_words: int = 0
    """How many more, which other bytes spell by chance, were looked for in the word index and unused space alone."""
    places: "tuple[ScannedFile, ...]" = ()
    elsewhere: "tuple[str, ...]" = ()
    """What else says some of the words, and is there by right: a project's name, a job, the log."""
    found: int = 0
    """How many different words and ids are left in any file."""
    finished: bool = True
    """False where the old bytes could not be removed yet: somebody reads, or the disk is full."""
    trouble: str = ""
    """Why not, where it was not a reader."""
    dry_run: bool = False
    shown: "tuple[Memory, ...]" = ()
    """Of a dry run, the first ones that would go."""
    in_longer_words: int = 0
    """How many memories hold the words only as parts of longer words, and stay."""

    @property
    def left(self) -> int:
        """How many words and ids are left, file by file."""
        return sum(place.left for place in self.places)


class _StartedErasure(Record):
    """An erasure that has removed the rows."""

    op: int
    mark: int
    """What stands in the store until the file is clean."""
    unfinished_before: bool
    """Was there an erasure before it that was cut off?"""


def erase(app: "App", request: EraseRequest, *, confirmed: bool, copies: bool = False) -> EraseReceipt:
    """Remove what is chosen from every table, then from the bytes of the file, and look; or only say what would go."""
    with (
        app.write_transaction(erase_view(app, request))
        if confirmed
        else app.read_transaction(erase_view(app, request)) as tx
    ):
        numbers, jobs, project = select_rows(tx, request, allow_unknown=copies)
        said = tx.erase.texts_of(numbers)
        _check_allowed(app, request, _trust_levels(app, tx, said), allow_empty=copies)
        receipt = EraseReceipt(memories=tuple(one.id for one in said), jobs=len(jobs), op=None, dry_run=not confirmed)
        receipt = receipt.but(in_longer_words=count_in_longer_words(tx, request, numbers))
        if not confirmed:
            return receipt.but(shown=tuple(tx.memories.by_number(numbers[:MAX_SHOWN])))
        jobs += jobs_with_same_text(tx, [one.text for one in said], jobs)
        name = [] if tx.view.user == app.settings["user"] else [tx.view.user]
        name += tx.erase.project_names(project) if project is not None else []
        told = byte_scan.split_words([*name, *(one.words for one in said)])
        begun = _remove_rows(app, tx, request, numbers, jobs, project)
        gone = ErasedContent(ids=frozenset(receipt.memories), words=words_in_no_memory(tx, told))
        tx.erase.remove_traces(_words_to_remove(tx, request, gone.words))
    receipt = receipt.but(op=begun.op, jobs=len(jobs))
    try:
        return _finish_erasure(app, request, receipt, gone, begun, copies=copies)
    except StoreError as error:  # what was committed stands, whatever happens to the file now
        trouble = error.message.partition(": nothing was changed")[0]
        return _count_words(receipt, gone).but(finished=False, trouble=trouble)


def _finish_erasure(
    app: "App",
    request: EraseRequest,
    receipt: EraseReceipt,
    erased: ErasedContent,
    started: "_StartedErasure",
    *,
    copies: bool,
) -> EraseReceipt:
    """The rest, once the rows are gone: the copies, the bytes of the file, and the look into all of them."""
    if copies:
        erased = _erase_from_copies(app, request, erased)
        if not erased.ids and request.user is None and request.project is None:
            clean_file(
                app, erased, started.mark, rewrite=started.unfinished_before
            )  # else this would count as an erasure that was cut off
            raise NotFound("nothing fits, here or in the copies that recall knows", "recall backup --list shows them")
    receipt = _count_words(receipt, erased).but(erased_in_copies=len(erased.ids) - len(receipt.memories))
    if app.key is not None:
        app.note("the store is encrypted: looking into its bytes proves nothing more")
    finished = clean_file(
        app, erased, started.mark, rewrite=started.unfinished_before or len(erased.ids) > REWRITE_THRESHOLD
    )
    if started.unfinished_before and finished:
        app.note("an earlier erasure that had been cut off is finished too")
        note_remaining_copies(app)
    places, elsewhere = scan_files(app, erased)
    left = len({word for place in places for word in place.found})
    return receipt.but(places=places, elsewhere=elsewhere, finished=finished, found=left)


def _count_words(receipt: EraseReceipt, erased: ErasedContent) -> EraseReceipt:
    """How many words are looked for, and where."""
    words = byte_scan.distinctive_words(erased.words)
    return receipt.but(words=len(words), short_words=len(erased.words - words))


def _trust_levels(app: "App", tx: "Transaction", memories: "list[MemoryText]") -> "list[str]":
    """How far each is trusted; to anybody but the user, what the user pinned is as their own word."""
    pinned = set() if app.channel == "user" else tx.memories.pinned_by_user([one.n for one in memories])
    return ["user" if one.n in pinned else one.trust for one in memories]


def _check_allowed(app: "App", request: EraseRequest, trusts: "list[str]", *, allow_empty: bool) -> None:
    own = trusts.count("user")
    if app.channel != "user" and request.user is not None:
        raise NotStored("not erased: only a person at a terminal erases all of a user", "nothing was erased")
    if app.channel != "user" and own:
        what = f"{own:,} of them are" if len(trusts) > 1 else "this is"
        raise NotStored(
            f"not deleted: {what} the user's own word or pinned by the user, and only the user can delete that, "
            "at a terminal",
            "nothing was deleted",
        )
    if not trusts and not allow_empty and request.user is None and request.project is None:
        raise NotFound("nothing fits, and so nothing was erased", "recall list --include all shows what is there")


def _remove_rows(
    app: "App", tx: "Transaction", request: EraseRequest, numbers: "list[int]", jobs: "list[int]", project: "int | None"
) -> _StartedErasure:
    """Everything out of the tables; the operation that says so."""
    earlier = tx.erase.unclean_since is not None
    mark = tx.erase.mark_unclean()
    tx.erase.remove(numbers)
    tx.erase.remove_jobs(jobs)
    if project is not None:
        tx.erase.remove_project(project)
    if request.user is not None:
        tx.erase.remove_user()
    own = (
        app.write_transaction() if tx.view.user != app.settings["user"] else tx
    )  # it is recorded under the user who did it
    op = own.operations.add("erase", trust=app.channel, agent=app.agent)
    own.operations.add_touched(op, len(numbers))
    if own is not tx:
        own.finalize()
    return _StartedErasure(op=op, mark=mark, unfinished_before=earlier)


def _words_to_remove(tx: "Transaction", request: EraseRequest, words: "frozenset[str]") -> "set[str]":
    """The words that went, and those that were given to find them by; without such as stand in any sentence."""
    from recall_cli.domain.stopwords import STOP_WORDS

    return {*words.difference(STOP_WORDS), *(tx.engine.split_words(request.query) if request.query else ())}


def _erase_from_copies(app: "App", request: EraseRequest, erased: ErasedContent) -> ErasedContent:
    """The same out of every copy that recall knows: what went here, and what fits there and had gone here before."""
    from recall_cli.flows.edit.erase_copies import erase_in_copy
    from recall_cli.flows.transfer.backup import known_copies

    with app.read_transaction(erase_view(app, request)) as tx:
        waiting = tx.erase.waiting_job_ids()
    for one in known_copies(app):
        if not os.path.exists(one.path):
            continue
        try:
            ids, told = erase_in_copy(app, one.path, request, erased.ids, erased.words, waiting)
        except StoreError as error:
            app.note(f"not erased in {one.path}: {error.message}")
            continue
        with app.read_transaction(erase_view(app, request)) as tx:
            erased = ErasedContent(ids=erased.ids | ids, words=erased.words | words_in_no_memory(tx, told))
    return erased
