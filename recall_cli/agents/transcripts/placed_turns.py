"""Turns of a session file with their places in it, so that one turn can be read again later."""

from recall_cli.agents.transcripts.clients import CLIENTS, REWRITING_CLIENTS
from recall_cli.agents.transcripts.session_file import (
    Position,
    _last_versions,
    _open_regular_file,
    _position_at,
    _read_entries,
    position_mark,
)
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.agents.transcripts.turn import Turn


SPEAKERS = ("user", "assistant", "subagent")
"""Whose turns hold words that somebody said; the end of a tool is no such turn."""


class PlacedTurn(Record):
    """A turn, and the byte at which its line begins."""

    turn: "Turn"
    place: int
    end: int


def read_placed_turns(path: str, agent: str, start: int = 0) -> "Iterator[PlacedTurn]":
    """Every turn of a file from a place on; of a message that was written several times, its last version."""
    read = CLIENTS[agent].read
    with _open_regular_file(path) as file:
        last_versions = _last_versions(file, start, read) if agent in REWRITING_CLIENTS else {}
        place = start
        for entry, after in _read_entries(file, start):
            turn = read(entry) if entry is not None else None
            if turn is not None and turn.speaker in SPEAKERS and last_versions.get(turn.id, after) == after:
                yield PlacedTurn(turn=turn, place=place, end=after)
            place = after


def read_turn_at(path: str, agent: str, place: int) -> "Turn | None":
    """The turn whose line begins at a place; None if there is none now."""
    with _open_regular_file(path) as file:
        for entry, _ in _read_entries(file, place):
            return CLIENTS[agent].read(entry) if entry is not None else None
    return None


def start_of_unread(path: str, position: Position) -> int:
    """Where to read on: at the position, or at the start if the file is no longer the same."""
    with _open_regular_file(path) as file:
        same = position.at and position_mark(file, position.at) == position.mark
    return position.at if same else 0


def position_of(path: str, at: int) -> Position:
    """The position at a place of a file, with its mark."""
    with _open_regular_file(path) as file:
        return _position_at(file, at)
