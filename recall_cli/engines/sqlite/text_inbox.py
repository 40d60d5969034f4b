"""The inbox of a server: texts that are safe on the disk and go into the store a moment later.

A server answers a text that is to be stored once it is in this file, so no answer waits for the lock of the store. The
server moves the texts into jobs of the store at once. If it is killed, the next process that writes to the store moves
what is left.
"""

import os
import stat
import threading
import time

from recall_cli.domain.json_text import dumps_utf8, loads
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Self

    from recall_cli.engines.engine import Engine

INBOX_SUFFIX = ".inbox"
MAX_INBOX_BYTES = 8_000_000
MAX_AGE_SECONDS = 2.0
"""While a text waits longer than this, further texts go to the store itself, which says what is wrong."""
_DIGEST_DIGITS = 16


class WaitingText(Record):
    """A text on its way into the store: the values of its job."""

    id: str
    user: str
    key: str
    kind: str
    payload: "dict[str, Any]"
    created_at: int


class TextInbox:
    """The inbox, held by one process. Several threads use it."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._file = _open_locked(path)
        self._changed = threading.Condition()
        self._unsynced: list[WaitingText] = []
        self._waiting: list[WaitingText] = _as_texts(read_lines(self._file))
        self._moved: list[WaitingText] = []
        """Texts that are in the store, but perhaps not on the disk there."""
        self._ids = {(text.user, text.key): text.id for text in self._waiting}
        self._safe_bytes = _shorten(self._file, os.fstat(self._file).st_size if self._waiting else 0)
        self._oldest = time.monotonic()
        self._is_closing = False

    @classmethod
    def open(cls, path: str) -> "Self | None":
        """The inbox at this path; None if another process holds it, or it cannot be made."""
        try:
            return cls(path)
        except OSError:
            return None

    # Putting texts in

    def find(self, user: str, key: str) -> "str | None":
        """The id of a text with this key that is in the inbox, or None."""
        return self._ids.get((user, key))

    def accepts(self) -> bool:
        """May another text be put in? Not while texts wait for long, or too many."""
        with self._changed:
            is_late = bool(self._waiting) and time.monotonic() - self._oldest > MAX_AGE_SECONDS
            return not (is_late or self._is_closing or self._safe_bytes > MAX_INBOX_BYTES) and self._is_in_place()

    def put(self, text: WaitingText) -> None:
        """Write a text; it is safe, and goes into the store, after the next `sync`. OSError if it cannot be written."""
        line = encode_line(text.fields())
        with self._changed:
            size = os.fstat(self._file).st_size
            try:
                written = os.write(self._file, line)
                if written < len(line):
                    raise OSError(28, "No space left on device")
            except OSError:
                os.ftruncate(self._file, size)
                raise
            self._unsynced.append(text)
            self._ids[text.user, text.key] = text.id

    def sync(self) -> None:
        """Wait until every text is on the disk. If that fails: OSError, and none of the new texts stays in the file."""
        if not self._unsynced:
            return
        try:
            os.fdatasync(self._file)
        except OSError:
            self._drop_unsynced()
            raise
        with self._changed:
            if not self._waiting:
                self._oldest = time.monotonic()
            self._waiting += self._unsynced
            self._unsynced = []
            self._safe_bytes = os.fstat(self._file).st_size
            self._changed.notify()

    def _drop_unsynced(self) -> None:
        with self._changed:
            for text in self._unsynced:
                self._ids.pop((text.user, text.key), None)
            self._unsynced = []
            os.ftruncate(self._file, self._safe_bytes)

    def _is_in_place(self) -> bool:
        """Is the file still at its path? If its folder was moved, an empty inbox is made again at the path."""
        try:
            own, there = os.fstat(self._file), os.stat(self.path)
        except OSError:
            there = None
        if there is not None and (own.st_dev, own.st_ino) == (there.st_dev, there.st_ino):
            return True
        if self._waiting or self._unsynced or self._moved:
            return False
        try:
            file = _open_locked(self.path)
        except OSError:
            return False
        os.close(self._file)
        self._file, self._safe_bytes = file, _shorten(file, 0)
        return True

    # Taking texts out

    def wait_for_texts(self, seconds: "float | None" = None) -> "list[WaitingText]":
        """The texts that are safe and not in the store yet; waits for the first one. Empty at the end."""
        with self._changed:
            if not self._waiting and not self._is_closing:
                self._changed.wait(seconds)
            return [*self._waiting]

    def mark_moved(self, texts: "Sequence[WaitingText]") -> None:
        """The oldest texts are in the store. They stay in the file until `forget_moved`."""
        with self._changed:
            del self._waiting[: len(texts)]
            self._moved += texts
            self._oldest = time.monotonic()

    @property
    def has_moved(self) -> bool:
        """Are there texts in the store that are not forgotten here?"""
        return bool(self._moved)

    def forget_moved(self, sync_store: "Callable[[], None]") -> None:
        """Have what was moved until now written to the disk of the store, then forget it."""
        with self._changed:
            moved = [*self._moved]
        sync_store()
        with self._changed:
            del self._moved[: len(moved)]
            for text in moved:
                self._ids.pop((text.user, text.key), None)
            if not (self._waiting or self._unsynced or self._moved):
                self._safe_bytes = _shorten(self._file, 0)

    @property
    def is_closing(self) -> bool:
        """Does the process end?"""
        return self._is_closing

    def begin_closing(self) -> None:
        """Refuse further texts; `wait_for_texts` returns at once from now on."""
        with self._changed:
            self._is_closing = True
            self._changed.notify_all()

    def close(self) -> None:
        """Close the file, and remove it if all texts are in the store."""
        with self._changed:
            if not (self._waiting or self._unsynced or self._moved) and self._is_in_place():
                os.unlink(self.path)
            os.close(self._file)


def add_to_store(engine: "Engine", texts: "Sequence[WaitingText]") -> None:
    """Add texts to the jobs of the store, in one transaction. One that is known by its key or id is there already."""
    engine.begin(write=True)
    try:
        for text in texts:
            engine.run(
                "jobs",
                "add",
                {
                    "id": text.id,
                    "user": text.user,
                    "key": text.key,
                    "kind": text.kind,
                    "state": "queued",
                    "payload": dumps_utf8(text.payload),
                    "now": text.created_at,
                    "run_after": None,
                    "finished_at": None,
                    "result": None,
                    "op": None,
                },
            )
        engine.commit()
    except BaseException:
        engine.rollback()
        raise


def recover_inbox(engine: "Engine", path: str) -> None:
    """Move the texts of a killed server into the store; a running server does so itself."""
    inbox = TextInbox.open(path)
    if inbox is None:
        return
    try:
        texts = inbox.wait_for_texts(0.0)
        if texts:
            add_to_store(engine, texts)  # the connection of a command waits for the disk at each commit
            inbox.mark_moved(texts)
            inbox.forget_moved(lambda: None)
    finally:
        inbox.close()


# The file


def _open_locked(path: str) -> int:
    """The file, which no other process has then; BlockingIOError if one does, OSError if it is no ordinary file."""
    import fcntl

    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        own, there = os.fstat(file), os.stat(path)
        if not stat.S_ISREG(own.st_mode) or (own.st_dev, own.st_ino) != (there.st_dev, there.st_ino):
            raise BlockingIOError(11, "it was removed meanwhile")
        folder = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except BaseException:
        os.close(file)
        raise
    return file


def _shorten(file: int, size: int) -> int:
    """Cut the file to this size, and return it."""
    os.ftruncate(file, size)
    return size


def encode_line(values: "Mapping[str, Any]") -> bytes:
    """Values as a line that shows whether it is whole."""
    line = dumps_utf8(values)
    return f"{_digest(line)} {line}\n".encode()


def read_lines(file: int) -> "list[dict[str, Any]]":
    """The values of the lines that are whole; a line that a crash cut off was never answered, and is left out."""
    content, found = b"", []
    while piece := os.pread(file, 1 << 20, len(content)):
        content += piece
    for line in content.split(b"\n")[:-1]:
        try:
            digest, _, document = line.decode().partition(" ")
            if digest == _digest(document):
                found.append(loads(document))
        except ValueError:
            continue
    return found


def read_lines_at(path: str) -> "list[dict[str, Any]]":
    """The same of the file at this path; none if it cannot be read."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return []
    try:
        return read_lines(file)
    finally:
        os.close(file)


def read_inbox(path: str) -> "list[WaitingText]":
    """The texts in the inbox of a server that runs or was killed; some of them may be in the store already."""
    return _as_texts(read_lines_at(path))


def _as_texts(lines: "list[dict[str, Any]]") -> "list[WaitingText]":
    return [WaitingText(**values) for values in lines if WaitingText._known == {*values}]


def _digest(line: str) -> str:
    from recall_cli.domain.digest import blake2b

    return blake2b(line.encode(), digest_size=_DIGEST_DIGITS // 2).hexdigest()
