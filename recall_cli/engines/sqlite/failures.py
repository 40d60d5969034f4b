"""What SQLite says when it does not go well, as our own errors: what is wrong, and the next step."""

import apsw

from recall_cli.domain.errors import Busy, Damaged, Full, NotAStore, ReadOnly, StoreError


def explained(error: apsw.Error, path: str, patience: float) -> Exception:
    """What SQLite says, as one of our own errors."""
    hint = "nothing was changed, try again"
    if isinstance(error, (apsw.BusyError, apsw.LockedError)):
        waited = f"another recall has been writing for {patience:g} s"
        return Busy(f"the store is busy ({waited}): nothing was changed, try again")
    if isinstance(error, apsw.NotADBError):
        return NotAStore(f"{path} is not a recall store", "it is some other kind of file, or badly damaged")
    if isinstance(error, (apsw.CorruptError, apsw.NoFTS5Error)):  # without its schema nothing can be asked of it
        return Damaged(
            f"the store is damaged: {path}",
            "keep a copy of the file, then restore a backup or import an export",
        )
    if isinstance(error, apsw.FullError):
        return Full(f"the disk is full: nothing was changed in {path}", "free some space, then try again")
    if isinstance(error, apsw.ReadOnlyError):
        return ReadOnly(
            f"the store cannot be written: {path} is read-only",
            "check its permissions, or use --db for another file",
        )
    if isinstance(error, apsw.CantOpenError):
        return ReadOnly(f"cannot open {path}", "check that its folder exists and may be written")
    if isinstance(error, apsw.IOError):
        return StoreError(f"the disk failed while using {path}: {error}", hint)
    return StoreError(f"{type(error).__name__}: {error}")
