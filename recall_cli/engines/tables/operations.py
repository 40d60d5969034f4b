"""Operations: each write is one, recorded so that it can be undone."""

from recall_cli.domain.json_text import dumps, dumps_utf8, loads
from recall_cli.domain.record import Record
from recall_cli.domain.scope import PIPE_CALLER, TOKEN_CALLER
from recall_cli.engines.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.event import Event
    from recall_cli.domain.memory import Columns
    from recall_cli.engines.engine import Row


PAGE_OPERATIONS = 200
"""How many operations are read at a time if a view shows only some of them."""


class Operation(Record):
    """A write: who, when, what kind, how many memories."""

    n: int
    kind: str
    at: int
    trust: str
    agent: "str | None"
    session: "str | None"
    touched: int
    note: "str | None"
    undoes: "int | None"
    undone_by: "int | None"
    about: "str | None" = None
    """The first words of the first memory that it touched."""


def session_to_record(session: "str | None") -> "str | None":
    """The session that a caller names, without what would pass for a token or for a person's pipe."""
    clean = session and session.removeprefix(TOKEN_CALLER)
    return None if clean == PIPE_CALLER else clean


class Change(Record):
    """What an operation changed in one existing memory."""

    memory: int
    before: "Columns"
    after: "Columns"


class LaterChange(Record):
    """What a later operation changed in one memory."""

    memory: int
    op: int
    kind: str
    columns: "frozenset[str]"


class OperationFilter(Record):
    """Which operations are wanted: before a number, in a span of time, of one kind, of one memory."""

    before: "int | None" = None
    since: "int | None" = None
    until: "int | None" = None
    kind: "str | None" = None
    memory: "int | None" = None


