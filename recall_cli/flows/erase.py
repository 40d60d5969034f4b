"""Erasing, with proof: rows, index, vectors, jobs and history in one transaction, then the bytes, then a receipt."""

import os

from recall_cli.domain.errors import NotFound, Refused, StoreError, UsageError
from recall_cli.domain.record import Record
from recall_cli.domain.scope import View
from recall_cli.flows import traces
from recall_cli.flows.locating import locate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.tables.erase import Said
    from recall_cli.engines.transaction import Transaction


class Chosen(Record):
    """What is to go: named memories, or all that fit."""

    ids: "tuple[str, ...]" = ()
    user: "str | None" = None
    project: "str | None" = None
    topic: "str | None" = None
    query: "str | None" = None


class Place(Record):
    """A file that was looked into."""

    path: str
    kind: str
    """store, wal or copy."""
    bytes: int
    left: int
    """How many of the words and ids are still in it."""


class Receipt(Record):
    """What an erasure came to."""

    memories: "tuple[str, ...]"
    op: "int | None"
    jobs: int = 0
    copied: int = 0
    """How many more went out of copies, which were not in the store any more."""
    words: int = 0
    """How many words, said by nobody else, were looked for; beside them every id."""
    places: "tuple[Place, ...]" = ()
    elsewhere: "tuple[str, ...]" = ()
    """What else says some of the words, and is there by right: a project's name, a job, the log."""
    finished: bool = True
    """False where a reader still keeps the old bytes in the -wal file."""
    dry_run: bool = False
    texts: "tuple[str, ...]" = ()
    """Of a rehearsal, how the first ones begin."""

    @property
    def left(self) -> int:
        """How many words and ids are left anywhere."""
        return sum(place.left for place in self.places)


class _Gone(Record):
    """What was taken out, for looking whether it is out."""

    ids: "frozenset[str]"
    words: "frozenset[str]"


def erase(app: "App", chosen: Chosen, *, confirmed: bool, copies: bool = False) -> Receipt:
    """Remove what is chosen from every table, then from the bytes of the file, and look; or only say what would go."""
    with app.writing(view_of(app, chosen)) if confirmed else app.reading(view_of(app, chosen)) as tx:
        numbers, jobs, project = selected(tx, chosen, elsewhere=copies)
        said = tx.erase.said(numbers)
        _may(app, chosen, _trusts(app, tx, said), empty=copies)
        receipt = Receipt(memories=tuple(one.id for one in said), jobs=len(jobs), op=None, dry_run=not confirmed)
        if not confirmed:
            texts = tuple(memory.text for memory in tx.memories.by_number(numbers[:5]))
            return receipt.but(texts=texts)
        name = [] if tx.view.user == app.settings["user"] else [tx.view.user]
        told = traces.telling([*name, *(one.words for one in said)])
        op = _removed(app, tx, chosen, numbers, jobs, project)
        gone = _Gone(ids=frozenset(receipt.memories), words=said_by_nobody(tx, told))
        tx.erase.remove_traces(_asked(tx, chosen, gone.words))
    if copies:
        gone = _copies_too(app, chosen, gone)
        if not gone.ids and chosen.user is None and chosen.project is None:
            raise NotFound("nothing fits, here or in the copies that recall knows", "recall backup --list shows them")
    receipt = receipt.but(op=op, words=len(gone.words), copied=len(gone.ids) - len(receipt.memories))
    if app.key is not None:
        app.note("the store is encrypted: looking into its bytes proves nothing more")
    return _cleaned(app, receipt, gone)


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
) -> int:
    """Everything out of the tables; the operation that says so."""
    tx.erase.begin()
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
    return op


def said_by_nobody(tx: "Transaction", told: "set[str]") -> "frozenset[str]":
    """The words that no memory says any more, in no form: they alone tell whether something is left."""
    stems = {word: tx.engine.stems(word) for word in told}
    there = tx.erase.still_said(sorted({stem for found in stems.values() for stem in found}))
    return frozenset(word for word, found in stems.items() if found and not there.intersection(found))


def _asked(tx: "Transaction", chosen: Chosen, words: "frozenset[str]") -> "set[str]":
    """The words that went, and those that were given to find them by."""
    return {*words, *(tx.engine.plain(chosen.query) if chosen.query else ())}


def _copies_too(app: "App", chosen: Chosen, gone: _Gone) -> _Gone:
    """The same out of every copy that recall knows: what went here, and what fits there and had gone here before."""
    from recall_cli.flows.backup import known
    from recall_cli.flows.erase_copies import erase_in

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
            gone = _Gone(ids=gone.ids | ids, words=gone.words | said_by_nobody(tx, told))
    return gone


def _cleaned(app: "App", receipt: Receipt, gone: _Gone) -> Receipt:
    """The file is written anew where emptying the WAL was not enough; then everything that is known is looked into."""
    store = app.settings.database
    emptied = app.engine(write=True).checkpoint()
    app.close()
    if not emptied or len(gone.ids) > traces.FEW or traces.found(store, gone.words, gone.ids):
        emptied = app.engine(write=True).rewrite()
    if emptied:
        with app.writing() as tx:
            tx.erase.finish()
        emptied = app.engine(write=True).checkpoint()
    places, elsewhere = looked(app, gone)
    return receipt.but(places=places, elsewhere=elsewhere, finished=emptied)


def looked(app: "App", gone: _Gone) -> "tuple[tuple[Place, ...], tuple[str, ...]]":
    """What is left, file by file; a word that something else rightly says is named apart."""
    from recall_cli.flows.backup import known

    others = [(path, "copy") for one in known(app) for path in _drafts(one.path)]
    app.close()  # from here on the bytes are read past SQLite
    store = app.settings.database
    hits = {
        path: (kind, traces.found(path, gone.words, gone.ids))
        for path, kind in ((store, "store"), (store + "-wal", "wal"), *others)
        if os.path.exists(path)
    }
    said = {word for kind, words in hits.values() for word in words if kind != "copy"}
    with app.reading() as tx:
        elsewhere = {word: tx.erase.elsewhere(word) for word in said}
    places = tuple(
        Place(path=path, kind=kind, bytes=os.path.getsize(path), left=sum(not elsewhere.get(word) for word in words))
        for path, (kind, words) in hits.items()
    )
    return places, tuple(sorted({place for found in elsewhere.values() for place in found}))


def _drafts(path: str) -> "list[str]":
    """A copy, and what a killed process may have left of it."""
    import glob

    return [path, *glob.glob(glob.escape(path) + ".*.new*"), *glob.glob(glob.escape(path) + "-wal")]


def finish(app: "App") -> bool:
    """Finish an erasure that was cut off: write the file anew. Tells whether there was one and it is finished."""
    with app.reading() as tx:
        if tx.erase.pending is None:
            return False
    with app.writing() as tx:
        tx.search.rebuild()
    if not app.engine(write=True).rewrite():
        return False
    with app.writing() as tx:
        tx.erase.finish()
    return app.engine(write=True).checkpoint()
