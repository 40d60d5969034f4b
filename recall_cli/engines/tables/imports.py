"""What moves between stores beside the memories: what happened to them, and which imports were undone."""

from recall_cli.domain.json_text import dumps, dumps_utf8, loads
from recall_cli.domain.record import Record
from recall_cli.engines.tables.memories import EMPTY_JSON_LIST, Memories, memories_from_rows
from recall_cli.engines.tables.operations import Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.domain.memory import Memory
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.engine import Unit

UNFINISHED_KEY = "unfinished-import"


class ExistingMemory(Record):
    """A memory that an import meets by its id."""

    n: int
    born: int
    """The operation that brought it in."""
    deleted: bool


class Imports:
    """What exports and imports ask, within one transaction."""

    def __init__(self, tx: "Unit") -> None:
        self._tx = tx

    def exported_ids(
        self, wanted: "Filters", numbers: "list[int]", ids: "list[str]", without: str = EMPTY_JSON_LIST
    ) -> "dict[int, str]":
        """Which of these memories, given by row numbers and by ids, match: their row numbers with their ids."""
        values = {**wanted.sql_parameters, "except": without, "numbers": dumps(numbers), "ids": dumps(ids)}
        return {row[0]: str(row[1]) for row in self._tx.run("imports", "exported", **values)}

    def existing(self, ids: "list[str]") -> "dict[str, ExistingMemory | None]":
        """Which of these ids are here already; None for a memory of another user."""
        found: dict[str, ExistingMemory | None] = dict.fromkeys(Memories(self._tx).existing_ids(ids))
        for id_, n, born, deleted in self._tx.run("imports", "known", ids=dumps(ids)) if found else ():
            found[str(id_)] = ExistingMemory(n=n, born=born, deleted=bool(deleted))
        return found

    def histories(self, memories: "list[int]") -> "dict[int, list[Event]]":
        """What happened to each of these memories, oldest first."""
        listed = dumps(memories)
        found: dict[int, list[Event]] = {}
        births = self._tx.run("imports", "births", memories=listed)
        changes = self._tx.run("imports", "lives", memories=listed)
        for number, *values in [*((*row, "{}", "{}") for row in births), *changes]:
            event = dict(zip(Event._fields, values, strict=True))
            sides = {side: loads(event[side]) for side in ("before", "after")}
            found.setdefault(number, []).append(Event(**{**event, **sides}))
        return found

    def lowest_operation(self) -> int:
        """Behind which number all operations of the store stand: 0, or less where imports brought some along."""
        return int(self._tx.run("imports", "lowest")[0][0])

    def highest_exported_operation(self, wanted: "Filters") -> "int | None":
        """The highest number among the operations that an export of these memories tells of."""
        found = self._tx.run("imports", "highest_told", **wanted.sql_parameters)[0][0]
        return None if found is None else int(found)

    def add_operations(self, came_with: int, operations: "list[dict[str, Any]]") -> None:
        """Keep operations of another store, as brought along by an import."""
        self._tx.run_many("imports", "came", ({**one, "came_with": came_with} for one in operations))

    def imported_elsewhere(self, came_with: int, room: "tuple[int, int]", ids: "list[str]") -> "set[str]":
        """Of which of these memories an import has told events already, outside of a span of numbers."""
        values = {"came_with": came_with, "first": room[0], "last": room[1], "ids": dumps(ids)}
        return {str(row[0]) for row in self._tx.run("imports", "told_elsewhere", **values)} if ids else set()

    def add_undone(self, came_with: int, pairs: "list[tuple[int, int]]") -> None:
        """Which of them were undone there, and by which."""
        self._tx.run_many("imports", "came_undone", ({"came_with": came_with, "n": n, "by": by} for n, by in pairs))

    def add_changes(self, came_with: int, changes: "list[tuple[int, str, dict[str, Any], dict[str, Any]]]") -> None:
        """What they did: operation, id of the memory, values before and after."""
        many = (
            {"came_with": came_with, "op": op, "id": id_, "before": dumps_utf8(before), "after": dumps_utf8(after)}
            for op, id_, before, after in changes
        )
        self._tx.run_many("imports", "came_change", many)

    def add_successors(self, successors: "list[tuple[int, str, str, str]]") -> None:
        """Who took whose place in such a change: operation, id, side, id of the other memory."""
        names = ("op", "id", "side", "by")
        self._tx.run_many("imports", "came_successor", (dict(zip(names, one, strict=True)) for one in successors))

    def import_of_operation(self, op: int) -> "int | None":
        """The import that brought an operation along; None for one that was done here."""
        rows = self._tx.run("imports", "brought_by", op=op)
        return rows[0][0] if rows else None

    def deleted_by_undo(self, memories: "list[int]") -> "set[int]":
        """Which of these are deleted only because the import that brought them was undone."""
        return (
            {row[0] for row in self._tx.run("imports", "taken_back", memories=dumps(memories))} if memories else set()
        )

    def models(self) -> "list[str]":
        """The full models of which there are vectors."""
        return [str(row[0]) for row in self._tx.run("imports", "models")]

    def vector_size(self, model: str) -> int:
        """How many bytes the vectors of a model have here; 0 where there is none."""
        rows = self._tx.run("imports", "vector_size", model=model)
        return int(rows[0][0]) if rows else 0

    def read_from_file(self, file: str, project: "int | None") -> "list[Memory]":
        """What is believed, or held, of a project that was read from a file."""
        return memories_from_rows(self._tx, self._tx.run("imports", "of_file", file=file, project=project))

    def unfinished_import(self) -> "dict[str, Any]":
        """The import that was interrupted last: its operation, its source; empty where there is none."""
        rows = self._tx.run("meta", "own", key=UNFINISHED_KEY)
        try:
            found = loads(str(rows[0][0])) if rows else {}
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    def save_unfinished(self, values: "dict[str, Any]") -> None:
        """Remember that an import has begun; nothing where it has ended."""
        self._tx.run("meta", "put", key=UNFINISHED_KEY, value=dumps(values))
