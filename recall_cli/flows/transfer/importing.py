"""Import memories: one a line, with its history. Nothing is lost or stored twice, however large the file."""

from recall_cli.domain.errors import RecallError, UnreadableFile, UsageError
from recall_cli.domain.ids import is_id
from recall_cli.domain.json_text import loads, speed_up
from recall_cli.flows.transfer.import_history import ImportedHistory
from recall_cli.flows.transfer.import_lines import LineReader, MemoryLine
from recall_cli.flows.transfer.import_relations import ImportedRelations
from recall_cli.flows.transfer.import_report import ImportReport, LineFault, ReportEntries, ReportEntry
from recall_cli.flows.transfer.import_run import MAX_OPERATIONS, ImportRun, find_project_number
from recall_cli.flows.transfer.import_supersessions import ImportedSupersessions, has_left_file
from recall_cli.flows.transfer.import_workers import think_batches
from recall_cli.rules.text import normalize
from recall_cli.rules.text.memory_json import EXPORT_FORMAT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.tables.imports import ExistingMemory
    from recall_cli.engines.tables.memories import NewMemory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.transfer.import_lines import Line
    from recall_cli.workplace import Workplace

    KnownIds = dict[str, ExistingMemory | None]
    ProjectNumbers = dict[str | None, int | None]

WRITE_BATCH_LINES = 2000
"""Lines that are written in one transaction, so that other processes never wait long."""
THINK_BATCH_LINES = 1000
"""Lines that are read, masked and embedded together."""
BULK_INSERT_LINES = 1000  # so many new memories in a batch announce many more
NEW_MEMORY = -1  # stands for the row number of a memory that is not here yet


