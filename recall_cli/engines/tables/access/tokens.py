"""Tokens: what a client of the server may do and see. Of the token itself only the SHA-256 is stored."""

from recall_cli.domain.json_text import dumps, loads
from recall_cli.domain.memory import CLASSIFICATIONS
from recall_cli.domain.record import Record
from recall_cli.engines.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.engine import Row


class Token(Record):
    """A token as its owner sees it."""

    n: int
    id: str
    """The public part, which finds the row."""
    user: str
    name: str
    agent: str
    """The agent as which its client acts."""
    rights: "tuple[str, ...]"
    clearance: "str | None"
    topics: "tuple[str, ...]"
    projects: "tuple[str, ...]"
    """Names of projects; empty for all."""
    per_minute: int
    """Requests in a minute, at most."""
    created_at: int
    expires_at: "int | None" = None
    used_at: "int | None" = None
    revoked_at: "int | None" = None
    op: int = 0

    def state_at(self, now: int) -> str:
        """valid, expired or revoked."""
        if self.revoked_at is not None:
            return "revoked"
        return "expired" if self.expires_at is not None and self.expires_at <= now else "valid"


class Tokens(Table):
    """The token table within one transaction."""

    def add(self, token: Token, token_hash: bytes) -> bool:
        """Add a token; False if a valid one has its name."""
        rows = self._tx.run(
            "tokens",
            "add",
            id=token.id,
            hash=token_hash,
            name=token.name,
            agent=token.agent,
            rights=dumps(list(token.rights)),
            level=None if token.clearance is None else CLASSIFICATIONS.index(token.clearance),
            its_topics=dumps(list(token.topics)),
            its_projects=dumps(list(token.projects)),
            per_minute=token.per_minute,
            expires_at=token.expires_at,
            op=token.op,
        )
        return bool(rows)

    def by_id(self, id_: str) -> "tuple[Token, bytes] | None":
        """A token of any user with its SHA-256, by its public part."""
        rows = self._tx.run("tokens", "by_id", id=id_)
        return (_token_from_row(rows[0][:-1]), bytes(rows[0][-1])) if rows else None

    def by_number(self, number: int) -> "Token | None":
        rows = self._tx.run("tokens", "by_number", n=number)
        return _token_from_row(rows[0]) if rows else None

    def all(self) -> "list[Token]":
        """The user's tokens, oldest first."""
        return [_token_from_row(row) for row in self._tx.run("tokens", "list")]

    def revoke(self, name: str) -> bool:
        """End a valid token; False if there is none of this name."""
        return bool(self._tx.run("tokens", "revoke", name=name))

    def revoke_of_operation(self, op: int) -> None:
        """End the token that an operation created."""
        self._tx.run("tokens", "revoke_of_operation", op=op)

    def record_use(self, number: int) -> None:
        """Note that a token is used now."""
        self._tx.run("tokens", "record_use", n=number)

    def valid_hashes(self) -> "list[str]":
        """The SHA-256 of every valid token in the file, of all users."""
        return [row[0] for row in self._tx.run("tokens", "valid_hashes")]

    def revoke_others(self, hashes: "list[str]") -> int:
        """End all tokens in the file but these; how many."""
        return len(self._tx.run("tokens", "revoke_others", hashes=dumps(hashes)))


def _token_from_row(row: "Row") -> Token:
    values = dict(zip(Token._fields, row, strict=True))
    for name in ("rights", "topics", "projects"):
        values[name] = tuple(loads(values[name] or "[]"))
    if values["clearance"] is not None:
        values["clearance"] = CLASSIFICATIONS[values["clearance"]]
    return Token(**values)
