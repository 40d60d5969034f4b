"""Errors of SQLite and the system as recall's own: what is wrong, and the next step."""

from recall_cli.domain.errors import StoreError, UsageError
from recall_cli.domain.store_errors import DiskFull, StoreBusy, StoreDamaged, StoreReadOnly
from recall_cli.engines.sqlite.driver import apsw
from recall_cli.engines.sqlite.full_disk import is_disk_full, is_disk_read_only


def translate_error(error: Exception, path: str, patience: float, *, keyed: bool = False) -> Exception:
    """An error of SQLite or the system as one of recall's."""
    if isinstance(error, UnicodeEncodeError):
        return UsageError("what was given is not UTF-8 text", "check the encoding of your terminal")
    if isinstance(error, OSError):
        return StoreReadOnly(f"cannot use {path}: {(error.strerror or str(error)).lower()}")
    hint = "nothing was changed, try again"
    if isinstance(error, (apsw.BusyError, apsw.LockedError)):
        waited = f"another recall has been writing for {patience:g} s"
        return StoreBusy(f"the store is busy ({waited}): nothing was changed, try again")
    if isinstance(error, apsw.NotADBError):
        from recall_cli.engines.sqlite.encryption_state import not_a_database_error

        return not_a_database_error(path, keyed=keyed)
    is_garbled = isinstance(error, UnicodeDecodeError)  # SQLite returned bytes as text that are not text
    if is_garbled or isinstance(error, (apsw.CorruptError, apsw.NoFTS5Error)) or _is_index_damage(error):
        return StoreDamaged(
            f"the store is damaged: {path}",
            "recall doctor looks at it; then recall backup --restore FILE, or save what can be read: "
            "recall doctor --salvage NEWFILE",
        )
    if isinstance(error, apsw.FullError) or (isinstance(error, apsw.IOError) and is_disk_full(path)):
        return DiskFull(f"the disk is full: nothing was changed in {path}", "free some space, then try again")
    if isinstance(error, (apsw.ReadOnlyError, apsw.CantOpenError)) and is_disk_read_only(path):
        return StoreReadOnly(
            f"the file system is read-only: {path} cannot be written", "use --db for a file on another disk"
        )
    if isinstance(error, apsw.ReadOnlyError):
        return StoreReadOnly(
            f"the store cannot be written: {path} is read-only", "check its permissions, or use --db for another file"
        )
    if isinstance(error, apsw.CantOpenError):
        return StoreReadOnly(f"cannot open {path}", "check that its folder exists and may be written")
    if isinstance(error, apsw.IOError):
        return StoreError(f"the disk failed while using {path}: {error}", hint)
    return StoreError(f"{type(error).__name__}: {error}")


def _is_index_damage(error: Exception) -> bool:
    """Whether the word index has lost its schema or settings; our own SQL causes no other error of FTS5."""
    return isinstance(error, apsw.SQLError) and "fts5" in str(error)
