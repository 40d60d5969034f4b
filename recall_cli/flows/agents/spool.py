"""Sessions that could not be lined up, because the store was locked, full, damaged or gone: a line each in a file.

The file lies beside the store, or, where nothing can be written there, in the folder of the hooks or a temporary one.
A line says where a session's record is, as it is, and nothing of what was said. Reading a session twice keeps nothing
twice, so a line is removed only after its job is in the store.
"""

import os
import stat

from recall_cli.domain.json_text import dumps, loads
from recall_cli.flows.agents.session_queue import has_spooled_sessions, queue_idle_sessions, queue_session, spool_paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App

MAX_SPOOL_BYTES = 256 * 1024
"""A file that is larger takes no more lines."""


def spool_session(app: "App", payload: "dict[str, Any]", run_at: int) -> bool:
    """Write a session down at the first place that takes it; once, however often it is told of."""
    entry = {**payload, "at": run_at, "db": os.path.abspath(app.settings.database)}
    for path in spool_paths(app):
        try:
            if _append_entry(path, entry):
                return True
        except OSError:
            continue
    return False


def _append_entry(path: str, entry: "dict[str, Any]") -> bool:
    import fcntl

    _make_private_folder(os.path.dirname(path))
    file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        found = os.fstat(file)
        if not found.st_nlink:  # somebody has just read and removed it
            return _append_entry(path, entry)
        if not _is_own_file(found) or found.st_size > MAX_SPOOL_BYTES:
            return False
        text = os.read(file, 2 * MAX_SPOOL_BYTES).decode("utf-8", "replace")
        if any(_is_same_session(one, entry) for one in _parse_entries(text)):
            return True
        line = ("\n" if text and not text.endswith("\n") else "") + dumps(entry) + "\n"
        raw = line.encode("utf-8", "backslashreplace")
        return os.write(file, raw) == len(raw)
    finally:
        os.close(file)


def _make_private_folder(folder: str) -> None:
    """A folder of ours and nobody else's; that of a store which is gone is not made anew."""
    if os.path.basename(folder) in ("hooks", f"recall-{os.getuid()}"):
        os.makedirs(folder, mode=0o700, exist_ok=True)
        found = os.lstat(folder)
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
            raise PermissionError(folder)


def _is_own_file(status: os.stat_result) -> bool:
    """Is this a file of ours that has this name alone? One with two names could be any other file."""
    return stat.S_ISREG(status.st_mode) and status.st_uid == os.getuid() and status.st_nlink == 1


def _is_same_session(first: "dict[str, Any]", second: "dict[str, Any]") -> bool:
    """The same session, to be read as soon and as a whole."""
    return all(first.get(name) == second.get(name) for name in ("db", "agent", "path", "session", "open"))


def _parse_entries(text: str) -> "list[dict[str, Any]]":
    found = []
    for line in text.split("\n"):
        try:
            one = loads(line) if line.strip("\0 ") else None
        except ValueError:  # a line that the disk had no room for
            continue
        if isinstance(one, dict) and isinstance(one.get("path"), str) and isinstance(one.get("agent"), str):
            found.append(one)
    return found


def queue_missed_sessions(app: "App") -> int:
    """Line up what was set aside, and every session whose end nobody told; how many."""
    waits = has_spooled_sessions(app)
    if not waits and not os.path.exists(app.settings.database):
        return 0
    app.makes_store = app.makes_store or waits  # what was set aside has to be kept somewhere
    count = queue_spooled_sessions(app)
    with app.write_transaction() as tx:
        return count + queue_idle_sessions(app, tx, early=False)


def queue_spooled_sessions(app: "App") -> int:
    """Line up the sessions that were set aside for this store; how many."""
    return sum(_queue_spool_file(app, path, beside=at == 0) for at, path in enumerate(spool_paths(app)))


def _queue_spool_file(app: "App", path: str, *, beside: bool) -> int:
    import fcntl

    try:
        file = os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:
        return 0
    try:
        if not _is_own_file(os.fstat(file)):
            return 0
        with (
            app.write_transaction() as tx
        ):  # first the store, then the file: whoever holds the file never waits for the store
            fcntl.flock(file, fcntl.LOCK_EX)
            if not _is_own_file(os.fstat(file)):  # somebody else has taken it in, and there may be a new file by now
                return 0
            every = _parse_entries(os.read(file, 2 * MAX_SPOOL_BYTES).decode("utf-8", "replace"))
            own = [one for one in every if beside or one.get("db") == os.path.abspath(app.settings.database)]
            for one in own:
                _queue_entry(app, tx, one)
        left = "".join(dumps(one) + "\n" for one in every if one not in own)
        if left:
            os.lseek(file, 0, os.SEEK_SET)
            os.truncate(file, os.pwrite(file, left.encode("utf-8", "backslashreplace"), 0))
        else:
            os.truncate(file, 0)
            os.remove(path)
        return len(own)
    finally:
        os.close(file)


def _queue_entry(app: "App", tx: "Any", entry: "dict[str, Any]") -> None:
    names = ("agent", "path", "session", "cwd", "open")
    at = entry.get("at")
    payload = {name: entry.get(name) for name in names if name != "open" or entry.get("open")}
    queue_session(app, tx, payload, at if isinstance(at, int) else tx.now)
