"""A file that is imported again: what it no longer says ends, by its new wording where there is one."""

from recall_cli.domain.json_text import dumps_utf8, loads
from recall_cli.flows.transfer.import_report import ReportEntry
from recall_cli.flows.transfer.import_supersessions import LEFT_FILE_PREFIX
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.transfer.importing import Importer
    from recall_cli.flows.transfer.movein.sources import SourceLine

MIN_SHARED_WORDS = 0.5
"""From this share of common words on, a new statement counts as the new wording of one that vanished."""


class Reimport:
    """What a file says now, against what it said when it was imported before."""

    def __init__(self, importer: "Importer", mark: str, name: str) -> None:
        self._importer, self._mark, self._name = importer, mark, name
        self._now: set[str] = set()
        """The statements of the file, folded."""

    def track_lines(self, lines: "Iterable[SourceLine]") -> "Iterator[SourceLine]":
        """The same lines; what they say is noted."""
        for number, told in lines:
            if isinstance(told, dict) and "skipped" not in told:
                self._now.add(normalize.fold_text(told["text"]))
            yield number, told

    def end_missing(self) -> None:
        """End what the file does not hold any more, as part of the import."""
        importer = self._importer
        with importer.app.read_transaction() as tx:
            gone, _, joining = self._compare_statements(tx)
        if not gone and not joining:
            return
        if importer.dry_run:
            texts: list[tuple[Any, str]] = [(None, entry.text) for entry in importer.listed.memories]
            for memory in gone:
                self._note(memory, _find_new_wording(memory.text, texts)[1])
            return
        with importer.app.write_transaction() as tx:
            gone, fresh, joining = self._compare_statements(tx)
            op, _ = importer.of.begin(tx, importer.file, 0)
            texts = [(memory.n, memory.text) for memory in fresh]
            for memory in gone:
                successor, text = _find_new_wording(memory.text, texts)
                self._note(memory, text)
                tx.memories.change(op, memory.n, self._ending_changes(tx.now, memory, successor))
            for memory in joining:
                files = [*_source_files(memory), self._mark]
                tx.memories.change(op, memory.n, {"metadata": dumps_utf8({**_read_metadata(memory), "files": files})})
            tx.operations.add_touched(op, len(gone) + len(joining))

    def _compare_statements(self, tx: "Transaction") -> "tuple[list[Memory], list[Memory], list[Memory]]":
        """What vanished; what this import brought in; what another file said before, and this one says too."""
        op = self._importer.of.op
        gone: list[Memory] = []
        fresh: list[Memory] = []
        for memory in tx.imports.read_from_file(self._mark, self._importer.find_project(tx, None)):
            events = tx.operations.events_of_memory(memory.n)
            said = next((str(event.before["text"]) for event in events if event.before.get("text")), memory.text)
            if normalize.fold_text(said) in self._now:
                fresh += [memory] if op is not None and events and events[0].op == op else []
            elif said == memory.text and (memory.trust != "user" or self._importer.app.channel == "user"):
                gone.append(memory)
        known = [entry.id for entry in self._importer.listed.duplicates if entry.id]
        met = [tx.memories.by_id(id_) for id_ in known]
        joining = [
            one for one in met if one is not None and _source_files(one) and self._mark not in _source_files(one)
        ]
        return gone, fresh, joining

    def _ending_changes(self, now: int, memory: "Memory", successor: "int | None") -> "dict[str, Any]":
        others = [file for file in _source_files(memory) if file != self._mark]
        if others:
            return {"metadata": dumps_utf8({**_read_metadata(memory), "files": others})}
        if successor is not None:
            return {"superseded_by": successor, "superseded_at": now, "valid_until": now, "updated_at": now}
        why = f"{LEFT_FILE_PREFIX} {self._name}"
        return {"valid_until": now, "updated_at": now, "metadata": dumps_utf8({**_read_metadata(memory), "ended": why})}

    def _note(self, memory: "Memory", successor: "str | None") -> None:
        if [file for file in _source_files(memory) if file != self._mark]:
            return
        entry = ReportEntry(id=memory.id, text=memory.text, superseded_by=successor)
        self._importer.ended += 1
        self._importer.listed.add("vanished", entry)


def _read_metadata(memory: "Memory") -> "dict[str, Any]":
    found = loads(memory.metadata) if memory.metadata else {}
    return found if isinstance(found, dict) else {}


def _source_files(memory: "Memory") -> "list[str]":
    """The files that a memory is known to stand in."""
    found = _read_metadata(memory).get("files")
    return [file for file in found if isinstance(file, str)] if isinstance(found, list) else []


def _find_new_wording(text: str, texts: "list[tuple[Any, str]]") -> "tuple[Any, str | None]":
    """The new statement that has most words in common with one that vanished, if it has enough; it is used up."""
    words = set(normalize.fold_text(text).split())
    best: tuple[float, int] | None = None
    for at, (_, other) in enumerate(texts):
        others = set(normalize.fold_text(other).split())
        share = len(words & others) / len(words | others) if words | others else 0.0
        if share >= MIN_SHARED_WORDS and (best is None or share > best[0]):
            best = (share, at)
    return texts.pop(best[1]) if best is not None else (None, None)
