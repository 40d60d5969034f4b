"""Tells why a disk takes nothing, and reads a store where there is no room for SQLite's files beside it."""

import os
import time

from recall_cli.engines.sqlite.driver import apsw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PAUSES = (0.02, 0.05, 0.1, 0.2, 0.4)
"""Seconds between two tries to have the store alone: of two that try at once, both may get nothing."""
MAX_SECONDS = 1.0
"""After so long, another process goes on using the store."""
LEAST_FREE_BYTES = 100_000
"""With less room than this, SQLite cannot make the index of a WAL, and hardly a WAL."""


def is_disk_full(path: str) -> bool:
    """Is there no room on the disk of a file? False if that cannot be found out."""
    status = _status_of_disk(path)
    if status is None:
        return False
    blocks = status.f_bfree if os.geteuid() == 0 else status.f_bavail
    return blocks * status.f_frsize < LEAST_FREE_BYTES


def is_disk_read_only(path: str) -> bool:
    """Is the file system of a file read-only as a whole? False if that cannot be found out."""
    status = _status_of_disk(path)
    return status is not None and bool(status.f_flag & os.ST_RDONLY)


def read_alone(path: str, connect: "Callable[[], apsw.Connection] | None", error: apsw.Error) -> apsw.Connection:
    """A connection to the store, for reading on a full disk; an error if another process goes on using the store.

    In exclusive mode SQLite keeps the index of the WAL in memory, and needs no room on the disk. The lock of the whole
    file makes that safe: SQLite gives it to a connection only if no other one is open, and lets no other in.
    """
    if connect is None or not is_disk_full(path):
        raise error
    end = time.monotonic() + MAX_SECONDS
    for pause in PAUSES:
        connection = connect()
        connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
        try:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()  # takes the lock
            return connection
        except apsw.BusyError:
            connection.close()
            if time.monotonic() > end:
                break
            time.sleep(pause * (1 + os.getpid() % 8 / 8))
    raise error


def _status_of_disk(path: str) -> "os.statvfs_result | None":
    """The disk of a file, or of the nearest folder above it that there is."""
    path = os.path.abspath(path)
    while True:
        try:
            return os.statvfs(path)
        except FileNotFoundError:
            if path == os.path.dirname(path):
                return None
            path = os.path.dirname(path)
        except OSError:
            return None
