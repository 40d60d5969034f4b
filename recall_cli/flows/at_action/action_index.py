"""The index of actions: a small file beside the store that shows at once that there is nothing to show.

It holds digests of the files, commands and errors that memories bear on, and no text. It is valid as long as the store,
the settings and the environment are as they were when it was written; if anything changed, it is brought up to date.
Reading it takes less than a millisecond, while opening the store would take several.
"""

import os
import sys
from time import time

from recall_cli.domain.digest import blake2b

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

FORMAT = "recall-actions 5"
INDEX_FILE, SILENCE_FILE = "actions", "actions.silence"
MAX_INDEX_BYTES = 64_000_000
MAX_SILENCE_BYTES = 65_536
NUMBER_BYTES = 4
SERVER_SECONDS = 60
"""An index of a store on a server is brought up to date so often: nothing on this machine shows that it changed."""
RECORD_BYTES = 9
"""A key of five bytes and a row number of four."""
UNFINISHED = "-"
"""Stands in the file for the stamp of an index that does not yet hold all memories."""
READ_FLAGS = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)


class ActionIndex:
    """The content of the index file."""

    __slots__ = ("config", "database", "flags", "keys", "operation", "reached", "salt", "stamp")

    def __init__(
        self,
        *,
        stamp: str,
        config: str,
        database: str,
        salt: bytes,
        flags: str = "",
        operation: int = 0,
        reached: int = 0,
        keys: bytes = b"",
    ) -> None:
        self.stamp, self.config, self.database = stamp, config, database
        self.salt = salt
        self.flags = flags
        """Letters: o for off, p if prompts are answered with a search too, s if the keys need the store's secret."""
        self.operation, self.reached = operation, reached
        """The newest operation whose changes are in it, and the last row number that was read."""
        self.keys = keys
        """The records of all keys, sorted."""

    def numbers(self, key: bytes) -> "list[int]":
        """The row numbers of the memories with this key."""
        found = []
        at = self._place_of(key)
        while self.keys.startswith(key, at):
            end = at + RECORD_BYTES
            found.append(int.from_bytes(self.keys[end - NUMBER_BYTES : end], "big"))
            at = end
        return found

    def __contains__(self, key: bytes) -> bool:
        return self.keys.startswith(key, self._place_of(key))

    def _place_of(self, record: bytes) -> int:
        """Where a record stands or would stand among the sorted ones, or the first record with a key."""
        low, high = 0, len(self.keys) // RECORD_BYTES
        while low < high:
            middle = (low + high) // 2
            at = middle * RECORD_BYTES
            if self.keys[at : at + RECORD_BYTES] < record:
                low = middle + 1
            else:
                high = middle
        return low * RECORD_BYTES

    def add(self, records: "set[bytes]") -> None:
        """Add records in their places."""
        pieces: list[bytes] = []
        start = 0
        for record in sorted(records):
            at = self._place_of(record)
            if not self.keys.startswith(record, at):
                pieces += [self.keys[start:at], record]
                start = at
        self.keys = b"".join((*pieces, self.keys[start:]))

    def as_bytes(self) -> bytes:
        """The content of the file."""
        head = (FORMAT, self.stamp or UNFINISHED, self.config, self.database, self.salt.hex(), self.flags or "-")
        lines = "\n".join((*head, f"{self.operation} {self.reached}"))
        return lines.encode("utf-8", "surrogateescape") + b"\n\n" + self.keys


def data_folder(environment: "Mapping[str, str]") -> str:
    """The folder of recall's data; the same as in the settings, which take longer to load."""
    if sys.platform != "linux" or "ANDROID_DATA" in environment:
        from recall_cli import settings

        return settings.data_folder(environment)  # type: ignore[arg-type]  # it only reads it
    named = environment.get("XDG_DATA_HOME", "")
    return f"{named if named.startswith('/') else os.path.expanduser('~/.local/share')}/recall"


def index_path(environment: "Mapping[str, str]") -> str:
    """The path of the index file."""
    return f"{data_folder(environment)}/hooks/{INDEX_FILE}"


def silence_path(environment: "Mapping[str, str]") -> str:
    """The path of the file that notes for which actions of a session there was nothing to tell."""
    return f"{data_folder(environment)}/hooks/{SILENCE_FILE}"


def parse_index(raw: bytes) -> "ActionIndex | None":
    """The index in a file's content; None if it is not valid."""
    head, _, keys = raw.partition(b"\n\n")
    lines = head.decode("utf-8", "surrogateescape").split("\n")
    if len(lines) != 7 or lines[0] != FORMAT:
        return None
    operation, _, reached = lines[6].partition(" ")
    if not operation.isdigit() or not reached.isdigit() or len(keys) % RECORD_BYTES:
        return None
    try:
        salt = bytes.fromhex(lines[4])
    except ValueError:
        return None
    return ActionIndex(
        stamp="" if lines[1] == UNFINISHED else lines[1],
        config=lines[2],
        database=lines[3],
        salt=salt,
        flags=lines[5],
        operation=int(operation),
        reached=int(reached),
        keys=keys,
    )


def read_index(environment: "Mapping[str, str]") -> "ActionIndex | None":
    """The index, whether or not it is up to date; None if there is none."""
    raw = read_bytes(index_path(environment), MAX_INDEX_BYTES)
    return None if raw is None else parse_index(raw)


def read_bytes(path: str, limit: int) -> "bytes | None":
    """The content of a small file of ours; None if it cannot be read or is not the user's own."""
    try:
        file = os.open(path, READ_FLAGS)
    except OSError:
        return None
    try:
        status = os.fstat(file)
        if status.st_size > limit or status.st_uid != os.getuid() or status.st_mode & 0o022:
            return None
        return os.read(file, status.st_size + 1) if status.st_size else b""
    finally:
        os.close(file)


def current_stamp(environment: "Mapping[str, str]", config: str, database: str) -> str:
    """A digest of everything on which the index depends: the store's files, the settings, the environment."""
    parts = [f"{name}={environment[name]}" for name in sorted(environment) if name.startswith(("RECALL_", "XDG_"))]
    parts += [environment.get("HOME", ""), config, database]
    for path in (config, database, f"{database}-wal", f"{database}-journal"):
        try:
            status = os.stat(path)
            parts.append(f"{status.st_ino} {status.st_size} {status.st_mtime_ns}")
        except OSError:
            parts.append("none")
    if "://" in database:
        parts.append(str(int(time()) // SERVER_SECONDS))
    return blake2b("\0".join(parts).encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


def silence_mark(index: ActionIndex, session: str, key: bytes) -> bytes:
    """The mark that nothing is left to show to this session for this key, until something is stored."""
    text = f"{session}\0{index.operation}\0".encode("utf-8", "surrogateescape") + key
    return blake2b(text, digest_size=8, key=index.salt).hexdigest().encode()
