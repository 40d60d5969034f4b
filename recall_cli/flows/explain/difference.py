"""The difference between two moments: what a store learned, corrected, superseded, deleted and restored."""

from recall_cli.domain.memory import CLASSIFICATIONS, Memory
from recall_cli.domain.record import Record
from recall_cli.flows.explain.history import CORRECTION_COLUMNS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Columns
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction


class Correction(Record):
    """A memory that was corrected, with the old and the new values."""

    memory: Memory
    before: "Columns"
    after: "Columns"


class Difference(Record):
    """What changed in a store between two moments."""

    learned: "tuple[Memory, ...]"
    corrected: "tuple[Correction, ...]"
    superseded: "tuple[Memory, ...]"
    deleted: "tuple[Memory, ...]"
    restored: "tuple[Memory, ...]"


def difference_between(tx: "Transaction", since: int, until: int, filters: "Filters") -> Difference:
    """The memories learned, corrected, superseded, deleted and restored in a time span."""
    born = tx.memories.stored_between(since, until, filters)
    new = {memory.n for memory in born}
    before: dict[int, Columns] = {}
    after: dict[int, Columns] = {}
    for change in tx.operations.changes_between(since, until):
        after.setdefault(change.memory, {}).update(change.after)
        before[change.memory] = {**change.before, **before.get(change.memory, {})}
    touched = {memory.n: memory for memory in tx.memories.by_number(sorted(after))}
    names = {project.n: project.name for project in tx.projects.all()}
    inside = {n: m for n, m in touched.items() if _in_projects(m, filters, names)}
    deleted = [n for n in inside if _presence_change(before[n], after[n], "deleted_at") == (False, True)]
    restored = [n for n in inside if _presence_change(before[n], after[n], "deleted_at") == (True, False)]
    superseded = [
        n
        for n in inside
        if _presence_change(before[n], after[n], "superseded_at") == (False, True) and n not in deleted
    ]
    corrected = []
    for n, memory in inside.items():
        changed_columns = [
            c
            for c in after[n]
            if (c in CORRECTION_COLUMNS or c.startswith("tags.")) and before[n].get(c) != after[n][c]
        ]
        if changed_columns and n not in new and n not in deleted:
            old = {c: before[n].get(c) for c in changed_columns}
            new_values = {c: after[n][c] for c in changed_columns}
            corrected.append(Correction(memory=memory, before=old, after=new_values))
    return Difference(
        learned=tuple(memory for memory in born if memory.n not in deleted),
        corrected=tuple(corrected),
        superseded=tuple(inside[n] for n in superseded),
        deleted=tuple(inside[n] for n in deleted if n not in new),
        restored=tuple(inside[n] for n in restored),
    )


def difference_up_to(difference: Difference, clearance: str) -> "tuple[Difference, int]":
    """The difference without memories classified above a level, and how many those are."""
    ceiling = CLASSIFICATIONS.index(clearance)
    left_out: set[int] = set()

    def keep(memory: Memory, before: "Columns | None" = None) -> bool:
        level_before = (before or {}).get("classification")  # the old words may be from then
        level = max(CLASSIFICATIONS.index(memory.classification), int(level_before or 0))
        if level > ceiling:
            left_out.add(memory.n)
        return level <= ceiling

    corrected = tuple(one for one in difference.corrected if keep(one.memory, one.before))
    lists = {
        name: tuple(memory for memory in getattr(difference, name) if keep(memory))
        for name in ("learned", "superseded", "deleted", "restored")
    }
    return Difference(corrected=corrected, **lists), len(left_out)


def _presence_change(before: "Columns", after: "Columns", column: str) -> "tuple[bool, bool]":
    return before.get(column) is not None, after.get(column) is not None


def _in_projects(memory: Memory, filters: "Filters", names: "dict[int, str]") -> bool:
    if filters.projects is None or memory.project is None:
        return filters.projects is None or filters.everywhere
    return memory.project in {names[n] for n in filters.projects if n in names}


def hide_held_changes(tx: "Transaction", difference: Difference) -> Difference:
    """The difference without text that is or was held for review."""
    lists = {
        name: tuple(memory for memory in getattr(difference, name) if memory.held is None)
        for name in ("learned", "superseded", "deleted", "restored")
    }
    corrected = tuple(
        _hide_held_correction(tx, correction) for correction in difference.corrected if correction.memory.held is None
    )
    return Difference(corrected=corrected, **lists)


def _hide_held_correction(tx: "Transaction", correction: Correction) -> Correction:
    """A correction without words that were held at some time."""
    from recall_cli.flows.edit.review import hide_held_words, replace_words

    events = tuple(tx.operations.events_of_memory(correction.memory.n))
    if hide_held_words(events) is events:
        return correction
    return correction.but(before=replace_words(correction.before), after=replace_words(correction.after))
