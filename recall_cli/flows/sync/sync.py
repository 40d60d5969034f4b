"""One sync: fetch what the other machines stated, send what this one did, then write. No lock is held meanwhile."""

import os

from recall_cli.domain.errors import RecallError
from recall_cli.domain.ids import erased_mark
from recall_cli.domain.record import Record
from recall_cli.flows.sync.git_remote import GitRemote, SyncFailed
from recall_cli.flows.sync.journal import Journal, read_journal, seal_segments
from recall_cli.flows.sync.place import SyncPlace, SyncState, sync_folder
from recall_cli.flows.sync.store_side import (
    StoreContent,
    apply_erasures,
    apply_lines,
    find_changes,
    lines_to_apply,
    read_store,
)
from recall_cli.rules.sync.fold import Fold, LastSync, fold_operations
from recall_cli.rules.sync.operations import Operation
from recall_cli.rules.sync.sealing import column_digests, space_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from recall_cli.app import App


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

    def __init__(self, app: "App", place: SyncPlace) -> None:
        self.app, self.place = app, place
        self._folder = os.path.join(sync_folder(app), place.name)
        git = os.path.join(self._folder, "git")
        self._remote = GitRemote(git, place.remote, space_name(place.key), asks=app.at_terminal)
        self._state = SyncState(self._folder)
        self._journal = Journal(operations=(), labels={}, refused=(), unknown=0)
        self._fold = fold_operations(())
        self._content = StoreContent(memories={}, erased=frozenset(), operation=0, kept_back=0)
        self._lock = -1

    def __enter__(self) -> "Self":
        import fcntl

        os.makedirs(self._folder, 0o700, exist_ok=True)
        self._lock = os.open(os.path.join(self._folder, "lock"), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._lock)
            raise SyncFailed("another sync of this project is running", "try again when it has ended") from None
        return self

    def __exit__(
        self, kind: "type[BaseException] | None", error: "BaseException | None", trace: "TracebackType | None"
    ) -> None:
        os.close(self._lock)

    def other_spaces(self) -> int:
        """How many spaces with another key the remote has."""
        return self._remote.other_spaces()

    def plan(self) -> SyncPlan:
        """Fetch, and compare with the store; the store is not changed."""
        self._remote.fetch()
        heads, state = self._remote.heads(), self._state
        with self.app.read_transaction(self.app.full_view) as tx:
            newest = tx.sync_places.newest_operation()
        if heads and (heads, newest) == (state.heads, state.operation):
            return SyncPlan(is_current=True)
        if newest < state.operation:  # the store was restored: the later version of each memory counts
            state.memories = {}
        self._journal = journal = read_journal(self._remote, self.place)
        self._fold = fold_operations(journal.operations)
        self._content = content = read_store(self.app, self.place)
        number = max((op.number for op in journal.operations if op.device == self.place.device), default=0)
        sends = find_changes(self.place, content, state.memories, self._fold, number, self.app.now())
        whole = self._fold_with(sends)
        return SyncPlan(
            sends=tuple(sends),
            lines=tuple(lines_to_apply(self.app, self.place, content, state.memories, whole)),
            erasures=whole.erased - content.erased,
            machines=tuple(sorted(label for device, label in journal.labels.items() if device != self.place.device)),
            kept_back=content.kept_back,
            warnings=self._warnings(whole),
        )

    def _fold_with(self, sends: "list[Operation]") -> Fold:
        return fold_operations([*self._journal.operations, *sends]) if sends else self._fold

    def _warnings(self, whole: Fold) -> "tuple[str, ...]":
        """What is wrong with the refs of other machines; nothing of it changes a memory."""
        journal, warnings = self._journal, []
        for device in journal.refused:
            name = journal.labels.get(device, device)
            warnings.append(f"the remote holds data for {name} that none of your machines wrote: left out")
        if journal.unknown:
            warnings.append(f"{journal.unknown:,} operations are of a newer recall: left out until you upgrade")
        last, known = (
            self._state.memories,
            {erased_mark(id_): state.clock for id_, state in self._fold.memories.items()},
        )
        lost = sum(known.get(mark, 0) < before.clock for mark, before in last.items() if mark not in self._fold.erased)
        if lost:
            warnings.append(f"the remote lost what was stated of {lost:,} memories: this machine states it again")
        words = {op.device for op in journal.operations if op.id and erased_mark(op.id) in whole.erased}
        waiting = sorted(journal.labels.get(device, device) for device in words if device != self.place.device)
        if waiting:
            warnings.append(
                f"the remote holds sealed words of erased memories until these machines sync: {', '.join(waiting)}"
            )
        return tuple(warnings)

    def run(self, plan: SyncPlan) -> SyncResult:
        """Send, then write what arrived. If sending fails, what arrived is written all the same."""
        failed = ""
        try:
            self._send([*plan.sends])
        except SyncFailed as error:
            failed = error.message
        erased, left = apply_erasures(self.app, plan.erasures)
        if left:
            self.app.note(f"{left:,} erased on another machine are still here: recall sync at a terminal erases them")
        report = apply_lines(self.app, [*plan.lines]) if plan.lines else None
        for fault in report.faults if report else ():
            self.app.note(f"not taken over: {fault.reason}")
        self._remember([*plan.sends], sent=not failed, applied=bool(plan.lines or plan.erasures))
        if report is None:
            return SyncResult(sent=0 if failed else len(plan.sends), erased=erased, failed=failed)
        return SyncResult(
            sent=0 if failed else len(plan.sends),
            created=report.created,
            changed=report.changed + report.ended,
            contested=report.contested,
            erased=erased,
            failed=failed,
        )

    def _send(self, sends: "list[Operation]") -> None:
        """Push this machine's operations; without those of erased memories, and from the first segment then."""
        erased = self._fold_with(sends).erased
        own = [op for op in self._journal.operations if op.device == self.place.device]
        kept = [op for op in own if op.id is None or erased_mark(op.id) not in erased]
        rewrites = len(kept) < len(own)
        if not (sends or rewrites):
            return
        device, known = self.place.device, self._remote.heads().get(self.place.device)
        parent = None if rewrites else known
        commit = self._remote.write(parent, seal_segments(self.place, [*kept, *sends] if rewrites else sends))
        self._remote.push(device, commit, known)
        if rewrites:  # the sealed words of what is erased
            self._remote.remove()

    def _remember(self, sends: "list[Operation]", *, sent: bool, applied: bool) -> None:
        """Note what is the same everywhere now. What was not sent stays as it was, and is found again."""
        fold, state = self._fold_with(sends), self._state
        unsent = set() if sent else {erased_mark(op.id) for op in sends if op.id}
        memories = {}
        for id_, version in fold.memories.items():
            mark = erased_mark(id_)
            if mark not in unsent:
                digests = column_digests(self.place.key, version.columns)
                memories[mark] = LastSync(clock=version.clock, digests=digests)
            elif mark in state.memories:
                memories[mark] = state.memories[mark]
        state.memories = memories
        is_current = sent and not applied and os.path.isdir(self._remote.folder)
        state.heads = self._remote.heads() if is_current else {}
        state.operation = self._content.operation
        state.save()


def check_store(app: "App") -> None:
    """RecallError for a store on a server: its clients share it already."""
    if app.settings.is_on_server:
        raise RecallError("a store on a server is not synchronised: your machines share it already")
