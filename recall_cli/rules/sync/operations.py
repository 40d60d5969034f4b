"""Operations: what one machine stated about a memory, as it travels to the others."""

from recall_cli.domain.ids import is_erased_mark, is_id
from recall_cli.domain.json_text import dumps_utf8, loads
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

SYNCED_COLUMNS = frozenset(
    """text type topic importance confidence classification shared source trust agent entity attribute value qualifier
    tags created_at valid_from valid_until superseded_by superseded_at deleted_at pinned anchors metadata extracted_by
    span settles""".split()
)
"""What travels: what somebody stated. Use, fading, links and questions are worked out on each machine."""
FACT_COLUMNS = frozenset("entity attribute value qualifier".split())
"""What says which value a fact has."""
MAX_CLOCK = 253_000_000_000_000
"""The year 9987 in milliseconds: no clock goes further."""
MAX_OPERATION_LETTERS = 2_000_000
"""Letters of one operation."""


class Operation(Record):
    """One statement about one memory."""

    device: str
    number: int
    """Counts the operations of its device."""
    clock: int
    """When it was stated, in milliseconds; later than everything that its machine had seen of this memory."""
    id: "str | None"
    """The memory; None for an erasure, which names nothing."""
    columns: "dict[str, object]" = {}
    erased: "str | None" = None
    """The mark of an erased memory."""

    @property
    def order(self) -> "tuple[int, str, int]":
        """The place of the operation among all others, the same on every machine."""
        return self.clock, self.device, self.number


def write_operations(operations: "Iterable[Operation]") -> str:
    """The lines of a segment: one operation each, without its device."""
    lines = []
    for op in operations:
        what = {"erased": op.erased} if op.id is None else {"id": op.id, "columns": op.columns}
        lines.append(dumps_utf8({"n": op.number, "clock": op.clock, **what}) + "\n")
    return "".join(lines)


def read_operations(device: str, text: str) -> "tuple[list[Operation], int]":
    """The valid operations of a segment, and how many lines are not: those of a newer recall may be unknown here."""
    operations, unknown = [], 0
    for line in text.split("\n"):
        if not line:
            continue
        operation = _read_operation(device, line)
        if operation is None:
            unknown += 1
        else:
            operations.append(operation)
    return operations, unknown


def _read_operation(device: str, line: str) -> "Operation | None":
    if len(line) > MAX_OPERATION_LETTERS:
        return None
    try:
        values = loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict):
        return None
    number, clock = _read_count(values.get("n")), _read_count(values.get("clock"))
    if number is None or clock is None:
        return None
    if "erased" in values:
        mark = values["erased"]
        known = is_erased_mark(mark)
        return Operation(device=device, number=number, clock=clock, id=None, erased=mark) if known else None
    id_, columns = values.get("id"), values.get("columns")
    if not (isinstance(id_, str) and is_id(id_) and isinstance(columns, dict)):
        return None
    columns = {name: value for name, value in columns.items() if name in SYNCED_COLUMNS}
    return Operation(device=device, number=number, clock=clock, id=id_.lower(), columns=columns)


def _read_count(value: object) -> "int | None":
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_CLOCK
    return int(str(value)) if is_count else None
