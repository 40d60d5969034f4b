"""One pack of git's: its index (version 2) and its objects, also those that are written as a difference to another."""

import os

from recall_cli.repository import open_regular
from recall_cli.repository.objects import MAX_OBJECT, MAX_OPEN, inflated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.repository.objects import Work

    Found = tuple[int, bytes]

MAX_DEPTH = 300
"""So many differences may stand on one another."""
MAX_WORK = 64_000_000
"""Bytes that one object may cost, with all that it builds on."""
_MAGIC = b"\xfftOc\0\0\0\2"
_TABLE = 8 + 256 * 4
_AHEAD = 4_096
"""Bytes that are read at first: most commits and trees are shorter."""
OFFSET_DELTA, ID_DELTA = 6, 7


class Pack:
    """A pack and its index. Only the packs in the list `opened` are open; they make room for one another."""

    def __init__(self, name: str, opened: "list[Pack]", work: "Work") -> None:
        self._name, self._opened, self._work = name, opened, work
        self._index: int | None = None
        self._data: int | None = None
        self.size = self._count = 0
        self._open()
        if self._index is None or self._data is None:
            return
        if os.pread(self._index, 8, 0) != _MAGIC or os.pread(self._data, 4, 0) != b"PACK":
            return
        self._count = int.from_bytes(os.pread(self._index, 4, _TABLE - 4))
        room = os.fstat(self._index).st_size - _TABLE
        # each object has a hash, a checksum and an offset; two hashes stand at the end
        self.size = next((size for size in (20, 32) if self._fits(room, size)), 0)

    def _open(self) -> None:
        """Open both files, where they are not open yet."""
        if self._index is not None:
            return
        self._index, self._data = open_regular(self._name + ".idx"), open_regular(self._name + ".pack")
        if self._index is None or self._data is None:
            self.close()
            return
        self._opened.append(self)
        if len(self._opened) > MAX_OPEN:
            self._opened.pop(0).close()

    def _fits(self, room: int, size: int) -> bool:
        """Are the hashes of this size? The large offsets, eight bytes each, are no more than the objects."""
        rest = room - 2 * size - self._count * (size + 8)
        return rest == 0 or (0 < rest <= self._count * 8 and rest % 8 == 0 and self._hash_size_in_pack() == size)

    def _hash_size_in_pack(self) -> int:
        """The size of the hashes: the index repeats that at the end of the pack."""
        assert self._index is not None
        assert self._data is not None
        index, data = os.fstat(self._index).st_size, os.fstat(self._data).st_size
        for size in (20, 32):
            if os.pread(self._index, size, index - 2 * size) == os.pread(self._data, size, data - size):
                return size
        return 0

    def offset(self, id_: bytes) -> "int | None":
        """Where in the pack an object stands."""
        self._open()
        index, size = self._index, self.size
        if index is None or len(id_) != size:
            return None
        low = int.from_bytes(os.pread(index, 4, 8 + 4 * (id_[0] - 1))) if id_[0] else 0
        high = min(int.from_bytes(os.pread(index, 4, 8 + 4 * id_[0])), self._count)
        while low < high:
            middle = (low + high) // 2
            there = os.pread(index, size, _TABLE + middle * size)
            if there == id_:
                return self._offset_of(index, middle)
            if there < id_:
                low = middle + 1
            else:
                high = middle
        return None

    def _offset_of(self, index: int, number: int) -> int:
        start = _TABLE + self._count * (self.size + 4)
        offset = int.from_bytes(os.pread(index, 4, start + number * 4))
        if offset >> 31:
            return int.from_bytes(os.pread(index, 8, start + self._count * 4 + (offset & 0x7FFFFFFF) * 8))
        return offset

    def read(self, id_: bytes, elsewhere: "Callable[[bytes], Found | None]") -> "Found | None":
        """The type and content of an object; `elsewhere` finds what it builds on outside of packs."""
        offset = self.offset(id_)
        return None if offset is None else self._at(offset, elsewhere)

    def _at(self, offset: int, elsewhere: "Callable[[bytes], Found | None]") -> "Found | None":
        changes: list[bytes] = []
        work = 0
        found: Found | None = None
        while found is None:
            kind, content, base = self._entry(offset)
            work += len(content or b"")
            spent = not self._work.spend(len(content or b""))
            if content is None or len(changes) > MAX_DEPTH or work > MAX_WORK or spent:
                return None
            if kind not in (OFFSET_DELTA, ID_DELTA):
                found = kind, content
                break
            changes.append(content)
            inside = base if isinstance(base, int) else self.offset(base)
            if inside is None and isinstance(base, bytes):
                found = elsewhere(base)
            if (inside is None and found is None) or (inside is not None and inside <= 0):
                return None
            offset = inside or 0
        kind, content = found
        for change in reversed(changes):
            patched = apply_change(content, change)
            work += len(patched or b"")
            if patched is None or work > MAX_WORK or not self._work.spend(len(patched)):
                return None
            content = patched
        return kind, content

    def _entry(self, offset: int) -> "tuple[int, bytes | None, int | bytes]":
        """One entry as it stands there: its type, its content, and what it builds on (a place, or an id)."""
        assert self._data is not None
        raw = os.pread(self._data, _AHEAD, offset)
        if not raw:
            return 0, None, 0
        kind, size, at, shift = raw[0] >> 4 & 7, raw[0] & 15, 1, 4
        while raw[at - 1] & 0x80 and at < min(len(raw), 10):
            size |= (raw[at] & 0x7F) << shift
            shift, at = shift + 7, at + 1
        base: int | bytes = 0
        if kind == OFFSET_DELTA:
            back, at = _distance(raw, at)
            base = offset - back if 0 < back < offset else -1
        elif kind == ID_DELTA:
            base, at = raw[at : at + self.size], at + self.size
        if size > MAX_OBJECT or kind in (0, 5):
            return kind, None, base
        if size > _AHEAD // 2:  # it may not be in what was read; deflated it is hardly larger than itself
            raw = os.pread(self._data, at + size + size // 1000 + 64, offset)
        content = inflated(raw[at:], size)
        return kind, content if content is not None and len(content) == size else None, base

    def close(self) -> None:
        for file in (self._index, self._data):
            if file is not None:
                os.close(file)
        self._index = self._data = None


def _distance(raw: bytes, at: int) -> "tuple[int, int]":
    """How far back an entry stands that another one builds on, and where the number ends."""
    value = -1
    for place in range(at, min(len(raw), at + 10)):
        value = (value + 1) << 7 | raw[place] & 0x7F
        if raw[place] < 0x80:
            return value, place + 1
    return 0, at


def apply_change(base: bytes, change: bytes) -> "bytes | None":
    """What a difference makes of its base; None where it makes no sense, or too much."""
    source, at = _length(change, 0)
    size, at = _length(change, at)
    if source != len(base) or size > MAX_OBJECT:
        return None
    parts: list[bytes] = []
    made = 0
    while at < len(change) and made <= size:
        order = change[at]
        at += 1
        if order & 0x80:
            start = length = 0
            for bit in range(7):
                if order >> bit & 1 and at < len(change):
                    if bit < 4:
                        start |= change[at] << 8 * bit
                    else:
                        length |= change[at] << 8 * (bit - 4)
                    at += 1
            part = base[start : start + (length or 0x10000)]
        else:
            part = change[at : at + order]
            at += order
        if not part:
            return None
        parts.append(part)
        made += len(part)
    return b"".join(parts) if made == size else None


def _length(raw: bytes, at: int) -> "tuple[int, int]":
    value = shift = 0
    while at < len(raw) and shift < 64:
        value |= (raw[at] & 0x7F) << shift
        shift, at = shift + 7, at + 1
        if raw[at - 1] < 0x80:
            break
    return value, at
