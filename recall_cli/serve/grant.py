"""What a caller of the server may do and see."""

from recall_cli.domain.record import Record

READ, WRITE, ERASE, AUDIT = "read", "write", "erase", "audit"
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
    knows_store_numbers: bool = True
    """Whether answers name numbers that count the work of all users: of operations, of rows of the audit log, of traces
    in the file. A caller who is not the user of the store would learn from them how much others store.
    """

    def operation_text(self, op: "int | None") -> str:
        """The number of an operation, to be put behind what was done; empty if the caller may not know it."""
        return f", operation {op}" if self.knows_store_numbers else ""
