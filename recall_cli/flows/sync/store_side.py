"""The store's side of a sync: read what this machine has, and write what the others stated."""

from recall_cli.domain.ids import erased_mark
from recall_cli.domain.json_text import dumps_utf8
from recall_cli.domain.moment import format_iso
from recall_cli.domain.scope import INCLUDE_CHOICES, Filters
from recall_cli.flows.transfer.home_paths import HomePaths
from recall_cli.flows.transfer.import_lines import LineReader
from recall_cli.flows.transfer.import_run import ImportRun
from recall_cli.flows.transfer.importing import WRITE_BATCH_LINES, Importer
from recall_cli.flows.write.masking import mask_fields
from recall_cli.rules.sync.fold import Fold, LastSync, LocalMemory, StoreContent, changed_here, write_digests
from recall_cli.rules.sync.operations import SYNCED_COLUMNS, Operation
from recall_cli.rules.sync.sealing import ColumnDigests
from recall_cli.rules.text.memory_json import EXPORT_FORMAT, stored_as_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.sync.place import SyncPlace
    from recall_cli.flows.transfer.import_lines import MemoryLine
    from recall_cli.flows.transfer.import_report import ImportReport

CONFIDENTIAL = "confidential"
"""Memories of this classification stay on their machine."""


def read_store(app: "App", place: "SyncPlace") -> StoreContent:
    """Read the memories that travel, without paths of this machine."""
    wanted = Filters(
        projects=() if place.project is None else (place.project,),
        everywhere=place.project is None,
        include=frozenset(INCLUDE_CHOICES),
    )
    memories: dict[str, LocalMemory] = {}
    kept_back, shorten_line = 0, HomePaths().shorten_line
    with app.read_transaction(app.full_view) as tx:
        settled = tx.contests.recorded()
        for memory in tx.memories.iterate(wanted):
            if memory.classification == CONFIDENTIAL or memory.held is not None:
                kept_back += memory.deleted_at is None
                continue
            line = stored_as_json(memory)
            if memory.anchors or memory.metadata:
                line = shorten_line(line)
            if memory.n in settled:
                line["settles"] = settled[memory.n]
            columns = {
                name: value
                for name, value in line.items()
                if value is not None and value is not False and value != {} and name in SYNCED_COLUMNS
            }
            memories[memory.id] = LocalMemory(updated_at=memory.updated_at, columns=columns)
        erased, operation = frozenset(tx.tombstones.marks()), tx.sync_places.newest_operation()
    return StoreContent(memories=memories, erased=erased, operation=operation, kept_back=kept_back)


def find_changes(
    place: "SyncPlace", content: StoreContent, last: "dict[str, LastSync]", fold: Fold, number: int, now: int
) -> "list[Operation]":
    """What this machine has to state, as operations after `number`; masked once more before it leaves."""
    found: list[tuple[int, str, dict[str, object]]] = []
    digest = ColumnDigests(place.key)
    for id_, memory in content.memories.items():
        known = fold.memories.get(id_)
        if known is not None and known.columns == memory.columns:
            continue
        mark = fold.marks.get(id_) or erased_mark(id_)
        if mark in fold.erased:
            continue
        masked = memory.but(columns=mask_fields(memory.columns)[0])
        change = changed_here(masked, last.get(mark), known, digest(masked.columns))
        successor = known.columns.get("superseded_by") if known else None
        if change is not None and successor is not None and successor not in content.memories:
            change[1].pop("superseded_by", None)  # its successor stays on another machine
        if change is not None and change[1]:
            found.append((change[0], id_, change[1]))
    operations = [
        Operation(device=place.device, number=number + at, clock=clock, id=id_, columns=columns)
        for at, (clock, id_, columns) in enumerate(sorted(found, key=lambda change: change[:2]), 1)
    ]
    travelled = content.erased.intersection(last).union(content.erased.intersection(fold.marks.values()))
    for mark in sorted(travelled - fold.erased):
        count = number + len(operations) + 1
        operations.append(Operation(device=place.device, number=count, clock=now, id=None, erased=mark))
    return operations


def find_purged(app: "App", content: StoreContent, last: "dict[str, LastSync]", fold: Fold) -> "frozenset[str]":
    """The marks of memories that are deleted on every machine, and whose words `recall maintain` removed here."""
    missing = [
        id_
        for id_, state in fold.memories.items()
        if state.columns.get("deleted_at") is not None and id_ not in content.memories and fold.marks[id_] in last
    ]
    with app.read_transaction(app.full_view) as tx:
        here = tx.memories.existing_ids(missing) if missing else {}
    return frozenset(fold.marks[id_] for id_ in missing if id_ not in here)


