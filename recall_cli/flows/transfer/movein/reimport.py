"""Import a file again: a changed line takes the place of its former line, one that is gone ends, and both are said.

Only what the file said itself ends. Where the user said or changed it, or another file still says it, the memory stays,
and a question about the changed line is asked. A line that did not change does nothing, even if its memory has ended.
"""

from recall_cli.domain.json_text import dumps_utf8, loads
from recall_cli.domain.record import Record
from recall_cli.flows.transfer.import_changes import LEFT_FILE_PREFIX
from recall_cli.flows.transfer.import_report import ReportEntry
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Columns, Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.transfer.importing import Importer

MIN_SHARED_WORDS, MIN_SHARED_UNDER_HEADING = 0.5, 0.25
"""From this share of common words on, a new statement is the new wording of a missing one; under the same heading a
smaller share is enough."""
MARKS = ".,;:!?()`'\"*_"


class NewStatement(Record):
    """A statement that this import adds."""

    text: str
    topic: "str | None"
    number: "int | None" = None
    """Its row number; None in a dry run, which stores nothing."""


class FileChanges(Record):
    """The difference between the statements of a file and the memories that were imported from it."""

    missing: "tuple[tuple[Memory, str], ...]"
    """Memories whose statement is no longer in the file; each with the reason why it stays, if it does."""
    added: "tuple[NewStatement, ...]"
    """Statements that this import stored."""
    shared: "tuple[Memory, ...]"
    """Memories from another file whose statement is now in this file too."""


class Reimport:
    """Compares the statements of a file with the memories of its earlier imports."""

    def __init__(self, importer: "Importer", mark: str, name: str) -> None:
        self._importer, self._mark, self._name = importer, mark, name
        self._statements: dict[str, str | None] = {}
        importer.statements = self._statements
        with importer.app.read_transaction() as tx:
            self._first_texts = {memory.id: _folded_first_text(tx, memory) for memory in self._memories(tx)}
        importer.unchanged = {text: id_ for id_, text in self._first_texts.items()}

    def end_missing(self) -> None:
        """End the memories whose statement is missing, as part of the import, or ask about them."""
        importer = self._importer
        with importer.app.read_transaction() as tx:
            changes = self._compare(tx)
        if importer.dry_run or not (changes.missing or changes.shared):
            for memory, reason, successor in _pair_with_new_wordings(changes):
                self._list(memory, reason, successor)
            return
        with importer.app.write_transaction() as tx:
            changes = self._compare(tx)
            op, _ = importer.import_run.begin(tx, importer.file, 0)
            for memory, reason, successor in _pair_with_new_wordings(changes):
                self._list(memory, reason, successor)
                self._write(tx, op, memory, reason, successor)
            for memory in changes.shared:
                files = [*_source_files(memory), self._mark]
                tx.memories.change(op, memory.n, {"metadata": dumps_utf8({**_read_metadata(memory), "files": files})})
            tx.operations.add_touched(op, len(changes.missing) + len(changes.shared))

    def _memories(self, tx: "Transaction") -> "list[Memory]":
        """The memories whose statement was in the file when it was last imported, with those that ended since."""
        return tx.imports.read_from_file(self._mark, self._importer.projects.find(tx, None))

    def _compare(self, tx: "Transaction") -> FileChanges:
        importer = self._importer
        op = importer.import_run.op
        missing: list[tuple[Memory, str]] = []
        added = [self._new_statement(entry.text) for entry in importer.report.memories] if importer.dry_run else []
        for memory in self._memories(tx):
            folded = self._first_texts.get(memory.id) or normalize.fold_text(memory.text)
            if folded in self._statements:
                events = [] if op is None else tx.operations.events_of_memory(memory.n)
                added += [self._new_statement(memory.text, memory.n)] if events and events[0].op == op else []
            else:
                missing.append((memory, self._reason_to_stay(tx, memory, folded)))
        known = [tx.memories.by_id(entry.id) for entry in importer.report.duplicates if entry.id]
        shared = (
            memory
            for memory in known
            if memory is not None and (files := _source_files(memory)) and self._mark not in files
        )
        return FileChanges(missing=tuple(missing), added=tuple(added), shared=tuple(shared))

    def _new_statement(self, text: str, number: "int | None" = None) -> NewStatement:
        return NewStatement(text=text, topic=self._statements.get(normalize.fold_text(text)), number=number)

    def _reason_to_stay(self, tx: "Transaction", memory: "Memory", first_text: str) -> str:
        """Why a memory does not end though its line is gone; empty if it ends."""
        if not _is_believed(memory, tx.now):
            return "it has ended already"
        if normalize.fold_text(memory.text) != first_text:
            return "it was changed here"
        if self._other_files(memory):
            return "another file still says it"
        if self._importer.app.channel != "user" and (memory.trust == "user" or tx.memories.pinned_by_user([memory.n])):
            return "it is the user's own"
        return ""

    def _write(
        self, tx: "Transaction", op: int, memory: "Memory", reason: str, successor: "NewStatement | None"
    ) -> None:
        """End a memory or ask about it, and note that its line is no longer in this file."""
        from recall_cli.flows.write.end_belief import end_belief

        metadata = {**_read_metadata(memory), "files": self._other_files(memory)}
        number = None if successor is None else successor.number
        if not reason and number is None:
            metadata["ended"] = f"{LEFT_FILE_PREFIX} {self._name}"
            columns: Columns = {"metadata": dumps_utf8(metadata), "valid_until": tx.now, "updated_at": tx.now}
            tx.memories.change(op, memory.n, columns)
            return
        tx.memories.change(op, memory.n, {"metadata": dumps_utf8(metadata)})
        if number is not None and not reason:
            end_belief(tx, op, memory, number)
        elif number is not None and _is_believed(memory, tx.now):
            tx.questions.ask(op, number, [(memory.n, f"{self._name} says it otherwise now")])

    def _list(self, memory: "Memory", reason: str, successor: "NewStatement | None") -> None:
        """Add a memory whose line is gone to the report; not if nothing follows from that."""
        if not _is_believed(memory, self._importer.app.now()) or (self._other_files(memory) and successor is None):
            return
        text = None if successor is None else successor.text
        self._importer.report.ended += not reason
        entry = ReportEntry(id=memory.id, text=memory.text, superseded_by=text)
        self._importer.report.add("vanished", entry.but(reason=reason) if reason else entry)

    def _other_files(self, memory: "Memory") -> "list[str]":
        return [file for file in _source_files(memory) if file != self._mark]


