"""Undo an operation, the last or an older one, unless a later one depends on it."""

from recall_cli.domain.errors import HasDependents, NotFound, NotStored, RecallError
from recall_cli.domain.record import Record
from recall_cli.engines.tables.memory_row import column_difference, restored_columns
from recall_cli.flows.project_changes import (
    find_renamed_project,
    rename_note,
    revert_recorded_marks,
    set_project_name,
)
from recall_cli.rules.team.names import OPPOSITES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Columns, ColumnValue
    from recall_cli.engines.tables.operations import Operation
    from recall_cli.engines.transaction import Transaction


class UndoResult(Record):
    """The result of an undo."""

    op: int
    """The operation of the undo itself; undoing it redoes the first one."""
    undoes: "Operation"
    memories: int
    dry_run: bool = False


TOKEN_NOTE = "its token is revoked"  # noqa: S105 — a note in the log, and no secret
SEEN_COLUMNS = frozenset({"seen_count", "seen_at", "updated_at"})
"""The columns that change when the same text is stored again."""
USAGE_COLUMNS = SEEN_COLUMNS | {"usefulness", "helpful", "unhelpful"}
"""The columns that count a memory's use; its content is in others."""


def undo(app: "App", number: "int | None" = None, *, dry_run: bool = False) -> UndoResult:
    """Undo an operation, by default the newest that is not undone."""
    with app.dry_run() if dry_run else app.write_transaction() as tx:
        target = _find_target(tx, number)
        _check_allowed(app, target)
        _check_reach(app, tx, target)
        renamed = find_renamed_project(tx, target)
        note = TOKEN_NOTE if target.kind == "token" else rename_note(renamed[0].name, renamed[1]) if renamed else None
        op = tx.operations.add("undo", trust=app.channel, undoes=target.n, note=note)
        if renamed:
            set_project_name(tx, op, *renamed)
        memories = revert_operation(tx, op, target)
        revert_recorded_marks(app, tx, op, target)
        tx.operations.add_touched(op, memories)
        by: int | None = op
        operation: Operation | None = target  # what it had undone stands again, and so on down the chain
        while operation is not None:
            tx.operations.set_undone_by(operation.n, by)
            by = operation.n if by is None else None
            operation = None if operation.undoes is None else tx.operations.by_number(operation.undoes)
        return UndoResult(op=op, undoes=target, memories=memories, dry_run=dry_run)


def _find_target(tx: "Transaction", number: "int | None") -> "Operation":
    target = tx.operations.latest() if number is None else tx.operations.by_number(number)
    if target is None:
        raise NotFound(
            "there is nothing to undo" if number is None else f"there is no operation {number}", "recall log"
        )
    brought_by = tx.imports.import_of_operation(target.n) if target.n < 1 else None
    if brought_by is not None:
        raise NotFound(
            f"operation {target.n} came with an import, and cannot be undone alone",
            f"recall undo {brought_by} takes back the whole import",
        )
    if target.undone_by is not None:
        raise RecallError(
            f"operation {target.n} was already undone, by {target.undone_by}",
            f"recall undo {target.undone_by} does it again",
        )
    return target


def _check_allowed(app: "App", target: "Operation") -> None:
    """Refuse to undo erasing operations; and for agents, operations of the user."""
    if target.kind in ("scan", "erase"):
        message = f"operation {target.n} ({target.kind}) cannot be undone: the words that it erased are lost"
        raise RecallError(message, "recall log shows the others")
    if target.kind == "revoke" or (target.kind == "undo" and target.note == TOKEN_NOTE):
        raise RecallError(
            f"operation {target.n} ended a token, and that cannot be undone: a revoked token stays revoked",
            "recall admin token create makes a new one",
        )
    if target.kind in OPPOSITES:
        raise RecallError(
            f"operation {target.n} ({target.kind}) is about your team, and undo changes memories",
            target.note or "",
        )
    if target.kind == "purge":
        raise RecallError(
            f"operation {target.n} (purge) cannot be undone: the memories that it erased are lost",
            "recall config maintain.purge_days N keeps deleted memories longer",
        )
    if target.trust == "user" and app.channel != "user":
        raise NotStored(
            f"operation {target.n} ({target.kind}) is the user's own: only the user can undo it, at a terminal",
            "recall log shows the others",
        )


