"""Every row of a user in pages, as a store reads and writes them: for a move to another engine."""

from recall_cli.domain.json_text import dumps, loads
from recall_cli.domain.record import Record
from recall_cli.engines.alike_statements import MovedTable
from recall_cli.engines.tables import Table
from recall_cli.engines.tables.memories import Memories, index_new_memories

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from recall_cli.engines.engine import Row, SqlValue

PAGE_ROWS = 1_000
_PROGRESS_KEY = "move"
_BEFORE_ALL_NUMBERS, _BEFORE_ALL_TEXTS = -(1 << 63), ""


VECTORS = MovedTable(name="vectors", table="vector", columns=("n", "bytes"), key=1, text_keys=())


class MoveProgress(Record):
    """How far a move has come, as the store that is filled remembers it."""

    source: str
    """What the source was when the move began: its place, its newest operation, its numbers of rows."""
    table: str
    after: "list[SqlValue]"
    """The key of the last row that was written."""


class Moving(Table):
    """The rows of one user, page by page, within one transaction."""

    def counts(self) -> "tuple[int, int, int, int]":
        """The user's numbers of memories, operations and projects, and the newest operation."""
        row = self._tx.run("moving", "counts")[0]
        return int(row[0]), int(row[1]), int(row[2]), int(row[3])

    def users(self) -> "list[str]":
        """Everybody with rows in the store; on a server only the user of this transaction is visible."""
        return [str(row[0]) for row in self._tx.run("moving", "users")]

    def vector_models(self) -> "list[str]":
        """The models that the vectors are from."""
        return [str(row[0]) for row in self._tx.run("moving", "vector_models")]

    def pages(self, table: MovedTable, after: "list[Any] | None" = None, model: str = "") -> "Iterator[list[Row]]":
        """All rows of a table by their key, or those after one; with a model, its vectors."""
        place = after or [
            _BEFORE_ALL_TEXTS if part in table.text_keys else _BEFORE_ALL_NUMBERS for part in range(table.key)
        ]
        more: dict[str, Any] = {"model": model} if table is VECTORS else {}
        while True:
            keys = dict(zip(("first_key", "second_key"), place, strict=False))
            rows = self._tx.run("moving", f"{table.name}_page", **keys, **more, limit=PAGE_ROWS)
            if not rows:
                return
            yield rows
            place = list(rows[-1][: table.key])

    def write(self, table: MovedTable, rows: "list[Row]", model: str = "") -> None:
        """Write rows of a table; with a model, its vectors."""
        if table is VECTORS:
            self._tx.engine.vectors(self._tx, model).put_new_vectors([(row[0], bytes(row[1])) for row in rows])
        elif table.name == "memories":
            last = Memories(self._tx).last_number()
            self._tx.engine.without_index_triggers(lambda: self._put(table, rows))
            index_new_memories(self._tx, last)
        else:
            self._put(table, rows)

    def _put(self, table: MovedTable, rows: "list[Row]") -> None:
        values = (dict(zip(table.columns, row, strict=True)) for row in rows)
        self._tx.run_many("moving", f"{table.name}_put", values)

    def progress(self) -> "MoveProgress | None":
        """How far an unfinished move into this store has come."""
        rows = self._tx.run("meta", "own", key=_PROGRESS_KEY)
        return MoveProgress(**loads(rows[0][0])) if rows else None

    def set_progress(self, progress: MoveProgress) -> None:
        """Remember how far a move has come."""
        self._tx.run("meta", "put", key=_PROGRESS_KEY, value=dumps(progress.fields()))

    def forget_progress(self) -> None:
        """The move is complete."""
        self._tx.run("moving", "forget_progress")
