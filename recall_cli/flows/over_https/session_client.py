"""Sends the words of sessions to the server. They are read on this machine, and their secrets are masked here.

A session waits in the spool of hooks until all of it is at the server. The server moves its position in the transcript
in the same transaction that stores what was read, so a session that is sent twice is stored once.
"""

import os

from recall_cli.agents.transcripts.session_file import Position
from recall_cli.domain.errors import RecallError, UnreadableFile
from recall_cli.domain.store_errors import StoreUnreachable
from recall_cli.flows.agents.session_ingest import AgentSession, may_ingest
from recall_cli.flows.agents.spool import SpoolEntry, is_due, remove_sessions, spooled_sessions
from recall_cli.flows.agents.transcripts import sessions_of_job, unread_parts
from recall_cli.flows.over_https.machine import describe_machine
from recall_cli.flows.over_https.server import Server, ServerError
from recall_cli.flows.over_https.waiting_commands import send_waiting
from recall_cli.flows.write.worker import WorkerTotals
from recall_cli.rules.secrets import mask
from recall_cli.workplace import Workplace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.agents.transcripts.session_file import TranscriptPart
    from recall_cli.app import App

SESSION_COMMAND = "session"
MAX_TRIES = 3
"""Attempts to send a session while another process sends it too."""
WORKER_CONNECT_SECONDS, WORKER_ANSWER_SECONDS = 5.0, 120.0


def send_all(app: "App") -> WorkerTotals:
    """Send every text and every session that waits on this machine. While the server is away they go on waiting."""
    server, totals = Server(app, connect_seconds=WORKER_CONNECT_SECONDS, seconds=WORKER_ANSWER_SECONDS), WorkerTotals()
    try:
        totals = totals.but(done=send_waiting(app, server))
        for entry in spooled_sessions(app):
            if is_due(app, entry):
                totals += _send_entry(app, server, entry)
    except StoreUnreachable as error:
        return totals + WorkerTotals(failed=1, reasons=(error.message,))
    finally:
        server.close()
    return totals


def _send_entry(app: "App", server: Server, entry: SpoolEntry) -> WorkerTotals:
    """Send the sessions of one line of the spool, and take it out."""
    totals = WorkerTotals(done=1)
    try:
        for session in sessions_of_job(app, entry.job.as_json()):
            if os.path.isfile(session.path) and may_ingest(app, session):
                totals = totals.but(memories=totals.memories + _send_session(app, server, session))
                _send_fixes(app, server, session)
    except StoreUnreachable:
        raise
    except (RecallError, UnreadableFile, OSError, ValueError) as error:  # it would fail each time
        reason = error.message if isinstance(error, RecallError) else f"{type(error).__name__}: {error}"
        totals = WorkerTotals(failed=1, reasons=(mask(reason[:500]).text,))
    remove_sessions(app, [entry])
    return totals


def _send_session(app: "App", server: Server, session: AgentSession) -> int:
    """Send what is new of a session; how many memories it gave."""
    place = session.place if isinstance(session.place, Workplace) else None
    for attempt in range(MAX_TRIES):
        found = _ask(app, server, session, place, {"action": "position"}).get("position")
        at, mark = found if isinstance(found, list) and len(found) == 2 else (0, "")
        memories, position = 0, Position(at=int(at), mark=str(mark))
        for part in unread_parts(session, position):
            answer = _ask(app, server, session, place, _describe_part(part, position))
            if answer.get("is_moved") is True and attempt < MAX_TRIES - 1:
                break
            memories, position = memories + int(answer.get("memories") or 0), part.end
        else:
            return memories
    return 0


def _send_fixes(app: "App", server: Server, session: AgentSession) -> None:
    """Send which errors a session fixed, and with what; its words are there already, whatever goes wrong here."""
    from recall_cli.flows.at_action.session_fixes import find_session_fixes

    place = session.place if isinstance(session.place, Workplace) else None
    fixes = find_session_fixes(session) if session.session else []
    rows = [
        {
            "errors": [[mask(error.kind).text, mask(error.message).text] for error in fix.errors],
            "command": mask(fix.command).text,
            "changes": [mask(change).text for change in fix.changes],
            "failed_at": fix.failed_at,
            "passed_at": fix.passed_at,
            "by_command": fix.by_command,
        }
        for fix in fixes
    ]
    if rows:
        _ask(app, server, session, place, {"action": "fixes", "fixes": rows})


def _describe_part(part: "TranscriptPart", previous: Position) -> "dict[str, Any]":
    turns = [{**turn.fields(), "text": mask(turn.text).text} for turn in part.turns]
    return {
        "action": "part",
        "turns": turns,
        "previous": [previous.at, previous.mark],
        "end": [part.end.at, part.end.mark],
    }


def _ask(
    app: "App", server: Server, session: AgentSession, place: "Workplace | None", values: "dict[str, Any]"
) -> "dict[str, Any]":
    named = {"agent": session.agent, "session": session.session and mask(session.session).text, "key": session.key}
    facts = {**describe_machine(app, SESSION_COMMAND, place or Workplace(marks=(), names=())), "terminal": False}
    facts["off"] = None  # this machine has looked at its own switches for this session
    request = {"command": SESSION_COMMAND, "values": {**values, **named}, "client": facts}
    answer = server.ask(request, place)
    if isinstance(answer.get("error"), dict):
        raise ServerError(answer["error"])
    return answer