def _check_reach(app: "App", tx: "Transaction", target: "Operation") -> None:
    """NotStored if an agent undoes changes to memories that it cannot see, or that the user approved or pinned."""
    if app.channel == "user":
        return
    created = tx.operations.created_memories(target.n)
    changes = tx.operations.changes(target.n)
    touched = {*created, *(change.memory for change in changes)}
    visible = tx.memories.by_number([*touched])
    if len(visible) < len(touched):
        raise NotStored(
            f"operation {target.n} ({target.kind}) touched memories that you may not see",
            "a person can undo it, at a terminal",
        )
    written = [*created, *(change.memory for change in changes if change.after.keys() - USAGE_COLUMNS)]
    owned = {memory.n for memory in visible if memory.trust == "user"} | tx.memories.pinned_by_user(written)
    if owned.intersection(written):
        raise NotStored(
            f"operation {target.n} ({target.kind}) changed memories that the user has approved or pinned since",
            "a person can undo it, at a terminal",
        )


def revert_operation(tx: "Transaction", op: int, target: "Operation") -> int:
    """Restore every memory that the operation touched; how many there were."""
    if target.kind == "token":
        tx.tokens.revoke_of_operation(target.n)
        return 0
    created = tx.operations.created_memories(target.n)
    changes = tx.operations.changes(target.n)
    if not created and not changes and target.touched:
        raise HasDependents(f"operation {target.n} cannot be undone: its memories were erased or purged")
    _check_created(tx, target, created)
    for change in changes:
        row = tx.memories.changeable_columns(change.memory)
        changed_since = [
            name for name in change.after if name != "updated_at" and _current_value(row, name) != change.after[name]
        ]
        if changed_since:
            raise _dependent_error(tx, target, [change.memory], set(changed_since))
        before = restored_columns(row, change.before)
        if column_difference(row, before)[1]:
            tx.memories.change(op, change.memory, before)
    tx.projects.move_marks_back(op, target.n)
    removed = tx.operations.remove_created(op, target.n) if created else 0
    return removed + len({change.memory for change in changes} - {*created})


def _current_value(row: "Columns", name: str) -> "ColumnValue":
    """A column's value, or a tag's."""
    if name.startswith("tags."):
        from recall_cli.domain.json_text import loads

        tags: dict[str, str] = loads(str(row["tags"] or "{}"))
        return tags.get(name[5:])
    return row[name]


def _check_created(tx: "Transaction", target: "Operation", created: "list[int]") -> None:
    """HasDependents if a memory that the operation created was changed since.

    A merged memory may go although its text was stored again: the originals, which state the same, come back.
    """
    counted = SEEN_COLUMNS if target.kind in ("consolidate", "pattern") else frozenset()
    for start in range(0, len(created), 5000):
        part = created[start : start + 5000]
        if any(change.columns - counted for change in tx.operations.later_changes(target.n, part)):
            raise _dependent_error(tx, target, part, None)


def _dependent_error(
    tx: "Transaction", target: "Operation", memories: "list[int]", columns: "set[str] | None"
) -> HasDependents:
    """The error that names the later operations, newest first."""
    blocking: dict[int, str] = {}
    for change in tx.operations.later_changes(target.n, memories):
        if columns is None or columns & change.columns:
            blocking.setdefault(change.op, change.kind)
    names = ", ".join(f"{op} ({kind})" for op, kind in list(blocking.items())[:5])
    if not names:
        return HasDependents(f"operation {target.n} ({target.kind}) cannot be undone: its memories were changed since")
    return HasDependents(
        f"operation {target.n} ({target.kind}) cannot be undone alone: {names} changed the same memories later",
        f"undo {'them' if len(blocking) > 1 else 'that'} first, beginning with recall undo {next(iter(blocking))}",
    )
