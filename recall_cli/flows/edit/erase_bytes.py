"""The bytes of an erasure: cleans the file of what SQLite leaves behind, then searches every file.

The session files of agents are searched too; recall has read them, and never changes them.
"""

import os

from recall_cli.domain.errors import StoreError
from recall_cli.domain.record import Record
from recall_cli.flows.edit import byte_scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction


class ErasedContent(Record):
    """The ids and words that were erased, to search the files for."""

    ids: "frozenset[str]" = frozenset()
    words: "frozenset[str]" = frozenset()
    """The words that no memory holds any more, however short."""


class ScannedFile(Record):
    """A file that was searched."""

    path: str
    kind: str
    """store, wal, copy or beside."""
    bytes: int
    traces: "frozenset[str]" = frozenset()
    """The erased words and ids that it still holds; never shown."""


def clean_file(app: "App", erased: ErasedContent, mark: "int | None" = None, *, rewrite: bool = False) -> bool:
    """Empty the WAL, and rewrite the file if that was not enough; False if it could not be done yet.

    The mark of the erasure stays until then: maintenance, or the next erasure, finishes it.
    """
    if app.settings.is_on_server:
        return _leave_to_server(app, mark)
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


def _leave_to_server(app: "App", mark: "int | None") -> bool:
    """The rows are gone for every query; the server removes the old bytes itself, and keeps its log and backups."""
    app.note(
        "the server removes the old bytes with its next VACUUM; its log (WAL), standbys and backups have them for "
        "longer: ask its administrator how long"
    )
    if mark is not None:
        with app.write_transaction() as tx:
            tx.erase.mark_clean(mark)
    return True


def _has_traces(store: str, erased: ErasedContent) -> bool:
    words = byte_scan.distinctive_words(erased.words)
    return bool(
        byte_scan.is_in_unused_space(store, erased.words | erased.ids) or byte_scan.find_words(store, words, erased.ids)
    )


def scan_files(app: "App", erased: ErasedContent) -> "tuple[tuple[ScannedFile, ...], tuple[str, ...]]":
    """The files with their traces; and the other places of the store that rightly hold an erased word."""
    files = _files_to_scan(app)
    app.close()  # from here on the bytes are read past SQLite
    words = byte_scan.distinctive_words(erased.words)
    scanned = [file for path, kind in files.items() if (file := _scan_file(path, kind, words, erased.ids)) is not None]
    store = app.settings.database
    is_scanned = store in files and not app.settings.is_on_server
    unused = byte_scan.is_in_unused_space(store, erased.words - words) if is_scanned else set()
    words_here = {word for file in scanned for word in file.traces if file.kind != "copy"}
    with app.read_transaction() as tx:
        other_places = {word: tx.erase.other_places(word) for word in words_here}
        if app.settings.is_on_server:
            other_places |= tx.erase.other_places_of(words - words_here)
    with_traces = [
        file.but(
            traces=frozenset(word for word in file.traces if not other_places.get(word))
            | (unused if file.path == store else frozenset())
        )
        for file in scanned
    ]
    shown = tuple(file for file in with_traces if file.traces or file.kind != "beside")
    return shown, tuple(sorted({place for places in other_places.values() for place in places}))


def _scan_file(path: str, kind: str, words: "set[str]", ids: "frozenset[str]") -> "ScannedFile | None":
    """A file with its traces; None if there is no file, such as a WAL that was removed meanwhile."""
    from stat import S_ISREG

    try:
        file = os.stat(path)
        if not S_ISREG(file.st_mode):
            return None
        traces = frozenset(byte_scan.find_words(path, words, ids))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:  # an unread file proves nothing
        raise StoreError(f"{path} cannot be searched: {error.strerror}") from error
    return ScannedFile(path=path, kind=kind, bytes=file.st_size, traces=traces)


def _files_to_scan(app: "App") -> "dict[str, str]":
    """Every known file that may hold a memory's words, with its kind."""
    from recall_cli.flows.agents.session_queue import spool_paths
    from recall_cli.flows.setup.own_files import own_files
    from recall_cli.flows.transfer.backup import known_copies

    store = app.settings.database
    copies = [path for copy in known_copies(app) for path in _copy_files(copy.path)]
    beside = [*own_files(app), *spool_paths(app)]
    if app.settings.is_on_server:
        return {**dict.fromkeys(beside, "beside"), **dict.fromkeys(copies, "copy")}
    files = {store: "store", store + "-wal": "wal", store + "-journal": "wal", **dict.fromkeys(copies, "copy")}
    return {**dict.fromkeys(beside, "beside"), **files}


