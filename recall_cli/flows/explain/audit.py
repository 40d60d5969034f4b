"""The sealed record: is every row as it was written, is none gone, is none out of its place?"""

from recall_cli.domain.chain import NOTHING
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.app import App
    from recall_cli.engines.tables.audit import Entry
    from recall_cli.engines.transaction import Transaction


class Fault(Record):
    """A row that is not as it was written."""

    n: int
    said: str


class Verified(Record):
    """What the record says of itself."""

    rows: int
    forgotten: int
    """Rows whose user or inputs were erased; they still stand in the chain."""
    unrecorded: int
    """Operations that the record does not have."""
    head: str
    """The newest digest: noted elsewhere, it shows later that nothing before it was changed or taken away."""
    faults: "tuple[Fault, ...]"
    head_found: "bool | None" = None
    """Is the digest that was noted in the chain? None where none was given."""

    @property
    def whole(self) -> bool:
        """Everything is as it was written."""
        return not self.faults and not self.unrecorded and self.head_found is not False


def verify(app: "App", noted: "str | None" = None) -> Verified:
    """Go along the chain from its first row."""
    faults: list[Fault] = []
    last, before, forgotten, met = 0, NOTHING, 0, False
    emptied: int | None = None
    with app.reading() as tx:
        for entry in tx.audit.walk():
            if entry.n != last + 1:
                faults.append(Fault(n=entry.n, said=_gone(entry.n - last - 1)))
            elif entry.digest != entry.chained(before):
                faults.append(Fault(n=entry.n, said="it is not as it was written, or not in its place"))
            elif entry.seal != entry.sealed() or (entry.salt is None and entry.inputs is not None):
                faults.append(Fault(n=entry.n, said="its user or its inputs are not as they were written"))
            elif not _left_so(tx, entry):
                faults.append(Fault(n=entry.n, said="its operation, or a memory that it wrote, is not as it was left"))
            if entry.salt is None:
                forgotten += 1
                emptied = emptied or entry.n
            elif entry.name in ERASING:
                emptied = None  # whatever was forgotten before was forgotten here at the latest
            met = met or entry.digest == noted
            last, before = entry.n, entry.digest
        unrecorded = tx.audit.unrecorded()
        rows = last
        if not tx.view.whole:
            rows, forgotten = sum(1 for _ in _seen(tx)), 0
    if emptied is not None:
        faults.append(Fault(n=emptied, said="its user or its inputs are gone, and nothing was erased after it"))
    return Verified(
        rows=rows, forgotten=forgotten, unrecorded=unrecorded, head=before, faults=tuple(faults),
        head_found=None if noted is None else met,
    )  # fmt: skip


ERASING = frozenset({"erase", "purge", "scan"})
"""The operations that make the record forget what was given."""


def _left_so(tx: "Transaction", entry: "Entry") -> bool:
    """Do the log and the memories still say what they said when a row was written? What makes no sense does not."""
    try:
        return _says_the_same(tx, entry)
    except (ArithmeticError, AttributeError, LookupError, StopIteration, TypeError, ValueError):
        return False  # recall never writes such values, so somebody else did


def _says_the_same(tx: "Transaction", entry: "Entry") -> bool:
    """The same, where what is read makes sense. Rows of before do not tell."""
    _, sealed, left = (entry.inputs or "").partition(":")
    if not sealed or not left or entry.user != tx.view.user:
        return True
    if not tx.audit.knows(entry.op):
        return False
    parts = tx.audit.parts(entry.op)
    alone = len(parts) == 1
    if not alone and tx.audit.has_changes(entry.op):
        return True
    at = next(place for place, (n, _) in enumerate(parts) if n == entry.n)
    return tx.audit.left_by(entry.op, parts[at - 1][1] if at else 0, parts[at][1], alone=alone) == left


def _gone(count: int) -> str:
    return "the row before it is gone" if count == 1 else f"{count:,} rows before it are gone"


def entries(app: "App") -> "Iterator[Entry]":
    """The rows of the user, oldest first, as far as this run may see what they tell of."""
    with app.reading() as tx:
        yield from _seen(tx)


def _seen(tx: "Transaction") -> "Iterator[Entry]":
    """The same; where a view shows only some memories, the outcome counts these alone."""
    from recall_cli.engines.tables.audit import OUTCOME

    for entry in tx.audit.walk():
        if entry.user != tx.view.user:
            continue
        if tx.view.whole:
            yield entry
        elif seen := tx.operations.seen(entry.op):
            yield entry.but(outcome=f"{OUTCOME}{seen}") if entry.outcome.startswith(OUTCOME) else entry
