"""What a caller of the server may do and see."""

from recall_cli.domain.record import Record

READ, WRITE, ERASE, AUDIT = "read", "write", "erase", "audit"
RIGHTS = (READ, WRITE, ERASE, AUDIT)
"""Erasing for good and reading the audit log are never granted by default."""
AGENT_RIGHTS = frozenset({READ, WRITE})
"""The rights of an agent on the user's own machine."""


class Grant(Record):
    """What a caller may do and see. A field that is None leaves the settings as they are."""

    user: "str | None" = None
    agent: "str | None" = None
    clearance: "str | None" = None
    topics: "tuple[str, ...]" = ()
    """Only these topics; empty for all that the settings allow."""
    rights: "frozenset[str]" = AGENT_RIGHTS