def lines_to_apply(
    app: "App",
    place: "SyncPlace",
    content: StoreContent,
    last: "dict[str, LastSync]",
    fold: Fold,
    stated: "frozenset[str | None]",
) -> "list[dict[str, object]]":
    """The memories that the others stated differently, as lines of an import; `questions` takes over what they settle.

    `stated` are the ids of what this machine has to state, which the others may have changed later.
    """
    missing = [id_ for id_ in fold.memories if id_ not in content.memories]
    with app.read_transaction(app.full_view) as tx:
        elsewhere = tx.memories.existing_ids(missing)  # in another project, held or confidential here
        gone = tx.tombstones.erased_among(missing) if content.erased else set()
    digest = ColumnDigests(place.key)
    lines = []
    for id_, state in fold.memories.items():
        local = content.memories.get(id_)
        if local is not None and local.columns == state.columns:
            continue
        columns = {name: value for name, value in state.columns.items() if value is not None}
        if local is None and (id_ in elsewhere or id_ in gone or "deleted_at" in columns):
            continue
        if local is not None and local.columns == columns:
            continue
        successor = fold.memories.get(str(columns.get("superseded_by")))
        arrives = successor is not None and successor.columns.get("deleted_at") is None
        lacks_successor = local is not None and arrives and "superseded_by" not in local.columns
        before = None if id_ in stated or lacks_successor else last.get(fold.marks[id_])
        if local is not None and before is not None and before.digests == write_digests(digest(columns)):
            continue  # nothing new since the last sync; the store keeps some values in its own form
        columns.pop("settles", None)
        updated = str(format_iso(state.clock))
        lines.append({"id": id_, "project": place.project_name, "updated_at": updated, **columns})
    return sorted(lines, key=lambda line: str(line["created_at"]) + str(line["id"]) if "created_at" in line else "")


class _SyncRun(ImportRun):
    """An import from the person's own machines: what they recorded as the user's words stays so."""

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.channel = "user"

    def _describe_stored(self, lead: str) -> "tuple[str, str]":
        return f"{lead}: {self._count():,} memories have arrived", "nothing was lost: the next sync continues"


class _SyncedReader(LineReader):
    """Reads lines of the person's own machines. What this version of recall checked there is not checked again."""

    def __init__(self, *arguments: "Any", checked: "frozenset[str]") -> None:
        super().__init__(*arguments)
        self._checked = checked
        mask = self._mask
        self._mask = lambda read: (read, {}) if read["id"] in checked else mask(read)  # type: ignore[assignment]  # a reader masks by this

    def _parse(self, content: "Any") -> "Any":
        return content if content["id"] in self._checked else super()._parse(content)

    def _hold_reason(self, line: "MemoryLine") -> "str | None":
        return None if line.id in self._checked else super()._hold_reason(line)


class _SyncedImporter(Importer):
    """Takes over what other machines of the person stated."""

    checked: "frozenset[str]" = frozenset()

    def _make_reader(self) -> LineReader:
        embed = self.app.embedder().embed_all
        limit = self.app.settings["max_bytes"]
        return _SyncedReader(self.app.now(), self.import_run.channel, limit, embed, checked=self.checked)

    def _compare(self) -> None:
        """Compare nothing here: the sync asks about all facts that changed, also those of an earlier sync."""


def apply_lines(
    app: "App", lines: "list[dict[str, object]]", checked: "frozenset[str]"
) -> "tuple[ImportReport, int | None]":
    """Write the lines into the store, as one operation that can be undone; its number.

    `checked` are the ids of those that a machine with this version of recall masked and judged before it sent them.
    """
    run = _SyncRun(app)
    header = dumps_utf8({"recall": EXPORT_FORMAT, "projects": []}).encode()
    importer = _SyncedImporter(app, None, import_run=run)
    importer.take_every_change()
    importer.checked = checked
    written = 0

    def report_progress() -> None:
        nonlocal written
        written += WRITE_BATCH_LINES
        app.progress("storing", min(written, len(lines)), len(lines))

    lengthen_line = HomePaths().lengthen_line
    with run:
        report = importer.run([(0, header), *enumerate(map(lengthen_line, lines), 1)], report_progress)
    return report, run.op


def apply_erasures(app: "App", marks: "frozenset[str]") -> "tuple[int, int]":
    """Erase here what was erased on another machine; how many memories that are, and how many stay for a person."""
    from recall_cli.domain.errors import NotStored
    from recall_cli.flows.edit.erase import erase
    from recall_cli.flows.edit.erase_selection import EraseRequest

    with app.read_transaction(app.full_view) as tx:
        new = sorted(marks.difference(tx.tombstones.marks()))
        ids = tuple(tx.tombstones.memories_of(new))
    if ids:
        try:
            erase(app, EraseRequest(ids=ids), confirmed=True)
        except NotStored:  # an agent or a timer runs this
            return 0, len(ids)
    if new:
        with app.write_transaction() as tx:
            tx.tombstones.add_marks(new)
    return len(ids), 0
