"""One sync: fetch what the other machines stated, send what this one did, then write. No lock is held meanwhile."""

import os

from recall_cli.domain.record import Record
from recall_cli.flows.sync.git_remote import GitRemote
from recall_cli.flows.sync.git_runner import MAX_SECONDS, SyncFailed
from recall_cli.flows.sync.journal import Journal, read_journal, seal_segments
from recall_cli.flows.sync.place import SyncPlace, SyncState, lock_place, sync_folder
from recall_cli.rules.sync.fold import LastSync, StoreContent, fold_operations, write_digests
from recall_cli.rules.sync.operations import Operation
from recall_cli.rules.sync.sealing import ColumnDigests, space_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from recall_cli.app import App


MAX_SEGMENTS_BEFORE_REWRITE = 200
"""A machine with more segments than this sends all of them anew, as fewer ones."""


class SyncPlan(Record):
    """What a sync would do."""

    sends: "tuple[Operation, ...]" = ()
    lines: "tuple[dict[str, object], ...]" = ()
    """What arrives, as lines of an import."""
    erasures: "frozenset[str]" = frozenset()
    """The marks of what was erased on other machines."""
    machines: "tuple[str, ...]" = ()
    """The names of the other machines."""
    kept_back: int = 0
    """Memories that stay on this machine."""
    warnings: "tuple[str, ...]" = ()
    is_current: bool = False
    """True if nothing has changed anywhere since the last sync."""


class SyncResult(Record):
    """What a sync did."""

    sent: int = 0
    created: int = 0
    changed: int = 0
    contested: int = 0
    erased: int = 0
    failed: str = ""
    """Why nothing was sent, if the remote refused it."""


