"""What a store on a PostgreSQL server cannot do as a file does, and what to use instead."""

from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App

ALTERNATIVES = {
    "backup": ("copied to a file", "pg_dump copies it; recall export writes your memories"),
    "restore": ("restored from a file", "pg_restore brings a dump back; recall import reads an export"),
    "encrypt": ("encrypted by recall", "encrypt the server's disk, and connect with sslmode=verify-full"),
    "decrypt": ("decrypted by recall", "the server's administrator decides how its disk is encrypted"),
    "salvage": ("salvaged by recall", "restore the server's backup (pg_restore), or use pg_dump"),
}
"""For each command: what does not exist on a server, and its equal."""


def require_file(app: "App", command: str) -> None:
    """UsageError for a command that needs the file of a store."""
    if app.settings.is_on_server:
        what, instead = ALTERNATIVES[command]
        raise UsageError(f"a store on PostgreSQL is not {what}", instead)
