"""The bytes of an erasure: the file is cleaned of what SQLite leaves behind, then every file is looked into."""

import os

from recall_cli.domain.errors import StoreError
from recall_cli.domain.record import Record
from recall_cli.flows.edit import byte_scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App


class ErasedContent(Record):
    """What was taken out, for looking whether it is out."""

    ids: "frozenset[str]" = frozenset()
    words: "frozenset[str]" = frozenset()
    """The words that nobody says any more, however short."""


class ScannedFile(Record):
    """A file that was looked into."""

    path: str
    kind: str
    """store, wal or copy."""
    bytes: int
    left: int
    """How many of the words and ids are still in it."""
    found: "frozenset[str]" = frozenset()
    """Which; never shown."""


def clean_file(app: "App", erased: ErasedContent, mark: "int | None" = None, *, rewrite: bool = False) -> bool:
    """Empty the WAL, and write the file anew where that was not enough; False where it could not be done yet.

    The mark of the erasure goes when it is done: until then maintenance, or the next erasure, finishes it.
    """
    if not app.engine(write=True).checkpoint():
        return False
    app.close()
    rewrite = rewrite or app.key is not None or _has_traces(app.settings.database, erased)
    if rewrite and not app.engine(write=True).vacuum():
        return False
    if mark is None:
        return True
    with app.write_transaction() as tx:
        tx.erase.mark_clean(mark)
    return app.engine(write=True).checkpoint()


def _has_traces(store: str, erased: ErasedContent) -> bool:
    words = byte_scan.distinctive_words(erased.words)
    return bool(
        byte_scan.is_in_unused_space(store, erased.words | erased.ids) or byte_scan.find_words(store, words, erased.ids)
    )


def scan_files(app: "App", erased: ErasedContent) -> "tuple[tuple[ScannedFile, ...], tuple[str, ...]]":
    """What is left, file by file; a word that something else rightly says is named apart."""
    files = _files_to_scan(app)
    app.close()  # from here on the bytes are read past SQLite
    words = byte_scan.distinctive_words(erased.words)
    hits = [place for path, kind in files.items() if (place := _scan_file(path, kind, words, erased.ids)) is not None]
    store = app.settings.database
    unused = byte_scan.is_in_unused_space(store, erased.words - words) if store in files else set()
    said = {word for place in hits for word in place.found if place.kind != "copy"}
    with app.read_transaction() as tx:
        elsewhere = {word: tx.erase.other_places(word) for word in said}
    rest = [
        place.but(
            found=frozenset(word for word in place.found if not elsewhere.get(word))
            | (unused if place.path == store else frozenset())
        )
        for place in hits
    ]
    places = tuple(place.but(left=len(place.found)) for place in rest if place.found or place.kind != "beside")
    return places, tuple(sorted({place for found in elsewhere.values() for place in found}))


def _scan_file(path: str, kind: str, words: "set[str]", ids: "frozenset[str]") -> "ScannedFile | None":
    """A file with what is found in it; None where there is no file, such as a WAL that was removed meanwhile."""
    from stat import S_ISREG

    try:
        file = os.stat(path)
        if not S_ISREG(file.st_mode):
            return None
        found = frozenset(byte_scan.find_words(path, words, ids))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:  # nothing is claimed of a file that nobody could read
        raise StoreError(f"{path} cannot be looked into: {error.strerror}") from error
    return ScannedFile(path=path, kind=kind, bytes=file.st_size, left=len(found), found=found)


def _files_to_scan(app: "App") -> "dict[str, str]":
    """Every file that recall knows of and that may hold a memory's words, with what it is."""
    import glob

    from recall_cli.flows.agents import hook_runs
    from recall_cli.flows.transfer.backup import known_copies

    store = app.settings.database
    copies = [path for one in known_copies(app) for path in _copy_files(one.path)]
    beside = [
        *glob.glob(glob.escape(store) + ".*"),
        *glob.glob(os.path.join(glob.escape(hook_runs.hooks_folder(app)), "*")),
    ]
    files = {store: "store", store + "-wal": "wal", store + "-journal": "wal", **dict.fromkeys(copies, "copy")}
    return {**dict.fromkeys(beside, "beside"), **files}


def _copy_files(path: str) -> "list[str]":
    """A copy, and what a killed process may have left of it."""
    import glob

    return [path, *glob.glob(glob.escape(path) + ".*.new*"), *glob.glob(glob.escape(path) + "-wal")]


def finish_erasure(app: "App") -> bool:
    """Finish an erasure that was cut off: write the file anew. Tells whether there was one and it is finished."""
    with app.read_transaction() as tx:
        mark = tx.erase.unclean_since
    if mark is None:
        return False
    with app.write_transaction() as tx:
        tx.search.rebuild()
    finished = clean_file(app, ErasedContent(), mark, rewrite=True)
    if finished:
        note_remaining_copies(app)
    return finished


def note_remaining_copies(app: "App") -> None:
    """Of an erasure that was cut off nobody knows any more what was to go from the copies: say that they are left."""
    from recall_cli.flows.transfer.backup import known_copies

    count = sum(os.path.exists(one.path) for one in known_copies(app))
    if count:
        copies = "a copy" if count == 1 else f"{count:,} copies"
        app.note(
            f"the erasure that was cut off may not have reached {copies} of the store (recall backup --list): "
            "run that recall erase … --copies --confirm again, or delete them"
        )
