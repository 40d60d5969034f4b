"""The past of imported memories in the store that they come from: what happened to them, and which ended there."""

from recall_cli.engines.tables.imports import ImportedChange, ImportedOperation
from recall_cli.engines.tables.operations import session_to_record
from recall_cli.flows.transfer.import_report import ReportEntry
from recall_cli.rules.beliefs import trust

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.domain.memory import Columns, Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.transfer.import_lines import MemoryLine
    from recall_cli.flows.transfer.import_report import ImportReport
    from recall_cli.flows.transfer.import_run import ImportRun
    from recall_cli.rules.text.event_json import ImportedEvent

    FindProject = Callable[[str], int | None]

BATCH_SIZE = 2000
"""Rows in one transaction, so that other processes never wait long."""
LEFT_FILE_PREFIX = "no longer in"
"""How the metadata of a memory say that it ended because its file no longer holds it."""
END_COLUMNS = ("superseded_at", "superseded_by", "valid_until", "updated_at")
"""How a memory ended in the store that it was exported from, with the id of the memory that took its place."""


class ImportedHistory:
    """The events of the memories of one file: operations, changes, and which memory superseded which."""

    def __init__(self, channel: str, operations: int) -> None:
        self.operations = operations
        """The highest operation number that the file announces."""
        self._channel = channel
        self._stored: set[int] = set()
        """The operations that are stored already, by their numbers in the file."""
        self._undone: list[tuple[int, int]] = []
        """Undone operations, each with the operation that undid it, by their numbers here."""
        self._base = 0
        """The number after which the operations of the file are stored."""
        self._successors: list[tuple[int, str, str, str]] = []
        """For each change of `superseded_by`: operation, memory, side (before or after), and the other memory."""

    def store(
        self,
        tx: "Transaction",
        begun: "tuple[int, int]",
        histories: "list[tuple[str, list[ImportedEvent]]]",
        find_project: "FindProject",
    ) -> None:
        """Store the events of some memories, each given by its id, as part of an import that has begun."""
        op, base = begun
        self._base = base
        ids = [id_ for id_, _ in histories]
        imported_before = tx.imports.imported_elsewhere(op, (base, base + self.operations), ids)
        rows: list[ImportedOperation] = []
        changes: list[ImportedChange] = []
        for id_, events in histories:
            for event in events if id_ not in imported_before else ():
                if event.op > self.operations:
                    continue
                rows += self._operation(event, base)
                number = base + event.op
                before = self._translate_values(tx, (number, id_, "before"), event.before, find_project)
                after = self._translate_values(tx, (number, id_, "after"), event.after, find_project)
                changes.append(ImportedChange(op=number, id=id_, before=before, after=after))
        tx.imports.add_operations(op, rows)
        tx.imports.add_changes(op, changes)

    def _operation(self, event: "ImportedEvent", base: int) -> "list[ImportedOperation]":
        """The row of an operation; no row if it is stored already."""
        if event.op in self._stored:
            return []
        self._stored.add(event.op)
        row = ImportedOperation(
            n=base + event.op,
            came_as=event.op,
            kind=event.kind,
            at=event.at,
            trust=trust.trust_of_import(self._channel, event.trust),
            agent=event.agent,
            session=session_to_record(event.session),
        )
        if event.undone is not None and event.undone <= self.operations:
            self._undone.append((base + event.op, base + event.undone))
        return [row]

    def _translate_values(
        self, tx: "Transaction", change: "tuple[int, str, str]", values: "Columns", find_project: "FindProject"
    ) -> "Columns":
        """The values before or after a change, in the terms of this store."""
        columns = dict(values)
        if (name := columns.get("project")) is not None:
            columns["project"] = find_project(str(name))
        if (successor := columns.get("superseded_by")) is not None:
            self._successors.append((*change, str(successor).lower()))
            columns["superseded_by"] = None
        if (text := columns.get("text")) is not None:
            from recall_cli.rules.text.normalize import content_hash

            columns["hash"], columns["grams"] = content_hash(str(text)), tx.engine.grams(str(text))
        if (recorded := columns.get("trust")) is not None:
            columns["trust"] = trust.trust_of_import(self._channel, str(recorded))
        return columns

    def join(self, app: "App", op: int) -> None:
        """Write the references to other operations and memories, once all of them are stored."""
        missing = {by for _, by in self._undone}
        for start in range(0, len(self._undone), BATCH_SIZE):
            with app.write_transaction() as tx:
                part = self._undone[start : start + BATCH_SIZE]
                stubs = [
                    ImportedOperation(n=by, came_as=by - self._base, kind="undo", at=tx.now, trust=app.channel)
                    for by in sorted(missing)
                ]
                tx.imports.add_operations(op, stubs)
                missing = set()
                tx.imports.add_undone(op, part)
        for start in range(0, len(self._successors), BATCH_SIZE):
            with app.write_transaction() as tx:
                tx.imports.add_successors(self._successors[start : start + BATCH_SIZE])


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
