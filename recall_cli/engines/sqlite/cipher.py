"""Encryption of a store's file, if SQLite3 Multiple Ciphers is installed instead of plain SQLite.

Both come as the module `apsw`. Which one is installed matters only if a key is configured.
"""

import os

from recall_cli.domain.store_errors import EncryptionError, NotAStore, StoreBusy, StoreDamaged
from recall_cli.engines.sqlite.driver import APPLICATION_ID, apsw
from recall_cli.engines.sqlite.encryption_state import can_encrypt, encryption_state
from recall_cli.optional_packages import cipher_hint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_WRITE_CHUNK_BYTES = 1 << 20


def unlock(connection: apsw.Connection, key: str) -> None:
    """Give the key to a new connection; a wrong key shows only when the first page is read.

    From then on SQLite sorts and rebuilds in memory, because its temporary files would not be encrypted.
    """
    if not can_encrypt():
        raise EncryptionError("a key is configured, but encryption needs another SQLite build", cipher_hint())
    connection.pragma("key", "raw:" + key.lower() if is_raw_key(key) else key)
    connection.pragma("temp_store", "memory")


def is_raw_key(key: str) -> bool:
    """Whether this is a key itself (64 hexadecimal digits) and not a passphrase to derive one from."""
    return len(key) == 64 and not key.strip("0123456789abcdefABCDEF")


def change_key(
    path: str, old_key: "str | None", new_key: "str | None", patience: float, before_replace: "Callable[[], None]"
) -> None:
    """Rewrite a store with another key, or without one; no other process may have it open.

    The new file is checked, `before_replace` is called, then the new file takes the old one's name. The old file is
    overwritten before its lock is released, so that a process that waited for the lock finds no store in it.
    """
    draft = f"{path}.{os.getpid()}.new"
    connection = None
    os.umask(0o077)
    try:
        connection = _open_uri(path, old_key)
        _lock_exclusively(connection, path, patience)
        remove_store_files(draft)
        connection.execute("VACUUM INTO ?", (_file_uri(draft, new_key),))
        _check_new_file(draft, new_key, _count_rows(connection))
        with open(path, "r+b") as old_file:  # closing it releases the lock
            before_replace()
            os.replace(draft, path)
            sync_to_disk(os.path.dirname(path))
            _overwrite_with_zeros(old_file.fileno())
    except (apsw.BusyError, apsw.LockedError):
        raise StoreBusy("another recall has the store open: nothing was changed, try again") from None
    except (apsw.Error, OSError) as error:
        from recall_cli.engines.sqlite.error_translation import translate_error

        raise translate_error(error, path, patience, keyed=old_key is not None) from error
    finally:
        if connection is not None:
            connection.close()
        remove_store_files(draft)


def _lock_exclusively(connection: apsw.Connection, path: str, patience: float) -> None:
    """Make sure that no other process has or can open the store, and empty its WAL."""
    connection.set_busy_timeout(int(patience * 1000))
    connection.pragma("locking_mode", "exclusive")
    if connection.pragma("application_id") != APPLICATION_ID:
        raise NotAStore(f"{path} is not a recall store")
    connection.execute("BEGIN IMMEDIATE; COMMIT")
    if connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()[0][0]:
        raise apsw.BusyError


def open_file(path: str, key: "str | None", flags: int | None = None) -> apsw.Connection:
    """Open a file that no other connection of this process uses; the key is for an encrypted or a new file."""
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
    """The URI of a file with its key, for SQLite to create it."""
    from urllib.parse import quote

    key_text = "" if key is None else "raw:" + key.lower() if is_raw_key(key) else key
    return f"file:{quote(path)}?key={quote(key_text, safe='')}"


def _count_rows(connection: apsw.Connection) -> "dict[str, int]":
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    quoted = {name: name.replace('"', '""') for name in names}
    return {
        name: int(connection.execute(f'SELECT count(*) FROM "{quoted[name]}"').get)  # noqa: S608 — a table of our own schema
        for name in names
    }


def _check_new_file(path: str, key: "str | None", rows: "dict[str, int]") -> None:
    """Check that the new file is intact, has the rows of the old one, and is on the disk."""
    connection = _open_uri(path, key)
    try:
        report = str(connection.pragma("integrity_check"))
        if report != "ok" or _count_rows(connection) != rows:
            raise StoreDamaged(f"the new file differs from the store: {report.splitlines()[0]}", "nothing was changed")
        connection.pragma("journal_mode", "wal")
    finally:
        connection.close()
    if encryption_state(path) != ("plain" if key is None else "encrypted"):
        raise StoreDamaged("the new file is not encrypted as requested", "nothing was changed")
    os.chmod(path, 0o600)
    sync_to_disk(path)


def sync_to_disk(path: str) -> None:
    """Write a file, or the names in a folder, to the disk, so that it survives a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _overwrite_with_zeros(handle: int) -> None:
    """Overwrite the old file with zeros, from its first page on."""
    size = os.fstat(handle).st_size
    os.lseek(handle, 0, os.SEEK_SET)
    written = 0
    while written < size:
        written += os.write(handle, bytes(min(_WRITE_CHUNK_BYTES, size - written)))
    os.fsync(handle)


def remove_store_files(path: str) -> None:
    """Remove a store and the files that SQLite keeps beside it."""
    for tail in ("", "-journal", "-wal", "-shm"):
        if os.path.exists(path + tail):
            os.unlink(path + tail)
