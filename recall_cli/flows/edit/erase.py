"""Erasing, with proof: rows, index, vectors, jobs and history in one transaction, then the bytes, then a receipt."""

import os

from recall_cli.domain.errors import NotFound, Refused, StoreError, UsageError
from recall_cli.domain.record import Record
from recall_cli.domain.scope import View
from recall_cli.flows.edit import traces
from recall_cli.flows.edit.erase_bytes import Gone, Place, clean, looked, name_copies
from recall_cli.flows.search.locating import locate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.tables.upkeep.erase import Said
    from recall_cli.engines.transaction import Transaction


SHOWN = 20
"""So many memories a dry run shows."""
MANY_WORDS = 2_000
"""Where more words than this are also found in other forms, nobody looks for each of them in the texts."""


MANY = 40
"""Where more memories than this are erased, the file is written anew in any case."""


class Chosen(Record):
    """What is to go: named memories, or all that fit."""

    ids: "tuple[str, ...]" = ()
    user: "str | None" = None
    project: "str | None" = None
    topic: "str | None" = None
    query: "str | None" = None


class Receipt(Record):
    """What an erasure came to."""

    memories: "tuple[str, ...]"
    op: "int | None"
    jobs: int = 0
    copied: int = 0
    """How many more went out of copies, which were not in the store any more."""
    words: int = 0
    """How many words, said by nobody else, were looked for in every byte; beside them every id."""
    short: int = 0
    """How many more, which other bytes spell by chance, were looked for in the word index and unused space alone."""
    places: "tuple[Place, ...]" = ()
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
    longer: int = 0
    """How many memories hold the words only as parts of longer words, and stay."""

    @property
    def left(self) -> int:
        """How many words and ids are left, file by file."""
        return sum(place.left for place in self.places)


class _Begun(Record):
    """An erasure that has removed the rows."""

    op: int
    mark: int
    """What stands in the store until the file is clean."""
    earlier: bool
    """Was there an erasure before it that was cut off?"""


def erase(app: "App", chosen: Chosen, *, confirmed: bool, copies: bool = False) -> Receipt:
    """Remove what is chosen from every table, then from the bytes of the file, and look; or only say what would go."""
    with app.writing(view_of(app, chosen)) if confirmed else app.reading(view_of(app, chosen)) as tx:
        numbers, jobs, project = selected(tx, chosen, elsewhere=copies)
        said = tx.erase.said(numbers)
        _may(app, chosen, _trusts(app, tx, said), empty=copies)
        receipt = Receipt(memories=tuple(one.id for one in said), jobs=len(jobs), op=None, dry_run=not confirmed)
        receipt = receipt.but(longer=_in_longer_words(tx, chosen, numbers))
        if not confirmed:
            return receipt.but(shown=tuple(tx.memories.by_number(numbers[:SHOWN])))
        jobs += _same_waiting(tx, [one.text for one in said], jobs)
        name = [] if tx.view.user == app.settings["user"] else [tx.view.user]
        name += tx.erase.project_names(project) if project is not None else []
        told = traces.words_of([*name, *(one.words for one in said)])
        begun = _removed(app, tx, chosen, numbers, jobs, project)
        gone = Gone(ids=frozenset(receipt.memories), words=said_by_nobody(tx, told))
        tx.erase.remove_traces(_asked(tx, chosen, gone.words))
    receipt = receipt.but(op=begun.op, jobs=len(jobs))
    try:
        return _finished(app, chosen, receipt, gone, begun, copies=copies)
    except StoreError as error:  # what was committed stands, whatever happens to the file now
        trouble = error.message.partition(": nothing was changed")[0]
        return _counted(receipt, gone).but(finished=False, trouble=trouble)


def _finished(app: "App", chosen: Chosen, receipt: Receipt, gone: Gone, begun: "_Begun", *, copies: bool) -> Receipt:
    """The rest, once the rows are gone: the copies, the bytes of the file, and the look into all of them."""
    if copies:
        gone = _copies_too(app, chosen, gone)
        if not gone.ids and chosen.user is None and chosen.project is None:
            clean(app, gone, begun.mark, whole=begun.earlier)  # else this would count as an erasure that was cut off
            raise NotFound("nothing fits, here or in the copies that recall knows", "recall backup --list shows them")
    receipt = _counted(receipt, gone).but(copied=len(gone.ids) - len(receipt.memories))
    if app.key is not None:
        app.note("the store is encrypted: looking into its bytes proves nothing more")
    finished = clean(app, gone, begun.mark, whole=begun.earlier or len(gone.ids) > MANY)
    if begun.earlier and finished:
        app.note("an earlier erasure that had been cut off is finished too")
        name_copies(app)
    places, elsewhere = looked(app, gone)
    left = len({word for place in places for word in place.found})
    return receipt.but(places=places, elsewhere=elsewhere, finished=finished, found=left)


def _counted(receipt: Receipt, gone: Gone) -> Receipt:
    """How many words are looked for, and where."""
    words = traces.telling(gone.words)
    return receipt.but(words=len(words), short=len(gone.words - words))


def _in_longer_words(tx: "Transaction", chosen: Chosen, numbers: "list[int]") -> int:
    """How many memories hold the words that were asked for only as parts of longer ones."""
    words = tx.engine.plain(chosen.query) if chosen.query else []
    if not words:
        return 0
    from recall_cli.flows.projects import existing

    project = existing(tx, chosen.project).n if chosen.project is not None else None
    return len(tx.erase.in_longer_words(project, chosen.topic, words).difference(numbers))