def clean_logs(app: "App", words: "frozenset[str]") -> None:
    """Remove the lines with one of these words from the logs of hooks; a log that cannot be written stays as it is.

    The index of actions goes whole: it holds digests of the words. The next hook makes it anew.
    """
    import glob
    from contextlib import suppress

    from recall_cli.flows.at_action.action_index import INDEX_FILE
    from recall_cli.settings_file import replace_file

    for path in glob.glob(os.path.join(glob.escape(app.settings.hooks_folder), "*.runs")):
        try:
            with open(path, encoding="utf-8", errors="backslashreplace") as file:
                lines = file.readlines()
            left = [line for line in lines if not byte_scan.split_words([line]) & words]
            if left != lines:
                replace_file(path, "".join(left))
        except OSError:
            continue
    with suppress(OSError):
        os.unlink(os.path.join(app.settings.hooks_folder, INDEX_FILE))


def _copy_files(path: str) -> "list[str]":
    """A copy, and the unfinished files that a killed process may have left beside it."""
    import glob

    return [path, *glob.glob(glob.escape(path) + ".*.new*"), *glob.glob(glob.escape(path) + "-wal")]


def finish_erasure(app: "App") -> bool:
    """Finish an interrupted erasure by rewriting the file; True if there was one and it is finished."""
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
    """Note that an interrupted erasure may have left copies: what it was to erase is not known any more."""
    from recall_cli.flows.transfer.backup import known_copies

    count = sum(os.path.exists(copy.path) for copy in known_copies(app))
    if count:
        copies = "a copy" if count == 1 else f"{count:,} copies"
        app.note(
            f"the interrupted erasure may not have reached {copies} of the store (recall backup --list): "
            "run that recall erase … --copies --confirm again, or delete them"
        )


MIN_WORDS = 3
"""From so many long words on, a file with all those of a memory holds it; fewer stand in a file by chance."""
MAX_PHRASE_LETTERS = 120
"""Longer texts are searched for by their beginning, so that two chunks of a file cannot cut one in two."""
MAX_FILES = 1_000_000


class SessionFile(Record):
    """A session file of an agent."""

    path: str
    agent: str


def read_session_files(tx: "Transaction") -> "tuple[SessionFile, ...]":
    """The session files that recall has read, the newest first."""
    return tuple(SessionFile(path=row[0], agent=row[1]) for row in tx.transcripts.newest(0, MAX_FILES))


def files_that_hold(
    app: "App", files: "tuple[SessionFile, ...]", texts: "Collection[str]", query: "str | None"
) -> "tuple[SessionFile, ...]":
    """Those of these files that hold one of the texts, word for word or with all its long words, or the query."""
    present = [file for file in files if os.path.isfile(file.path)]
    word_sets = {frozenset(byte_scan.distinctive_words([text])) for text in texts}
    word_sets = {words for words in word_sets if len(words) >= MIN_WORDS}
    phrases = _written_forms([*texts, *([query] if query else ())])
    holding = []
    for number, file in enumerate(present):
        app.progress("searching session files", number, len(present))
        try:
            if _holds(file.path, word_sets, phrases):
                holding.append(file)
        except OSError as error:
            app.note(f"{file.path} could not be searched: {(error.strerror or str(error)).lower()}")
    return tuple(holding)


def _holds(path: str, word_sets: "set[frozenset[str]]", phrases: "set[str]") -> bool:
    words = frozenset().union(*word_sets) if word_sets else frozenset[str]()
    found = byte_scan.find_words(path, words, ()) if words else set()
    return any(words <= found for words in word_sets) or byte_scan.holds_phrase(path, phrases)


def _written_forms(texts: "Collection[str]") -> "set[str]":
    """The texts as they stand in plain text and in JSON with and without escaped letters, in lower case."""
    import json

    cases = {form for text in texts for form in (text, text.lower(), text.upper(), text.title())}
    forms = {form.lower() for text in cases for form in (text, json.dumps(text, ensure_ascii=False)[1:-1])}
    forms |= {json.dumps(text)[1:-1].lower() for text in cases}
    return {form[:MAX_PHRASE_LETTERS] for form in forms if len(form) >= byte_scan.MIN_WORD_LENGTH}
