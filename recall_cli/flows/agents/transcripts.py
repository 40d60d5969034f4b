"""Transcripts of agents: find them, and read each from the position where reading stopped."""

import os

from recall_cli.agents.transcripts import clients, session_file
from recall_cli.agents.transcripts.session_file import Position, TranscriptPart
from recall_cli.domain.errors import UnreadableFile, UsageError
from recall_cli.domain.receipt import Receipt
from recall_cli.domain.record import Record
from recall_cli.flows.agents import session_turns, switches
from recall_cli.flows.agents.session_ingest import AgentSession, IngestResult, ingest_part, job_result
from recall_cli.flows.agents.session_queue import SessionJob, is_masked, next_idle_time, parse_session_job
from recall_cli.flows.model.reading import configured_model
from recall_cli.flows.projects import workplace_to_write
from recall_cli.flows.write.jobs import LeaseLost
from recall_cli.flows.write.masking import add_counts
from recall_cli.workplace import path_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from recall_cli.app import App
    from recall_cli.domain.errors import ModelFailed
    from recall_cli.domain.job import ClaimedJob

MAX_TRIES = 3
"""Attempts to read a file while another process reads it too."""


class BackfillReport(Record):
    """The result of reading past sessions."""

    op: "int | None" = None
    sessions: int = 0
    """Sessions that had something new."""
    turns: int = 0
    calls: int = 0
    """Calls of the configured model that were made, or would be made."""
    failed: "ModelFailed | None" = None
    """Why the model failed last; those sessions were read by rules, and a worker asks it again."""
    created: int = 0
    known: int = 0
    """Statements that were stored before; they count as seen again."""
    refused: int = 0
    """Statements that the gates refused."""
    held: int = 0
    redacted: "tuple[tuple[str, int], ...]" = ()
    faults: "tuple[str, ...]" = ()
    """Files that could not be read, each with the reason."""
    dry_run: bool = False


def run_session_job(app: "App", job: "ClaimedJob") -> "Receipt | None":
    """Run a job: read the new part of a session and of its subagents. None: another process was faster, or it is too
    early.
    """
    idle_time = next_idle_time(str(job.payload.get("path")), app.now()) if job.payload.get("open") else None
    if idle_time is not None:
        with app.write_transaction() as tx:
            tx.jobs.postpone(job, idle_time)
        return None
    sessions = [one for one in sessions_of_job(app, job.payload) if os.path.isfile(one.path)]
    extractor = configured_model(app) or "rules"
    total = IngestResult()
    finished = False
    try:
        for session in sessions:
            last = job if session is sessions[-1] else None
            total, finished = _ingest_session(app, session, total, extractor, last)
        if not finished:  # there was nothing new
            with app.write_transaction() as tx:
                for session in sessions:
                    at, mark = tx.transcripts.position(session.key)
                    tx.transcripts.advance(session.key, session.agent, (at, mark), (at, mark))
                if not tx.jobs.finish(job, job_result(total), total.receipt.op):
                    raise LeaseLost
    except LeaseLost:
        return None
    _link_fixes(app, sessions)
    return total.receipt


def _link_fixes(app: "App", sessions: "list[AgentSession]") -> None:
    """Link the errors that the sessions fixed with what they learned. The job is done, whatever goes wrong here."""
    from recall_cli.flows.at_action.session_fixes import link_session_fixes

    for session in sessions:
        try:
            link_session_fixes(app, session)
        except Exception as error:
            app.note(f"the errors of a session were not linked: {type(error).__name__}: {error}")


def _ingest_session(
    app: "App", session: AgentSession, total: IngestResult, extractor: str, job: "ClaimedJob | None"
) -> "tuple[IngestResult, bool]":
    """Every new part of a session, and whether the job was finished with the last one."""
    position = session_position(app, session)
    parts = unread_parts(session, position)
    part = next(parts, None)
    finished = False
    while part is not None:
        following = next(parts, None)
        last_job = job if following is None else None
        result = ingest_part(app, session, part, position, extractor=extractor, so_far=total, job=last_job)
        total, finished = total.combine(result), last_job is not None
        position, part = part.end, following
    return total, finished


