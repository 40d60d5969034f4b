"""What colleagues shared comes into the store: bounded, masked, held if it gives orders, and never above your word."""

from recall_cli.domain.ids import erased_mark
from recall_cli.domain.json_text import dumps_utf8
from recall_cli.domain.moment import format_iso
from recall_cli.domain.record import Record
from recall_cli.flows.transfer.import_run import ImportRun
from recall_cli.flows.transfer.importing import Importer
from recall_cli.rules.beliefs.trust import TEAM_CHANNEL
from recall_cli.rules.places.stated_place import stated_place
from recall_cli.rules.sync.fold import fold_operations
from recall_cli.rules.sync.operations import SYNCED_COLUMNS
from recall_cli.rules.sync.sealing import ColumnDigests
from recall_cli.rules.team.chain import MAX_SHARED_MEMORIES
from recall_cli.rules.team.shareable import TEAM_COLUMNS, arriving_line, changed_line, is_of_colleague, origin_of
from recall_cli.rules.text.memory_json import EXPORT_FORMAT, stored_as_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.team.place import Member, TeamPlace
    from recall_cli.flows.transfer.import_report import ImportReport
    from recall_cli.flows.write.beliefs import BeliefUpdate
    from recall_cli.rules.places.stated_place import StatedPlace
    from recall_cli.rules.team.chain import Chain

    Digests = dict[str, dict[str, str]]
    """The marks of memories, each with digests of its columns."""

CONTEST_REASON = "stated differently by a colleague"


class Arrivals(Record):
    """What a colleague's machine shares that is new here."""

    lines: "tuple[dict[str, object], ...]" = ()
    """Memories that are new, changed or taken back, as lines of an import."""
    erased: "frozenset[str]" = frozenset()
    """The ids of memories here that the colleague erased."""
    applied: "Digests" = {}
    left_out: int = 0
    """Memories above the limit."""
    places: "frozenset[StatedPlace]" = frozenset()
    """Where its memories were stated, as far as that is said."""


def find_arrivals(
    app: "App", place: "TeamPlace", member: "Member", chain: "Chain", applied: "Digests", *, anew: bool
) -> Arrivals:
    """Compare what a colleague shares with what arrived before. `anew` brings back what an undo took away."""
    fold, now, digests_of = fold_operations(chain.operations), app.now(), ColumnDigests(place.secret)
    lines: list[dict[str, object]] = []
    known: Digests = {}
    with app.read_transaction(app.full_view) as tx:
        here = tx.memories.existing_ids([*fold.memories])
        for id_, state in [*fold.memories.items()][:MAX_SHARED_MEMORIES]:
            columns = {name: value for name, value in state.columns.items() if name in TEAM_COLUMNS}
            columns = {name: value for name, value in columns.items() if value is not None}
            digests = digests_of(columns)
            mark = erased_mark(id_)
            known[mark] = digests
            before = applied.get(mark, {})
            if before == digests and not anew:
                continue
            line = arriving_line(id_, columns, member.name, place.project_name, now)
            line["updated_at"] = format_iso(min(state.clock, now))
            memory = tx.memories.by_id(id_) if id_ in here else None
            if memory is None:
                lines.append(line)
            elif not is_of_colleague(memory, member.name):
                continue
            elif memory.deleted_at is None:
                changed = [name for name in {*before, *digests} if before.get(name) != digests.get(name)]
                lines.append({**changed_line(_local_line(memory), line, changed), "updated_at": line["updated_at"]})
            elif anew or _was_taken_back(tx, memory):
                lines.append(line)
        gone = _of_colleague(tx, member, {*applied, *fold.erased}.difference(known))
    erased = frozenset(memory.id for memory in gone if erased_mark(memory.id) in fold.erased)
    end = {"deleted_at": format_iso(now), "updated_at": format_iso(now)}
    taken_back = [memory for memory in gone if memory.id not in erased and memory.deleted_at is None]
    lines += ({**_local_line(memory), **end} for memory in taken_back)
    return Arrivals(
        lines=tuple(lines),
        erased=erased,
        applied=known,
        left_out=max(0, len(fold.memories) - MAX_SHARED_MEMORIES),
        places=frozenset(filter(None, (stated_place(s.columns.get("metadata")) for s in fold.memories.values()))),
    )


