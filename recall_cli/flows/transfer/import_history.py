"""The history of imported memories: what happened to them in the store that they come from."""

from recall_cli.engines.tables.imports import ImportedChange, ImportedOperation
from recall_cli.engines.tables.operations import session_to_record
from recall_cli.rules.beliefs import trust

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.domain.memory import Columns
    from recall_cli.engines.transaction import Transaction
    from recall_cli.rules.text.event_json import ImportedEvent

    FindProject = Callable[[str], int | None]

BATCH_SIZE = 2000
"""Rows in one transaction, so that other processes never wait long."""


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
