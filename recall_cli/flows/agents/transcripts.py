"""Session files of agents: which there are, and reading each on from where it was left."""

import os

from recall_cli.agents.transcripts import clients, files
from recall_cli.agents.transcripts.files import Part, Position
from recall_cli.domain.errors import Unreadable, UsageError
from recall_cli.domain.receipt import Receipt
from recall_cli.domain.record import Record
from recall_cli.flows.agents.listening import Listened, Session, listen, result, room_of
from recall_cli.flows.agents.session_room import Room
from recall_cli.flows.agents.sessions import grows
from recall_cli.flows.projects import workplace
from recall_cli.flows.write.jobs import Overtaken
from recall_cli.workplace import path_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.job import Claimed

MOST_TRIES = 3
"""So often a file is begun anew where somebody else reads it at the same time."""


class Backfilled(Record):
    """What reading the sessions of the past came to."""

    op: "int | None" = None
    sessions: int = 0
    """Sessions that had something new in them."""
    turns: int = 0
    created: int = 0
    known: int = 0
    """Said before, and counted as seen again."""
    refused: int = 0
    """Statements that are not worth keeping, or that the gates stopped."""
    left_out: int = 0
    """Statements beyond what a session may bring."""
    held: int = 0
    redacted: "tuple[tuple[str, int], ...]" = ()
    faults: "tuple[str, ...]" = ()
    """Files that could not be read, each with the reason."""
    dry_run: bool = False


def read_on(app: "App", job: "Claimed") -> "Receipt | None":
    """Do a job: the new part of a session, and of the agents that it set to work. None: overtaken."""
    later = grows(str(job.payload.get("path")), app.now()) if job.payload.get("open") else None
    if later is not None:
        with app.writing() as tx:
            tx.jobs.postpone(job, later)
        return None
    sessions = [one for one in _named(app, job.payload) if _is_there(one.path)]
    extractor = "claude" if app.settings["extractor"] == "claude" else "rules"
    total = Listened()
    finished = False
    try:
        for session in sessions:
            last = job if session is sessions[-1] else None
            total, finished = _read_session(app, session, total, extractor, last)
        if not finished:  # there was nothing new
            with app.writing() as tx:
                for session in sessions:
                    at, mark = tx.transcripts.position(session.key)
                    tx.transcripts.move(session.key, session.agent, (at, mark), (at, mark))
                if not tx.jobs.finish(job, result(total), total.receipt.op):
                    raise Overtaken
    except Overtaken:
        return None
    return total.receipt


def _read_session(
    app: "App", session: Session, total: Listened, extractor: str, job: "Claimed | None"
) -> "tuple[Listened, bool]":
    """Every new part of a session; whether the job was finished with the last one."""
    was = position(app, session)
    room = room_of(app, session, _parts(session, was)) if extractor == "rules" else Room(app, session)
    parts = unread(session, was)
    part = next(parts, None)
    finished = False
    while part is not None:
        following = next(parts, None)
        finishing = job if following is None else None
        found = listen(app, session, part, was, room=room, extractor=extractor, so_far=total, job=finishing)
        total, finished = total.joined(found), finishing is not None
        was, part = part.left, following
    return total, finished


def _named(app: "App", payload: "dict[str, Any]") -> "list[Session]":
    """The sessions that a job names: the file itself, and those of the agents beside it."""
    agent, path = str(payload.get("agent")), str(payload.get("path") or "")
    if agent not in clients.CLIENTS or not path:
        raise UsageError(
            f"sessions of {agent!r} cannot be read", "recall import transcripts --help names those that can"
        )
    path = os.path.realpath(os.path.expanduser(path))
    session, folder = payload.get("session") or None, payload.get("cwd") or None
    if agent not in clients.DATABASES and not (session and folder) and _is_there(path):
        told = files.about(path, agent)
        session, folder = session or told[0], folder or told[1]
    place = workplace(app, folder)
    if agent in clients.DATABASES:
        key = f"{path_key(path)}#{session}"
        return [Session(agent=agent, path=path, key=key, session=session, place=place)] if session else []
    return [
        Session(agent=agent, path=one, key=path_key(one), session=session, place=place)
        for one in (path, *clients.beside(path))
    ]


def _is_there(path: str) -> bool:
    """A client may name a file that it never wrote: a session that was opened and closed without a word."""
    return os.path.isfile(path)


def position(app: "App", session: Session) -> Position:
    """Where a session was left."""
    with app.reading() as tx:
        at, mark = tx.transcripts.position(session.key)
    return Position(at=at, mark=mark)


def unread(session: Session, was: Position) -> "Iterator[Part]":
    """The parts of a session that were not read yet."""
    if session.agent in clients.DATABASES:
        return _unread_rows(session, was)
    return files.unread(session.path, session.agent, was)


def _parts(session: Session, was: Position) -> "Callable[[], Iterator[Part]]":
    return lambda: unread(session, was)


