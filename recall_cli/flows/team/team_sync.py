"""One sync with the team: fetch what colleagues share, send what this machine shares, then write."""

import os

from recall_cli.domain.ids import erased_mark
from recall_cli.domain.record import Record
from recall_cli.flows.sync.git_runner import SyncFailed
from recall_cli.flows.sync.place import lock_place
from recall_cli.flows.team.offers import Offers
from recall_cli.flows.team.place import TeamState, change_team_place, team_folder
from recall_cli.flows.team.remote import open_remote
from recall_cli.rules.team.chain import BrokenChain, ChainEnd, continuity_problem, read_chain, write_segments
from recall_cli.workplace import current_workplace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType
    from typing import Self

    from recall_cli.app import App
    from recall_cli.flows.team.arrivals import Arrivals
    from recall_cli.flows.team.place import Member, TeamPlace
    from recall_cli.rules.places.stated_place import StatedPlace
    from recall_cli.rules.team.chain import Chain


class TeamPlan(Record):
    """What a sync would do."""

    offers: Offers = Offers()
    lines: "tuple[dict[str, object], ...]" = ()
    """What arrives, as lines of an import."""
    erased: "frozenset[str]" = frozenset()
    """The ids of memories here that colleagues erased."""
    warnings: "tuple[str, ...]" = ()
    unpaired: "tuple[str, ...]" = ()
    """The fingerprints of machines that are not paired."""
    is_current: bool = False
    """True if nothing has changed anywhere since the last syncing."""


class TeamResult(Record):
    """What a sync did."""

    sent: int = 0
    """Memories that the others get, new or changed."""
    removed: int = 0
    """Memories that were taken back from the others."""
    created: int = 0
    changed: int = 0
    held: int = 0
    contested: int = 0
    erased: int = 0
    operation: "int | None" = None
    """What wrote the memories that arrived."""
    failed: str = ""
    """Why nothing was sent, if the remote refused it."""


