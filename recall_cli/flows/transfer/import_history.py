"""The history of imported memories: what happened to them in the store that they come from."""

from recall_cli.engines.tables.imports import ImportedChange, ImportedOperation
from recall_cli.rules.beliefs import trust

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.domain.memory import Columns
    from recall_cli.engines.transaction import Transaction
    from recall_cli.rules.text.event_json import ImportedEvent


BATCH_SIZE = 2000


class ImportedHistory:
    """The events of the memories of one file: operations, changes, and which memory superseded which."""

    def __init__(self, channel: str, operations: int) -> None:
        self.operations = operations
        """The highest operation number that the file announces."""
        self._channel = channel
        self._brought: set[int] = set()
        self._undone: list[tuple[int, int]] = []
        self._base = 0
        self._successors: list[tuple[int, str, str, str]] = []

    def keep(
        self,
        tx: "Transaction",
        begun: "tuple[int, int]",
        lives: "list[tuple[str, list[ImportedEvent]]]",
        project: "Callable[[str], int | None]",
    ) -> None:
        """Store the events of some memories, each given by its id, as part of an import that has begun."""
        op, base = begun
        self._base = base
        told_before = tx.imports.imported_elsewhere(op, (base, base + self.operations), [id_ for id_, _ in lives])
        rows: list[ImportedOperation] = []
        changes: list[ImportedChange] = []
        for id_, events in [one for one in lives if one[0] not in told_before]:
            for event in events:
                if event.op > self.operations:
                    continue
                rows += self._operation(event, base)
                number = base + event.op
                before = self._translate_values(tx, number, id_, "before", event.before, project)
                after = self._translate_values(tx, number, id_, "after", event.after, project)
                changes.append(ImportedChange(op=number, id=id_, before=before, after=after))
        tx.imports.add_operations(op, rows)
        tx.imports.add_changes(op, changes)

    def _operation(self, event: "ImportedEvent", base: int) -> "list[ImportedOperation]":
        """The row of an operation, unless it is stored already."""
        if event.op in self._brought:
            return []
        self._brought.add(event.op)
        row = ImportedOperation(
            n=base + event.op,
            came_as=event.op,
            kind=event.kind,
            at=event.at,
            trust=trust.trust_of_import(self._channel, event.trust),
            agent=event.agent,
            session=event.session,
        )
        if event.undone is None or event.undone > self.operations:
            return [row]
        self._undone.append((base + event.op, base + event.undone))
        return [row]

    def _translate_values(
        self,
        tx: "Transaction",
        op: int,
        id_: str,
        side: str,
        values: "Columns",
        project: "Callable[[str], int | None]",
    ) -> "Columns":
        """The values before or after a change, in the terms of this store."""
        translated = dict(values)
        if (name := translated.get("project")) is not None:
            translated["project"] = project(str(name))
        if (successor := translated.get("superseded_by")) is not None:
            self._successors.append((op, id_, side, str(successor).lower()))
            translated["superseded_by"] = None
        if (text := translated.get("text")) is not None:
            from recall_cli.rules.text.normalize import content_hash

            translated["hash"], translated["grams"] = content_hash(str(text)), tx.engine.grams(str(text))
        if (recorded := translated.get("trust")) is not None:
            translated["trust"] = trust.trust_of_import(self._channel, str(recorded))
        return translated

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
