"""What a server says of itself and of the token that it was asked with."""

from recall_cli.domain.errors import StoreError
from recall_cli.domain.record import Record
from recall_cli.flows.over_https.server import Server

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App


class About(Record):
    """A server, and whose token it was asked with."""

    version: str
    user: str
    token: str
    expires_at: "int | None"
    may_write: bool


def count_memories(app: "App") -> int:
    """How many memories the user of the token has on the server."""
    server = Server(app, seconds=5.0)
    try:
        answer = server.ask({"command": "count", "values": {"project": "*"}, "json": True})
    finally:
        server.close()
    data = answer.get("data")
    count = data.get("count") if isinstance(data, dict) else None
    return count if type(count) is int else 0


def ask_about(app: "App") -> About:
    """What the server of the settings says; StoreError if it does not answer or does not take the token."""
    server = Server(app, seconds=5.0)
    try:
        answer = server.ask({"command": "about", "values": {}})
    finally:
        server.close()
    version, user, token, expires_at = (answer.get(name) for name in ("version", "user", "token", "expires_at"))
    if not all(isinstance(text, str) and text.isprintable() for text in (version, user, token)):
        raise StoreError("the server's answer is malformed", "update recall, here and at the server")
    rights = answer.get("rights")
    return About(
        version=str(version)[:40],
        user=str(user)[:100],
        token=str(token)[:100],
        expires_at=expires_at if type(expires_at) is int else None,
        may_write=isinstance(rights, list) and "write" in rights,
    )