def _unread_rows(session: Session, was: Position) -> "Iterator[Part]":
    """The same for a client that keeps its sessions in a database."""
    from recall_cli.engines.sqlite.foreign import Foreign

    read = clients.reader(session.agent)
    with Foreign(session.path) as theirs:
        rows = [*theirs.rows("opencode_parts", session=session.session, since=was.at)]
    turns = [turn for turn in map(read, rows) if turn is not None]
    for start in range(0, len(turns), files.TURNS):
        some = turns[start : start + files.TURNS]
        reached = max([was.at, *(turn.at for turn in some if turn.at is not None)])
        yield Part(turns=tuple(some), left=Position(at=reached, mark=str(start + len(some))))


def backfill(
    app: "App",
    agents: "tuple[str, ...]",
    since: "int | None",
    progress: "Callable[[int, int], None]",
    *,
    dry_run: bool = False,
) -> Backfilled:
    """Read every session on this machine that was written since then, the oldest first, as one operation."""
    found = Backfilled(dry_run=dry_run)
    chosen: list[tuple[float, Session]] = []
    written = [(path, agent) for agent in agents for path in clients.session_files(agent, app.environment)]
    for path, agent in written:
        try:
            chosen += _sessions(path, agent, since)
        except (OSError, Unreadable) as error:
            found = found.but(faults=(*found.faults, f"{path}: {_reason(error)}"))
    chosen.sort(key=lambda pair: pair[0])
    said: set[str] = set()
    for number, (_, session) in enumerate(chosen):
        try:
            found = _read_old(app, session, found, said)
        except (OSError, ValueError, Unreadable, Overtaken) as error:  # one damaged file does not keep the others out
            found = found.but(faults=(*found.faults, f"{session.path}: {_reason(error)}"))
        progress(number + 1, len(chosen))
    return found


def _read_old(app: "App", session: Session, found: Backfilled, said: "set[str]") -> Backfilled:
    """One session of the past, begun anew where somebody else is reading it."""
    for attempt in range(MOST_TRIES):
        try:
            was = position(app, session)
            turns = found.turns
            room: Room | None = None
            for part in unread(session, was):
                if room is None:
                    session = _placed(app, session)
                    room = room_of(app, session, _parts(session, was))
                before = Listened(receipt=Receipt(status="refused", op=found.op))
                listened = listen(
                    app, session, part, was, room=room, so_far=before, kind="import", dry_run=found.dry_run
                )
                found, was = _counted(found, listened, said), part.left
            return found.but(sessions=found.sessions + (found.turns > turns))
        except Overtaken:
            if attempt == MOST_TRIES - 1:
                raise
    return found


def _reason(error: Exception) -> str:
    if isinstance(error, Overtaken):
        return "somebody else is reading it"
    if isinstance(error, Unreadable):
        return error.hint
    return (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)


def _placed(app: "App", session: Session) -> Session:
    """A session with what its file says about it: its name and where it ran."""
    name, folder = session.session, session.folder
    if session.agent not in clients.DATABASES:
        name, folder = files.about(session.path, session.agent)
    return session.but(session=name, place=workplace(app, folder) if folder else None)


def _counted(found: Backfilled, listened: Listened, said: "set[str]") -> Backfilled:
    """The report so far, with one part more; in a rehearsal what was said twice is known the second time."""
    receipt = listened.receipt
    created = [kept for kept in receipt.memories if kept.action == "created" and kept.memory.text not in said]
    if found.dry_run:
        said.update(kept.memory.text for kept in created)
    redacted = dict(found.redacted)
    for kind, count in receipt.redacted:
        redacted[kind] = redacted.get(kind, 0) + count
    return found.but(
        op=found.op if receipt.op is None or found.dry_run else receipt.op,
        turns=found.turns + listened.turns,
        created=found.created + len(created),
        known=found.known + len(receipt.memories) - len(created),
        refused=found.refused + len(receipt.refused),
        left_out=found.left_out + listened.left_out,
        held=found.held + sum(kept.memory.held is not None for kept in created),
        redacted=tuple(sorted(redacted.items())),
    )


def _sessions(path: str, agent: str, since: "int | None") -> "Iterator[tuple[float, Session]]":
    """The sessions of a file that were used since a moment, each with the time when it was last written."""
    written = os.stat(path).st_mtime * 1000
    if since is not None and written < since:
        return
    if agent not in clients.DATABASES:
        yield written, Session(agent=agent, path=path, key=path_key(path))
        return
    from recall_cli.engines.sqlite.foreign import Foreign

    with Foreign(path) as theirs:
        rows = [*theirs.rows("opencode_sessions")] if {"session", "part", "message"} <= theirs.tables else []
    for row in rows:
        if since is None or row["at"] >= since:
            key = f"{path_key(path)}#{row['id']}"
            yield row["at"], Session(agent=agent, path=path, key=key, session=row["id"], folder=row["folder"])
