"""Read a session file from the position where reading stopped: whole lines only, or all of it if the file was
replaced.
"""

import os
import stat

from recall_cli.agents.transcripts.clients import (
    CLIENTS,
    DATABASE_CLIENTS,
    GEMINI_PROJECT_FILE,
    KIMI_MAIN_FILE,
    KIMI_SESSION_FILE,
    REWRITING_CLIENTS,
    cursor_workplace,
)
from recall_cli.agents.transcripts.turn import NO_DETAILS, SessionDetails, make_details
from recall_cli.domain.errors import UnknownForm
from recall_cli.domain.json_text import loads
from recall_cli.domain.record import Record
from recall_cli.domain.turn import AGENT, QUEUED, SPOKEN, SUBAGENT, TYPED, USER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from recall_cli.agents.transcripts.turn import Entry
    from recall_cli.domain.turn import Turn

MAX_LINE_BYTES = 16 * 1024 * 1024
"""A longer line, such as a pasted image, is skipped without being loaded."""
MARK_BYTES = 256
"""Bytes at the start of a file, and before the last position, that show whether it is still the same file."""
MAX_PART_TURNS, MAX_PART_LETTERS = 4_096, 2_097_152
"""The limit of one part: this many turns or letters, whichever comes first. Nearly every session is one part."""
MAX_HEAD_LINES = 50
MAX_CHECKED_BYTES = 1024 * 1024
"""So much of a file without turns is searched for messages."""
UNKNOWN_FORM = "it holds messages in a form that this version of recall cannot read"
MAX_QUEUE_BYTES = 65_536
"""A queued message is delivered within so many bytes."""


class Position(Record):
    """How far a file was read, and a mark of the text just before."""

    at: int = 0
    mark: str = ""


FILE_START = Position()


class TranscriptPart(Record):
    """Some turns of a file, and the position after them."""

    turns: "tuple[Turn, ...]"
    end: Position


def read_unread_parts(path: str, agent: str, position: Position = FILE_START) -> "Iterator[TranscriptPart]":
    """The turns of a file after a position, one part at a time.

    A file that was cut, rewritten or replaced is read from its start. A last line without a line end is read only if it
    is a complete document, so that no half-written line is read. UnknownForm if it holds messages and none can be read.
    """
    with _open_regular_file(path) as file:
        start = _start_of_unread(file, position)
        turns: list[Turn] = []
        at, letters, spoken, is_known = start, 0, 0, start > 0
        for line_turns, at in _read_lines(file, path, agent, start):
            turns += line_turns
            is_known = is_known or bool(line_turns)
            letters += sum(len(turn.text) for turn in line_turns)
            spoken += sum(turn.speaker in SPOKEN for turn in line_turns)
            if spoken >= MAX_PART_TURNS or letters >= MAX_PART_LETTERS:
                yield TranscriptPart(turns=tuple(turns), end=_position_at(file, at))
                turns, letters, spoken = [], 0, 0
        if not is_known and _holds_messages(file, path, agent):
            raise UnknownForm(f"{path}: {UNKNOWN_FORM}", UNKNOWN_FORM)
        if turns or at != position.at:
            yield TranscriptPart(turns=tuple(turns), end=_position_at(file, at))


def _read_lines(file: "BinaryIO", path: str, agent: str, start: int) -> "Iterator[tuple[list[Turn], int]]":
    """The turns of each line from a place on, and the position after the line.

    Of a message that was written several times, only the last version counts.
    """
    read = _line_reader(path, agent, start)
    last_versions = _last_versions(file, start, CLIENTS[agent].read) if agent in REWRITING_CLIENTS else {}
    for entry, after in _read_entries(file, start):
        turns = read(entry) if entry is not None else ()
        yield [turn for turn in turns if last_versions.get(turn.id, after) == after], after


class PlacedTurn(Record):
    """A turn, and the byte at which its line begins, so that it can be read again later."""

    turn: "Turn"
    place: int
    end: int


