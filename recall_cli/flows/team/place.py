"""Where a project is shared: its remote, this machine's key, what it shares, and the paired colleagues."""

import os

from recall_cli import __version__
from recall_cli.domain.ids import erased_mark
from recall_cli.domain.json_text import dumps, loads
from recall_cli.domain.record import Record
from recall_cli.engines.tables.sharing.sync_places import TEAM_PREFIX
from recall_cli.flows.sync.place import sync_folder
from recall_cli.rules.places.stated_place import StatedPlace
from recall_cli.rules.team.chain import ChainEnd, fingerprint
from recall_cli.rules.team.ed25519 import KEY_BYTES, public_key
from recall_cli.rules.team.names import SPACE_PREFIX, team_note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Self

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction


class Member(Record):
    """A paired machine of a colleague."""

    device: str
    """The fingerprint of its key."""
    name: str
    """Who it belongs to, as the person here said at the pairing."""
    end: ChainEnd = ChainEnd()
    """How far what it shares is known."""


class BranchKnowledge(Record):
    """What is known of the branches and commits at which shared memories were stated."""

    merged: "frozenset[str]" = frozenset()
    """Commits that are part of the default branch, or whose branch is over. They stay so."""
    open: "dict[str, tuple[str, bool]]" = {}
    """The other commits, each with its branch, and whether it is surely not in the history of `head`."""
    head: str = ""
    """The commit that was checked out when that was asked."""
    main: str = ""
    """The commit of the default branch then."""
    at_remote: "frozenset[str]" = frozenset()
    """Branches of open commits that the remote had."""

    @property
    def places(self) -> "frozenset[StatedPlace]":
        """The open commits with their branches."""
        return frozenset(StatedPlace(branch=branch, commit=commit) for commit, (branch, _) in self.open.items())

    @classmethod
    def read(cls, values: "dict[str, str]") -> "Self":
        """What the store holds."""
        stored = loads(values.get("branches") or "{}")
        return cls(
            merged=frozenset(stored.get("merged", ())),
            open={commit: (branch, is_absent) for commit, branch, is_absent in stored.get("open", ())},
            head=stored.get("head", ""),
            main=stored.get("main", ""),
            at_remote=frozenset(stored.get("at_remote", ())),
        )

    def write(self) -> str:
        """The same as text."""
        open_ = [[commit, *rest] for commit, rest in sorted(self.open.items())]
        sets = {"merged": sorted(self.merged), "at_remote": sorted(self.at_remote)}
        return dumps({**sets, "open": open_, "head": self.head, "main": self.main})


class TeamPlace(Record):
    """A project that is shared, or whose colleagues are paired."""

    project: int
    project_name: str
    remote: str
    secret: bytes
    name: str
    """How the person here is called by others; empty until they share something."""
    shared: "frozenset[str]" = frozenset()
    """The marks of the memories that are shared, also of those that are erased now."""
    end: ChainEnd = ChainEnd()
    """How far this machine's own chain is."""
    members: "tuple[Member, ...]" = ()
    may_be_public: bool = False
    """Did the person say that strangers may read it?"""
    branches: BranchKnowledge = BranchKnowledge()

    known_device: str = ""

    @property
    def is_in_space(self) -> bool:
        """Is it shared in a team space of the server, and not over a git remote?"""
        return self.remote.startswith(SPACE_PREFIX)

    @property
    def where(self) -> str:
        """The remote for people."""
        return f"the team space {self.remote.removeprefix(SPACE_PREFIX)}" if self.is_in_space else self.remote

    @property
    def device(self) -> str:
        """The fingerprint of this machine's key, which takes a while to work out."""
        return self.known_device or fingerprint(public_key(self.secret))

    def of_device(self, device: str) -> "Member | None":
        """The paired machine of a fingerprint."""
        return next((member for member in self.members if member.device == device), None)

    def named(self, name: str) -> "list[Member]":
        """The paired machines of a colleague."""
        return [member for member in self.members if member.name.casefold() == name.casefold()]