class Importer:
    """The import of one file: it reads lines, writes batches, and counts what became of each line."""

    def __init__(
        self, app: "App", place: "Workplace | str | None", *, dry_run: bool = False, keep_ids: bool = False,
        streamed: bool = False, run: "ImportRun | None" = None, file: str = "",
    ) -> None:  # fmt: skip
        self.app, self.place, self.dry_run, self.streamed = app, place, dry_run, streamed
        self.told = keep_ids
        """Are the lines another program's memories? Then their ids count, and they belong to the current project."""
        self.of = ImportRun(app, dry_run=dry_run) if run is None else run
        self.file = file
        self.listed = ReportEntries()
        self.left_out = self.created = self.known = self.held = self.ended = self.lowered = 0
        self.faults: list[LineFault] = []
        self.redacted: dict[str, int] = {}
        self._header: dict[str, Any] | None = None
        self._more = ImportedRelations()
        self._endings = ImportedSupersessions(app)
        self._history = ImportedHistory(self.of.channel, 0)
        self._continued: list[MemoryLine] = []
        """Lines that an interrupted run of this import stored: their relations are written at the end of this run."""
        self._projects: dict[str, int] = {}
        self._listed: dict[str, tuple[tuple[str, ...], bool]] = {}
        """For each project in the header: its marks, and whether it is enabled."""
        # of the last transaction: the projects by name, and the project of lines without one
        self._within: tuple[Transaction | None, ProjectNumbers, ProjectNumbers] = (None, {}, {})
        self._hashes: set[int] = set()
        self._wrong: dict[str, str] = {}
        """For each name that was tried: why a project cannot have it; empty if it can."""
        self._seen: set[object] = set()
        """The texts of lines without an id; and ids that the store does not show yet."""

    def run(
        self, lines: "Iterable[tuple[int, bytes | dict[str, Any] | None]]", progress: "Callable[[], None]"
    ) -> ImportReport:
        """Read every line, write new memories in batches, and restore the supersession chains at the end."""
        app = self.app
        embed = None if self.dry_run else app.embedder().embed_all
        incoming = LineReader(app.now(), self.of.channel, app.settings["max_bytes"], embed)
        batches = self._batches(lines)
        think = (
            map(incoming.think, batches) if self.dry_run else think_batches(batches, incoming, streamed=self.streamed)
        )
        waiting: list[tuple[int, MemoryLine]] = []
        try:
            for reads, faults, redacted in think:
                self.faults += [LineFault(line=number, reason=reason) for number, reason in faults]
                for kind, count in redacted.items():
                    self.redacted[kind] = self.redacted.get(kind, 0) + count
                waiting += [(number, MemoryLine(values)) for number, values in reads]
                if len(waiting) > WRITE_BATCH_LINES - THINK_BATCH_LINES:
                    self._keep(waiting)
                    waiting = []
                    progress()
        except UnreadableFile:  # the lines before it are stored
            self._keep(waiting)
            self._end()
            raise
        self._keep(waiting)
        self._end()
        return self.report()

    def report(self) -> ImportReport:
        """The report so far."""
        listed = self.listed
        return ImportReport(
            op=self.of.op,
            created=self.created,
            known=self.known,
            faults=tuple(sorted(self.faults, key=lambda fault: fault.line)),
            redacted=tuple(sorted(self.redacted.items())),
            held=self.held,
            lowered=self.lowered,
            left_out=self.left_out,
            ended=self.ended,
            dry_run=self.dry_run,
            memories=tuple(listed.memories),
            duplicates=tuple(listed.duplicates),
            conflicts=tuple(listed.conflicts),
            skipped=tuple(listed.skipped),
            vanished=tuple(listed.vanished),
        )

    def _end(self) -> None:
        """Write what needs all lines."""
        self._endings.end_superseded(self)
        if self.dry_run:
            return
        if self._header and self._listed:
            with self.app.write_transaction() as tx:
                for name in self._listed:
                    if not self._name_problem(tx, name):
                        self._project(tx, name)
        if self.of.op is not None:
            self._more.join(self.app, self.of.op, own=bool(self._header))
            self._history.join(self.app, self.of.op)

    def _batches(self, lines: "Iterable[tuple[int, bytes | dict[str, Any] | None]]") -> "Iterator[list[Line]]":
        """The lines with content, without the header, in batches."""
        batch: list[Line] = []
        try:
            for number, given in lines:
                if given is None or (isinstance(given, dict) and "skipped" in given):
                    self._skip(number, given)
                elif isinstance(given, dict) and "broken" in given:
                    self.faults.append(LineFault(line=number, reason=given["broken"]))
                elif not (isinstance(given, bytes) and (not given.strip() or self._is_header(given))):
                    batch.append((number, given))
                if len(batch) >= THINK_BATCH_LINES:
                    yield batch
                    batch = []
        except UnreadableFile:  # the lines before it are stored
            yield batch
            raise
        yield batch

    def _skip(self, number: int, given: "dict[str, Any] | None") -> None:
        """Count a passage that is not worth storing, with the reason if it is known."""
        self.left_out += 1
        reason = "nothing to remember" if given is None else given["skipped"]
        text = "" if given is None else given.get("text", "")
        self.listed.add("skipped", ReportEntry(line=number, reason=reason, text=text))

    def _is_header(self, raw: bytes) -> bool:
        """Is this the header? Only the first line with content can be."""
        if self._header is not None:
            return False
        try:
            values = loads(raw.decode("utf-8").lstrip("\ufeff"))
        except ValueError:
            return False
        self._header = values if isinstance(values, dict) and "recall" in values and "text" not in values else {}
        if self._header:
            self._check_header()
        return bool(self._header)

    def _check_header(self) -> None:
        assert self._header is not None
        version = self._header.get("recall")
        if not isinstance(version, int) or isinstance(version, bool) or version > EXPORT_FORMAT:
            raise RecallError(
                f"the export is of a newer form ({version!r:.40}; this recall reads up to {EXPORT_FORMAT})",
                "upgrade recall",
            )
        projects = self._header.get("projects")
        for entry in projects if isinstance(projects, list) else ():
            name, marks = (entry.get("name"), entry.get("marks")) if isinstance(entry, dict) else (None, None)
            if isinstance(name, str) and isinstance(marks, list):
                kept = tuple(mark for mark in marks if isinstance(mark, str))
                self._listed[name] = kept, entry.get("enabled") is not False
        last = self._header.get("operations")
        if isinstance(last, int) and not isinstance(last, bool) and 0 < last <= MAX_OPERATIONS:
            self._history = ImportedHistory(self.of.channel, last)

    def _keep(self, batch: "list[tuple[int, MemoryLine]]") -> None:
        """Write the new memories of a batch in one transaction."""
        if not batch:
            return
        with self.app.read_transaction() if self.dry_run else self.app.write_transaction() as tx:
            self._hashes = tx.memories.existing_hashes([line.hash for _, line in batch])
            ids = [line.id.lower() for _, line in batch if line.id]
            taken = tx.imports.existing(ids)
            fresh: list[MemoryLine] = []
            revived: list[tuple[int, MemoryLine]] = []
            for number, line in batch:
                found = self._look(tx, number, line, taken)
                if found is None:
                    continue
                self.lowered += line.lowered
                self._note(tx, number, line)
                if found == NEW_MEMORY:
                    fresh.append(line)
                else:
                    revived.append((found, line))
            if not self.dry_run and (fresh or revived or self._continued):
                self._write(tx, fresh, revived)
                self._seen.difference_update(ids)

    def _write(self, tx: "Transaction", fresh: "list[MemoryLine]", revived: "list[tuple[int, MemoryLine]]") -> None:
        """Write new memories, and restore those that were deleted by undoing an import."""
        continued, self._continued = self._continued, []
        if len(fresh) > BULK_INSERT_LINES:
            tx.engine.tune_for_bulk()
            speed_up()
        op, base = self.of.begin(tx, self.file, self._history.operations)
        lives = [(line, line.take_events()) for line in [*fresh, *continued]]
        rows = [self._make_row(tx, line, op) for line in fresh]
        if rows:
            tx.memories.add_many(rows)
        if self._history.operations:
            told = [(line.id, events) for line, events in lives if events and line.id]
            self._history.keep(tx, (op, base), told, lambda name: self._project_of_event(tx, name))
        for line in continued:
            self._more.contest(line, self._project(tx, line.project))
        for number, line in revived:
            line.take_events()
            before = tx.memories.by_number([number])[0]
            known = MemoryLine({**vars(line), "id": before.id})
            if line.updated_at == line.created_at:  # never changed since it was stored
                known.updated_at = before.created_at
            columns = self._make_row(tx, known, op, known=True).changeable_columns
            tx.memories.change(op, number, {**columns, "superseded_by": None})
        tx.operations.add_touched(op, len(rows) + len(revived))

    def _look(self, tx: "Transaction", number: int, line: "MemoryLine", taken: "KnownIds") -> "int | None":
        """NEW_MEMORY; or the row number of a memory that was deleted only by undoing an import; or None if it is known.

        A line with an id is identified by it; a line without one by its text, type and project.
        """
        if line.project and (wrong := self._name_problem(tx, line.project)):
            self.faults.append(LineFault(line=number, reason=wrong))
            return None
        id_ = line.id if self._header or self.told else None
        if id_ is not None:
            found, same = self._find_by_id(tx, number, line, id_, taken)
            if found is None and same is None:
                return None
        else:
            words = (normalize.fold_text(line.text), line.type, line.project)
            repeated = words in self._seen
            self._seen.add(words)
            found, same = (None, "") if repeated else self._find_by_words(tx, line, words[0])
        if found is None:
            self.known += 1
            self.listed.add("duplicates", ReportEntry(line=number, id=same or None, text=line.text))
        else:
            self.created += 1
        return found

    def _find_by_id(
        self, tx: "Transaction", number: int, line: "MemoryLine", id_: str, taken: "KnownIds"
    ) -> "tuple[int | None, str | None]":
        """The same for a line with an id: its row number or NEW_MEMORY, and the known id. (None, None) is a fault."""
        if not is_id(id_):
            self.faults.append(LineFault(line=number, reason=f"id must be a UUID, not {id_!r:.40}"))
            return None, None
        line.id = id_ = id_.lower()
        here = taken.get(id_)
        if id_ in taken and here is None:
            self.faults.append(LineFault(line=number, reason="another user of this store has a memory of this id"))
            return None, None
        repeated = id_ in self._seen
        self._seen.add(id_)
        if repeated:
            return None, id_
        if here is not None:
            if here.deleted and tx.imports.deleted_by_undo([here.n]):
                return here.n, id_
            if not here.deleted:
                self._endings.note(here.n, line)
            if self.of.continued and here.born == self.of.op:
                self._more.note_line(id_, line, live=False)
                self._continued.append(line)
            return None, id_
        if self.told and line.superseded_at is None:
            return self._find_by_words(tx, line, normalize.fold_text(line.text))
        return NEW_MEMORY, id_

    def _find_by_words(self, tx: "Transaction", line: "MemoryLine", words: str) -> "tuple[int | None, str]":
        same = self._find_same_text(tx, line, words) if line.hash in self._hashes else []
        back = tx.imports.deleted_by_undo([memory.n for memory in same if memory.deleted_at is not None])
        standing = [memory for memory in same if memory.n not in back and not has_left_file(memory)]
        if standing:
            return None, standing[0].id
        undone = [memory for memory in same if memory.n in back]
        if undone and (line.id is None or not self.told):
            return undone[0].n, undone[0].id
        return NEW_MEMORY, ""

    def _find_same_text(self, tx: "Transaction", line: "MemoryLine", words: str) -> "list[Memory]":
        project = self.find_project(tx, line.project)
        same = tx.memories.with_same_text(line.hash, project)
        return [memory for memory in same if normalize.fold_text(memory.text) == words and memory.type == line.type]

    def find_project(self, tx: "Transaction", name: "str | None") -> "int | None":
        """The row number of the project of a line; None if it has no project, 0 if the project is new here."""
        if self._within[0] is not tx:
            self._within = (tx, {}, {})
        if name not in self._within[1]:
            marks = self._listed.get(name or "", ((), True))[0]
            self._within[1][name] = find_project_number(tx, name, marks, None if self._header else self.place)
        return self._within[1][name]

    def _note(self, tx: "Transaction", number: int, line: "MemoryLine") -> None:
        """Add a new memory to the report, and the other values that are known of its fact."""
        self.held += line.held is not None
        fact = normalize.fact_key(line.entity, line.attribute)
        entry = ReportEntry(
            line=number,
            id=line.id if self._header or self.told else None,
            type=line.type,
            project=line.project,
            held=line.held,
            text=line.text,
        )
        self.listed.add("memories", entry)
        live = line.held is None and line.superseded_at is None and line.deleted_at is None
        if fact is None or line.value is None or not live:
            return
        said = ReportEntry(line=number, text=line.text, value=line.value)
        rivals = tx.memories.rivals(fact, self.find_project(tx, line.project))
        others = tuple(
            ReportEntry(id=memory.id, text=memory.text, value=memory.value)
            for memory in rivals
            if memory.value not in (None, line.value)
        )
        before = self.listed.find_other_value(fact, line.project, said)
        others = others or ((before,) if before is not None else ())
        if others:
            conflict = said.but(entity=line.entity, attribute=line.attribute, others=others)
            self.listed.add("conflicts", conflict)

    def _make_row(self, tx: "Transaction", line: "MemoryLine", op: int, *, known: bool = False) -> "NewMemory":
        """The row of a new memory; its place in a supersession chain is restored at the end."""
        id_ = line.id if (self._header or self.told or known) and line.id else None
        line.id = id_ = id_ or self.app.new_id(line.created_at)
        live = line.held is None and line.superseded_at is None and line.deleted_at is None
        self._more.note_line(id_, line, live=live)
        project = self._project(tx, line.project)
        self._more.contest(line, project)
        return line.as_row(project=project, grams=tx.engine.grams(line.text), op=op)

    def _project(self, tx: "Transaction", name: "str | None") -> "int | None":
        """The project of a line: by the marks that the header gives for its name, else by the name."""
        from recall_cli.flows.projects import ensure_project
        from recall_cli.workplace import Workplace

        if name is None:
            if self._within[0] is not tx or None not in self._within[2]:
                own = ensure_project(tx, self.place) if not self._header else None
                self._within = (tx, {}, {None: own.n if own else None})
            return self._within[2][None]
        if name not in self._projects:
            marks, enabled = self._listed.get(name, ((), True))
            new = not self.find_project(tx, name)
            settled = ensure_project(tx, Workplace(marks=marks, names=(name,)) if marks else name)
            assert settled is not None
            if new and not enabled and self.app.channel == "user":  # only a person switches memory off
                tx.projects.set_enabled(settled.n, False)
            self._within = (None, {}, {})
            self._projects[name] = settled.n
        return self._projects[name]

    def _project_of_event(self, tx: "Transaction", name: str) -> "int | None":
        return None if self._name_problem(tx, name) else self._project(tx, name)

    def _name_problem(self, tx: "Transaction", name: str) -> str:
        """Why a project cannot have this name; empty if it can, or if its marks identify it."""
        from recall_cli.flows.projects import project_by_name, validate_name

        if name not in self._wrong:
            self._wrong[name] = ""
            try:
                if not self._listed.get(name, ((), True))[0] and project_by_name(tx, name) is None:
                    validate_name(name)
            except UsageError as error:
                self._wrong[name] = error.message
        return self._wrong[name]
