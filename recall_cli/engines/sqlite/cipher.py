"""Encryption of a store's file, where SQLite3 Multiple Ciphers stands in the place of plain SQLite.

Both come as the module `apsw`; which one is there is asked only where a key is configured.
"""

import os

from recall_cli.domain.store_errors import EncryptionError, NotAStore, StoreBusy, StoreDamaged
from recall_cli.engines.sqlite.driver import APPLICATION_ID, apsw
from recall_cli.engines.sqlite.encryption_state import INSTALL_HINT, can_encrypt, encryption_state

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_WRITE_CHUNK_BYTES = 1 << 20


def unlock(connection: apsw.Connection, key: str) -> None:
    """Give the key to a connection on which nothing was done yet; whether it fits shows with the first page read.

    Sorting and rebuilding stay in memory from now on, since SQLite's temporary files would be plain.
    """
    if not can_encrypt():
        raise EncryptionError("a key is configured, but this recall cannot encrypt its store", INSTALL_HINT)
    connection.pragma("key", "raw:" + key.lower() if is_raw_key(key) else key)
    connection.pragma("temp_store", "memory")


def is_raw_key(key: str) -> bool:
    """Is this a key as it is (64 hexadecimal digits), and no passphrase that has to be stretched first?"""
    return len(key) == 64 and not key.strip("0123456789abcdefABCDEF")


def change_key(
    path: str, old_key: "str | None", new_key: "str | None", patience: float, before_replace: "Callable[[], None]"
) -> None:
    """Write a store anew under another key, or none; nobody else may have it open.

    The new file is looked through before it takes the old one's name, `then` is called just before, and the old one's
    bytes are overwritten before its lock is let go, so that whoever waited for it finds no store where it was.
    """
    draft = f"{path}.{os.getpid()}.new"
    connection = None
    os.umask(0o077)
    try:
        connection = _open_uri(path, old_key)
        _lock_exclusively(connection, path, patience)
        _remove_file(draft)
        connection.execute("VACUUM INTO ?", (_file_uri(draft, new_key),))
        _check_new_file(draft, new_key, _count_rows(connection))
        with open(path, "r+b") as before:  # closing it lets go of the lock
            before_replace()
            os.replace(draft, path)
            _sync_to_disk(os.path.dirname(path))
            _overwrite_with_zeros(before.fileno())
    except (apsw.BusyError, apsw.LockedError):
        raise StoreBusy("another recall has the store open: nothing was changed, try again") from None
    except (apsw.Error, OSError) as error:
        from recall_cli.engines.sqlite.error_translation import translate_error

        raise translate_error(error, path, patience, keyed=old_key is not None) from error
    finally:
        if connection is not None:
            connection.close()
        _remove_file(draft)


def _lock_exclusively(connection: apsw.Connection, path: str, patience: float) -> None:
    """Nobody else has the store open or can open it, and nothing is left in its WAL."""
    connection.set_busy_timeout(int(patience * 1000))
    connection.pragma("locking_mode", "exclusive")
    if connection.pragma("application_id") != APPLICATION_ID:
        raise NotAStore(f"{path} is not a recall store")
    connection.execute("BEGIN IMMEDIATE; COMMIT")
    if connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()[0][0]:
        raise apsw.BusyError


def open_file(path: str, key: "str | None", flags: int | None = None) -> apsw.Connection:
    """A file that no other connection of this process uses; the key is for those that are encrypted, or new."""
    if flags is None:
        connection = apsw.Connection(path)
    else:
        connection = apsw.Connection(path, flags=flags)
    if key is not None and encryption_state(path) != "plain":
        unlock(connection, key)
    return connection


def _open_uri(path: str, key: "str | None") -> apsw.Connection:
    connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_URI)
    if key is not None:
        unlock(connection, key)
    else:
        connection.pragma("temp_store", "memory")
    return connection


def _file_uri(path: str, key: "str | None") -> str:
    """A file and its key as SQLite takes them where it makes a new one."""
    from urllib.parse import quote

    said = "" if key is None else "raw:" + key.lower() if is_raw_key(key) else key
    return f"file:{quote(path)}?key={quote(said, safe='')}"


def _count_rows(connection: apsw.Connection) -> "dict[str, int]":
    """How many rows every table holds."""
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    quoted = {name: name.replace('"', '""') for name in names}
    return {
        name: int(connection.execute(f'SELECT count(*) FROM "{quoted[name]}"').get)  # noqa: S608 — a name of ours
        for name in names
    }


def _check_new_file(path: str, key: "str | None", rows: "dict[str, int]") -> None:
    """The new file is whole, holds as much as the old one, and is on the disk."""
    connection = _open_uri(path, key)
    try:
        said = str(connection.pragma("integrity_check"))
        if said != "ok" or _count_rows(connection) != rows:
            raise StoreDamaged(f"the new file is not what the store is: {said.splitlines()[0]}", "nothing was changed")
        connection.pragma("journal_mode", "wal")
    finally:
        connection.close()
    if encryption_state(path) != ("plain" if key is None else "encrypted"):
        raise StoreDamaged("the new file is not as it should be on the disk", "nothing was changed")
    os.chmod(path, 0o600)
    _sync_to_disk(path)


def _sync_to_disk(path: str) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _overwrite_with_zeros(handle: int) -> None:
    """Nothing but zeros where the old file was, its first page first."""
    size = os.fstat(handle).st_size
    os.lseek(handle, 0, os.SEEK_SET)
    done = 0
    while done < size:
        done += os.write(handle, bytes(min(_WRITE_CHUNK_BYTES, size - done)))
    os.fsync(handle)


def _remove_file(path: str) -> None:
    for tail in ("", "-journal", "-wal", "-shm"):
        if os.path.exists(path + tail):
            os.unlink(path + tail)