def read_placed_turns(path: str, agent: str, start: int = 0) -> "Iterator[PlacedTurn]":
    """Every spoken turn of a file from a place on."""
    with _open_regular_file(path) as file:
        place = start
        for turns, after in _read_lines(file, path, agent, start):
            for turn in turns:
                if turn.speaker in SPOKEN:
                    yield PlacedTurn(turn=turn, place=place, end=after)
            place = after


def read_turns_at(path: str, agent: str, place: int) -> "tuple[Turn, ...]":
    """The turns whose line begins at a place."""
    with _open_regular_file(path) as file:
        for entry, _ in _read_entries(file, place):
            turns = CLIENTS[agent].read(entry) if entry is not None else ()
            return tuple(turn for turn in turns if turn.speaker in SPOKEN)
    return ()


def start_of_unread(path: str, position: Position) -> int:
    """Where to read on: at the position, or at the start if the file is no longer the same."""
    with _open_regular_file(path) as file:
        return _start_of_unread(file, position)


def _start_of_unread(file: "BinaryIO", position: Position) -> int:
    return position.at if position.at and _position_mark(file, position.at) == position.mark else 0


def position_of(path: str, at: int) -> Position:
    """The position at a place of a file, with its mark."""
    with _open_regular_file(path) as file:
        return _position_at(file, at)


def _holds_messages(file: "BinaryIO", path: str, agent: str) -> bool:
    """Whether a file in which no turn was found holds messages nevertheless.

    An agent's message should always give a turn; a user's is left out on purpose where the client wrote it.
    """
    file.seek(0)
    start = file.read(MAX_CHECKED_BYTES)
    if not any(entry is not None for entry, _ in _read_entries(file, 0)):
        return b"\n" in start
    return b'"assistant"' in start or (b'"user"' in start and session_details(path, agent) == NO_DETAILS)


def _line_reader(path: str, agent: str, start: int) -> "Callable[[Entry], tuple[Turn, ...]]":
    """What reads the lines of a file one after the other from a place on.

    It knows what the file's head says about the session, and which messages were queued before: the client writes a
    queued message again when it delivers it.
    """
    details = NO_DETAILS if agent in DATABASE_CLIENTS else session_details(path, agent)
    read, queued = CLIENTS[agent].read, _queued_before(path, agent, start)

    def read_line(entry: "Entry") -> "tuple[Turn, ...]":
        turns = []
        for turn in read(entry):
            if turn.kind == QUEUED or (queued and turn.kind == TYPED):
                if _was_queued(turn.text, queued):
                    continue
                if turn.kind == QUEUED:
                    queued.add(turn.text.strip())
            if details.is_subagent:
                if turn.speaker == USER:
                    continue
                turn = turn.but(speaker=SUBAGENT) if turn.speaker == AGENT else turn
            turns.append(turn if turn.at is not None else turn.but(at=details.started_at))
        return tuple(turns)

    return read_line


def _queued_before(path: str, agent: str, start: int) -> "set[str]":
    """The messages that were queued shortly before a place of a file."""
    queued: set[str] = set()
    if start:
        read = CLIENTS[agent].read
        with _open_regular_file(path) as file:
            for entry, after in _read_entries(file, max(0, start - MAX_QUEUE_BYTES)):
                if after > start:
                    break
                turns = read(entry) if entry is not None else ()
                queued.update(turn.text.strip() for turn in turns if turn.kind == QUEUED)
    return queued


def _was_queued(text: str, queued: "set[str]") -> bool:
    """Whether a message only delivers what was queued before: one text, or several with a line for each."""
    if text.strip() in queued:
        return True
    for earlier in sorted(queued, key=len, reverse=True):
        text = text.replace(earlier, "")
    return not text.strip()


def read_entries(path: str) -> "Iterator[Entry]":
    """Every line of a session file that is a JSON object."""
    with _open_regular_file(path) as file:
        for entry, _ in _read_entries(file, 0):
            if entry is not None:
                yield entry