class Sync:
    """`with Sync(app, place) as sync:` plan, then run. A second sync of the same project fails at once."""

    def __init__(self, app: "App", place: SyncPlace, *, asks: bool, max_seconds: float = MAX_SECONDS) -> None:
        self.app, self.place = app, place
        self._folder = os.path.join(sync_folder(app), place.name)
        self._remote = GitRemote(
            os.path.join(self._folder, "git"),
            place.remote,
            space_name(place.key),
            asks=asks,
            max_seconds=max_seconds,
            waits=lambda: app.progress(f"waiting for {place.remote}", 0, 0),
        )
        self._state = SyncState(self._folder, space_name(place.key))
        self._heads: dict[str, str] = {}
        self._journal = Journal(operations=(), labels={}, segments={}, checked=frozenset(), refused=(), unknown=0)
        self._known = self._whole = fold_operations(())
        """What the operations of the remote say, and what they say with those of this machine that are to be sent."""
        self._content = StoreContent(memories={}, erased=frozenset(), operation=0, kept_back=0)
        self._lock = -1

    def __enter__(self) -> "Self":
        self._lock = lock_place(self._folder)
        return self

    def __exit__(
        self, kind: "type[BaseException] | None", error: "BaseException | None", trace: "TracebackType | None"
    ) -> None:
        os.close(self._lock)

    def other_spaces(self) -> int:
        """How many spaces with another key the remote has."""
        return self._remote.other_spaces()

    def is_public(self) -> "bool | None":
        """Can anybody read the remote? None if that cannot be found out."""
        return self._remote.is_public()

    def plan(self) -> SyncPlan:
        """Fetch, and compare with the store; the store is not changed."""
        self._remote.fetch()
        self._heads, state = self._remote.heads(), self._state
        newest = self._newest_operation()
        if self._heads and (self._heads, newest) == (state.heads, state.operation):
            return SyncPlan(is_current=True)
        from recall_cli.flows.sync.store_side import find_changes, find_purged, lines_to_apply, read_store

        if newest < state.operation:  # the store was restored: the later version of each memory counts
            state.memories = {}
        self._journal = journal = read_journal(self._remote, self.place, self._heads)
        self._known = self._whole = known = fold_operations(journal.operations)
        self._content = content = read_store(self.app, self.place)
        number = max((op.number for op in journal.operations if op.device == self.place.device), default=0)
        purged = find_purged(self.app, content, state.memories, known)
        gone = content.but(erased=content.erased | purged)
        sends = find_changes(self.place, gone, state.memories, known, number, self.app.now())
        if sends:
            self._whole = fold_operations([*journal.operations, *sends])
        stated = frozenset(op.id for op in sends)
        lines = lines_to_apply(self.app, self.place, content, state.memories, self._whole, stated)
        return SyncPlan(
            sends=tuple(sends),
            lines=tuple(lines),
            erasures=self._whole.erased - content.erased,
            machines=tuple(sorted(label for device, label in journal.labels.items() if device != self.place.device)),
            kept_back=content.kept_back,
            warnings=self._warnings(),
        )

    def _newest_operation(self) -> int:
        with self.app.read_transaction(self.app.full_view) as tx:
            return tx.sync_places.newest_operation()

    def _warnings(self) -> "tuple[str, ...]":
        """What is wrong with the refs of other machines; nothing of it changes a memory."""
        journal, known, warnings = self._journal, self._known, []
        for device in journal.refused:
            name = journal.labels.get(device, device)
            warnings.append(f"the remote holds data for {name} that none of your machines wrote: left out")
        if journal.unknown:
            warnings.append(f"{journal.unknown:,} operations are of a newer recall: left out until you upgrade")
        clocks = {known.marks[id_]: state.clock for id_, state in known.memories.items()}
        lost = sum(
            clocks.get(mark, 0) < before.clock
            for mark, before in self._state.memories.items()
            if mark not in known.erased
        )
        if lost:
            warnings.append(f"the remote lost what was stated here (memories: {lost:,}): this machine states it again")
        holders = self._whole.holders - {self.place.device}
        if holders:
            names = ", ".join(sorted(journal.labels.get(device, device) for device in holders))
            warnings.append(f"the remote holds sealed words of erased memories until these machines sync: {names}")
        return tuple(warnings)

    def run(self, plan: SyncPlan) -> SyncResult:
        """Send, then write what arrived. If sending fails, what arrived is written all the same."""
        from recall_cli.flows.sync.questions import compare_facts, facts_to_compare
        from recall_cli.flows.sync.store_side import apply_erasures, apply_lines
        from recall_cli.flows.transfer.import_report import ImportReport

        failed = ""
        try:
            self._send([*plan.sends])
        except SyncFailed as error:
            failed = error.message
        before = self._newest_operation()
        erased, left = apply_erasures(self.app, plan.erasures)
        if left:
            self.app.note(f"{left:,} erased on another machine are still here: recall sync at a terminal erases them")
        checked = frozenset(id_ for id_, state in self._whole.memories.items() if state.author in self._journal.checked)
        report, op = apply_lines(self.app, [*plan.lines], checked) if plan.lines else (ImportReport(), None)
        for fault in report.faults:
            self.app.note(f"not taken over: {fault.reason}")
        digest = ColumnDigests(self.place.key)
        digests = {id_: write_digests(digest(state.columns)) for id_, state in self._whole.memories.items()}
        facts = facts_to_compare(self._whole, digests, self._state.memories)
        contested, made = compare_facts(self.app, self.place, self._whole, facts, op)
        made += bool(erased) + (op is not None)
        is_alone = not left and self._content.operation == before == self._newest_operation() - made
        self._remember([*plan.sends], digests, sent=not failed, is_alone=is_alone)
        return SyncResult(
            sent=0 if failed else len(plan.sends),
            created=report.created,
            changed=report.changed + report.ended,
            contested=contested,
            erased=erased,
            failed=failed,
        )

    def _send(self, sends: "list[Operation]") -> None:
        """Push this machine's operations: after the others, or all anew without those of erased memories."""
        device, journal, whole = self.place.device, self._journal, self._whole
        own = [op for op in journal.operations if op.device == device]
        erases = device in whole.holders
        count = journal.segments.get(device, 0)
        rewrites = erases or count >= MAX_SEGMENTS_BEFORE_REWRITE
        if not (sends or erases):
            return
        kept = [op for op in own if op.id is None or whole.marks[op.id] not in whole.erased] if rewrites else []
        checked = not rewrites or device in journal.checked
        segments = seal_segments(self.place, [*kept, *sends], checked=checked)
        known = self._heads.get(device)
        commit = self._remote.write(device, None if rewrites else known, segments, 0 if rewrites else count)
        self._remote.push(device, commit, known)
        self._heads = {**self._heads, device: commit}
        if erases:  # the sealed words of what is erased
            self._remote.remove()

    def _remember(self, sends: "list[Operation]", digests: "dict[str, str]", *, sent: bool, is_alone: bool) -> None:
        """Note what is the same everywhere now. What was not sent stays as it was, and is found again.

        `is_alone`: nobody else has written since the store was read, so nothing is to be done until something is new.
        """
        whole, state = self._whole, self._state
        unsent = set() if sent else {whole.marks[op.id] for op in sends if op.id}
        memories = {}
        # the memories of all machines that this one has; what it never had it cannot have purged
        with self.app.read_transaction(self.app.full_view) as tx:
            here = {*tx.memories.existing_ids([*self._whole.memories])}
        for id_, version in whole.memories.items():
            mark = whole.marks[id_]
            if mark in unsent or id_ not in here:
                if mark in state.memories:
                    memories[mark] = state.memories[mark]
            else:
                memories[mark] = LastSync(clock=version.clock, digests=digests[id_])
        state.memories = memories
        state.heads = self._heads if sent and is_alone else {}
        state.operation = self._newest_operation() if is_alone else self._content.operation
        state.save()