def _is_believed(memory: "Memory", now: int) -> bool:
    return memory.superseded_at is None and (memory.valid_until is None or memory.valid_until > now)


def _folded_first_text(tx: "Transaction", memory: "Memory") -> str:
    """What a memory said when it was stored, folded: the words of its file."""
    events = tx.operations.events_of_memory(memory.n)
    return normalize.fold_text(
        next((str(event.before["text"]) for event in events if event.before.get("text")), memory.text)
    )


def _read_metadata(memory: "Memory") -> "dict[str, object]":
    metadata = loads(memory.metadata) if memory.metadata else {}
    return metadata if isinstance(metadata, dict) else {}


def _source_files(memory: "Memory") -> "list[str]":
    """The marks of the files that have this statement."""
    files = _read_metadata(memory).get("files")
    return [file for file in files if isinstance(file, str)] if isinstance(files, list) else []


def _pair_with_new_wordings(changes: FileChanges) -> "list[tuple[Memory, str, NewStatement | None]]":
    """The missing memories, each with its reason and its new wording, if there is one; the most alike come first."""
    new_words = [_words(statement.text) for statement in changes.added]
    likeness: list[tuple[float, int, int]] = []
    for old, (memory, _) in enumerate(changes.missing):
        words = _words(memory.text)
        for new, statement in enumerate(changes.added):
            share = len(words & new_words[new]) / (len(words | new_words[new]) or 1)
            if share >= (MIN_SHARED_UNDER_HEADING if memory.topic == statement.topic else MIN_SHARED_WORDS):
                likeness.append((-share, old, new))
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, old, new in sorted(likeness):
        if old not in pairs and new not in taken:
            pairs[old] = new
            taken.add(new)
    return [
        (memory, reason, changes.added[pairs[old]] if old in pairs else None)
        for old, (memory, reason) in enumerate(changes.missing)
    ]


def _words(text: str) -> "set[str]":
    """The words without the marks around them."""
    return {word.strip(MARKS) for word in normalize.fold_text(text).split()}
