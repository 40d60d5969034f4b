"""Taking back: any operation, the last or an older one, as long as nothing later stands on it."""

from recall_cli.domain.errors import HasDependents, NotFound, NotStored, RecallError
from recall_cli.domain.record import Record
from recall_cli.engines.tables.column_changes import column_difference, restored_columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.tables.operations import Operation
    from recall_cli.engines.transaction import Transaction


class UndoResult(Record):
    """What an undo came to."""

    op: int
    """The operation that the undo is itself; undoing that one does it again."""
    undoes: "Operation"
    memories: int
    dry_run: bool = False


TOKEN_NOTE = "its token is revoked"  # noqa: S105 — a note in the log, and no secret
SEEN_COLUMNS = frozenset({"seen_count", "seen_at", "updated_at"})
"""What changes when a memory is told again."""
USAGE_COLUMNS = SEEN_COLUMNS | {"usefulness", "helpful", "unhelpful"}
"""What is noted of a memory's use, and says nothing else of it."""


def undo(app: "App", number: "int | None" = None, *, dry_run: bool = False) -> UndoResult:
    """Take back an operation, by default the newest that still stands."""
    with app.dry_run() if dry_run else app.write_transaction() as tx:
        target = _find_target(tx, number)
        _check_allowed(app, target)
        _check_reach(app, tx, target)
        note = TOKEN_NOTE if target.kind == "token" else None
        op = tx.operations.add("undo", trust=app.channel, undoes=target.n, note=note)
        memories = revert_operation(tx, op, target)
        tx.operations.add_touched(op, memories)
        _mark_undone(tx, target, op)
        return UndoResult(op=op, undoes=target, memories=memories, dry_run=dry_run)


def _mark_undone(tx: "Transaction", target: "Operation", op: int) -> None:
    """Say what stands now: what is taken back does not, so what that took back does, and so on down the chain."""
    by: int | None = op
    found: Operation | None = target
    while found is not None:
        tx.operations.set_undone_by(found.n, by)
        by = found.n if by is None else None
        found = None if found.undoes is None else tx.operations.by_number(found.undoes)


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
    """What its user did, only he takes back; and what was cleaned of secrets, or erased, stays so."""
    if target.kind in ("scan", "erase"):
        gone = f"operation {target.n} ({target.kind}) cannot be undone: the words it took out are gone for good"
        raise RecallError(gone, "recall log shows the others")
    if target.kind == "revoke" or (target.kind == "undo" and target.note == TOKEN_NOTE):
        raise RecallError(
            f"operation {target.n} ended a token, and that cannot be undone: a revoked token stays revoked",
            "recall token create makes a new one",
        )
    if target.kind == "purge":
        raise RecallError(
            f"operation {target.n} (purge) cannot be undone: what had been deleted long enough is gone for good",
            "recall config maintain.purge_days N keeps deleted memories longer",
        )
    if target.trust == "user" and app.channel != "user":
        raise NotStored(
            f"operation {target.n} ({target.kind}) is the user's own: only they can take it back, at a terminal",
            "recall log shows the others",
        )


def _check_reach(app: "App", tx: "Transaction", target: "Operation") -> None:
    """An agent takes back nothing that it cannot see, and removes nothing that the user has made their own since."""
    if app.channel == "user":
        return
    created = tx.operations.created_memories(target.n)
    changes = tx.operations.changes(target.n)
    touched = {*created, *(change.memory for change in changes)}
    seen = tx.memories.by_number([*touched])
    if len(seen) < len(touched):
        raise NotStored(
            f"operation {target.n} ({target.kind}) touched memories that you may not see",
            "a person can take it back, at a terminal",
        )
    meant = [*created, *(change.memory for change in changes if change.after.keys() - USAGE_COLUMNS)]
    theirs = {memory.n for memory in seen if memory.trust == "user"} | tx.memories.pinned_by_user(meant)
    if theirs.intersection(meant):
        raise NotStored(
            f"operation {target.n} ({target.kind}) wrote to what the user has approved or pinned since",
            "a person can take it back, at a terminal",
        )


def revert_operation(tx: "Transaction", op: int, target: "Operation") -> int:
    """Give every memory that the operation touched what it had before; how many there were."""
    if target.kind == "token":
        tx.tokens.revoke_of_operation(target.n)
        return 0
    created = tx.operations.created_memories(target.n)
    changes = tx.operations.changes(target.n)
    if not created and not changes and target.touched:
        raise HasDependents(f"operation {target.n} cannot be undone: what it touched has been erased or purged")
    _check_created(tx, target, created)
    for change in changes:
        row = tx.memories.changeable_columns(change.memory)
        moved = [
            name for name in change.after if name != "updated_at" and _current_value(row, name) != change.after[name]
        ]
        if moved:
            raise _dependent_error(tx, target, [change.memory], set(moved))
        before = restored_columns(row, change.before)
        if column_difference(row, before)[1]:
            tx.memories.change(op, change.memory, before)
    tx.projects.move_marks_back(op, target.n)
    removed = tx.operations.remove_created(op, target.n) if created else 0
    return removed + len({change.memory for change in changes} - {*created})


def _current_value(row: "dict[str, object]", name: str) -> object:
    """A column's value, or a tag's."""
    if name.startswith("tags."):
        from recall_cli.domain.json_text import loads

        return loads(str(row["tags"] or "{}")).get(name[5:])
    return row[name]


def _check_created(tx: "Transaction", target: "Operation", created: "list[int]") -> None:
    """What an operation brought in can only go if nothing was done to it since.

    A union may go although it was told again: whoever told it finds the originals, which say the same.
    """
    counted = SEEN_COLUMNS if target.kind in ("consolidate", "pattern") else frozenset()
    for start in range(0, len(created), 5000):
        part = created[start : start + 5000]
        if any(after.keys() - counted for _, _, _, after in tx.operations.later_changes(target.n, part)):
            raise _dependent_error(tx, target, part, None)


def _dependent_error(
    tx: "Transaction", target: "Operation", memories: "list[int]", columns: "set[str] | None"
) -> HasDependents:
    """Which later operations stand in the way, newest first."""
    blocking: dict[int, str] = {}
    for _, op, kind, after in tx.operations.later_changes(target.n, memories):
        if columns is None or columns & after.keys():
            blocking.setdefault(op, kind)
    named = ", ".join(f"{op} ({kind})" for op, kind in list(blocking.items())[:5])
    if not named:
        return HasDependents(
            f"operation {target.n} ({target.kind}) cannot be undone: what it wrote has been changed since"
        )
    return HasDependents(
        f"operation {target.n} ({target.kind}) cannot be undone alone: {named} came after it and changed the same",
        f"undo {'them' if len(blocking) > 1 else 'that'} first, beginning with recall undo {next(iter(blocking))}",
    )
