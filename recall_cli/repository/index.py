"""Git's index of a work tree: the tracked files, with their inodes."""

import os

from recall_cli.domain.record import Record
from recall_cli.repository import read_regular_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

MAX_INDEX_BYTES = 64_000_000
"""Bytes of an index that are read."""
MAX_COMPARED_ENTRIES = 64
"""Entries that are compared with the files of a folder."""
MAX_PATH_BYTES = 4_096
"""The limit of a path, as in every system. A name can repeat the one before it, so many long ones could fill the
memory.
"""
_FIXED_BYTES = 40
"""Bytes of an entry before its hash."""
_PREFIX_VERSION = 4
"""The version in which a name omits the prefix that it shares with the one before."""


class IndexEntry(Record):
    """A tracked file."""

    path: str
    mode: int
    blob_id: str
    inode: int
    changed: "tuple[int, int]"
    """The last change of its inode: seconds and nanoseconds."""


def read_index_entries(private: str, hash_size: int = 20) -> "Iterator[IndexEntry]":
    """The entries of an index, up to the first invalid one. `hash_size` is that of the repository.

    If the index is split, the entries of its shared part follow; some of them may be out of date.
    """
    raw = read_regular_file(os.path.join(private, "index"), MAX_INDEX_BYTES) or b""
    end = yield from _read_entries(raw, hash_size)
    if raw[end : end + 4] == b"link":
        shared = raw[end + 8 : end + 8 + hash_size].hex()
        yield from _read_entries(
            read_regular_file(os.path.join(private, f"sharedindex.{shared}"), MAX_INDEX_BYTES) or b"", hash_size
        )


def count_names(private: str, names: "list[str]") -> "list[int]":
    """How many tracked files below the top folder have each name; -1 if the index does not show it at once."""
    raw = read_regular_file(os.path.join(private, "index"), MAX_INDEX_BYTES) or b""
    if raw[:4] != b"DIRC" or int.from_bytes(raw[4:8]) not in (2, 3):
        return [-1] * len(names)
    return [raw.count(b"/%s\0" % os.fsencode(name)) for name in names]


def _read_entries(raw: bytes, hash_size: int) -> "Generator[IndexEntry, None, int]":
    """The entries of one file; returns the position after them."""
    version, count = int.from_bytes(raw[4:8]), int.from_bytes(raw[8:12])
    if raw[:4] != b"DIRC" or version not in (2, 3, _PREFIX_VERSION):
        return len(raw)
    at, name = 12, b""
    for _ in range(count):
        start = at
        if start + _FIXED_BYTES + hash_size + 2 > len(raw):
            return len(raw)
        changed, nanoseconds, inode, mode = (int.from_bytes(raw[start + o : start + o + 4]) for o in (0, 4, 20, 24))
        blob = raw[start + _FIXED_BYTES : start + _FIXED_BYTES + hash_size].hex()
        at = start + _FIXED_BYTES + hash_size
        extended = version > 2 and raw[at] & 0x40
        at += 4 if extended else 2
        cut = 0
        if version == _PREFIX_VERSION:
            cut, at = _read_number(raw, at)
        end = raw.find(b"\0", at, at + MAX_PATH_BYTES + 1)
        if end < 0 or cut > len(name) or len(name) - cut + end - at > MAX_PATH_BYTES:
            return len(raw)
        name = name[: len(name) - cut] + raw[at:end] if version == _PREFIX_VERSION else raw[at:end]
        at = end + 1 if version == _PREFIX_VERSION else start + ((end - start + 8) & ~7)
        if name:  # an entry without a name replaces one of the shared part
            yield IndexEntry(
                path=os.fsdecode(name), mode=mode, blob_id=blob, inode=inode, changed=(changed, nanoseconds)
            )
    return at


def _read_number(raw: bytes, at: int) -> "tuple[int, int]":
    """A number in the form of pack offsets, and the position after it."""
    value = -1
    while at < len(raw):
        byte = raw[at]
        at += 1
        value = (value + 1) << 7 | byte & 0x7F
        if byte < 0x80 or value > MAX_INDEX_BYTES:
            break
    return max(value, 0), at


def is_index_of(private: str, top: str) -> bool:
    """Whether this index was made for the files of this folder: their inodes show it."""
    for size in (20, 32):
        for number, entry in enumerate(read_index_entries(private, size)):
            if number >= MAX_COMPARED_ENTRIES:
                break
            if entry.mode & 0xF000 == 0x8000 and _is_same_file(entry, os.path.join(top, entry.path)):
                return True
    return False


def _is_same_file(entry: IndexEntry, path: str) -> bool:
    """Whether a path is the file of this entry, and no other path leads to the file."""
    try:
        status = os.lstat(path)
        seconds, nanoseconds = divmod(status.st_ctime_ns, 1_000_000_000)
        same_inode = entry.inode == status.st_ino & 0xFFFFFFFF and entry.changed[0] == seconds & 0xFFFFFFFF
        only_link = entry.changed[1] in (0, nanoseconds) and status.st_nlink == 1
        return same_inode and only_link and os.path.realpath(path) == path
    except (OSError, ValueError):
        return False
