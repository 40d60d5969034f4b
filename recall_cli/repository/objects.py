"""Git's objects by id, loose and in packs. Objects that are too large, too deep or broken count as missing."""

import os

from recall_cli.repository import is_inside, open_regular_file, read_file_inside
from recall_cli.repository.refs import is_object_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    TypedContent = tuple[int, bytes]

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


MAX_OBJECT_BYTES = 8_000_000
"""Bytes of an object that is read."""
MAX_OPEN_PACKS = 50
"""Packs that stay open at once: some systems allow 256 open files."""
MAX_WORK_BYTES = 500_000_000
"""The work for one repository's objects, a few seconds. Beyond it, no more objects are read."""
WORK_PER_READ = 2_000
"""The cost of one read, however small, as a number of bytes that could be unpacked in the same time."""
MAX_DELTA_DEPTH = 300
"""Deltas that may build on one another."""
MAX_OBJECT_WORK_BYTES = 64_000_000
"""The work for one object, including everything on which it builds."""
_INDEX_MAGIC = b"\xfftOc\0\0\0\2"
_HASHES_START = 8 + 256 * 4
_READ_AHEAD_BYTES = 4_096
"""Bytes of the first read: most commits and trees are shorter."""
OFFSET_DELTA, ID_DELTA = 6, 7


class WorkBudget:
    """The remaining work that is allowed, in unpacked bytes."""

    __slots__ = ("remaining",)

    def __init__(self) -> None:
        self.remaining = MAX_WORK_BYTES

    def spend(self, size: int) -> bool:
        """Count some bytes; False if too much work was done."""
        self.remaining -= size + WORK_PER_READ
        return self.remaining > 0


