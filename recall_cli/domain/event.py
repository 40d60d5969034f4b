"""An event in the life of a memory: its creation, or a change by an operation."""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Columns


class Event(Record):
    """A change or the creation of one memory, with who and when."""

    op: int
    kind: str
    at: int
    trust: str
    agent: "str | None"
    session: "str | None"
    undone_by: "int | None"
    before: "Columns"
    after: "Columns"
