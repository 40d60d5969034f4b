"""Change memories here that were changed later in another store, when its export is imported.

The user's own export changes everything that was stated later. Any other file only ends what was superseded there.
"""

from recall_cli.flows.transfer.import_report import ReportEntry
from recall_cli.rules.sync.latest_version import STATED_COLUMNS, is_later_version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Columns, Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.transfer.import_lines import MemoryLine
    from recall_cli.flows.transfer.import_projects import ImportedProjects
    from recall_cli.flows.transfer.import_report import ImportReport
    from recall_cli.flows.transfer.import_run import ImportRun
    from recall_cli.flows.write.beliefs import BeliefUpdate


LEFT_FILE_PREFIX = "no longer in"
"""How the metadata of a memory say that it ended because its file no longer holds it."""


END_COLUMNS = ("superseded_at", "superseded_by", "valid_until", "updated_at")
"""How a memory ended in the store that it was exported from, with the id of the memory that took its place."""


MAX_NAMED_ERASED = 20
"""Maximum number of memories that a note names."""
BATCH_SIZE = 500
"""Memories in one transaction, so that other processes never wait long."""


class ImportedChanges:
    """Known memories that the imported file has in a later state."""

    def __init__(self, run: "ImportRun", report: "ImportReport", file: str) -> None:
        self._run, self._report, self._file = run, report, file
        self._ends: list[tuple[int, Columns]] = []
        self._versions: list[tuple[int, MemoryLine]] = []
        """Other versions of memories, in the user's own export."""
        self.believed: list[str] = []
        """The ids of memories that were changed and are believed."""
        self.takes_every_change = False
        """Were the versions compared before?"""
        self.erased_marks: list[str] = []
        """The marks of memories that were erased in the other store, in the user's own export."""

    def note(self, number: int, line: "MemoryLine", *, own_export: bool) -> None:
        """Note a line about a known memory, by its row number."""
        if own_export:
            self._versions.append((number, line))
        elif line.superseded_at is not None and line.deleted_at is None and line.held is None:
            self._ends.append((number, {name: getattr(line, name) for name in END_COLUMNS}))

    def take_over(self, projects: "ImportedProjects") -> None:
        """Change what was changed later in the other store, and count it in the report."""
        app, run, report = self._run.app, self._run, self._report
        for start in range(0, len(self._versions), BATCH_SIZE):
            with app.read_transaction() if run.dry_run else app.write_transaction() as tx:
                later = []
                for number, line in self._versions[start : start + BATCH_SIZE]:
                    ours = tx.memories.changeable_columns(number)
                    if not self.takes_every_change and not is_later_version(vars(line), ours):
                        continue
                    later.append((number, line))
                    if line.superseded_at is not None and ours["superseded_at"] is None:
                        report.ended += 1
                        self._list(tx, number, vars(line))
                    else:
                        report.changed += 1
                if later and not run.dry_run:
                    self._write_versions(tx, projects, later)

    def _write_versions(
        self, tx: "Transaction", projects: "ImportedProjects", later: "list[tuple[int, MemoryLine]]"
    ) -> None:
        """Write the later versions of some memories, as part of the import."""
        op, _ = self._run.begin(tx, self._file, 0)
        for number, line in later:
            line.take_events()
            if line.is_live and line.id:
                self.believed.append(line.id)
            successor = tx.memories.by_id(line.superseded_by.lower()) if line.superseded_by else None
            row = line.as_row(project=projects.ensure(tx, line.project), grams=tx.engine.grams(line.text), op=op)
            columns = {name: row.columns[name] for name in STATED_COLUMNS if name != "superseded_by"}
            tx.memories.change(op, number, {**columns, "superseded_by": None if successor is None else successor.n})
        tx.operations.add_touched(op, len(later))

    def delete_erased(self) -> int:
        """Delete what was erased in the other store, and remember it; returns how many memories that are.

        Undo brings them back: only `recall erase` removes their words.
        """
        app, run = self._run.app, self._run
        if not self.erased_marks:
            return 0
        with app.read_transaction() if run.dry_run else app.write_transaction() as tx:
            found = [
                memory for id_ in tx.tombstones.memories_of(self.erased_marks) if (memory := tx.memories.by_id(id_))
            ]
            live = [memory for memory in found if memory.deleted_at is None]
            if not run.dry_run:
                tx.tombstones.add_marks(self.erased_marks)
            if live and not run.dry_run:
                op, _ = run.begin(tx, self._file, 0)
                for memory in live:
                    tx.memories.change(op, memory.n, {"deleted_at": tx.now, "updated_at": tx.now})
                tx.operations.add_touched(op, len(live))
        if found:
            named = " ".join([memory.id[-12:] for memory in found[:MAX_NAMED_ERASED]])
            app.note(
                f"{len(found):,} of the memories here were erased in the other store: deleted "
                f"(recall erase {named} --confirm removes their words too)"
            )
        return len(live)

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


MAX_COMPARED_MEMORIES = 300
"""New memories of one file that are compared; more would make the import of a large store slow."""
COMPARED_BATCH_SIZE = 50
"""Memories in one transaction, so that other processes never wait long."""


def compare_imported(run: "ImportRun", report: "ImportReport", ids: "list[str]", first_new: "int | None") -> None:
    """Compare these new and changed memories with those before row `first_new`, as part of the import.

    The report counts what was ended and contested.
    """
    app, op = run.app, run.op
    if op is None or not ids or (first_new is not None and first_new <= 1):  # nothing was here before
        return
    chosen = ids[-MAX_COMPARED_MEMORIES:]  # the last ones of a file are usually the newest
    for start in range(0, len(chosen), COMPARED_BATCH_SIZE):
        app.progress("comparing", start, len(chosen))
        with app.write_transaction() as tx:
            for memory in filter(None, map(tx.memories.by_id, chosen[start : start + COMPARED_BATCH_SIZE])):
                update = _compare(tx, op, memory, first_new, may_end=run.channel == "user")
                report.replaced += len(update.supersedes)
                report.contested += len(update.contests) + len(update.disputes)
    if len(ids) > len(chosen):
        app.note(
            f"{len(ids) - len(chosen):,} of the new memories were not compared with what was believed before "
            "(recall maintain compares the values of facts)"
        )


def _compare(tx: "Transaction", op: int, memory: "Memory", first_new: "int | None", *, may_end: bool) -> "BeliefUpdate":
    """What one imported memory changes; written, as far as the file may change it."""
    from recall_cli.flows.write.beliefs import BeliefUpdate, apply_update, judge_fact
    from recall_cli.flows.write.think import draft_from_memory

    if memory.held is not None or memory.superseded_at is not None or memory.deleted_at is not None:
        return BeliefUpdate()
    project = tx.memories.project_of(memory.n)
    draft = draft_from_memory(memory)
    update = judge_fact(tx, draft, project, before=first_new)
    update = update.but(  # nothing is contested with what was said later
        contests=tuple(old for old in update.contests if old.since <= memory.since),
        disputes=tuple(old for old in update.disputes if old.since <= memory.since),
    )
    if not may_end:
        update = update.but(
            supersedes=(),
            contests=(*update.contests, *update.supersedes),
            answers="",
            reason=update.reason or "told differently",
        )
    if update.ended:
        tx.memories.change(op, memory.n, dict(update.ended))
    apply_update(tx, op, memory.n, project, update)
    for old in update.supersedes:  # what follows from both is no later change of the older one
        tx.memories.change(op, old.n, {"updated_at": max(old.updated_at, memory.updated_at)})
    return update