def _was_taken_back(tx: "Transaction", memory: "Memory") -> bool:
    """Was it the colleague who took it back, and nobody here who deleted it?"""
    ends = [event for event in tx.operations.events_of_memory(memory.n) if event.after.get("deleted_at") is not None]
    return bool(ends) and ends[-1].kind == "import"


def _local_line(memory: "Memory") -> "dict[str, object]":
    """A memory as it is here, as a line of an import."""
    stored = stored_as_json(memory)
    line = {name: stored[name] for name in (*SYNCED_COLUMNS, "id", "project", "held") if name in stored}
    return {name: value for name, value in line.items() if value is not None}


def _of_colleague(tx: "Transaction", member: "Member", marks: "set[str]") -> "list[Memory]":
    """The memories here that have these marks and are of this colleague."""
    found = (tx.memories.by_id(id_) for id_ in tx.tombstones.memories_of(marks))
    return [memory for memory in found if memory is not None and is_of_colleague(memory, member.name)]


class _TeamRun(ImportRun):
    """An import of what colleagues shared."""

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.channel = TEAM_CHANNEL


class _TeamImporter(Importer):
    """Takes over what colleagues shared. Nothing of it ends what is believed here."""

    facts: "frozenset[object]" = frozenset()
    """The ids of memories that state a fact."""

    def _compare(self) -> None:
        """Ask about facts that a colleague stated differently: both values stand, with their names."""
        from recall_cli.flows.write.beliefs import judge_fact
        from recall_cli.flows.write.think import draft_from_memory

        op = self.import_run.op
        ids = [id_ for id_ in (*self._changes.believed, *self._new_ids) if id_ in self.facts]
        if op is None or not ids:
            return
        with self.app.write_transaction() as tx:
            for memory in filter(None, map(tx.memories.by_id, ids)):
                project = tx.memories.project_of(memory.n)
                update = judge_fact(tx, draft_from_memory(memory), project)
                if update.fact is None or not _differs(update, origin_of(memory.metadata)):
                    continue
                if tx.contests.is_open(update.fact, project) or tx.contests.settled_as(update.fact, project):
                    continue
                tx.contests.add(update.fact, project, CONTEST_REASON, op)
                self.report.contested += 1


def _differs(update: "BeliefUpdate", name: str) -> bool:
    """Does somebody else believe another value?"""
    others = [*update.supersedes, *update.contests, *filter(None, [update.later_belief])]
    return any(origin_of(memory.metadata) != name for memory in others)


def apply_lines(app: "App", lines: "list[dict[str, object]]") -> "tuple[ImportReport, int | None]":
    """Write the lines into the store, as one operation that can be undone; what happened, and its number."""
    run = _TeamRun(app)
    header = dumps_utf8({"recall": EXPORT_FORMAT, "projects": []}).encode()
    importer = _TeamImporter(app, None, import_run=run)
    importer.take_every_change()
    importer.facts = frozenset(line["id"] for line in lines if line.get("entity") and line.get("attribute"))
    with run:
        report = importer.run([(0, header), *enumerate(lines, 1)], lambda: None)
    return report, run.op


def erase_here(app: "App", ids: "frozenset[str]") -> int:
    """Erase what a colleague erased; how many memories that are. They were never the person's own words."""
    from recall_cli.flows.edit.erase import erase
    from recall_cli.flows.edit.erase_selection import EraseRequest

    if ids:
        erase(app, EraseRequest(ids=tuple(sorted(ids))), confirmed=True)
    return len(ids)
