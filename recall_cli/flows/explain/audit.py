"""Checks the audit log: whether all rows are unchanged, complete and in order."""

from recall_cli.domain.record import Record
from recall_cli.engines.tables.audit import CHAIN_START, OUTCOME_PREFIX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.app import App
    from recall_cli.engines.tables.audit import AuditEntry
    from recall_cli.engines.transaction import Transaction


class AuditFault(Record):
    """A row that was changed, or is missing or misplaced."""

    n: int
    problem: str
    """What is wrong with it, in a sentence."""


class AuditResult(Record):
    """The result of a check of the audit log."""

    rows: int
    forgotten: int
    """Rows whose user or inputs were erased; they are still in the chain."""
    unrecorded: int
    """Operations that are not in the audit log."""
    head: str
    """The newest digest. If you note it elsewhere, it proves later that no row before it was changed or removed."""
    faults: "tuple[AuditFault, ...]"
    head_found: "bool | None" = None
    """Whether the noted digest is in the chain; None if none was given."""

    @property
    def intact(self) -> bool:
        """Whether the audit log is intact."""
        return not self.faults and not self.unrecorded and self.head_found is not False


def verify_chain(app: "App", expected_head: "str | None" = None) -> AuditResult:
    """Check the chain of hashes from the first row to the last."""
    faults: list[AuditFault] = []
    last, before, forgotten, head_found = 0, CHAIN_START, 0, False
    first_emptied: int | None = None
    with app.read_transaction() as tx:
        for entry in tx.audit.entries():
            if entry.n != last + 1:
                faults.append(AuditFault(n=entry.n, problem=_missing_rows_text(entry.n - last - 1)))
            elif entry.digest != entry.expected_digest(before):
                faults.append(AuditFault(n=entry.n, problem="it was changed, or is not in its place"))
            elif entry.seal != entry.expected_seal() or (entry.salt is None and entry.inputs is not None):
                faults.append(AuditFault(n=entry.n, problem="its user or its inputs were changed"))
            elif not _matches_log(tx, entry):
                faults.append(AuditFault(n=entry.n, problem="its operation, or a memory that it wrote, was changed"))
            if entry.salt is None:
                forgotten += 1
                first_emptied = first_emptied or entry.n
            elif entry.name in ERASING_OPERATIONS:
                first_emptied = None  # this operation explains all emptied rows before it
            head_found = head_found or entry.digest == expected_head
            last, before = entry.n, entry.digest
        unrecorded = tx.audit.count_unrecorded()
        rows = last
        if not tx.view.whole:
            rows, forgotten = sum(1 for _ in _visible_entries(tx)), 0
    if first_emptied is not None:
        faults.append(
            AuditFault(n=first_emptied, problem="its user or its inputs are missing, and nothing was erased after it")
        )
    return AuditResult(
        rows=rows,
        forgotten=forgotten,
        unrecorded=unrecorded,
        head=before,
        faults=tuple(faults),
        head_found=None if expected_head is None else head_found,
    )


ERASING_OPERATIONS = frozenset({"erase", "purge", "scan"})
"""The operations that erase inputs from the audit log."""


def _matches_log(tx: "Transaction", entry: "AuditEntry") -> bool:
    """Whether operations and memories still match a row; values that make no sense do not match."""
    try:
        return _compare_with_log(tx, entry)
    except (ArithmeticError, AttributeError, LookupError, StopIteration, TypeError, ValueError):
        return False  # recall never writes such values, so another program did


def _compare_with_log(tx: "Transaction", entry: "AuditEntry") -> bool:
    """Whether operations and memories match a row; rows of older recalls cannot tell."""
    _, has_result, result = (entry.inputs or "").partition(":")
    if not has_result or not result or entry.user != tx.view.user:
        return True
    if not tx.audit.has_operation(entry.op):
        return False
    parts = tx.audit.rows_of_operation(entry.op)
    alone = len(parts) == 1
    if not alone and tx.audit.has_changes(entry.op):
        return True
    at = next(place for place, (n, _) in enumerate(parts) if n == entry.n)
    return tx.audit.result_hash(entry.op, parts[at - 1][1] if at else 0, parts[at][1], alone=alone) == result


def _missing_rows_text(count: int) -> str:
    return "the row before it is missing" if count == 1 else f"{count:,} rows before it are missing"


def audit_entries(app: "App") -> "Iterator[AuditEntry]":
    """The rows of the user that this view may see, oldest first."""
    with app.read_transaction() as tx:
        yield from _visible_entries(tx)


def _visible_entries(tx: "Transaction") -> "Iterator[AuditEntry]":
    """The rows of the user; if a view shows only some memories, the outcome counts these alone."""
    for entry in tx.audit.entries():
        if entry.user != tx.view.user:
            continue
        if tx.view.whole:
            yield entry
        elif count := tx.operations.count_visible(entry.op):
            yield entry.but(outcome=f"{OUTCOME_PREFIX}{count}") if entry.outcome.startswith(OUTCOME_PREFIX) else entry