class TeamSync:
    """`with TeamSync(app, place) as syncing:` plan, then run. A second one of the same project fails at once."""

    def __init__(self, app: "App", place: "TeamPlace") -> None:
        self.app, self.place = app, place
        self._folder = team_folder(app, place)
        self.remote = open_remote(app, place)
        self._state = TeamState(app, place)
        self.heads: dict[str, str] = {}
        """The commits at the remote, by machine."""
        self._fetched: dict[str, str] = {}
        """The commits in the copy here, by machine."""
        self._newest = 0
        self._ends: dict[str, ChainEnd] = {}
        self._arrivals: dict[str, Arrivals] = {}
        self._is_rewritten = False
        self._sent_end: ChainEnd | None = None
        self._unshared: frozenset[str] = frozenset()
        """The marks of memories that may not travel any more, when that was sent."""
        self._lock = -1

    def __enter__(self) -> "Self":
        self._lock = lock_place(self._folder)
        return self

    def __exit__(
        self, kind: "type[BaseException] | None", error: "BaseException | None", trace: "TracebackType | None"
    ) -> None:
        os.close(self._lock)

    def plan(self, *, accepting: "Iterable[str]" = ()) -> TeamPlan:
        """Fetch, and compare with the store, which is not changed. Machines that are accepted now bring everything."""
        place, state, new = self.place, self._state, frozenset(accepting)
        self.heads = self.remote.listed()
        with self.app.read_transaction(self.app.full_view) as tx:
            self._newest = tx.sync_places.newest_operation()
        followed = {*(member.device for member in place.members), place.device}
        unpaired = tuple(device for device in self.heads if device not in followed)
        heads = {device: commit for device, commit in self.heads.items() if device in followed}
        is_same = not new and heads == state.heads and self._newest == state.operation
        if is_same and not (place.branches.open and self._learn_branches(place.branches.places)):
            return TeamPlan(is_current=True, unpaired=unpaired)
        if self._newest < state.operation:  # the store was restored
            state.applied, state.read = {}, {}
        from recall_cli.flows.team.offers import find_offers

        failures = self.fetch(heads)
        warnings: list[str] = []
        unchanged = {
            device for device, commit in heads.items() if device not in new and state.read.get(device) == commit
        }
        for member in place.members:
            if member.device in unchanged and member.device in state.applied:
                continue
            problem = self._read_member(member, failures, anew=member.device in new)
            if problem:
                warnings.append(f"what {member.name} shares is not followed: {problem}; memories that are here stay")
        if not warnings:
            places = frozenset().union(*(arrivals.places for arrivals in self._arrivals.values()))
            is_whole = len(self._arrivals) == len(place.members)
            self._learn_branches(places if is_whole else places | place.branches.places, is_whole=is_whole)
        offers = find_offers(self.app, self.place, self._own_chain(failures))
        warnings += _offer_warnings(offers)
        return TeamPlan(
            offers=offers,
            lines=tuple(line for arrivals in self._arrivals.values() for line in arrivals.lines),
            erased=frozenset().union(*(arrivals.erased for arrivals in self._arrivals.values())),
            warnings=tuple(warnings),
            unpaired=unpaired,
        )

    def _learn_branches(self, theirs: "frozenset[StatedPlace]", *, is_whole: bool = False) -> bool:
        """Find out which branches are merged here; whether anything is known now that was not known before.

        What is known of places that nobody names any more is forgotten, if `theirs` are all that are named.
        """
        from recall_cli.flows.team.branches import learn_branches
        from recall_cli.flows.team.offers import shared_places

        top, known = current_workplace().top, self.place.branches
        if top is None:
            return False
        own = shared_places(self.app, self.place)
        branches = learn_branches(known, theirs - own, own, top, self.remote.branch_commits)
        if not is_whole:
            branches = branches.but(merged=branches.merged | known.merged)
        self.place = self.place.but(branches=branches)
        return branches != known

    def fetch(self, heads: "dict[str, str]") -> "dict[str, str]":
        """Fetch these machines where something is new; for those that cannot be fetched, why."""
        here = self.remote.heads()
        wanted = [device for device, commit in heads.items() if here.get(device) != commit]
        failures = self.remote.fetch_devices(wanted)
        self._fetched = self.remote.heads() if wanted else here
        return failures

    def chain_of(self, device: str) -> "Chain":
        """What a machine shares, as it was fetched; BrokenChain if it is not followed."""
        commit = self._fetched.get(device)
        if commit is None:
            raise BrokenChain("it is not there")
        try:
            return read_chain(device, self.remote.segments(device, commit))
        except SyncFailed as error:
            raise BrokenChain(error.message) from None

    def _read_member(self, member: "Member", failures: "dict[str, str]", *, anew: bool) -> str:
        """Note what a colleague's machine shares; why it is not followed, or nothing."""
        from recall_cli.flows.team.arrivals import find_arrivals

        device = member.device
        if device not in self.heads:
            return "it is gone from the remote" if member.end.number else ""
        if device in failures:
            return failures[device]
        try:
            chain = self.chain_of(device)
        except BrokenChain as error:
            return str(error)
        if problem := continuity_problem(member.end, chain):
            return problem
        self._is_rewritten |= 0 < member.end.generation < chain.end.generation
        self._ends[device] = chain.end
        applied = self._state.applied.get(device, {})
        arrivals = find_arrivals(self.app, self.place, member, chain, applied, anew=anew)
        self._arrivals[device] = arrivals
        return f"{arrivals.left_out:,} of the memories are too many" if arrivals.left_out else ""

    def _own_chain(self, failures: "dict[str, str]") -> "Chain | None":
        device = self.place.device
        if device not in self.heads or device in failures:
            return None
        try:
            return self.chain_of(device)
        except BrokenChain:  # somebody else wrote it: it is written again
            return None

    def run(self, plan: TeamPlan) -> TeamResult:
        """Send, then write what arrived. If sending fails, what arrived is written all the same."""
        from recall_cli.flows.team.arrivals import apply_lines, erase_here

        failed, offers = "", plan.offers
        try:
            if offers.is_needed:
                self._send(offers)
        except SyncFailed as error:
            failed = error.message
        report, op = apply_lines(self.app, [*plan.lines]) if plan.lines else (None, None)
        for fault in report.faults if report else ():
            self.app.note(f"not taken over: {fault.reason}")
        erased = erase_here(self.app, plan.erased)
        if self._is_rewritten:  # the words of what was erased or taken back
            self.remote.remove()
        self._remember(is_settled=not (failed or plan.lines or plan.erased or offers.is_needed))
        return TeamResult(
            sent=0 if failed else offers.sent,
            removed=0 if failed else offers.removed,
            created=report.created if report else 0,
            changed=report.changed + report.ended if report else 0,
            held=report.held if report else 0,
            contested=report.contested if report else 0,
            erased=erased,
            operation=op,
            failed=failed,
        )

    def _send(self, offers: Offers) -> None:
        """Push this machine's chain; from its beginning, if words are removed."""
        place, known = self.place, self.heads.get(self.place.device)
        segments, end = write_segments(place.secret, place.name, offers.start, offers.operations)
        parent = None if offers.is_anew else known
        commit = self.remote.write(place.device, parent, segments, offers.start.number)
        self.remote.push(place.device, commit, known)
        self.heads[place.device] = commit
        self._sent_end, self._unshared = end, frozenset(erased_mark(id_) for id_, _ in offers.stays)
        self._is_rewritten |= offers.is_anew and known is not None

    def _remember(self, *, is_settled: bool) -> None:
        """Note how far each machine is followed; after a quiet sync also that nothing is new."""

        def follow(place: "TeamPlace") -> "TeamPlace":
            members = tuple(member.but(end=self._ends.get(member.device, member.end)) for member in place.members)
            end = place.end if self._sent_end is None else self._sent_end
            shared, branches = place.shared - self._unshared, self.place.branches
            return place.but(members=members, end=end, shared=shared, branches=branches)

        self.place = change_team_place(self.app, self.place, follow)
        state = self._state
        paired = {member.device for member in self.place.members}
        state.applied = {device: digests for device, digests in state.applied.items() if device in paired}
        state.applied.update((device, arrivals.applied) for device, arrivals in self._arrivals.items())
        state.read = {device: commit for device, commit in state.read.items() if device in paired}
        state.read.update((device, self.heads[device]) for device in self._arrivals)
        followed = {*paired, self.place.device}
        state.heads = {d: commit for d, commit in self.heads.items() if d in followed} if is_settled else {}
        state.operation = self._newest
        state.save()


def _offer_warnings(offers: Offers) -> "list[str]":
    warnings = [f"{id_[-12:]} is not shared any more: {why}" for id_, why in offers.stays]
    if offers.waits:
        warnings.append(f"{offers.waits:,} shared memories have new words: recall sync at a terminal sends them")
    return warnings