class Pack:
    """A pack and its index. `opened` lists all open packs; the oldest is closed when there are too many."""

    def __init__(self, name: str, opened: "list[Pack]", work: "WorkBudget") -> None:
        self._name, self._opened, self._work = name, opened, work
        self._index: int | None = None
        self._data: int | None = None
        self.size = self._count = 0
        self._open()
        if self._index is None or self._data is None:
            return
        if os.pread(self._index, 8, 0) != _INDEX_MAGIC or os.pread(self._data, 4, 0) != b"PACK":
            return
        self._count = int.from_bytes(os.pread(self._index, 4, _HASHES_START - 4))
        body_size = os.fstat(self._index).st_size - _HASHES_START
        # each object has a hash, a checksum and an offset; two hashes follow at the end
        self.size = next((size for size in (20, 32) if self._fits(body_size, size)), 0)

    def _open(self) -> None:
        """Open both files, if they are not open yet."""
        if self._index is not None:
            return
        self._index, self._data = open_regular_file(self._name + ".idx"), open_regular_file(self._name + ".pack")
        if self._index is None or self._data is None:
            self.close()
            return
        self._opened.append(self)
        if len(self._opened) > MAX_OPEN_PACKS:
            self._opened.pop(0).close()

    def _fits(self, room: int, size: int) -> bool:
        """Whether hashes of this size fit the file. There are at most as many large offsets, eight bytes each, as
        objects.
        """
        rest = room - 2 * size - self._count * (size + 8)
        return rest == 0 or (0 < rest <= self._count * 8 and rest % 8 == 0 and self._read_hash_size() == size)

    def _read_hash_size(self) -> int:
        """The size of the hashes: the index ends with the last hash of the pack."""
        assert self._index is not None
        assert self._data is not None
        index, data = os.fstat(self._index).st_size, os.fstat(self._data).st_size
        for size in (20, 32):
            if os.pread(self._index, size, index - 2 * size) == os.pread(self._data, size, data - size):
                return size
        return 0

    def find_offset(self, id_: bytes) -> "int | None":
        """The position of an object in the pack."""
        self._open()
        index, size = self._index, self.size
        if index is None or len(id_) != size:
            return None
        low = int.from_bytes(os.pread(index, 4, 8 + 4 * (id_[0] - 1))) if id_[0] else 0
        high = min(int.from_bytes(os.pread(index, 4, 8 + 4 * id_[0])), self._count)
        while low < high:
            middle = (low + high) // 2
            stored_id = os.pread(index, size, _HASHES_START + middle * size)
            if stored_id == id_:
                return self._read_offset(index, middle)
            if stored_id < id_:
                low = middle + 1
            else:
                high = middle
        return None

    def _read_offset(self, index: int, number: int) -> int:
        start = _HASHES_START + self._count * (self.size + 4)
        offset = int.from_bytes(os.pread(index, 4, start + number * 4))
        if offset >> 31:
            return int.from_bytes(os.pread(index, 8, start + self._count * 4 + (offset & 0x7FFFFFFF) * 8))
        return offset

    def read(self, id_: bytes, elsewhere: "Callable[[bytes], TypedContent | None]") -> "TypedContent | None":
        """The type and content of an object. `elsewhere` finds objects outside of packs on which it builds."""
        offset = self.find_offset(id_)
        return None if offset is None else self._at(offset, elsewhere)

    def _at(self, offset: int, elsewhere: "Callable[[bytes], TypedContent | None]") -> "TypedContent | None":
        changes: list[bytes] = []
        work = 0
        typed_content: TypedContent | None = None
        while typed_content is None:
            kind, content, base = self._entry(offset)
            work += len(content or b"")
            is_spent = not self._work.spend(len(content or b""))
            if content is None or len(changes) > MAX_DELTA_DEPTH or work > MAX_OBJECT_WORK_BYTES or is_spent:
                return None
            if kind not in (OFFSET_DELTA, ID_DELTA):
                typed_content = kind, content
                break
            changes.append(content)
            base_offset = base if isinstance(base, int) else self.find_offset(base)
            if base_offset is None and isinstance(base, bytes):
                typed_content = elsewhere(base)
            if (base_offset is None and typed_content is None) or (base_offset is not None and base_offset <= 0):
                return None
            offset = base_offset or 0
        kind, content = typed_content
        for change in reversed(changes):
            patched = apply_delta(content, change)
            work += len(patched or b"")
            if patched is None or work > MAX_OBJECT_WORK_BYTES or not self._work.spend(len(patched)):
                return None
            content = patched
        return kind, content

    def _entry(self, offset: int) -> "tuple[int, bytes | None, int | bytes]":
        """One stored entry: its type, its content, and its base (a position, or an id)."""
        assert self._data is not None
        raw = os.pread(self._data, _READ_AHEAD_BYTES, offset)
        if not raw:
            return 0, None, 0
        kind, size, at, shift = raw[0] >> 4 & 7, raw[0] & 15, 1, 4
        while raw[at - 1] & 0x80 and at < min(len(raw), 10):
            size |= (raw[at] & 0x7F) << shift
            shift, at = shift + 7, at + 1
        base: int | bytes = 0
        if kind == OFFSET_DELTA:
            back, at = _read_distance(raw, at)
            base = offset - back if 0 < back < offset else -1
        elif kind == ID_DELTA:
            base, at = raw[at : at + self.size], at + self.size
        if size > MAX_OBJECT_BYTES or kind in (0, 5):
            return kind, None, base
        if (
            size > _READ_AHEAD_BYTES // 2
        ):  # it may not be in the bytes read; compressed, it is hardly larger than unpacked
            raw = os.pread(self._data, at + size + size // 1000 + 64, offset)
        content = inflate(raw[at:], size)
        return kind, content if content is not None and len(content) == size else None, base

    def close(self) -> None:
        for file in (self._index, self._data):
            if file is not None:
                os.close(file)
        self._index = self._data = None


def _read_distance(raw: bytes, at: int) -> "tuple[int, int]":
    """How far before an entry its base is, and the position after this number."""
    value = -1
    for place in range(at, min(len(raw), at + 10)):
        value = (value + 1) << 7 | raw[place] & 0x7F
        if raw[place] < 0x80:
            return value, place + 1
    return 0, at


def apply_delta(base: bytes, delta: bytes) -> "bytes | None":
    """The result of a delta; None if it is invalid or too large."""
    source, at = _read_length(delta, 0)
    size, at = _read_length(delta, at)
    if source != len(base) or size > MAX_OBJECT_BYTES:
        return None
    parts: list[bytes] = []
    made_size = 0
    while at < len(delta) and made_size <= size:
        instruction = delta[at]
        at += 1
        if instruction & 0x80:
            start = length = 0
            for bit in range(7):
                if instruction >> bit & 1 and at < len(delta):
                    if bit < 4:
                        start |= delta[at] << 8 * bit
                    else:
                        length |= delta[at] << 8 * (bit - 4)
                    at += 1
            part = base[start : start + (length or 0x10000)]
        else:
            part = delta[at : at + instruction]
            at += instruction
        if not part:
            return None
        parts.append(part)
        made_size += len(part)
    return b"".join(parts) if made_size == size else None


def _read_length(raw: bytes, at: int) -> "tuple[int, int]":
    value = shift = 0
    while at < len(raw) and shift < 64:
        value |= (raw[at] & 0x7F) << shift
        shift, at = shift + 7, at + 1
        if raw[at - 1] < 0x80:
            break
    return value, at


def inflate(raw: bytes, limit: int) -> "bytes | None":
    """The content of compressed bytes, if it is within a limit."""
    import zlib

    try:
        content = zlib.decompressobj().decompress(raw, limit + 1)
    except zlib.error:
        return None
    return content if len(content) <= limit else None
