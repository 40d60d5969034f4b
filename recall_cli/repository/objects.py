"""Git's objects, loose and packed, by id. Objects that are too large, too deep or broken count as missing."""

import os

from recall_cli.repository import is_inside, read_file_inside
from recall_cli.repository.packs import MAX_OBJECT_BYTES, Pack, WorkBudget, inflate
from recall_cli.repository.refs import is_object_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_OBJECT_FOLDERS = 8
"""Object folders that are read: the repository's own and those it borrows from."""
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
        """An object of a type; None if it is missing or cannot be read."""
        if not is_object_id(id_) or self.work.remaining <= 0:
            return None
        typed_content = self._packed(id_) or self._loose(id_)
        return typed_content[1] if typed_content is not None and typed_content[0] == wanted else None

    def has(self, id_: str) -> bool:
        """Whether there is an object of this id. It is not read."""
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
            typed_content = _parse_loose_object(raw) if raw is not None else None
            if typed_content is not None:
                return typed_content if self.work.spend(len(typed_content[1])) else None
        return None

    def _packed(self, id_: str) -> "tuple[int, bytes] | None":
        for number, pack in enumerate(self.packs):
            typed_content = pack.read(bytes.fromhex(id_), self._base)
            if typed_content is not None:
                if number:  # the next object is probably in the same pack
                    self.packs.insert(0, self.packs.pop(number))
                return typed_content
        return None

    def _base(self, id_: bytes) -> "tuple[int, bytes] | None":
        """A loose object on which a packed one builds."""
        return self._loose(id_.hex())

    def close(self) -> None:
        """Close all open files."""
        for pack in self._packs or ():
            pack.close()
        self._packs = []


def _object_folders(first: str) -> "Iterator[str]":
    """An object folder and those it borrows from, each once."""
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
    pack_folder = os.path.join(folder, "pack")
    if not is_inside(folder, pack_folder):
        return []
    paths: list[str] = []
    try:
        with os.scandir(pack_folder) as entries:
            for number, entry in enumerate(entries):
                if number >= 10 * MAX_PACKS or len(paths) >= MAX_PACKS:
                    break
                if entry.name.endswith(".idx"):
                    paths.append(entry.path[:-4])
    except OSError:
        return []
    return sorted(paths)


def _parse_loose_object(raw: bytes) -> "tuple[int, bytes] | None":
    unpacked = inflate(raw, MAX_OBJECT_BYTES + 64)
    head, end, content = (unpacked or b"").partition(b"\0")
    kind, _, size = head.partition(b" ")
    if not end or kind not in OBJECT_TYPES or not size.isdigit() or len(size) > 9 or int(size) != len(content):
        return None
    return OBJECT_TYPES[kind], content
