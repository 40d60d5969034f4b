"""Tells a server which user a transaction is for; signed, where the login has a key.

A setting of a transaction guards against a forgotten WHERE. It does not guard against injected SQL, which could set
another user. The server then believes only what was signed with the login's key, which never comes to the server with
a statement: `expiry.signature.user`. The signature is HMAC-SHA256 of `expiry.user`.
"""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    import psycopg

VALID_MS = 60_000
"""A transaction that begins later than this after its user was signed is refused."""


class UserSigner(Record):
    """What this login has to sign with."""

    key: "bytes | None"
    """None for a login that need not sign."""
    clock_ahead_ms: int = 0
    """How far the server's clock is ahead of the monotonic clock of this machine."""

    def sign(self, user: str) -> str:
        """What the server is sent about the user."""
        if self.key is None or not user:
            return user
        import time

        expiry = str(time.monotonic_ns() // 1_000_000 + self.clock_ahead_ms + VALID_MS)
        return f"{expiry}.{signature(self.key, expiry, user)}.{user}"


def signature(key: bytes, expiry: str, user: str) -> str:
    """HMAC-SHA256 as hexadecimal digits."""
    import hmac

    return hmac.new(key, f"{expiry}.{user}".encode(), "sha256").hexdigest()


def pads(key: bytes) -> "tuple[bytes, bytes]":
    """The two blocks that the server keeps of a key: with them and `sha256()` alone it computes a signature."""
    from hashlib import sha256

    block = (sha256(key).digest() if len(key) > 64 else key).ljust(64, b"\0")
    return bytes(byte ^ 0x36 for byte in block), bytes(byte ^ 0x5C for byte in block)


def find_signer(server: "psycopg.Connection[tuple[Any, ...]]", find_key: "Callable[[], str | None]") -> UserSigner:
    """Ask the server whether this login has to sign; an error if it has to, and no key is set here."""
    import time

    row = server.execute(
        "SELECT to_regprocedure('recall.must_sign()') IS NOT NULL, extract(epoch FROM clock_timestamp()) * 1000"
    ).fetchone()
    assert row is not None
    ahead = int(row[1]) - time.monotonic_ns() // 1_000_000
    asked = server.execute("SELECT recall.must_sign()").fetchone() if row[0] else None
    if not (asked and asked[0]):
        return UserSigner(key=None)
    key = find_key()
    if key is None:
        from recall_cli.domain.errors import UsageError

        raise UsageError(
            "this login has to sign its users, and no key is set",
            "recall config encryption.key_file FILE names the file that recall setup --signed wrote",
        )
    return UserSigner(key=key.encode(), clock_ahead_ms=ahead)