def sessions_of_job(app: "App", payload: "dict[str, object]") -> "list[AgentSession]":
    """The sessions that a job names: the file itself and those of its subagents.

    Clients name a file even for a session without a message, and never write it.
    """
    job = parse_session_job(payload).with_real_paths()
    agent = job.agent
    if agent not in clients.CLIENTS or not job.path:
        raise UsageError(
            f"sessions of {agent!r} cannot be read", "recall import transcripts --help names those that can"
        )
    path = os.path.realpath(os.path.expanduser(_client_file(app, job)))
    session, folder = job.session or None, job.folder or None
    if agent not in clients.DATABASE_CLIENTS and os.path.isfile(path):
        details = session_file.session_details(path, agent)
        if switches.is_own_work(details.folder):
            return []
        session, folder = session or details.session, folder or details.folder
    if switches.is_own_work(folder):
        return []
    own = AgentSession(agent=agent, path=path, session=session, place=workplace_to_write(app, folder))
    if agent in clients.DATABASE_CLIENTS:
        return [own] if session else []
    return [own, *(own.but(path=file) for file in clients.subagent_files(path, agent))]


def _client_file(app: "App", job: SessionJob) -> str:
    """The path of a job's transcript. If it was masked and cannot be found by its folders, the client's files are
    searched.
    """
    if is_masked(job.path) and not os.path.exists(job.path):
        files = clients.session_files(job.agent, app.environment)
        return next((path for path in files if path_key(path) == job.path), job.path)
    return job.path


def session_position(app: "App", session: AgentSession) -> Position:
    """The position up to which a session was read."""
    with app.read_transaction() as tx:
        at, mark = tx.transcripts.position(session.key)
    return Position(at=at, mark=mark)


def unread_parts(session: AgentSession, previous: Position) -> "Iterator[TranscriptPart]":
    """The parts of a session that were not read yet."""
    if session.agent in clients.DATABASE_CLIENTS:
        return _unread_rows(session, previous)
    return session_file.read_unread_parts(session.path, session.agent, previous)


def _unread_rows(session: AgentSession, previous: Position) -> "Iterator[TranscriptPart]":
    """The unread parts from a client that keeps its sessions in a database."""
    read = clients.CLIENTS[session.agent].read
    rows = session_turns.database_parts(session.path, session.session or "", previous.at)
    turns = [turn for row in rows for turn in read(row)]
    for start in range(0, len(turns), session_file.MAX_PART_TURNS):
        part = turns[start : start + session_file.MAX_PART_TURNS]
        reached = max([previous.at, *(turn.at for turn in part if turn.at is not None)])
        yield TranscriptPart(turns=tuple(part), end=Position(at=reached, mark=str(start + len(part))))


class PastSessions(Record):
    """The sessions on this machine, the oldest first, and the files that could not be read."""

    sessions: "tuple[AgentSession, ...]"
    faults: "tuple[str, ...]"

    def count_unread(self, app: "App") -> int:
        """How many sessions may have something new, without those of subagents: the most that a model is asked."""
        return sum(
            one.agent in clients.DATABASE_CLIENTS or os.path.getsize(one.path) > session_position(app, one).at
            for one in self.sessions
            if os.path.basename(os.path.dirname(one.path)) != "subagents"
        )


def find_past_sessions(app: "App", agents: "tuple[str, ...]", since: "int | None") -> PastSessions:
    """Every session on this machine written since a time."""
    sessions: list[tuple[float, AgentSession]] = []
    faults: list[str] = []
    files = [(path, agent) for agent in agents for path in clients.session_files(agent, app.environment)]
    for path, agent in files:
        try:
            sessions += _sessions_in_file(path, agent, since)
        except (OSError, UnreadableFile) as error:
            faults.append(f"{path}: {_error_reason(error)}")
    sessions.sort(key=lambda pair: pair[0])
    return PastSessions(sessions=tuple(session for _, session in sessions), faults=tuple(faults))


