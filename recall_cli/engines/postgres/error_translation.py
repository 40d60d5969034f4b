"""Errors of PostgreSQL as recall's own: what is wrong, and the next step."""

from recall_cli.domain.errors import StoreError, UsageError
from recall_cli.domain.store_errors import DiskFull, StoreBusy, StoreDamaged, StoreReadOnly, StoreUnreachable

TYPE_CHECKING = False
if TYPE_CHECKING:
    import psycopg

LOGIN_HINT = "put the right one into ~/.pgpass, a service file or PGPASSWORD"
SETUP_HINT = "an administrator runs: recall setup --db …"


def translate_error(error: Exception, place: str, patience: float) -> Exception:
    """An error of psycopg as one of recall's. `place` names the server without any password."""
    from psycopg import Error, OperationalError, errors

    if isinstance(error, UnicodeEncodeError):
        return UsageError("what was given is not UTF-8 text", "check the encoding of your terminal")
    if not isinstance(error, Error):
        return error
    if isinstance(error, (errors.LockNotAvailable, errors.DeadlockDetected, errors.SerializationFailure)):
        return StoreBusy(
            f"the store is busy (another recall has been writing for {patience:g} s): nothing was changed, try again"
        )
    if isinstance(error, errors.DiskFull):
        return DiskFull(f"the server's disk is full: nothing was changed in {place}", "free some space on the server")
    if isinstance(error, (errors.IndexCorrupted, errors.DataCorrupted)):
        return StoreDamaged(f"the store is damaged: {place}", "recall doctor looks at it; restore the server's backup")
    if isinstance(error, (errors.UndefinedTable, errors.UndefinedFunction, errors.InvalidSchemaName)):
        return StoreError(f"{place} is not prepared for recall", SETUP_HINT)
    if isinstance(error, errors.ReadOnlySqlTransaction):
        return StoreReadOnly(f"the store cannot be written: {place} is a read-only server", "use the primary server")
    if isinstance(error, errors.InsufficientPrivilege):
        first_line = _first_line(error)
        hint = SETUP_HINT
        if "may not be the tenant" in first_line:
            hint = "set the login's own user: recall config user NAME"
        elif "may be no user yet" in first_line:
            hint = "an administrator runs: recall setup --db … --login NAME --only USER"
        return StoreReadOnly(f"{place} does not allow this: {first_line}", hint)
    if isinstance(error, OperationalError) and error.sqlstate is None:
        return _unreachable(place, _first_line(error))
    if isinstance(error, OperationalError):
        return StoreError(f"{place} failed: {_first_line(error)}", "nothing was changed, try again")
    return StoreError(f"{place} refused a statement: {type(error).__name__} ({error.sqlstate})")


def _unreachable(place: str, first_line: str) -> StoreError:
    """Why no connection was made: libpq gives no code, and tells the way it went before the reason."""
    reason = first_line.rpartition("failed: ")[2].removeprefix("FATAL:").strip()
    if "no password supplied" in reason:
        return StoreError(f"{place} asks for a password, and none was found", LOGIN_HINT)
    if "password authentication failed" in first_line:
        user = first_line.rpartition("for user ")[2].strip('"')
        return StoreError(f"{place} does not accept the password of {user}", LOGIN_HINT)
    if "closed the connection" in reason or "connection lost" in reason:
        return StoreUnreachable(f"the connection to {place} broke: what was not finished was not kept", "try again")
    kind = StoreError if "FATAL:" in first_line else StoreUnreachable  # FATAL: the server said no
    return kind(f"cannot reach {place}: {reason}", "check the address, and that the server runs")


def _first_line(error: "psycopg.Error") -> str:
    """The server's message without what it quotes of rows, which may be secret."""
    primary = error.diag.message_primary
    return primary or (str(error).strip().splitlines() or ["no answer"])[0]
