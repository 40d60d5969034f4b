"""The bytes of an erasure: the file is cleaned of what SQLite leaves behind, then every file is looked into."""

import os

from recall_cli.domain.errors import StoreError
from recall_cli.domain.record import Record
from recall_cli.flows.edit import traces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App


class Gone(Record):
    """What was taken out, for looking whether it is out."""

    ids: "frozenset[str]" = frozenset()
    words: "frozenset[str]" = frozenset()
    """The words that nobody says any more, however short."""


class Place(Record):
    """A file that was looked into."""

    path: str
    kind: str
    """store, wal or copy."""
    bytes: int
    left: int
    """How many of the words and ids are still in it."""
    found: "frozenset[str]" = frozenset()
    """Which; never shown."""


def clean(app: "App", gone: Gone, mark: "int | None" = None, *, whole: bool = False) -> bool:
    """Empty the WAL, and write the file anew where that was not enough; False where it could not be done yet.

    The mark of the erasure goes when it is done: until then maintenance, or the next erasure, finishes it.
    """
    if not app.engine(write=True).checkpoint():
        return False
    app.close()
    whole = whole or app.key is not None or _is_left(app.settings.database, gone)
    if whole and not app.engine(write=True).rewrite():
        return False
    if mark is None:
        return True
    with app.writing() as tx:
        tx.erase.finish(mark)
    return app.engine(write=True).checkpoint()


def _is_left(store: str, gone: Gone) -> bool:
    words = traces.telling(gone.words)
    return bool(traces.in_unused_space(store, gone.words | gone.ids) or traces.found(store, words, gone.ids))


def looked(app: "App", gone: Gone) -> "tuple[tuple[Place, ...], tuple[str, ...]]":
    """What is left, file by file; a word that something else rightly says is named apart."""
    files = _files(app)
    app.close()  # from here on the bytes are read past SQLite
    words = traces.telling(gone.words)
    hits = [place for path, kind in files.items() if (place := _searched(path, kind, words, gone.ids)) is not None]
    store = app.settings.database
    unused = traces.in_unused_space(store, gone.words - words) if store in files else set()
    said = {word for place in hits for word in place.found if place.kind != "copy"}
    with app.reading() as tx:
        elsewhere = {word: tx.erase.elsewhere(word) for word in said}
    rest = [
        place.but(
            found=frozenset(word for word in place.found if not elsewhere.get(word))
            | (unused if place.path == store else frozenset())
        )
        for place in hits
    ]
    places = tuple(place.but(left=len(place.found)) for place in rest if place.found or place.kind != "beside")
    return places, tuple(sorted({place for found in elsewhere.values() for place in found}))


def _searched(path: str, kind: str, words: "set[str]", ids: "frozenset[str]") -> "Place | None":
    """A file with what is found in it; None where there is no file, such as a WAL that was removed meanwhile."""
    from stat import S_ISREG

    try:
        file = os.stat(path)
        if not S_ISREG(file.st_mode):
            return None
        found = frozenset(traces.found(path, words, ids))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:  # nothing is claimed of a file that nobody could read
        raise StoreError(f"{path} cannot be looked into: {error.strerror}") from error
    return Place(path=path, kind=kind, bytes=file.st_size, left=len(found), found=found)


def _files(app: "App") -> "dict[str, str]":
    """Every file that recall knows of and that may hold a memory's words, with what it is."""
    import glob

    from recall_cli.flows.agents import runs
    from recall_cli.flows.transfer.backup import known

    store = app.settings.database
    copies = [path for one in known(app) for path in _drafts(one.path)]
    beside = [*glob.glob(glob.escape(store) + ".*"), *glob.glob(os.path.join(glob.escape(runs.folder(app)), "*"))]
    files = {store: "store", store + "-wal": "wal", store + "-journal": "wal", **dict.fromkeys(copies, "copy")}
    return {**dict.fromkeys(beside, "beside"), **files}


def _drafts(path: str) -> "list[str]":
    """A copy, and what a killed process may have left of it."""
    import glob

    return [path, *glob.glob(glob.escape(path) + ".*.new*"), *glob.glob(glob.escape(path) + "-wal")]


def finish(app: "App") -> bool:
    """Finish an erasure that was cut off: write the file anew. Tells whether there was one and it is finished."""
    with app.reading() as tx:
        mark = tx.erase.pending
    if mark is None:
        return False
    with app.writing() as tx:
        tx.search.rebuild()
    finished = clean(app, Gone(), mark, whole=True)
    if finished:
        name_copies(app)
    return finished


def name_copies(app: "App") -> None:
    """Of an erasure that was cut off nobody knows any more what was to go from the copies: say that they are left."""
    from recall_cli.flows.transfer.backup import known

    count = sum(os.path.exists(one.path) for one in known(app))
    if count:
        copies = "a copy" if count == 1 else f"{count:,} copies"
        app.note(
            f"the erasure that was cut off may not have reached {copies} of the store (recall backup --list): "
            "run that recall erase … --copies --confirm again, or delete them"
        )
