"""End memories here that were superseded in another store, when its export is imported."""

from recall_cli.flows.transfer.import_report import ReportEntry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Columns, Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.transfer.import_lines import MemoryLine
    from recall_cli.flows.transfer.import_report import ImportReport
    from recall_cli.flows.transfer.import_run import ImportRun

LEFT_FILE_PREFIX = "no longer in"
"""How the metadata of a memory say that it ended because its file no longer holds it."""


END_COLUMNS = ("superseded_at", "superseded_by", "valid_until", "updated_at")
"""How a memory ended in the store that it was exported from, with the id of the memory that took its place."""


class ImportedSupersessions:
    """Known memories that are superseded according to the imported file."""

    def __init__(self, run: "ImportRun", report: "ImportReport", file: str) -> None:
        self._run, self._report, self._file = run, report, file
        self._ends: list[tuple[int, Columns]] = []

    def note(self, number: int, line: "MemoryLine") -> None:
        """Note a line about a known memory, by its row number."""
        if line.superseded_at is not None and line.deleted_at is None and line.held is None:
            self._ends.append((number, {name: getattr(line, name) for name in END_COLUMNS}))

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
                successor = tx.memories.by_id(_successor_id(end))
                columns = {**end, "superseded_by": None if successor is None else successor.n}
                tx.memories.change(op, number, columns)
            tx.operations.add_touched(op, len(ending))
        return len(ending)

    def _still_believed(self, tx: "Transaction", number: int, end: "Columns") -> bool:
        """Does the memory end? The user's own word ends only by their own export, since anybody can edit a file."""
        memories = tx.memories.by_number([number])
        if not memories:  # this view does not show it
            return False
        memory = memories[0]
        return (
            memory.superseded_at is None
            and memory.deleted_at is None
            and memory.updated_at <= int(end["updated_at"] or 0)
            and (memory.trust != "user" or self._run.channel == "user")
        )

    def _list(self, tx: "Transaction", number: int, end: "Columns") -> None:
        """Add a memory that ends to the report."""
        memory = tx.memories.by_number([number])[0]
        id_ = _successor_id(end)
        successor = next((entry.text for entry in self._report.memories if entry.id == id_), None) if id_ else None
        self._report.add("vanished", ReportEntry(id=memory.id, text=memory.text, superseded_by=successor))


def _successor_id(end: "Columns") -> str:
    """The id of the memory that took the place of one; empty if there is none."""
    return str(end["superseded_by"] or "").lower()


def has_left_file(memory: "Memory") -> bool:
    """Did this memory end because its file no longer held it?"""
    return memory.valid_until is not None and memory.metadata is not None and f'"{LEFT_FILE_PREFIX} ' in memory.metadata
