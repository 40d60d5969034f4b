"""Stores what a client sends of its sessions: the turns of a transcript that lies on the client's machine."""

from recall_cli.agents.transcripts.clients import CLIENTS
from recall_cli.agents.transcripts.session_file import Position, TranscriptPart
from recall_cli.domain.errors import UsageError
from recall_cli.domain.turn import Turn
from recall_cli.flows.agents.session_ingest import AgentSession, ingest_part
from recall_cli.flows.model.reading import configured_model
from recall_cli.flows.projects import workplace_to_write
from recall_cli.flows.write.jobs import LeaseLost
from recall_cli.rules.actions.fingerprint import Fingerprint
from recall_cli.rules.actions.fixes import MAX_CHANGES, MAX_COMMAND_LETTERS, MAX_ERRORS, MAX_FIXES, Fix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App

MAX_KEY_LETTERS, MAX_MARK_LETTERS, MAX_TURNS = 4_000, 200, 20_000


class SentSession(AgentSession):
    """A session whose transcript is on the machine of a client."""

    sent_key: str

    @property
    def key(self) -> str:
        """The key of its position, as the client has made it from the transcript's path."""
        return self.sent_key


def answer_session(app: "App", values: "dict[str, Any]") -> "dict[str, Any]":
    """Up to where a session is known, or what became of a further part of it."""
    session = _read_session(app, values)
    if values.get("action") == "position":
        with app.read_transaction() as tx:
            return {"position": [*tx.transcripts.position(session.key)]}
    if values.get("action") == "fixes" and session.session is not None:
        from recall_cli.flows.at_action.session_fixes import store_fixes

        fixes = values.get("fixes")
        store_fixes(app, session, [_read_fix(fix) for fix in fixes[:MAX_FIXES]] if isinstance(fixes, list) else [])
        return {}
    turns = values.get("turns")
    if not isinstance(turns, list) or len(turns) > MAX_TURNS:
        raise _malformed()
    part = TranscriptPart(turns=tuple(map(_read_turn, turns)), end=_read_position(values.get("end")))
    previous = _read_position(values.get("previous"))
    try:
        result = ingest_part(app, session, part, previous, extractor=configured_model(app) or "rules")
    except LeaseLost:
        return {"is_moved": True}
    return {"memories": len(result.receipt.memories), "turns": result.turns}


def _malformed() -> UsageError:
    return UsageError("the session is malformed", "update recall, here and at the server")


def _read_session(app: "App", values: "dict[str, Any]") -> SentSession:
    agent, key, session = values.get("agent"), values.get("key"), values.get("session")
    if agent not in CLIENTS or not isinstance(key, str) or not 0 < len(key) <= MAX_KEY_LETTERS:
        raise _malformed()
    named = session if isinstance(session, str) and session.isprintable() and len(session) <= 200 else None
    return SentSession(agent=str(agent), path=key, sent_key=key, session=named, place=workplace_to_write(app))


def _read_turn(given: "Any") -> Turn:
    if not isinstance(given, dict) or not all(isinstance(given.get(name), str) for name in ("speaker", "text")):
        raise _malformed()
    at, id_, kind = given.get("at"), given.get("id"), given.get("kind")
    return Turn(
        speaker=given["speaker"],
        text=given["text"],
        kind=kind if isinstance(kind, str) else "",
        at=at if type(at) is int else None,
        id=id_ if isinstance(id_, str) else "",
    )


def _read_fix(given: "Any") -> Fix:
    if not isinstance(given, dict) or not isinstance(given.get("errors"), list):
        raise _malformed()
    pairs = [[*map(str, pair)] for pair in given["errors"][:MAX_ERRORS] if isinstance(pair, list) and len(pair) == 2]
    changes, moments = given.get("changes"), (given.get("failed_at"), given.get("passed_at"))
    failed_at, passed_at = (at if type(at) is int else None for at in moments)
    return Fix(
        errors=tuple(Fingerprint(kind=kind, message=message) for kind, message in pairs),
        command=str(given.get("command") or "")[:MAX_COMMAND_LETTERS],
        changes=tuple(str(change) for change in changes[:MAX_CHANGES]) if isinstance(changes, list) else (),
        failed_at=failed_at,
        passed_at=passed_at,
        by_command=given.get("by_command") is True,
    )


def _read_position(given: "Any") -> Position:
    if not isinstance(given, list) or len(given) != 2 or type(given[0]) is not int or not isinstance(given[1], str):
        raise _malformed()
    return Position(at=given[0], mark=given[1][:MAX_MARK_LETTERS])
