"""Turns of a session file with their places in it, so that one turn can be read again later."""

from recall_cli.agents.transcripts.clients import CLIENTS, REWRITING_CLIENTS
from recall_cli.agents.transcripts.session_file import (
    Position,
    _last_versions,
    _open_regular_file,
    _position_at,
    _read_entries,
    line_reader,
    position_mark,
)
from recall_cli.domain.record import Record
from recall_cli.domain.turn import SPOKEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.domain.turn import Turn


class PlacedTurn(Record):
    """A turn, and the byte at which its line begins."""

    turn: "Turn"
    place: int
    end: int


def read_placed_turns(path: str, agent: str, start: int = 0) -> "Iterator[PlacedTurn]":
    """Every turn of a file from a place on; of a message that was written several times, its last version."""
    read = line_reader(path, agent, start)
    with _open_regular_file(path) as file:
        last_versions = _last_versions(file, start, CLIENTS[agent].read) if agent in REWRITING_CLIENTS else {}
        place = start
        for entry, after in _read_entries(file, start):
            for turn in read(entry) if entry is not None else ():
                if turn.speaker in SPOKEN and last_versions.get(turn.id, after) == after:
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
        same = position.at and position_mark(file, position.at) == position.mark
    return position.at if same else 0


def position_of(path: str, at: int) -> Position:
    """The position at a place of a file, with its mark."""
    with _open_regular_file(path) as file:
        return _position_at(file, at)
