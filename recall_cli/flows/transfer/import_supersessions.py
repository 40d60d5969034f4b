"""End memories here that were superseded in another store, when its export is imported."""

from recall_cli.domain.record import Record
from recall_cli.flows.transfer.import_report import ReportEntry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.transfer.import_lines import MemoryLine
    from recall_cli.flows.transfer.import_report import ReportEntries
    from recall_cli.flows.transfer.import_run import ImportRun

LEFT_FILE_PREFIX = "no longer in"
"""How the metadata of a memory say that it ended because its file no longer holds it."""


class MemoryEnd(Record):
    """How a memory ended in the store that it was exported from."""

    superseded_at: int
    superseded_by: "str | None"
    """The id of the memory that took its place."""
    valid_until: "int | None"
    updated_at: int


class ImportedSupersessions:
    """Known memories that are superseded according to the imported file."""

    def __init__(self, run: "ImportRun", entries: "ReportEntries", file: str) -> None:
        self._run, self._entries, self._file = run, entries, file
        self._ends: list[tuple[int, MemoryEnd]] = []

    def note(self, number: int, line: "MemoryLine") -> None:
        """Note a line about a known memory, by its row number."""
        if line.superseded_at is not None and line.deleted_at is None and line.held is None:
            end = MemoryEnd(
                superseded_at=line.superseded_at,
                superseded_by=line.superseded_by,
                valid_until=line.valid_until,
                updated_at=line.updated_at,
            )
            self._ends.append((number, end))

    def end_superseded(self) -> int:
        """End what is still believed and was not changed since; returns how many memories that are.

        This is part of the import and can be undone with it. A dry run only lists the memories.
        """
        if not self._ends:
            return 0
        app, run = self._run.app, self._run
        with app.read_transaction() as tx:
            ending = [(number, end) for number, end in self._ends if self._still_believed(tx, number, end)]
            for number, end in ending if run.dry_run else ():
                self._list(tx, number, end)
        if run.dry_run or not ending:
            return len(ending)
        with app.write_transaction() as tx:
            op, _ = run.begin(tx, self._file, 0)
            ending = [(number, end) for number, end in ending if self._still_believed(tx, number, end)]
            for number, end in ending:
                self._list(tx, number, end)
                successor = tx.memories.by_id(end.superseded_by.lower()) if end.superseded_by else None
                columns = {**end.fields(), "superseded_by": None if successor is None else successor.n}
                tx.memories.change(op, number, columns)
            tx.operations.add_touched(op, len(ending))
        return len(ending)

    def _still_believed(self, tx: "Transaction", number: int, end: MemoryEnd) -> bool:
        """Does the memory end? The user's own word ends only by their own export, since anybody can edit a file."""
        memories = tx.memories.by_number([number])
        if not memories:  # this view does not show it
            return False
        memory = memories[0]
        return (
            memory.superseded_at is None
            and memory.deleted_at is None
            and memory.updated_at <= end.updated_at
            and (memory.trust != "user" or self._run.channel == "user")
        )

    def _list(self, tx: "Transaction", number: int, end: MemoryEnd) -> None:
        """Add a memory that ends to the report."""
        memory = tx.memories.by_number([number])[0]
        id_ = (end.superseded_by or "").lower()
        successor = next((entry.text for entry in self._entries.memories if entry.id == id_), None) if id_ else None
        self._entries.add("vanished", ReportEntry(id=memory.id, text=memory.text, superseded_by=successor))


def has_left_file(memory: "Memory") -> bool:
    """Did this memory end because its file no longer held it?"""
    return memory.valid_until is not None and memory.metadata is not None and f'"{LEFT_FILE_PREFIX} ' in memory.metadata
