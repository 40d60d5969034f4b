"""Where the server is: an address for libpq, which looks for the password in its own places."""

from recall_cli.domain.errors import UsageError
from recall_cli.domain.record import Record


class ServerAddress(Record):
    """An address of a server and a database."""

    url: str
    shown: str
    """The address for messages: without a password, which it never has, and without other parameters."""


def parse_address(url: str) -> ServerAddress:
    """The address; an error if it contains a password, which would be seen in lists of processes and in logs."""
    from urllib.parse import parse_qs, urlsplit

    hint = "put it into ~/.pgpass, a service file or PGPASSWORD"
    try:
        parts = urlsplit(url)
        has_password = parts.password is not None
    except ValueError:
        raise UsageError(
            "the address of the server cannot be read", "e.g. postgresql://db.example.org/recall"
        ) from None
    query = parse_qs(parts.query)
    if has_password or "password" in query or "sslpassword" in query:
        raise UsageError("the address of the server contains a password", hint)
    host = parts.netloc.rpartition("@")[2] or query.get("host", [""])[0]
    return ServerAddress(url=url, shown=f"postgresql://{host}{parts.path or '/'}")
