"""Where a project is synchronised: its remote and key, and what this machine remembers of the last sync."""

import os

from recall_cli import __version__
from recall_cli.domain.json_text import dumps, loads
from recall_cli.domain.record import Record
from recall_cli.engines.tables.sharing.sync_places import GLOBAL
from recall_cli.rules.sync.fold import LastSync
from recall_cli.rules.sync.sealing import KEY_BYTES, key_text, parse_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App


class SyncPlace(Record):
    """A project with its remote."""

    name: str
    """Its name in the store: the number of the project, or GLOBAL."""
    project: "int | None"
    project_name: "str | None"
    remote: str
    key: bytes
    device: str
    label: str
    """The name of this machine, for people."""


class SyncState:
    """What this machine remembers of the last sync of a place. It holds no text, no id and no guessable digest.

    The first line says whether anything is new, and is read alone for that; the second has every memory.
    """

    def __init__(self, folder: str, space: str) -> None:
        self._file = os.path.join(folder, "state.json")
        self._space = space
        """What was remembered with another key says nothing of this space."""
        self.heads: dict[str, str] = {}
        """The commits of all machines that are applied here."""
        self.operation = 0
        """The newest operation of the store."""
        self._memories: dict[str, LastSync] | None = None
        self._read()

    @property
    def memories(self) -> "dict[str, LastSync]":
        """Each memory by its mark."""
        if self._memories is None:
            self._memories = self._read_memories()
        return self._memories

    @memories.setter
    def memories(self, memories: "dict[str, LastSync]") -> None:
        self._memories = memories

    def _read(self) -> None:
        try:
            with open(self._file, encoding="utf-8") as file:
                values = loads(file.readline())
            if values["space"] != self._space:
                self._memories = {}
            elif values["version"] == __version__:  # another version may take over what this one left out
                self.heads, self.operation = dict(values["heads"]), int(values["operation"])
        except (OSError, ValueError, KeyError, TypeError):  # never synchronised, or damaged: the later version counts
            return

    def _read_memories(self) -> "dict[str, LastSync]":
        try:
            with open(self._file, encoding="utf-8") as file:
                file.readline()
                values = loads(file.readline())
            return {mark: LastSync(clock=int(clock), digests=str(digests)) for mark, (clock, digests) in values.items()}
        except (OSError, ValueError, AttributeError, TypeError):
            return {}

    def save(self) -> None:
        """Write it at once, or not at all."""
        from recall_cli.atomic_file import replace_file

        head = {"version": __version__, "space": self._space, "heads": self.heads, "operation": self.operation}
        memories = {mark: (last.clock, last.digests) for mark, last in self.memories.items()}
        replace_file(self._file, [f"{dumps(head)}\n{dumps(memories)}\n".encode()])


def sync_folder(app: "App") -> str:
    """The folder beside the store for the bare repositories."""
    return app.settings.files_beside + ".sync"


def find_place(app: "App", name: str, project: "int | None", project_name: "str | None") -> "SyncPlace | None":
    """A project that is synchronised; None if it is not."""
    with app.read_transaction() as tx:
        values = tx.sync_places.get(name)
    key = parse_key(values.get("key", "")) if values else None
    if values is None or key is None:
        return None
    return SyncPlace(
        name=name,
        project=project,
        project_name=project_name,
        remote=values["remote"],
        key=key,
        device=values["device"],
        label=values["label"],
    )


def all_places(app: "App") -> "list[SyncPlace]":
    """Everything that is synchronised: projects, and memories without one."""
    with app.read_transaction() as tx:
        projects = tx.projects.all()
    found = [find_place(app, str(project.n), project.n, project.name) for project in projects]
    return [place for place in (find_place(app, GLOBAL, None, None), *found) if place is not None]


def new_place(
    name: str, project: "int | None", project_name: "str | None", remote: str, key: "bytes | None"
) -> SyncPlace:
    """A project with a remote, a new key unless one is given, and a new name for this machine; not stored yet."""
    import socket

    label = "".join(letter for letter in socket.gethostname() if letter.isalnum() or letter in "-_.")[:40]
    return SyncPlace(
        name=name,
        project=project,
        project_name=project_name,
        remote=remote,
        key=key or os.urandom(KEY_BYTES),
        device=os.urandom(6).hex(),
        label=label or "machine",
    )


def save_place(app: "App", place: SyncPlace) -> None:
    """Remember a project's remote and key in the store, which may be encrypted."""
    values = {"remote": place.remote, "key": key_text(place.key), "device": place.device, "label": place.label}
    with app.write_transaction() as tx:
        tx.sync_places.put(place.name, values)


def forget_place(app: "App", name: str) -> None:
    """End the sync of a project on this machine; the memories stay everywhere."""
    from shutil import rmtree

    with app.write_transaction() as tx:
        tx.sync_places.put(name, {})
    rmtree(os.path.join(sync_folder(app), name), ignore_errors=True)


def remove_repositories(app: "App") -> None:
    """Remove all bare repositories, which hold sealed words of what is erased now; the next sync fetches them again."""
    from shutil import rmtree

    folder = sync_folder(app)
    for name in os.listdir(folder) if os.path.isdir(folder) else ():
        rmtree(os.path.join(folder, name, "git"), ignore_errors=True)


def lock_place(folder: str) -> int:
    """Lock the folder of a place until the file that is returned is closed; SyncFailed if another sync has it."""
    import fcntl

    from recall_cli.flows.sync.git_runner import SyncFailed

    os.makedirs(folder, 0o700, exist_ok=True)
    lock = os.open(os.path.join(folder, "lock"), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise SyncFailed("another sync of this project is running", "try again when it has ended") from None
    return lock
