"""Import a file again: statements that it no longer has end, and changed ones are superseded by their new wording."""

from recall_cli.domain.json_text import dumps_utf8, loads
from recall_cli.domain.record import Record
from recall_cli.flows.transfer.import_report import ReportEntry
from recall_cli.flows.transfer.import_supersessions import LEFT_FILE_PREFIX
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from recall_cli.domain.memory import Columns, Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.transfer.importing import Importer
    from recall_cli.flows.transfer.movein.files import SourceLine

MIN_SHARED_WORDS = 0.5
"""From this share of common words on, a new statement counts as the new wording of a missing one."""


class NewStatement(Record):
    """A statement that this import adds."""

    text: str
    number: "int | None" = None
    """Its row number; None in a dry run, which stores nothing."""


class FileChanges(Record):
    """The difference between the statements of a file and the memories that were imported from it."""

    missing: "tuple[Memory, ...]"
    """Memories whose statement is no longer in the file."""
    added: "tuple[Memory, ...]"
    """Memories that this import stored."""
    shared: "tuple[Memory, ...]"
    """Memories from another file whose statement is now in this file too."""


class Reimport:
    """Compares the statements of a file with the memories of its earlier imports."""

    def __init__(self, importer: "Importer", mark: str, name: str) -> None:
        self._importer, self._mark, self._name = importer, mark, name
        self._statements: set[str] = set()
        """The statements in the file, folded."""

    def track_lines(self, lines: "Iterable[SourceLine]") -> "Iterator[SourceLine]":
        """The same lines; their statements are noted."""
        for number, content in lines:
            if isinstance(content, dict):
                self._statements.add(normalize.fold_text(str(content["text"])))
            yield number, content

    def end_missing(self) -> None:
        """End the memories whose statement is missing, as part of the import."""
        importer = self._importer
        with importer.app.read_transaction() as tx:
            changes = self._compare(tx)
        if not changes.missing and not changes.shared:
            return
        if importer.dry_run:
            new = [NewStatement(text=entry.text) for entry in importer.entries.memories]
            for memory in changes.missing:
                self._list(memory, _take_new_wording(memory.text, new))
            return
        with importer.app.write_transaction() as tx:
            changes = self._compare(tx)
            op, _ = importer.import_run.begin(tx, importer.file, 0)
            new = [NewStatement(text=memory.text, number=memory.n) for memory in changes.added]
            for memory in changes.missing:
                successor = _take_new_wording(memory.text, new)
                self._list(memory, successor)
                tx.memories.change(op, memory.n, self._changed_columns(tx.now, memory, successor))
            for memory in changes.shared:
                files = [*_source_files(memory), self._mark]
                tx.memories.change(op, memory.n, {"metadata": dumps_utf8({**_read_metadata(memory), "files": files})})
            tx.operations.add_touched(op, len(changes.missing) + len(changes.shared))

    def _compare(self, tx: "Transaction") -> FileChanges:
        op = self._importer.import_run.op
        missing: list[Memory] = []
        added: list[Memory] = []
        for memory in tx.imports.read_from_file(self._mark, self._importer.projects.find(tx, None)):
            events = tx.operations.events_of_memory(memory.n)
            first_text = next((str(event.before["text"]) for event in events if event.before.get("text")), memory.text)
            if normalize.fold_text(first_text) in self._statements:
                added += [memory] if op is not None and events and events[0].op == op else []
            elif first_text == memory.text and (memory.trust != "user" or self._importer.app.channel == "user"):
                missing.append(memory)
        known = [tx.memories.by_id(entry.id) for entry in self._importer.entries.duplicates if entry.id]
        shared = (
            memory
            for memory in known
            if memory is not None and (files := _source_files(memory)) and self._mark not in files
        )
        return FileChanges(missing=tuple(missing), added=tuple(added), shared=tuple(shared))

    def _changed_columns(self, now: int, memory: "Memory", successor: "NewStatement | None") -> "Columns":
        """The columns that change when a statement is missing. A memory that other files have too does not end."""
        other_files = self._other_files(memory)
        if other_files:
            return {"metadata": dumps_utf8({**_read_metadata(memory), "files": other_files})}
        if successor is not None:
            return {"superseded_by": successor.number, "superseded_at": now, "valid_until": now, "updated_at": now}
        metadata = {**_read_metadata(memory), "ended": f"{LEFT_FILE_PREFIX} {self._name}"}
        return {"valid_until": now, "updated_at": now, "metadata": dumps_utf8(metadata)}

    def _list(self, memory: "Memory", successor: "NewStatement | None") -> None:
        """Add a memory that ends to the report."""
        if self._other_files(memory):
            return
        text = None if successor is None else successor.text
        self._importer.ended += 1
        self._importer.entries.add("vanished", ReportEntry(id=memory.id, text=memory.text, superseded_by=text))

    def _other_files(self, memory: "Memory") -> "list[str]":
        return [file for file in _source_files(memory) if file != self._mark]


def _read_metadata(memory: "Memory") -> "dict[str, object]":
    metadata = loads(memory.metadata) if memory.metadata else {}
    return metadata if isinstance(metadata, dict) else {}


def _source_files(memory: "Memory") -> "list[str]":
    """The marks of the files that have this statement."""
    files = _read_metadata(memory).get("files")
    return [file for file in files if isinstance(file, str)] if isinstance(files, list) else []


def _take_new_wording(text: str, new: "list[NewStatement]") -> "NewStatement | None":
    """The new statement that shares most words with a missing one, if it shares enough. It is taken out of the list."""
    words = set(normalize.fold_text(text).split())
    best: tuple[float, int] | None = None
    for index, statement in enumerate(new):
        other_words = set(normalize.fold_text(statement.text).split())
        share = len(words & other_words) / len(words | other_words) if words | other_words else 0.0
        if share >= MIN_SHARED_WORDS and (best is None or share > best[0]):
            best = (share, index)
    return new.pop(best[1]) if best is not None else None
