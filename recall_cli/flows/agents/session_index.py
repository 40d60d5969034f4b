"""Keep the index of raw session turns up to date: what is new in the clients' files, masked before it is written.

Nothing of private sessions, of agents and projects where memory is off, or of recall's own work.
"""

import os

from recall_cli.agents.transcripts import clients, session_file
from recall_cli.domain.errors import UnreadableFile
from recall_cli.domain.json_text import dumps
from recall_cli.domain.moment import DAY
from recall_cli.domain.record import Record
from recall_cli.engines.sqlite.session_index import SessionIndex, remove_index
from recall_cli.flows.agents import session_turns, switches
from recall_cli.flows.projects import is_memory_enabled, workplace_to_write
from recall_cli.workplace import mask_mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.domain.turn import Turn
    from recall_cli.engines.sqlite.session_index import IndexedFile, SessionIndex

INDEX_SUFFIX = ".sessions"
ERASED_AT, UPDATED_AT = "erased_at", "updated_at"
GONE_DAYS = 30
"""Days for which a search still says that a turn was there, after its file is gone."""


class IndexUpdate(Record):
    """What an update of the index did."""

    turns: int = 0
    files: int = 0
    gone: int = 0
    skipped: int = 0
    """Files that could not be read, or whose path holds a secret."""
    removed: bool = False
    """Whether the index was removed, because it is switched off."""


class _Source(Record):
    """A session in a file that is to be indexed."""

    path: str
    agent: str
    session: str
    folder: "str | None"
    size: int
    changed: int


def index_path(app: "App") -> str:
    """The file of the index, beside the store."""
    return app.settings.files_beside + INDEX_SUFFIX


def open_index(app: "App") -> "SessionIndex":
    """The index; encrypted with the store's key if the store is."""
    return SessionIndex(index_path(app), app.key)


def empty_index(app: "App") -> bool:
    """Remove everything from the index, and read nothing again that was said before now; False if there is none."""
    if not remove_index(index_path(app)):
        return False
    with open_index(app) as index:
        index.set_state(ERASED_AT, app.now())
    return True


def update_index(app: "App", progress: "Callable[[float], None]", *, dry_run: bool = False) -> IndexUpdate:
    """Index what is new in the sessions of every client; remove the index if it is switched off."""
    if not app.settings["sessions.index"] or app.settings["off"]:
        off = not app.settings["sessions.index"]
        return IndexUpdate(removed=off and not dry_run and remove_index(index_path(app)))
    if dry_run:
        return IndexUpdate()
    result = IndexUpdate()
    with open_index(app) as index:
        known = {(file.path, file.session): file for file in index.files()}
        seen: set[tuple[str, str]] = set()
        paths = [(path, agent) for agent in clients.CLIENTS for path in clients.session_files(agent, app.environment)]
        for number, (path, agent) in enumerate(paths):
            progress(number / len(paths))
            try:
                for source in _sources_in_file(app, path, agent, known):
                    seen.add((source.path, source.session))
                    result = _index_source(app, index, source, known.get((source.path, source.session)), result)
            except (OSError, UnreadableFile):
                result = result.but(skipped=result.skipped + 1)
        result = _note_missing(app, index, known, seen, result)
        index.set_state(UPDATED_AT, app.now())
    return result


def _sources_in_file(app: "App", path: str, agent: str, known: "dict[tuple[str, str], IndexedFile]") -> "list[_Source]":
    """The sessions in a file that may be indexed."""
    status = os.stat(path)
    size, changed = status.st_size, status.st_mtime_ns // 1_000_000
    if mask_mark(path) != path or switches.off_reason(app, agent) is not None:
        return []
    if agent in clients.DATABASE_CLIENTS:
        rows = session_turns.database_sessions(path)
        found = [(str(row["id"]), row["folder"], int(row["at"] or 0)) for row in rows]
    else:
        earlier = [file for (name, _), file in known.items() if name == path]
        if earlier and (earlier[0].size, earlier[0].changed) == (size, changed):
            found = [(earlier[0].session, None, changed)]
        else:
            details = session_file.session_details(path, agent)
            found = [(details.session or "", details.folder, changed)]
    return [
        _Source(path=path, agent=agent, session=session, folder=folder, size=size, changed=at)
        for session, folder, at in found
        if not switches.is_own_work(folder) and not switches.is_private_session(app, session, folder)
    ]


def _index_source(
    app: "App", index: "SessionIndex", source: _Source, known: "IndexedFile | None", result: IndexUpdate
) -> IndexUpdate:
    """Index the new turns of a session."""
    is_database = source.agent in clients.DATABASE_CLIENTS
    if known is not None and known.changed == source.changed and (is_database or known.size == source.size):
        return result
    place = workplace_to_write(app, source.folder) if source.folder else None
    with app.read_transaction() as tx:
        if not is_memory_enabled(tx, place):
            return result
    marks = dumps(list(place.marks) if place is not None else [])
    with index.transaction():
        n = index.add_file(source.path, source.session, source.agent, marks)
        count, erased_at = 0, index.state(ERASED_AT)
        if is_database:
            index.remove_turns(n)  # a session of a database is short, and its rows change
            turns = session_turns.read_database_session(source.path, source.agent, source.session)
            for turn in turns:
                count += _add_turn(index, n, 0, turn, erased_at)
            index.advance(n, size=source.size, changed=source.changed, at=0, mark="")
        else:
            before = session_file.Position(at=known.at, mark=known.mark) if known else session_file.FILE_START
            start = session_file.start_of_unread(source.path, before)
            if not start:
                index.remove_turns(n)
            end = start
            for placed in session_file.read_placed_turns(source.path, source.agent, start):
                if placed.turn.id and source.agent in clients.REWRITING_CLIENTS:
                    index.remove_turns(n, placed.turn.id)
                count += _add_turn(index, n, placed.place, placed.turn, erased_at)
                end = placed.end
            after = session_file.position_of(source.path, end)
            index.advance(n, size=source.size, changed=source.changed, at=after.at, mark=after.mark)
    return result.but(turns=result.turns + count, files=result.files + bool(count))


def _add_turn(index: "SessionIndex", file: int, place: int, turn: "Turn", erased_at: int) -> int:
    """Index one turn; 0 if there is nothing in it, or if it was said before an erasure."""
    if erased_at and (turn.at is None or turn.at <= erased_at):
        return 0
    text = session_turns.masked_turn_text(turn)
    if not text:
        return 0
    index.add_turn(file, place, mask_mark(turn.id)[:200], turn.speaker, turn.at, text)
    return 1


def _note_missing(
    app: "App",
    index: "SessionIndex",
    known: "dict[tuple[str, str], IndexedFile]",
    seen: "set[tuple[str, str]]",
    result: IndexUpdate,
) -> IndexUpdate:
    """Note the files that are gone; remove what is gone for long, and what may not be searched any more."""
    for key, file in known.items():
        if key in seen:
            continue
        if os.path.exists(file.path) and file.agent not in clients.DATABASE_CLIENTS:
            with index.transaction():
                index.remove_file(file.n)  # private now, or its agent is switched off
            continue
        with index.transaction():
            if file.gone_at is not None and file.gone_at < app.now() - GONE_DAYS * DAY:
                index.remove_file(file.n)
            else:
                index.set_gone(file.n, app.now())
        result = result.but(gone=result.gone + (file.gone_at is None))
    return result
