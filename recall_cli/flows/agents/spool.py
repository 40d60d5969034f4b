"""Sessions that could not be queued because the store was locked, full, damaged or missing: one line each in a file.

The file is beside the store, or in the hooks' folder or a temporary one if that cannot be written. A line has the path
of a transcript, masked if it looks like a secret, and none of its text. Reading a session twice stores nothing twice,
so a line is removed only after its job is in the store.
"""

import os
import stat

from recall_cli.domain.json_text import dumps, loads
from recall_cli.domain.record import Record
from recall_cli.flows.agents.session_queue import (
    SessionJob,
    has_spooled_sessions,
    next_idle_time,
    parse_session_job,
    queue_idle_sessions,
    queue_session,
    spool_paths,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App


MAX_SPOOL_BYTES = 256 * 1024
"""A larger file takes no more lines."""


class SpoolEntry(Record):
    """A line of the file: a session, and the store that it belongs to."""

    job: SessionJob
    run_at: "int | None"
    store: "str | None"
    """The path of the store."""

    def as_json(self) -> "dict[str, object]":
        """The fields of the line."""
        return {**self.job.as_json(), "at": self.run_at, "db": self.store}

    def is_same_session(self, other: "SpoolEntry") -> bool:
        """Whether both lines mean the same session, read at the same time and as a whole."""
        return self.store == other.store and self.job.but(folder=None) == other.job.but(folder=None)


def spool_session(app: "App", job: SessionJob, run_at: int) -> bool:
    """Write a session to the first file that takes it, once; False if none does."""
    entry = SpoolEntry(job=job.without_secrets(), run_at=run_at, store=app.settings.store_place)
    for path in spool_paths(app):
        try:
            if _append_entry(path, entry):
                return True
        except OSError:
            continue
    return False


def _append_entry(path: str, entry: SpoolEntry) -> bool:
    import fcntl

    _make_private_folder(os.path.dirname(path))
    file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        status = os.fstat(file)
        if not status.st_nlink:  # another process has just read and removed it
            return _append_entry(path, entry)
        if not _is_own_file(status) or status.st_size > MAX_SPOOL_BYTES:
            return False
        text = os.read(file, 2 * MAX_SPOOL_BYTES).decode("utf-8", "replace")
        if any(other.is_same_session(entry) for other in _parse_entries(text)):
            return True
        line = ("\n" if text and not text.endswith("\n") else "") + dumps(entry.as_json()) + "\n"
        raw = line.encode("utf-8", "backslashreplace")
        return os.write(file, raw) == len(raw)
    finally:
        os.close(file)


def _make_private_folder(folder: str) -> None:
    """Create a folder that only the user can use. The folder of a store that is gone is not created again."""
    if os.path.basename(folder) in ("hooks", f"recall-{os.getuid()}"):
        os.makedirs(folder, mode=0o700, exist_ok=True)
        status = os.lstat(folder)
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid():
            raise PermissionError(folder)


def _is_own_file(status: os.stat_result) -> bool:
    """Whether a file is the user's and has only one name. A file with two names could be any other file."""
    return stat.S_ISREG(status.st_mode) and status.st_uid == os.getuid() and status.st_nlink == 1


def _parse_entries(text: str) -> "list[SpoolEntry]":
    entries = []
    for line in text.split("\n"):
        try:
            values = loads(line) if line.strip("\0 ") else None
        except ValueError:  # an incomplete line, because the disk was full
            continue
        if isinstance(values, dict) and isinstance(values.get("path"), str) and isinstance(values.get("agent"), str):
            run_at, store = values.get("at"), values.get("db")
            entries.append(
                SpoolEntry(
                    job=parse_session_job(values),
                    run_at=run_at if isinstance(run_at, int) else None,
                    store=store if isinstance(store, str) else None,
                )
            )
    return entries


def spooled_sessions(app: "App") -> "list[SpoolEntry]":
    """The sessions that wait in files for this store; nothing is locked."""
    entries = []
    for at, path in enumerate(spool_paths(app)):
        try:
            file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
        except OSError:
            continue
        try:
            if _is_own_file(os.fstat(file)):
                found = _parse_entries(os.read(file, 2 * MAX_SPOOL_BYTES).decode("utf-8", "replace"))
                entries += [entry for entry in found if at == 0 or entry.store == app.settings.store_place]
        finally:
            os.close(file)
    return entries


def remove_sessions(app: "App", done: "list[SpoolEntry]") -> None:
    """Take sessions out of the files; what was added meanwhile stays."""
    import fcntl

    for path in spool_paths(app):
        try:
            file = os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
        except OSError:
            continue
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            if _is_own_file(os.fstat(file)):
                entries = _parse_entries(os.read(file, 2 * MAX_SPOOL_BYTES).decode("utf-8", "replace"))
                _keep_entries(file, path, [entry for entry in entries if entry not in done])
        finally:
            os.close(file)


def _keep_entries(file: int, path: str, entries: "list[SpoolEntry]") -> None:
    """Write what is left of a locked file; an empty one is removed."""
    remaining = "".join(dumps(entry.as_json()) + "\n" for entry in entries)
    if remaining:
        os.lseek(file, 0, os.SEEK_SET)
        os.truncate(file, os.pwrite(file, remaining.encode("utf-8", "backslashreplace"), 0))
    else:
        os.truncate(file, 0)
        os.remove(path)


def queue_missed_sessions(app: "App") -> None:
    """Queue the sessions that wait in files for this store, and those whose end was never reported."""
    waits = has_spooled_sessions(app)
    if not waits and not app.settings.has_store():
        return
    app.makes_store = app.makes_store or waits  # these sessions have to be stored somewhere
    for at, path in enumerate(spool_paths(app)):
        _queue_spool_file(app, path, is_beside_store=at == 0)
    with app.write_transaction() as tx:
        queue_idle_sessions(app, tx, early=False)


def _queue_spool_file(app: "App", path: str, *, is_beside_store: bool) -> None:
    """Queue the sessions of one file that belong to this store, and take them out of the file."""
    import fcntl

    try:
        file = os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:
        return
    try:
        if not _is_own_file(os.fstat(file)):
            return
        # the store is locked before the file, so that no process waits for the store while it locks the file
        with app.write_transaction() as tx:
            fcntl.flock(file, fcntl.LOCK_EX)
            if not _is_own_file(os.fstat(file)):  # another process has read it, and there may be a new file now
                return
            entries = _parse_entries(os.read(file, 2 * MAX_SPOOL_BYTES).decode("utf-8", "replace"))
            own = [entry for entry in entries if is_beside_store or entry.store == app.settings.store_place]
            for entry in own:
                queue_session(app, tx, entry.job, tx.now if entry.run_at is None else entry.run_at)
        _keep_entries(file, path, [entry for entry in entries if entry not in own])
    finally:
        os.close(file)


def is_session_waiting(app: "App", session: str) -> bool:
    """Whether a session that has ended, or is being compacted, waits to be sent now."""
    return any(entry.job.session == session and is_due(app, entry) for entry in spooled_sessions(app))


def has_due_sessions(app: "App") -> bool:
    """Whether any session is to be sent now."""
    return has_spooled_sessions(app) and any(is_due(app, entry) for entry in spooled_sessions(app))


def is_due(app: "App", entry: SpoolEntry) -> bool:
    """Whether a session is to be sent now: it has ended, or nothing was said in it for a while."""
    if entry.run_at is not None and entry.run_at > app.now():
        return False
    return not entry.job.open or next_idle_time(entry.job.path, app.now()) is None