def _last_versions(file: "BinaryIO", at: int, read: "Callable[[Entry], tuple[Turn, ...]]") -> "dict[str, int]":
    """The end of the last version of each message that was written more than once."""
    entries = ((entry, after) for entry, after in _read_entries(file, at) if entry is not None)
    return {turn.id: after for entry, after in entries for turn in read(entry) if turn.id}


def _read_entries(file: "BinaryIO", at: int) -> "Iterator[tuple[Entry | None, int]]":
    """Each complete line as a document (None if it is not JSON), and the position after it."""
    while True:
        file.seek(at)
        line = file.readline(MAX_LINE_BYTES)
        if not line:
            return
        is_complete = line.endswith(b"\n")
        at += len(line)
        if not is_complete and len(line) == MAX_LINE_BYTES:
            at = _skip_long_line(file, at)
            yield None, at
            continue
        entry = _parse_line(line)
        if entry is None and not is_complete:
            return
        yield entry, at


def _skip_long_line(file: "BinaryIO", at: int) -> int:
    """The position after a line that is too long."""
    while part := file.readline(MAX_LINE_BYTES):
        at += len(part)
        if part.endswith(b"\n"):
            break
    return at


def _parse_line(line: bytes) -> "Entry | None":
    try:
        value = loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _position_at(file: "BinaryIO", at: int) -> Position:
    return Position(at=at, mark=_position_mark(file, at))


def _position_mark(file: "BinaryIO", at: int) -> str:
    """A mark of the part that was read: a digest of its first and last bytes; empty if the file is shorter."""
    from hashlib import blake2b

    file.seek(0)
    head = file.read(min(MARK_BYTES, at))
    file.seek(max(0, at - MARK_BYTES))
    tail = file.read(min(MARK_BYTES, at))
    is_complete = len(tail) == min(MARK_BYTES, at)
    return blake2b(head + b"\0" + tail, digest_size=8).hexdigest() if is_complete else ""


def _open_regular_file(path: str) -> "BinaryIO":
    """A regular file, opened without waiting: no pipe, device or folder."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise FileNotFoundError(path)
    return os.fdopen(handle, "rb")


def session_details(path: str, agent: str) -> SessionDetails:
    """The session in a file and the folder in which it ran, if its first lines have them."""
    details = NO_DETAILS
    with _open_regular_file(path) as file:
        for number, (entry, _) in enumerate(_read_entries(file, 0)):
            if number >= MAX_HEAD_LINES or (details.session and details.folder):
                break
            if entry:
                line = CLIENTS[agent].about(entry)
                details = _join_details(details, line)
    if agent == "gemini" and not details.folder:
        project_file = os.path.join(os.path.dirname(os.path.dirname(path)), GEMINI_PROJECT_FILE)
        details = details.but(folder=_read_first_line(project_file))
    if agent == "kimi":
        about = _read_object(os.path.join(path.removesuffix(KIMI_MAIN_FILE), KIMI_SESSION_FILE))
        named = make_details(about.get("id"), about.get("cwd"))
        details = details.but(session=named.session, folder=named.folder)
    if agent == "cursor":
        session = os.path.splitext(os.path.basename(path))[0]
        details = details.but(session=session, folder=cursor_workplace(path))
    return details


def _join_details(known: SessionDetails, line: SessionDetails) -> SessionDetails:
    return SessionDetails(
        session=known.session or line.session,
        folder=known.folder or line.folder,
        started_at=known.started_at or line.started_at,
        is_subagent=known.is_subagent or line.is_subagent,
    )


def _read_first_line(path: str) -> "str | None":
    try:
        with _open_regular_file(path) as file:
            return file.readline(4096).decode("utf-8", "replace").strip() or None
    except OSError:
        return None


def _read_object(path: str) -> "Entry":
    """The JSON object that is a whole small file; an empty one if it cannot be read."""
    try:
        with _open_regular_file(path) as file:
            return _parse_line(file.read(MAX_CHECKED_BYTES)) or {}
    except OSError:
        return {}
