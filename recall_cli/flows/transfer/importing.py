"""Import memories, one on each line, with their history. Nothing is lost or stored twice, however large the file."""

from recall_cli.domain.errors import RecallError, UnreadableFile
from recall_cli.domain.ids import is_erased_mark, is_id
from recall_cli.domain.json_text import loads, speed_up
from recall_cli.flows.transfer.import_changes import ImportedChanges, compare_imported, has_left_file
from recall_cli.flows.transfer.import_history import ImportedHistory
from recall_cli.flows.transfer.import_lines import LineReader, MemoryLine
from recall_cli.flows.transfer.import_projects import ImportedProjects, exported_projects
from recall_cli.flows.transfer.import_relations import ImportedRelations
from recall_cli.flows.transfer.import_report import ImportReport, LineFault, ReportEntry
from recall_cli.flows.transfer.import_run import MAX_OPERATIONS, ImportRun
from recall_cli.flows.transfer.import_workers import think_batches
from recall_cli.flows.write.masking import count_masked
from recall_cli.rules.beliefs.trust import TEAM_CHANNEL
from recall_cli.rules.text import normalize
from recall_cli.rules.text.memory_json import EXPORT_FORMAT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.tables.imports import ExistingMemory
    from recall_cli.engines.tables.memory_row import NewMemory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.transfer.import_lines import Line
    from recall_cli.flows.transfer.movein.files import SourceLine
    from recall_cli.workplace import Workplace

    ExistingIds = dict[str, ExistingMemory | None]

WRITE_BATCH_LINES = 2000
"""Lines that are written in one transaction, so that other processes never wait long."""
THINK_BATCH_LINES = 1000
"""Lines that are read, masked and embedded together."""
BULK_INSERT_LINES = 1000
"""A batch with more new memories than this is probably followed by many more."""
NEW_MEMORY = -1
"""Stands for the row number of a memory that is not stored yet."""