class TeamState:
    """What this machine remembers of the last syncing. It holds no text, no id and no guessable digest.

    The first line says whether anything is new, and is read alone for that; the second has every memory. A store on a
    server has both inside: all machines of its user share it.
    """

    def __init__(self, app: "App", place: TeamPlace) -> None:
        self._app = app
        self._names = (f"{_key_of(place.project)}/state", f"{_key_of(place.project)}/applied")
        self._file = os.path.join(team_folder(app, place), "state.json")
        self.heads: dict[str, str] = {}
        """The commits of all machines at the remote, if nothing is left to do with them."""
        self.read: dict[str, str] = {}
        """The commits of machines whose memories are applied here."""
        self.operation = 0
        """The newest operation of the store."""
        self._applied: dict[str, dict[str, dict[str, str]]] | None = None
        try:
            values = loads(self._read_line(0))
            if values["version"] == __version__:  # another version may take over what this one left out
                self.heads, self.read = dict(values["heads"]), dict(values["read"])
            self.operation = int(values["operation"])
        except (OSError, ValueError, KeyError, TypeError):  # nothing was synchronised yet, or it is damaged
            self.heads, self.read = {}, {}

    @property
    def applied(self) -> "dict[str, dict[str, dict[str, str]]]":
        """Of each machine: the marks of its memories, with digests of their columns."""
        if self._applied is None:
            try:
                memories = self._read_line(1)
                self._applied = dict(loads(memories) if memories else loads(self._read_line(0))["applied"])
            except (OSError, ValueError, KeyError, TypeError):
                self._applied, self.read = {}, {}
        return self._applied

    @applied.setter
    def applied(self, applied: "dict[str, dict[str, dict[str, str]]]") -> None:
        self._applied = applied

    def _read_line(self, number: int) -> str:
        if self._app.settings.is_on_server:
            with self._app.read_transaction() as tx:
                return (tx.sync_places.get(self._names[number]) or {}).get("state", "")
        with open(self._file, encoding="utf-8") as file:
            return [file.readline() for _ in range(number + 1)][number]

    def save(self) -> None:
        """Write it at once, or not at all."""
        from recall_cli.atomic_file import replace_file

        head = dumps({"version": __version__, "heads": self.heads, "read": self.read, "operation": self.operation})
        lines = (head, dumps(self.applied))
        if self._app.settings.is_on_server:
            with self._app.write_transaction() as tx:
                for name, line in zip(self._names, lines, strict=True):
                    tx.sync_places.put(name, {"state": line})
        else:
            replace_file(self._file, [f"{head}\n{lines[1]}\n".encode()])


def team_folder(app: "App", place: TeamPlace) -> str:
    """The folder for the state and the bare repository."""
    return os.path.join(sync_folder(app), _key_of(place.project))


def new_team_place(project: int, project_name: str, remote: str) -> TeamPlace:
    """A project that is not shared yet, with a new key; not stored yet."""
    return TeamPlace(project=project, project_name=project_name, remote=remote, secret=os.urandom(KEY_BYTES), name="")


def find_team_place(app: "App", project: int, project_name: str) -> "TeamPlace | None":
    """What the store knows of a shared project; None if it is not shared."""
    with app.read_transaction() as tx:
        values = tx.sync_places.get(_key_of(project))
    return None if values is None else _read_place(project, project_name, values)


def _read_place(project: int, project_name: str, values: "dict[str, str]") -> TeamPlace:
    return TeamPlace(
        project=project,
        project_name=project_name,
        may_be_public=bool(values["public"]),
        known_device=values.get("device", ""),
        branches=BranchKnowledge.read(values),
        remote=values["remote"],
        secret=bytes.fromhex(values["secret"]),
        name=values["name"],
        shared=frozenset(loads(values["shared"])),
        end=ChainEnd(**loads(values["end"])),
        members=tuple(
            Member(device=device, name=name, end=ChainEnd(**end)) for device, name, end in loads(values["members"])
        ),
    )


def change_team_place(
    app: "App",
    place: TeamPlace,
    change: "Callable[[TeamPlace], TeamPlace]",
    kind: str = "",
    *,
    name: str = "",
    ids: "Sequence[str]" = (),
) -> TeamPlace:
    """Remember a change of a shared project in the store, which may be encrypted; the place with it.

    It is a change of what is stored now: another command or machine may have changed that since it was read. `kind` is
    what the person decided, for the log of writes: about a colleague, or about memories.
    """
    with app.write_transaction() as tx:
        values = tx.sync_places.get(_key_of(place.project))
        place = change(place if values is None else _read_place(place.project, place.project_name, values))
        values = {
            "remote": place.remote,
            "secret": place.secret.hex(),
            "name": place.name,
            "public": "yes" if place.may_be_public else "",
            "shared": dumps(sorted(place.shared)),
            "end": dumps(place.end.fields()),
            "members": dumps([[member.device, member.name, member.end.fields()] for member in place.members]),
            "branches": place.branches.write(),
            "device": place.device,
        }
        tx.sync_places.put(_key_of(place.project), values)
        if kind:
            short = tx.memories.short_ids([*ids])
            tx.operations.add(kind, trust=app.channel, note=team_note(kind, [name] if name else [*short.values()]))
    return place


def team_place_names(app: "App") -> "list[str]":
    """The names of all projects that may be shared from a store on a server."""
    with app.read_transaction(app.full_view) as tx:
        return [_key_of(project.n) for project in tx.projects.all()]


def count_shared(app: "App", places: "list[str]", ids: "tuple[str, ...]") -> int:
    """How many of these memories are shared in one of these places."""
    marks = frozenset(map(erased_mark, ids))
    shared: set[str] = set()
    with app.read_transaction() as tx:
        for name in places:
            values = tx.sync_places.get(name) if name.startswith(TEAM_PREFIX) else None
            shared.update(marks.intersection(loads(values["shared"])) if values else ())
    return len(shared)


def known_branches(tx: "Transaction", project: int) -> BranchKnowledge:
    """What the last sync of a project knew of the branches on which its shared memories were stated."""
    return BranchKnowledge.read(tx.sync_places.get(_key_of(project)) or {})


def _key_of(project: int) -> str:
    return f"{TEAM_PREFIX}{project}"