class Operations(Table):
    """The operation and change tables within one transaction."""

    def add(
        self,
        kind: str,
        *,
        trust: str,
        agent: "str | None" = None,
        session: "str | None" = None,
        note: "str | None" = None,
        undoes: "int | None" = None,
    ) -> int:
        """Begin an operation and return its number. A caller is recorded in place of the session."""
        session = self._tx.view.caller or session_to_record(session)
        rows = self._tx.run(
            "operations", "add", kind=kind, trust=trust, agent=agent, session=session, note=note, undoes=undoes
        )
        op = int(rows[0][0])
        self._tx.record_input(op, f"{trust} {agent or ''} {session or ''} {note or ''} {undoes or ''}")
        return op

    def add_touched(self, op: int, more: int) -> None:
        """Count more memories as touched by an operation."""
        self._tx.run("operations", "count", op=op, more=more)

    def discard_if_empty(self, op: int) -> None:
        """Remove an operation that touched no memory; any other stays and goes into the audit log."""
        if self._tx.run("operations", "withdraw", op=op):
            self._tx.drop_operation(op)

    def record_change(self, op: int, memory: int, before: "Columns", after: "Columns") -> None:
        """Record what an operation changed in one memory; two changes of the same memory become one."""
        at = {"op": op, "memory": memory}
        self._tx.record_input(op, f"{memory} {dumps_utf8(after)}")
        if self._tx.run("operations", "change", **at, before=dumps_utf8(before), after=dumps_utf8(after)):
            return
        for first, then in self._tx.run("operations", "change_of", **at):
            before, after = {**before, **loads(first)}, {**loads(then), **after}
            moved = [name for name in after if before[name] != after[name]]
            old, new = ({name: side[name] for name in moved} for side in (before, after))
            if moved:
                self._tx.run("operations", "rechange", **at, before=dumps_utf8(old), after=dumps_utf8(new))
            else:
                self._tx.run("operations", "unchange", **at)

    def by_number(self, op: int) -> "Operation | None":
        return _first_operation(self._tx.run("operations", "one", op=op))

    def latest(self) -> "Operation | None":
        """The newest operation that is not undone."""
        return _first_operation(self._tx.run("operations", "last"))

    def newest(self, limit: int, wanted: "OperationFilter | None" = None) -> "list[Operation]":
        """The newest operations that match, the newest first."""
        values = (wanted or OperationFilter()).fields()
        return [_operation_from_row(row) for row in self._tx.run("operations", "list", limit=limit, **values)]

    def newest_visible(self, limit: int, wanted: OperationFilter) -> "list[Operation]":
        """Operations that touched what this view shows, with the count of that alone; the newest first."""
        if self._tx.view.whole:
            return self.newest(limit, wanted)
        visible: list[Operation] = []
        while page := self.newest(PAGE_OPERATIONS, wanted):
            counted = [op.but(touched=self.count_visible(op.n)) for op in page]
            visible += [in_view for in_view, op in zip(counted, page, strict=True) if in_view.touched or not op.touched]
            if len(visible) >= limit or len(page) < PAGE_OPERATIONS:
                break
            wanted = wanted.but(before=page[-1].n)
        return visible[:limit]

    def count_visible(self, op: int) -> int:
        """How many of the memories that an operation touched are visible in this view."""
        return int(self._tx.run("operations", "seen", op=op)[0][0])

    def by_prefix(self, prefix: str) -> "list[Operation]":
        """The newest operations whose numbers begin so, without undone ones."""
        return [_operation_from_row(row) for row in self._tx.run("operations", "starting", prefix=prefix)]

    def set_undone_by(self, op: int, by: "int | None") -> None:
        self._tx.run("operations", "mark_undone", op=op, by=by)

    def created_memories(self, op: int) -> "list[int]":
        """The memories that an operation created."""
        return [row[0] for row in self._tx.run("operations", "created", op=op)]

    def changes(self, op: int) -> "list[Change]":
        """What an operation changed, by memory."""
        rows = self._tx.run("operations", "changes", op=op)
        return [Change(memory=row[0], before=loads(row[1]), after=loads(row[2])) for row in rows]

    def later_changes(self, op: int, memories: "list[int]") -> "list[LaterChange]":
        """What later operations changed in these memories, without undone ones."""
        rows = self._tx.run("operations", "later", op=op, memories=dumps(memories))
        return [LaterChange(memory=row[0], op=row[1], kind=row[2], columns=frozenset(loads(row[3]))) for row in rows]

    def remove_created(self, op: int, born: int) -> int:
        """Delete all memories that an operation created, as part of another operation; how many."""
        self._tx.run("operations", "remember_removed", op=op, born=born)
        self._tx.run("operations", "remove_created", born=born)
        return self._tx.engine.rows_changed()

    def events_of_memory(self, memory: int) -> "list[Event]":
        """The creation and the changes of one memory, oldest first."""
        birth = self._tx.run("operations", "birth", memory=memory)
        changes = self._tx.run("operations", "of_memory", memory=memory)
        return [_event_from_row((*row, "{}", "{}")) for row in birth] + [_event_from_row(row) for row in changes]

    def values_changed_since(self, moment: int) -> "list[tuple[int, Columns]]":
        """The values that later changes replaced, newest change first."""
        return [(row[0], loads(row[1])) for row in self._tx.run("operations", "since", as_of=moment)]

    def changes_between(self, since: int, until: int) -> "list[Change]":
        """The changes in a time span, oldest first."""
        rows = self._tx.run("operations", "between", since=since, until=until)
        return [Change(memory=row[0], before=loads(row[4]), after=loads(row[5])) for row in rows]


def _first_operation(rows: "list[Row]") -> "Operation | None":
    return _operation_from_row(rows[0]) if rows else None


def _operation_from_row(row: "Row") -> Operation:
    return Operation(**dict(zip(Operation._fields, row, strict=False)))


def _event_from_row(row: "Row") -> "Event":
    from recall_cli.domain.event import Event

    values = dict(zip(Event._fields, row, strict=True))
    return Event(**{**values, "before": loads(values["before"]), "after": loads(values["after"])})