def _same_waiting(tx: "Transaction", texts: "list[str]", jobs: "list[int]") -> "list[int]":
    """The waiting jobs that would bring in the very same texts again."""
    from recall_cli.rules.text.wording import folded

    gone = {folded(text) for text in texts}
    return [n for n, text in tx.erase.waiting_texts() if n not in jobs and text and folded(text) in gone]


def view_of(app: "App", chosen: Chosen) -> View:
    """A person erases whatever is his, above his clearance too; anybody else only what he sees."""
    user = chosen.user or app.settings["user"]
    if app.channel == "user":
        return View(user=user)
    if user != app.settings["user"]:
        raise Refused("not erased: only a person at a terminal erases all of a user", "nothing was erased")
    return app.view()


def selected(
    tx: "Transaction", chosen: Chosen, *, elsewhere: bool = False
) -> "tuple[list[int], list[int], int | None]":
    """The memories and jobs that are meant, and the project whose every memory is; an id may be unknown here."""
    if chosen.ids:
        numbers: dict[int, None] = {}
        for prefix in chosen.ids:
            try:
                numbers[locate(tx, prefix, deleted=True).n] = None
            except NotFound:
                if not elsewhere:
                    raise
        return [*numbers], [], None
    if chosen.user is not None:
        return tx.erase.every(), [], None
    from recall_cli.flows.projects import existing

    words = tx.engine.plain(chosen.query) if chosen.query else []
    if chosen.query is not None and not words:
        raise UsageError(f"{chosen.query!r} has no words to look for", "nothing was erased")
    if chosen.project is None and chosen.topic is None and not words:
        raise UsageError("say what to erase", "ids, --query, --topic, --project or --user")
    project = existing(tx, chosen.project).n if chosen.project is not None else None
    whole = project if chosen.topic is None and not words else None
    jobs = tx.erase.waiting(project, chosen.topic, words)
    return tx.erase.chosen(project, chosen.topic, words), jobs, whole


def _trusts(app: "App", tx: "Transaction", said: "list[Said]") -> "list[str]":
    """How far each is trusted; to anybody but the user, what the user pinned is as their own word."""
    pinned = set() if app.channel == "user" else tx.memories.pinned_by_user([one.n for one in said])
    return ["user" if one.n in pinned else one.trust for one in said]


def _may(app: "App", chosen: Chosen, trusts: "list[str]", *, empty: bool) -> None:
    own = trusts.count("user")
    if app.channel != "user" and chosen.user is not None:
        raise Refused("not erased: only a person at a terminal erases all of a user", "nothing was erased")
    if app.channel != "user" and own:
        what = f"{own:,} of them are" if len(trusts) > 1 else "this is"
        raise Refused(
            f"not deleted: {what} the user's own word or pinned by the user, and only the user can delete that, "
            "at a terminal",
            "nothing was deleted",
        )
    if not trusts and not empty and chosen.user is None and chosen.project is None:
        raise NotFound("nothing fits, and so nothing was erased", "recall list --include all shows what is there")


def _removed(
    app: "App", tx: "Transaction", chosen: Chosen, numbers: "list[int]", jobs: "list[int]", project: "int | None"
) -> _Begun:
    """Everything out of the tables; the operation that says so."""
    earlier = tx.erase.pending is not None
    mark = tx.erase.begin()
    tx.erase.remove(numbers)
    tx.erase.remove_jobs(jobs)
    if project is not None:
        tx.erase.remove_project(project)
    if chosen.user is not None:
        tx.erase.remove_user()
    own = app.writing() if tx.view.user != app.settings["user"] else tx  # it is recorded as his who did it
    op = own.operations.add("erase", trust=app.channel, agent=app.agent)
    own.operations.count(op, len(numbers))
    if own is not tx:
        own.conclude()
    return _Begun(op=op, mark=mark, earlier=earlier)


def said_by_nobody(tx: "Transaction", told: "set[str]") -> "frozenset[str]":
    """The words that no memory says any more: they alone tell whether something is left.

    A word that is indexed like another one ("builds", "build") is looked for in the texts themselves.
    """
    stems = {word: tx.engine.stems(word) for word in told}
    there = tx.erase.still_said(sorted({stem for found in stems.values() for stem in found}))
    gone = {word for word, found in stems.items() if found and not there.intersection(found)}
    others = [word for word, found in stems.items() if found and word not in gone]
    if len(others) <= MANY_WORDS:
        gone.update(word for word in others if not tx.erase.is_said(word))
    return frozenset(gone)


def _asked(tx: "Transaction", chosen: Chosen, words: "frozenset[str]") -> "set[str]":
    """The words that went, and those that were given to find them by; without such as stand in any sentence."""
    from recall_cli.domain.stopwords import STOP

    return {*words.difference(STOP), *(tx.engine.plain(chosen.query) if chosen.query else ())}


def _copies_too(app: "App", chosen: Chosen, gone: Gone) -> Gone:
    """The same out of every copy that recall knows: what went here, and what fits there and had gone here before."""
    from recall_cli.flows.edit.erase_copies import erase_in
    from recall_cli.flows.transfer.backup import known

    with app.reading(view_of(app, chosen)) as tx:
        waiting = tx.erase.waiting_ids()
    for one in known(app):
        if not os.path.exists(one.path):
            continue
        try:
            ids, told = erase_in(app, one.path, chosen, gone.ids, gone.words, waiting)
        except StoreError as error:
            app.note(f"not erased in {one.path}: {error.message}")
            continue
        with app.reading(view_of(app, chosen)) as tx:
            gone = Gone(ids=gone.ids | ids, words=gone.words | said_by_nobody(tx, told))
    return gone
