"""A session file read from where it was left: whole lines only, and from the start if it is another file by now."""

import os
import stat

from recall_cli.agents.transcripts.clients import CLIENTS, REWRITING_CLIENTS, turn_reader
from recall_cli.agents.transcripts.gemini import PROJECT_ROOT_FILE
from recall_cli.domain.json_text import loads
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, BinaryIO

    from recall_cli.agents.transcripts.turn import Turn

MAX_LINE_BYTES = 16 * 1024 * 1024
"""A longer line (a pasted picture, a prank) is passed over without being held in memory."""
MARK_BYTES = 256
"""So many bytes at the start of a file, and before the place where it was left, tell whether it is still the same."""
MAX_PART_TURNS, MAX_PART_LETTERS = 64, 65_536
"""What is read at a time: so many turns or letters, whichever comes first."""
MAX_HEAD_LINES = 50


class Position(Record):
    """How far a file has been read, and what stood just before."""

    at: int = 0
    mark: str = ""


FILE_START = Position()


class TranscriptPart(Record):
    """Some turns of a file, and where it was left after them."""

    turns: "tuple[Turn, ...]"
    left: Position


def read_unread_parts(path: str, agent: str, position: Position = FILE_START) -> "Iterator[TranscriptPart]":
    """What a file holds from a position on, a part at a time.

    A file that was cut, rewritten or exchanged is read from its start. A last line without its end is taken only if
    it is a whole document, so that nothing half-written is read and nothing is waited for in vain.
    """
    read = turn_reader(agent)
    with _open_regular_file(path) as file:
        start = position.at if position.at and position_mark(file, position.at) == position.mark else 0
        file.seek(start)
        turns: list[Turn] = []
        at, letters = start, 0
        newest = _last_versions(file, start, read) if agent in REWRITING_CLIENTS else {}
        file.seek(start)
        for entry, after in _read_entries(file, start):
            found = read(entry) if entry is not None else None
            at = after
            if found is not None and newest.get(found.id, after) != after:
                found = None  # written anew further on
            if found is not None:
                turns.append(found)
                letters += len(found.text)
            if len(turns) >= MAX_PART_TURNS or letters >= MAX_PART_LETTERS:
                yield TranscriptPart(turns=tuple(turns), left=_position_at(file, at))
                turns, letters = [], 0
        if turns or at != position.at:
            yield TranscriptPart(turns=tuple(turns), left=_position_at(file, at))


def _last_versions(file: "BinaryIO", at: int, read: "Callable[[dict[str, Any]], Turn | None]") -> "dict[str, int]":
    """Where the newest writing of each message ends that is written more than once."""
    turns = ((read(entry), after) for entry, after in _read_entries(file, at) if entry is not None)
    return {found.id: after for found, after in turns if found is not None and found.id}


def _read_entries(file: "BinaryIO", at: int) -> "Iterator[tuple[dict[str, Any] | None, int]]":
    """Each whole line as a document, or None where it is none, with the place after it."""
    while True:
        file.seek(at)
        line = file.readline(MAX_LINE_BYTES)
        if not line:
            return
        whole = line.endswith(b"\n")
        at += len(line)
        if not whole and len(line) == MAX_LINE_BYTES:
            at = _skip_long_line(file, at)
            yield None, at
            continue
        entry = _parse_line(line)
        if entry is None and not whole:
            return
        yield entry, at


def _skip_long_line(file: "BinaryIO", at: int) -> int:
    """The place after a line that is too long."""
    while part := file.readline(MAX_LINE_BYTES):
        at += len(part)
        if part.endswith(b"\n"):
            break
    return at


def _parse_line(line: bytes) -> "dict[str, Any] | None":
    try:
        found = loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _position_at(file: "BinaryIO", at: int) -> Position:
    return Position(at=at, mark=position_mark(file, at))


def position_mark(file: "BinaryIO", at: int) -> str:
    """What tells the part of a file that was read: its first bytes and its last ones; empty where it is shorter."""
    from hashlib import blake2b

    file.seek(0)
    head = file.read(min(MARK_BYTES, at))
    file.seek(max(0, at - MARK_BYTES))
    tail = file.read(min(MARK_BYTES, at))
    whole = len(tail) == min(MARK_BYTES, at)
    return blake2b(head + b"\0" + tail, digest_size=8).hexdigest() if whole else ""


def _open_regular_file(path: str) -> "BinaryIO":
    """A regular file, opened without waiting: no pipe, no device, no folder."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise FileNotFoundError(path)
    return os.fdopen(handle, "rb")


def session_details(path: str, agent: str) -> "tuple[str | None, str | None]":
    """The session that a file holds and the folder in which it ran, as far as its first lines say."""
    session: Any = None
    folder: Any = None
    with _open_regular_file(path) as file:
        for number, (entry, _) in enumerate(_read_entries(file, 0)):
            if number >= MAX_HEAD_LINES or (session and folder):
                break
            named = CLIENTS[agent].about(entry) if entry else (None, None)
            session, folder = session or named[0], folder or named[1]
    if agent == "gemini" and not folder:
        folder = _read_first_line(os.path.join(os.path.dirname(os.path.dirname(path)), PROJECT_ROOT_FILE))
    return (session if isinstance(session, str) else None), (folder if isinstance(folder, str) else None)


def _read_first_line(path: str) -> "str | None":
    try:
        with _open_regular_file(path) as file:
            return file.readline(4096).decode("utf-8", "replace").strip() or None
    except OSError:
        return None
