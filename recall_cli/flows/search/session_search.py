"""Search the raw turns of sessions: the index says where, and the words come from the client's own file."""

import os

from recall_cli.domain.errors import UnreadableFile, UsageError
from recall_cli.domain.json_text import loads
from recall_cli.domain.record import Record
from recall_cli.flows.agents import session_index, session_turns
from recall_cli.flows.agents.session_turns import ShownTurn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.sqlite.session_index import TurnMatch

FOUND, CHANGED, GONE = "found", "changed", "gone"
EXCERPT_LETTERS = 300
MAX_MATCHES = 1_000
"""Turns that are looked at, before those of other projects are left out."""


class SessionHit(Record):
    """A turn that matches, and whether its file still has it."""

    agent: str
    session: str
    speaker: str
    at: "int | None"
    turn: str
    path: str
    score: float
    status: str
    text: str = ""
    excerpt: str = ""
    suspicious: "str | None" = None


class SessionResults(Record):
    """The turns that match a question."""

    hits: "tuple[SessionHit, ...]"
    turns: int
    files: int
    updated_at: int


def search_sessions(
    app: "App",
    question: str,
    limit: int,
    *,
    marks: "frozenset[str] | None",
    agent: "str | None" = None,
    since: "int | None" = None,
    until: "int | None" = None,
) -> SessionResults:
    """The turns that match a question best; `marks` are those of the project, None for all."""
    if not app.settings["sessions.index"]:
        raise UsageError(
            "the session index is off", "recall config sessions.index true, then recall maintain --only sessions"
        )
    if not os.path.exists(session_index.index_path(app)):
        raise UsageError("no session is indexed yet", "recall maintain --only sessions")
    with session_index.open_index(app) as index:
        turns, files = index.counts()
        matches = index.search(question, MAX_MATCHES, agent=agent, since=since, until=until)
        updated_at = index.state(session_index.UPDATED_AT)
    hits: list[SessionHit] = []
    seen: set[tuple[str, str]] = set()
    for match in matches:
        if len(hits) == limit:
            break
        if marks is not None and not marks.intersection(loads(match.marks)):
            continue
        if match.id and (match.agent, match.id) in seen:
            continue  # a resumed session has its earlier turns in a second file
        seen.add((match.agent, match.id))
        hits.append(_read_hit(app, match, question))
    return SessionResults(hits=tuple(hits), turns=turns, files=files, updated_at=updated_at)


def _read_hit(app: "App", match: "TurnMatch", question: str) -> SessionHit:
    """A match with its words, or why they cannot be shown."""
    hit = SessionHit(
        agent=match.agent,
        session=match.session,
        speaker=match.speaker,
        at=match.at,
        turn=match.id,
        path=match.path,
        score=round(match.score, 3),
        status=FOUND,
    )
    if not os.path.exists(match.path):
        return hit.but(status=GONE)
    turn = _read_turn(app, match, question)
    if turn is None:
        return hit.but(status=CHANGED)
    return hit.but(text=turn.text, excerpt=excerpt_of(turn.text, question), suspicious=turn.suspicious)


def _read_turn(app: "App", match: "TurnMatch", question: str) -> "ShownTurn | None":
    """The turn that matched; of several on one line, the one with most words of the question."""
    from recall_cli.agents.transcripts.clients import DATABASE_CLIENTS
    from recall_cli.agents.transcripts.session_file import read_turns_at
    from recall_cli.engines.sqlite.session_index import question_terms

    try:
        if match.agent in DATABASE_CLIENTS:
            turns = [*session_turns.read_database_session(match.path, match.agent, match.session)]
        else:
            turns = [*read_turns_at(match.path, match.agent, match.place)]
    except (OSError, UnreadableFile):
        return None
    named = [turn for turn in turns if (turn.id, turn.speaker) == (match.id or turn.id, match.speaker)]
    named = [turn for turn in named if turn.at in (match.at, None)]
    terms = question_terms(question)
    best = max(named, key=lambda turn: sum(term in turn.text.lower() for term in terms), default=None)
    return None if best is None else session_turns.clean_turn(app, best)


def excerpt_of(text: str, question: str) -> str:
    """The part of a text around the first word of a question, on one line."""
    from recall_cli.engines.sqlite.session_index import question_terms

    line = " ".join(text.split())
    low = line.lower()
    places = [at for at in (low.find(word) for word in question_terms(question)) if at >= 0]
    start = max(0, min(places, default=0) - EXCERPT_LETTERS // 3)
    if start:
        start = line.find(" ", start) + 1
    end = start + EXCERPT_LETTERS
    return ("… " if start else "") + line[start:end] + (" …" if end < len(line) else "")
