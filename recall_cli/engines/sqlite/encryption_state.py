"""Whether a file is encrypted, and whether this installation can encrypt."""

from recall_cli.domain.store_errors import EncryptionError, NotAStore
from recall_cli.engines.sqlite.driver import apsw
from recall_cli.optional_packages import cipher_hint

_SQLITE_HEADER = b"SQLite format 3\0"
_CIPHER_HEADER = b"\x20\x40\x20\x20"
"""Bytes 20 to 23 of an encrypted file, which stay readable: 32 bytes a page for the cipher, then three constants."""


def can_encrypt() -> bool:
    """Whether this installation can encrypt a store."""
    return hasattr(apsw, "mc_version")


def encryption_state(path: str) -> str:
    """What a file is by its first bytes: plain, encrypted, empty or unknown.

    Do not call it while a connection of this process holds a lock on the file: closing the file would drop the lock.
    """
    try:
        with open(path, "rb") as file:
            head = file.read(24)
    except FileNotFoundError:
        return "empty"
    if not head:
        return "empty"
    if head.startswith(_SQLITE_HEADER):
        return "plain"
    return "encrypted" if head[20:] == _CIPHER_HEADER else "unknown"


def not_a_database_error(path: str, *, keyed: bool) -> Exception:
    """The error for a file that cannot be opened as a database, with or without a key."""
    state = encryption_state(path)
    if keyed and state == "plain":
        return EncryptionError(f"a key is configured, but {path} is not encrypted", "recall admin encrypt changes that")
    if keyed and state == "encrypted":
        return EncryptionError(f"the key does not open {path}", "it was encrypted with another one, or is damaged")
    if state == "encrypted":
        hint = "recall config encryption.key_file FILE, or encryption.key_command" if can_encrypt() else cipher_hint()
        return EncryptionError(f"{path} is encrypted, and no key is configured", hint)
    return NotAStore(f"{path} is not a recall store", "it is some other kind of file, or badly damaged")
