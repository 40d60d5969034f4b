"""What exports and imports move besides memories: their history, and which imports were undone."""

from recall_cli.domain.event import Event
from recall_cli.domain.json_text import dumps, dumps_utf8, loads
from recall_cli.domain.record import Record
from recall_cli.engines.tables import Table
from recall_cli.engines.tables.memories import EMPTY_JSON_LIST, Memories, memories_from_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.domain.memory import Columns, Memory
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.engine import SqlValue

UNFINISHED_KEY = "unfinished-import"


class ExistingMemory(Record):
    """A stored memory with the id of an imported one."""

    n: int
    born: int
    """The operation that created it."""
    deleted: bool


class ImportedOperation(Record):
    """An operation of another store, with its number here."""

    n: int
    kind: str
    at: int
    trust: str
    came_as: "int | None" = None
    """Its number in the file; None for the mark of an import."""
    agent: "str | None" = None
    session: "str | None" = None


class ImportedChange(Record):
    """What an imported operation changed in one memory."""

    op: int
    id: str
    before: "Columns"
    after: "Columns"


class UnfinishedImport(Record):
    """An import that was interrupted."""

    op: int
    source: str
    bases: "dict[str, int]"
    """For each file and its number of operations, as a digest: the number after which its operations are stored."""


class Imports(Table):
    """The statements of exports and imports within one transaction."""

    def exported_ids(self, wanted: "Filters", numbers: "list[int]", ids: "list[str]") -> "dict[int, str]":
        """The row numbers and ids of those of these memories, given by row number or id, that match."""
        values = {**wanted.sql_parameters, "except": EMPTY_JSON_LIST, "numbers": dumps(numbers), "ids": dumps(ids)}
        return {row[0]: str(row[1]) for row in self._tx.run("imports", "exported", **values)}

    def existing(self, ids: "list[str]") -> "dict[str, ExistingMemory | None]":
        """Which of these ids are already stored; None for a memory of another user."""
        existing: dict[str, ExistingMemory | None] = dict.fromkeys(Memories(self._tx).existing_ids(ids))
        for id_, n, born, deleted in self._tx.run("imports", "known", ids=dumps(ids)) if existing else ():
            existing[str(id_)] = ExistingMemory(n=n, born=born, deleted=bool(deleted))
        return existing

    def histories(self, memories: "list[int]") -> "dict[int, list[Event]]":
        """The history of each of these memories, oldest first."""
        numbers = dumps(memories)
        histories: dict[int, list[Event]] = {}
        births = self._tx.run("imports", "births", memories=numbers)
        changes = self._tx.run("imports", "lives", memories=numbers)
        for number, *values in [*((*row, "{}", "{}") for row in births), *changes]:
            event = dict(zip(Event._fields, values, strict=True))
            sides = {side: loads(event[side]) for side in ("before", "after")}
            histories.setdefault(number, []).append(Event(**{**event, **sides}))
        return histories

    def lowest_operation(self) -> int:
        """A bound below the numbers of all operations: 0, or less if imports brought operations along."""
        return int(self._tx.run("imports", "lowest")[0][0])

    def highest_exported_operation(self, wanted: "Filters") -> "int | None":
        """The highest number of the operations that an export of these memories contains."""
        highest = self._tx.run("imports", "highest_told", **wanted.sql_parameters)[0][0]
        return None if highest is None else int(highest)

    def add_operations(self, came_with: int, operations: "list[ImportedOperation]") -> None:
        """Store operations of another store that an import brought along."""
        self._tx.run_many(
            "imports", "came", ({**operation.fields(), "came_with": came_with} for operation in operations)
        )

    def imported_elsewhere(self, came_with: int, room: "tuple[int, int]", ids: "list[str]") -> "set[str]":
        """Those of these memories of which an import brought events with numbers outside a span."""
        values: dict[str, SqlValue] = {"came_with": came_with, "first": room[0], "last": room[1], "ids": dumps(ids)}
        return {str(row[0]) for row in self._tx.run("imports", "told_elsewhere", **values)} if ids else set()

    def add_undone(self, came_with: int, pairs: "list[tuple[int, int]]") -> None:
        """Store which of these operations were undone in the other store, and by which."""
        self._tx.run_many("imports", "came_undone", ({"came_with": came_with, "n": n, "by": by} for n, by in pairs))

    def add_changes(self, came_with: int, changes: "list[ImportedChange]") -> None:
        """Store what these operations changed."""
        value_sets: Iterator[dict[str, SqlValue]] = (
            {
                "came_with": came_with,
                "op": change.op,
                "id": change.id,
                "before": dumps_utf8(change.before),
                "after": dumps_utf8(change.after),
            }
            for change in changes
        )
        self._tx.run_many("imports", "came_change", value_sets)

    def add_successors(self, successors: "list[tuple[int, str, str, str]]") -> None:
        """Store which memory superseded which in such a change: operation, id, side, id of the other memory."""
        names = ("op", "id", "side", "by")
        self._tx.run_many("imports", "came_successor", (dict(zip(names, values, strict=True)) for values in successors))

    def import_of_operation(self, op: int) -> "int | None":
        """The import that brought an operation along; None for an operation of this store."""
        rows = self._tx.run("imports", "brought_by", op=op)
        return rows[0][0] if rows else None

    def deleted_by_undo(self, memories: "list[int]") -> "set[int]":
        """Which of these memories are deleted only because their import was undone."""
        return (
            {row[0] for row in self._tx.run("imports", "taken_back", memories=dumps(memories))} if memories else set()
        )

    def read_from_file(self, file: str, project: "int | None") -> "list[Memory]":
        """The memories of a project that were read from a file, with those that ended since."""
        return memories_from_rows(self._tx, self._tx.run("imports", "of_file", file=file, project=project))

    def unfinished_import(self) -> "UnfinishedImport | None":
        """The import that was interrupted last, if there is one."""
        rows = self._tx.run("meta", "own", key=UNFINISHED_KEY)
        try:
            values = loads(str(rows[0][0])) if rows else {}
        except ValueError:
            return None
        if not isinstance(values, dict) or not isinstance(values.get("op"), int):
            return None
        bases = values.get("bases")
        bases = {str(name): int(base) for name, base in bases.items()} if isinstance(bases, dict) else {}
        return UnfinishedImport(op=values["op"], source=str(values.get("source")), bases=bases)

    def save_unfinished(self, unfinished: "UnfinishedImport | None") -> None:
        """Note that an import has begun, or with None that it has ended."""
        values = {} if unfinished is None else unfinished.fields()
        self._tx.run("meta", "put", key=UNFINISHED_KEY, value=dumps(values))
