"""Git's objects, loose and packed, by their ids; whatever is too large, too deep or broken is not there."""

import os

from recall_cli.repository import is_inside, read_file_inside
from recall_cli.repository.packs import MAX_OBJECT_BYTES, Pack, WorkBudget, inflate
from recall_cli.repository.refs import is_object_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_OBJECT_FOLDERS = 8
"""So many folders of objects are looked into: that of the repository, and those that it borrows from."""
MAX_PACKS = 1_000
OBJECT_TYPES = {b"commit": 1, b"tree": 2, b"blob": 3, b"tag": 4}
COMMIT, TREE, BLOB = 1, 2, 3


class ObjectStore:
    """The objects of one repository. Files stay open until `close`."""

    def __init__(self, shared: str) -> None:
        self._folders = (
            [*_object_folders(os.path.join(shared, "objects"))] if is_inside(shared, f"{shared}/objects") else []
        )
        self._packs: "list[Pack] | None" = None
        self.work = WorkBudget()

    def read(self, id_: str, wanted: int) -> "bytes | None":
        """An object of a type; None where there is none, or it cannot be read."""
        if not is_object_id(id_) or self.work.left <= 0:
            return None
        found = self._packed(id_) or self._loose(id_)
        return found[1] if found is not None and found[0] == wanted else None

    def has(self, id_: str) -> bool:
        """Is there an object of this id? It is not read."""
        if not is_object_id(id_):
            return False
        name = f"{id_[:2]}/{id_[2:]}"
        if any(os.path.lexists(os.path.join(folder, name)) for folder in self._folders):
            return True
        return any(pack.find_offset(bytes.fromhex(id_)) is not None for pack in self.packs)

    @property
    def packs(self) -> "list[Pack]":
        if self._packs is None:
            opened: list[Pack] = []
            names = [name for folder in self._folders for name in _pack_paths(folder)]
            self._packs = [pack for name in names if (pack := Pack(name, opened, self.work)).size]
        return self._packs

    def _loose(self, id_: str) -> "tuple[int, bytes] | None":
        for folder in self._folders:
            raw = read_file_inside(folder, f"{id_[:2]}/{id_[2:]}", MAX_OBJECT_BYTES)
            found = _parse_loose_object(raw) if raw is not None else None
            if found is not None:
                return found if self.work.spend(len(found[1])) else None
        return None

    def _packed(self, id_: str) -> "tuple[int, bytes] | None":
        for number, pack in enumerate(self.packs):
            found = pack.read(bytes.fromhex(id_), self._base)
            if found is not None:
                if number:  # the next object is most likely there too
                    self.packs.insert(0, self.packs.pop(number))
                return found
        return None

    def _base(self, id_: bytes) -> "tuple[int, bytes] | None":
        """A loose object that a packed one builds on."""
        return self._loose(id_.hex())

    def close(self) -> None:
        """Close what is open."""
        for pack in self._packs or ():
            pack.close()
        self._packs = []


def _object_folders(first: str) -> "Iterator[str]":
    """A folder of objects and those that it borrows from, each once."""
    waiting, seen = [first], set[str]()
    while waiting and len(seen) < MAX_OBJECT_FOLDERS:
        folder = waiting.pop(0)
        if folder in seen:
            continue
        seen.add(folder)
        yield folder
        lines = (read_file_inside(folder, "info/alternates", 65_536) or b"").split(b"\n")
        for line in lines[:MAX_OBJECT_FOLDERS]:
            path = os.path.join(folder, os.fsdecode(line.strip()))
            try:
                owned = line.strip() and not line.startswith(b"#") and os.stat(path).st_uid in (os.geteuid(), 0)
                waiting += [os.path.realpath(path)] if owned else []
            except (OSError, ValueError):
                continue


def _pack_paths(folder: str) -> "list[str]":
    """The packs of a folder, without the end of their names."""
    room = os.path.join(folder, "pack")
    if not is_inside(folder, room):
        return []
    found: list[str] = []
    try:
        with os.scandir(room) as entries:
            for number, entry in enumerate(entries):
                if number >= 10 * MAX_PACKS or len(found) >= MAX_PACKS:
                    break
                if entry.name.endswith(".idx"):
                    found.append(entry.path[:-4])
    except OSError:
        return []
    return sorted(found)


def _parse_loose_object(raw: bytes) -> "tuple[int, bytes] | None":
    """The type and content of a loose object."""
    whole = inflate(raw, MAX_OBJECT_BYTES + 64)
    head, found, content = (whole or b"").partition(b"\0")
    kind, _, size = head.partition(b" ")
    if not found or kind not in OBJECT_TYPES or not size.isdigit() or len(size) > 9 or int(size) != len(content):
        return None
    return OBJECT_TYPES[kind], content
