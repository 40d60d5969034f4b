"""Checks of the store's files: permissions, free space, leftovers of killed processes."""

import os
import stat

from recall_cli.domain.errors import RecallError
from recall_cli.flows.doctor.finding import FAILURE, WARNING, Finding, failure, note, ok, warning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.app import App

LONG_WAL_BYTES = 16_000_000
"""A longer WAL slows every command: a process reads for very long, or was killed."""


def check_permissions(app: "App") -> "Iterator[Finding]":
    """Only the owner may read the store, or list recall's own folder.

    Modes are changed only once the file is known to be a store; any other file may belong to another program.
    """
    store = app.settings.database
    wrong = [
        (path, 0o700 if os.path.isdir(path) else 0o600)
        for path in (*_store_files(store), *_own_folder(app))
        if stat.S_IMODE(os.stat(path).st_mode) & 0o077
    ]
    from functools import partial

    ours = bool(wrong) and _is_store(app)
    for path, mode in wrong:
        fix = partial(os.chmod, path, mode) if ours else None
        yield warning(f"other users can read {path}", f"chmod {mode:o}", fix)


def _is_store(app: "App") -> bool:
    """True if the file opens as a recall store."""
    try:
        if not os.path.getsize(app.settings.database):
            return False  # opening it would make it one
        with app.read_transaction() as tx:
            _ = tx.erase.unclean_since  # any row of a small table: it can be asked at all
    except (RecallError, OSError):
        app.close()
        return False
    return True


def _store_files(store: str) -> "list[str]":
    beside = [store + tail for tail in ("-wal", "-shm") if not os.path.islink(store + tail)]
    return [path for path in (store, *beside) if os.path.isfile(path)]


def _own_folder(app: "App") -> "list[str]":
    """True if the folder belongs to recall alone: the platform's standard place."""
    from recall_cli.settings import data_folder

    folder = os.path.dirname(os.path.realpath(app.settings.database))
    return [folder] if folder == os.path.realpath(data_folder(app.environment)) and os.path.isdir(folder) else []


def check_store(app: "App") -> "Iterator[Finding]":
    """The store can be opened and written."""
    path = app.settings.database
    try:
        path_status = os.stat(path)
    except FileNotFoundError:
        if os.path.islink(path):
            message = f"{path} links to {os.readlink(path)}, which does not exist"
            yield failure(message, "point the link to the store, or remove it")
        else:
            yield ok(f"no store yet: the first recall store creates {path}")
        return
    except OSError as error:
        message = f"cannot use {path}: {(error.strerror or str(error)).lower()}"
        remedy = "give yourself access to it and its folder: chown, chmod 600"
        yield failure(message, remedy).but(not_checked=True)
        return
    if not stat.S_ISREG(path_status.st_mode):
        what = "a folder" if stat.S_ISDIR(path_status.st_mode) else "not a regular file"
        yield failure(f"{path} is {what}", "move it, or name another file: --db FILE")
        return
    with app.read_transaction() as tx:
        _ = tx.erase.unclean_since  # any row of a small table: it can be asked at all
    folder = os.path.dirname(os.path.realpath(path))
    read_only = next((place for place in (path, folder) if not os.access(place, os.W_OK)), None)
    if read_only is not None:
        is_mount = bool(os.statvfs(read_only).f_flag & os.ST_RDONLY)
        message = "the file system is read-only" if is_mount else f"you cannot write to {read_only}"
        remedy = "name a file on another disk: --db FILE" if is_mount else f"chmod u+w {read_only}"
        yield failure(f"recall cannot store anything: {message}", remedy)
    else:
        yield ok("the store can be read and written")


def check_schema(app: "App") -> "Iterator[Finding]":
    """The store has recall's own tables, triggers and views, and no others."""
    for difference in app.engine().schema_differences():
        remedy = "recall doctor --salvage NEWFILE copies only the memories to a new store"
        yield failure(f"the store has {difference}", remedy)


def check_disk(app: "App") -> "Iterator[Finding]":
    """There is enough free space to rewrite the store once."""
    store = app.settings.database
    folder = os.path.dirname(os.path.realpath(store))
    while not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    room = os.statvfs(folder)
    free = room.f_bavail * room.f_frsize
    needed = 2 * sum(os.path.getsize(path) for path in _store_files(store)) + 20_000_000
    if free < needed:
        message = (
            f"only {free // 1_000_000:,} MB are free on the disk of the store, which needs {needed // 1_000_000:,}"
        )
        yield Finding(state=FAILURE if free < 5_000_000 else WARNING, message=message, remedy="free some space")
    else:
        yield ok(f"{free // 1_000_000:,} MB are free on the store's disk")


def check_wal(app: "App") -> "Iterator[Finding]":
    """The WAL (write-ahead log) is short."""
    path = app.settings.database + "-wal"
    size = os.path.getsize(path) if os.path.exists(path) else 0
    if size < LONG_WAL_BYTES:
        yield ok(f"the WAL has {size:,} bytes")
        return

    def repair() -> None:
        app.engine(write=True).checkpoint()

    message = f"the WAL has {size // 1_000_000:,} MB: a program has kept the store open for a long time"
    yield warning(message, "end the program that uses the store, then run recall doctor --fix", repair)


def check_leftover_files(app: "App") -> "Iterator[Finding]":
    """Unfinished files that a killed process left."""
    import glob
    from functools import partial

    from recall_cli.flows.transfer.backup import known_copies

    paths = [app.settings.database, *(copy.path for copy in known_copies(app))]
    leftovers = [
        path for store in paths for path in glob.glob(glob.escape(store) + ".*.new*") if _is_leftover(path, store)
    ]
    ours = not app.settings.has_store() or _is_store(app)
    for path in leftovers:
        yield warning(f"leftover temporary file: {path}", "remove the file", partial(os.unlink, path) if ours else None)


def _is_leftover(path: str, of: str) -> bool:
    """True if this is an unfinished file of recall (its name contains the process id) whose process has ended."""
    number, new, tail = path[len(of) + 1 :].partition(".new")
    if not new or not number.isdecimal() or tail not in ("", "-wal", "-shm", "-journal"):
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except (PermissionError, OverflowError):
        pass
    return False


def check_unfinished_edits(app: "App") -> "Iterator[Finding]":
    """Whether there are unfinished edits: their files have texts outside the store."""
    from recall_cli.flows.edit.unfinished_edits import unfinished_edits

    edits = unfinished_edits(app)
    if edits:
        numbers = ", ".join(edit.name for edit in edits)
        message = f"recall edit keeps {len(edits)} unfinished edit{'' if len(edits) == 1 else 's'}: {numbers}"
        yield note(message, "recall edit --continue goes on, recall edit --discard removes")