def backfill(
    app: "App", past: PastSessions, progress: "Callable[[int, int], None]", *, dry_run: bool = False
) -> BackfillReport:
    """Read past sessions as one operation, with the configured model if there is one; a dry run asks no model."""
    report = BackfillReport(dry_run=dry_run, faults=past.faults)
    seen_texts: set[str] = set()
    for number, session in enumerate(past.sessions):
        try:
            report = _backfill_session(app, session, report, seen_texts)
        except (OSError, ValueError, UnreadableFile, LeaseLost) as error:  # one damaged file does not stop the others
            report = report.but(faults=(*report.faults, f"{session.path}: {_error_reason(error)}"))
        progress(number + 1, len(past.sessions))
    return report


def _backfill_session(
    app: "App", session: AgentSession, report: BackfillReport, texts_before: "set[str]"
) -> BackfillReport:
    """Read one past session, from the start again if another process is reading it."""
    for attempt in range(MAX_TRIES):
        try:
            position = session_position(app, session)
            turns_before = report.turns
            was_placed = False
            for part in unread_parts(session, position):
                if not was_placed:
                    name, folder = session.session, session.folder
                    if session.agent not in clients.DATABASE_CLIENTS:
                        details = session_file.session_details(session.path, session.agent)
                        name, folder = details.session, details.folder
                    session = session.but(
                        session=name, folder=folder, place=workplace_to_write(app, folder) if folder else None
                    )
                    if switches.is_own_work(session.folder):
                        return report
                    was_placed = True
                result = ingest_part(
                    app,
                    session,
                    part,
                    position,
                    extractor=configured_model(app) or "rules",
                    so_far=IngestResult(receipt=Receipt(status="refused", op=report.op), failed=report.failed),
                    kind="import",
                    dry_run=report.dry_run,
                )
                report, position = _add_counts(report, result, texts_before), part.end
            return report.but(sessions=report.sessions + (report.turns > turns_before))
        except LeaseLost:
            if attempt == MAX_TRIES - 1:
                raise
    return report


def _error_reason(error: Exception) -> str:
    if isinstance(error, LeaseLost):
        return "another process is reading it"
    if isinstance(error, UnreadableFile):
        return error.hint
    return (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)


def _add_counts(report: BackfillReport, ingest_result: IngestResult, texts_before: "set[str]") -> BackfillReport:
    """The report with one more part. In a dry run, a text that was created before counts as known."""
    receipt = ingest_result.receipt
    created = [
        stored for stored in receipt.memories if stored.action == "created" and stored.memory.text not in texts_before
    ]
    if report.dry_run:
        texts_before.update(stored.memory.text for stored in created)
    return report.but(
        op=report.op if receipt.op is None or report.dry_run else receipt.op,
        turns=report.turns + ingest_result.turns,
        calls=report.calls + ingest_result.calls,
        failed=ingest_result.failed or report.failed,
        created=report.created + len(created),
        known=report.known + len(receipt.memories) - len(created),
        refused=report.refused + len(receipt.refused),
        held=report.held + sum(stored.memory.held is not None for stored in created),
        redacted=add_counts(report.redacted, receipt.redacted),
    )


def _sessions_in_file(path: str, agent: str, since: "int | None") -> "Iterator[tuple[float, AgentSession]]":
    """The sessions in a file that were used since a time, each with the time of its last write."""
    written = os.stat(path).st_mtime * 1000
    if since is not None and written < since:
        return
    if agent not in clients.DATABASE_CLIENTS:
        yield written, AgentSession(agent=agent, path=path)
        return
    for row in session_turns.database_sessions(path):
        if since is None or row["at"] >= since:
            yield row["at"], AgentSession(agent=agent, path=path, session=row["id"], folder=row["folder"])