class Importer:
    """The import of one file: it reads lines, writes batches, and counts the results."""

    def __init__(
        self,
        app: "App",
        place: "Workplace | str | None",
        *,
        dry_run: bool = False,
        from_other_program: bool = False,
        streamed: bool = False,
        import_run: "ImportRun | None" = None,
        file: str = "",
    ) -> None:
        self.app, self.dry_run, self.streamed, self.file = app, dry_run, streamed, file
        self.import_run = ImportRun(app, dry_run=dry_run) if import_run is None else import_run
        self.projects = ImportedProjects(app, place)
        self.report = ImportReport()
        self._first_line_read = False
        self._is_export = False
        """Does the file begin with the header of an export?"""
        self._keeps_ids = from_other_program
        """Do the ids of the lines count? They do in an export, and for memories of another program."""
        self._relations = ImportedRelations()
        self._changes = ImportedChanges(self.import_run, self.report, file)
        self._history = ImportedHistory(self.import_run.channel, 0)
        self._continued: list[MemoryLine] = []
        """Lines that an interrupted run of this import stored: their relations are written at the end of this run."""
        self._existing_hashes: set[int] = set()
        """Hashes of lines of the present batch that a stored text has too."""
        self._new_ids: list[str] = []
        self._first_new: int | None = None
        """The row number before which everything was here before this import."""
        self._erased: set[str] = set()
        """The ids of lines of the present batch whose memories were erased here."""
        self.unchanged: dict[str, str] = {}
        """Statements that an earlier import of this file stored, folded, each with the id of its memory."""
        self.statements: dict[str, str | None] | None = None
        """The statements of this file without secrets, folded, each with its heading; None if nobody needs them."""
        self._seen: set[object] = set()
        """The texts of lines without an id, and ids that the store does not show yet."""

    def take_every_change(self) -> None:
        """Take over what the lines say of known memories, whatever the time of their last change here."""
        self._changes.takes_every_change = True

    def run(self, lines: "Iterable[SourceLine]", progress: "Callable[[], None]") -> ImportReport:
        """Read every line, write new memories in batches, and restore the supersession chains at the end."""
        reader = self._make_reader()
        batches = self._batches(lines)
        results = map(reader.think, batches) if self.dry_run else think_batches(batches, reader, streamed=self.streamed)
        waiting: list[tuple[int, MemoryLine]] = []
        try:
            for reads, faults, redacted in results:
                self.report.faults += [LineFault(line=number, reason=reason) for number, reason in faults]
                count_masked(self.report.redacted, redacted.items())
                waiting += [(number, MemoryLine(values)) for number, values in reads]
                if len(waiting) > WRITE_BATCH_LINES - THINK_BATCH_LINES:
                    self._write_batch(waiting)
                    waiting = []
                    progress()
        except UnreadableFile:  # the lines before it are stored
            self._write_batch(waiting)
            self._end()
            raise
        self._write_batch(waiting)
        self._end()
        self.report.faults.sort(key=lambda fault: fault.line)
        return self.report

    def _make_reader(self) -> LineReader:
        embed = None if self.dry_run else self.app.embedder().embed_all
        return LineReader(self.app.now(), self.import_run.channel, self.app.settings["max_bytes"], embed)

    def _end(self) -> None:
        """Write what needs all lines."""
        self.report.ended += self._changes.end_superseded()
        self._changes.take_over(self.projects)
        self.report.changed += self._changes.delete_erased()
        if self.dry_run:
            return
        if self.projects.has_exported:
            with self.app.write_transaction() as tx:
                self.projects.ensure_exported(tx)
        if self.import_run.op is not None:
            self._relations.join(self.app, self.import_run.op, own=self._is_export)
            self._history.join(self.app, self.import_run.op)
            self._compare()

    def _compare(self) -> None:
        """Compare the new memories with what was believed before; colleagues' memories are compared in another way."""
        ids = [*self._changes.believed, *self._new_ids]
        compare_imported(self.import_run, self.report, ids, self._first_new)

    def _batches(self, lines: "Iterable[SourceLine]") -> "Iterator[list[Line]]":
        """The lines with content, without the header, in batches."""
        batch: list[Line] = []
        try:
            for number, content in lines:
                if isinstance(content, bytes):
                    if content.strip() and not self._is_header(content):
                        batch.append((number, content))
                elif isinstance(content, dict):
                    batch.append((number, content))
                elif isinstance(content, LineFault):
                    self.report.faults.append(content)
                else:  # a passage that is not worth storing
                    self.report.left_out += 1
                    nothing = ReportEntry(line=number, reason="nothing to remember", text="")
                    self.report.add("skipped", content or nothing)
                if len(batch) >= THINK_BATCH_LINES:
                    yield batch
                    batch = []
        except UnreadableFile:  # the lines before it are stored
            yield batch
            raise
        yield batch

    def _is_header(self, raw: bytes) -> bool:
        """Is this the header? Only the first line with content can be."""
        if self._first_line_read:
            return False
        try:
            values = loads(raw.decode("utf-8").lstrip("\ufeff"))
        except ValueError:
            return False
        self._first_line_read = True
        self._is_export = isinstance(values, dict) and "recall" in values and "text" not in values
        if self._is_export:
            self._use_header(values)
        return self._is_export

    def _use_header(self, header: "dict[str, object]") -> None:
        version = header.get("recall")
        if not isinstance(version, int) or isinstance(version, bool) or version > EXPORT_FORMAT:
            raise RecallError(
                f"the export is of a newer form ({version!r:.40}; this recall reads up to {EXPORT_FORMAT})",
                "upgrade recall",
            )
        self._keeps_ids = True
        self.projects.use_header(exported_projects(header.get("projects")))
        erased = header.get("erased")
        if isinstance(erased, list) and self.import_run.channel == "user":
            self._changes.erased_marks = list(filter(is_erased_mark, erased))
        last_operation = header.get("operations")
        if (
            isinstance(last_operation, int)
            and not isinstance(last_operation, bool)
            and 0 < last_operation <= MAX_OPERATIONS
        ):
            self._history = ImportedHistory(self.import_run.channel, last_operation)

    def _write_batch(self, batch: "list[tuple[int, MemoryLine]]") -> None:
        """Write the new memories of a batch in one transaction."""
        if not batch:
            return
        with self.app.read_transaction() if self.dry_run else self.app.write_transaction() as tx:
            self._existing_hashes = tx.memories.existing_hashes([line.hash for _, line in batch])
            ids = [line.id.lower() for _, line in batch if line.id]
            existing_ids = tx.imports.existing(ids)
            self._erased = tx.tombstones.erased_among(ids) if self._keeps_ids else set()
            new: list[MemoryLine] = []
            revived: list[tuple[int, MemoryLine]] = []
            for number, line in batch:
                row_number = self._find_row(tx, number, line, existing_ids)
                if row_number is None:
                    continue
                self.report.lowered += line.lowered
                self._list(tx, number, line)
                if row_number == NEW_MEMORY:
                    new.append(line)
                else:
                    revived.append((row_number, line))
            if not self.dry_run and (new or revived or self._continued):
                self._write_memories(tx, new, revived)
                self._seen.difference_update(ids)

    def _write_memories(
        self, tx: "Transaction", new: "list[MemoryLine]", revived: "list[tuple[int, MemoryLine]]"
    ) -> None:
        """Write new memories, and restore those that were deleted by undoing an import."""
        continued, self._continued = self._continued, []
        if len(new) > BULK_INSERT_LINES:
            tx.engine.tune_for_bulk()
            speed_up()
        op, base = self.import_run.begin(tx, self.file, self._history.operations)
        histories = [(line, line.take_events()) for line in [*new, *continued]]
        rows = [self._make_row(tx, line, op) for line in new]
        if rows:
            if self._first_new is None:
                self._first_new = tx.memories.last_number() + 1
            tx.memories.add_many(rows)
            self._new_ids += [str(line.id) for line in new if line.is_live]
        if self._history.operations:
            with_events = [(line.id, events) for line, events in histories if events and line.id]
            self._history.store(tx, (op, base), with_events, lambda name: self.projects.ensure_if_valid(tx, name))
        for line in continued:
            self._relations.contest(line, self.projects.ensure(tx, line.project))
        for number, line in revived:
            line.take_events()
            before = tx.memories.by_number([number])[0]
            known = MemoryLine({**vars(line), "id": before.id})
            if line.updated_at == line.created_at:  # never changed since it was stored
                known.updated_at = before.created_at
            columns = self._make_row(tx, known, op, known=True).changeable_columns
            tx.memories.change(op, number, {**columns, "superseded_by": None})
        tx.operations.add_touched(op, len(rows) + len(revived))

    def _find_row(
        self, tx: "Transaction", number: int, line: "MemoryLine", existing_ids: "ExistingIds"
    ) -> "int | None":
        """The row number of a memory that was deleted only by undoing an import; or NEW_MEMORY; or None.

        None stands for a line that is known already or invalid. A line with an id is identified by it, a line without
        one by its text, type and project.
        """
        if line.project and (problem := self.projects.name_problem(tx, line.project)):
            self.report.faults.append(LineFault(line=number, reason=problem))
            return None
        if self._keeps_ids and line.id is not None:
            row_number, known_id = self._find_by_id(tx, number, line, line.id, existing_ids)
            if row_number is None and known_id is None:
                return None  # a fault, or erased
        else:
            folded = normalize.fold_text(line.text)
            key = (folded, line.type, line.project)
            repeated = key in self._seen
            self._seen.add(key)
            if self.statements is not None:
                self.statements[folded] = vars(line).get("topic")
            known_id = self.unchanged.get(folded, "")
            is_known = repeated or bool(known_id)
            row_number, known_id = (None, known_id) if is_known else self._find_by_text(tx, line, folded)
        if row_number is None:
            self.report.known += 1
            self.report.add("duplicates", ReportEntry(line=number, id=known_id or None, text=line.text))
        else:
            self.report.created += 1
        return row_number

    def _find_by_id(
        self, tx: "Transaction", number: int, line: "MemoryLine", id_: str, existing_ids: "ExistingIds"
    ) -> "tuple[int | None, str | None]":
        """The same for a line with an id: its row number or NEW_MEMORY, and the known id. (None, None): left out."""
        if not is_id(id_):
            self.report.faults.append(LineFault(line=number, reason=f"id must be a UUID, not {id_!r:.40}"))
            return None, None
        line.id = id_ = id_.lower()
        if id_ in self._erased:
            self.report.erased += 1
            return None, None
        existing = existing_ids.get(id_)
        if id_ in existing_ids and existing is None:
            reason = "another user of this store has a memory of this id"
            self.report.faults.append(LineFault(line=number, reason=reason))
            return None, None
        repeated = id_ in self._seen
        self._seen.add(id_)
        if repeated:
            return None, id_
        if existing is not None:
            if existing.deleted and tx.imports.deleted_by_undo([existing.n]):
                return existing.n, id_
            own_export = self._is_export and self.import_run.channel in ("user", TEAM_CHANNEL)
            if own_export or not existing.deleted:
                self._changes.note(existing.n, line, own_export=own_export)
            if own_export:
                self._relations.note_settlement(id_, line)
            if self.import_run.continued and existing.born == self.import_run.op:
                self._relations.note_line(id_, line, live=False)
                self._continued.append(line)
            return None, id_
        if not self._is_export and line.superseded_at is None:
            return self._find_by_text(tx, line, normalize.fold_text(line.text))
        return NEW_MEMORY, id_

    def _find_by_text(self, tx: "Transaction", line: "MemoryLine", folded: str) -> "tuple[int | None, str]":
        same = self._with_same_text(tx, line, folded) if line.hash in self._existing_hashes else []
        revivable = tx.imports.deleted_by_undo([memory.n for memory in same if memory.deleted_at is not None])
        standing = [memory for memory in same if memory.n not in revivable and not has_left_file(memory)]
        if standing:
            return None, standing[0].id
        undone = [memory for memory in same if memory.n in revivable]
        if undone and (line.id is None or not self._keeps_ids or self._is_export):
            return undone[0].n, undone[0].id
        return NEW_MEMORY, ""

    def _with_same_text(self, tx: "Transaction", line: "MemoryLine", folded: str) -> "list[Memory]":
        same = tx.memories.with_same_text(line.hash, self.projects.find(tx, line.project))
        return [memory for memory in same if normalize.fold_text(memory.text) == folded and memory.type == line.type]

    def _list(self, tx: "Transaction", number: int, line: "MemoryLine") -> None:
        """Add a new memory to the report, and other values of its fact that are known."""
        self.report.held += line.held is not None
        fact = normalize.fact_key(line.entity, line.attribute)
        entry = ReportEntry(
            line=number,
            id=line.id if self._keeps_ids else None,
            type=line.type,
            project=line.project or None,
            held=line.held,
            text=line.text,
        )
        self.report.add("memories", entry)
        if fact is None or line.value is None or not line.is_live:
            return
        value_entry = ReportEntry(line=number, text=line.text, value=line.value)
        rivals = tx.memories.rivals(fact, self.projects.find(tx, line.project))
        others = tuple(
            ReportEntry(id=memory.id, text=memory.text, value=memory.value)
            for memory in rivals
            if memory.value not in (None, line.value)
        )
        earlier = self.report.find_other_value(fact, line.project, value_entry)
        others = others or ((earlier,) if earlier is not None else ())
        if others:
            conflict = value_entry.but(entity=line.entity, attribute=line.attribute, others=others)
            self.report.add("conflicts", conflict)

    def _make_row(self, tx: "Transaction", line: "MemoryLine", op: int, *, known: bool = False) -> "NewMemory":
        """The row of a new memory; its place in a supersession chain is restored at the end."""
        id_ = line.id if (self._keeps_ids or known) and line.id else None
        line.id = id_ = id_ or self.app.new_id(line.created_at)
        self._relations.note_line(id_, line, live=line.is_live)
        project = self.projects.ensure(tx, line.project)
        self._relations.contest(line, project)
        return line.as_row(project=project, grams=tx.engine.grams(line.text), op=op)
