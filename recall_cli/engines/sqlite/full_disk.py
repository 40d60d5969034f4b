"""Tells why a disk takes nothing, and reads a store where there is no room for SQLite's files beside it."""

import os
import time

from recall_cli.engines.sqlite.driver import apsw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MAX_PAUSE_SECONDS = 0.1
"""The longest pause between two tries to have the store alone. It is drawn, or the same ones would meet again."""
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


def read_alone(
    path: str, connect: "Callable[[], apsw.Connection] | None", error: apsw.Error, patience: float
) -> apsw.Connection:
    """A connection to the store, for reading on a full disk; an error if others use the store for `patience` seconds.

    In exclusive mode SQLite keeps the index of the WAL in memory, and needs no room on the disk. The lock of the whole
    file makes that safe: SQLite gives it to a connection only if no other one is open, and lets no other in. Whoever
    does not get it must close: in this mode SQLite keeps half of the lock while it waits, and all would wait for all.
    """
    if connect is None or not is_disk_full(path):
        raise error
    end = time.monotonic() + patience
    while True:
        connection = connect()
        connection.set_busy_timeout(0)
        connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
        try:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()  # takes the lock
            return connection
        except apsw.BusyError:
            connection.close()
        if time.monotonic() > end:
            raise error
        time.sleep(MAX_PAUSE_SECONDS * os.urandom(1)[0] / 255)


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
