"""One run of a hook: tell what should be known when a session begins, put work down when it ends. It never thinks."""

import os

from recall_cli.agents import wire
from recall_cli.agents.agent import PROMPT, SESSION_END, SESSION_START
from recall_cli.agents.known import LIMIT
from recall_cli.app import is_expected
from recall_cli.domain.ids import is_session_id
from recall_cli.domain.record import Record
from recall_cli.flows.agents import runs, switches
from recall_cli.rules.places.breaker import CLOSED, FAILED, NOTHING, PREPARED, QUEUED, REPEATED, SET_ASIDE, TOLD, state
from recall_cli.workplace import Workplace, here

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.agents.agent import Agent
    from recall_cli.agents.wire import Heard
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.brief.context import Brief

PATIENCE = 0.8
"""Seconds that a hook waits for another process that writes; an agent may give it no more than one and a half."""
LOCKED_SECONDS = 5
"""So much later a worker looks again at a store that could not be written to."""
OFF, RESTING = "off", "resting"


class Ran(Record):
    """What a run came to."""

    outcome: str
    why: str = ""
    text: str = ""
    """What the model is told."""
    memories: "tuple[Memory, ...]" = ()
    """What of it counts as used."""
    work: bool = False
    """Does a worker have something to do?"""
    brief: "Brief | None" = None
    """What to remember for when the hooks rest."""


def without_secrets(heard: "Heard") -> "Heard":
    """A message whose session can be written down; two sessions whose names are secrets are one then."""
    if not heard.session or is_session_id(heard.session):
        return heard
    from recall_cli.rules.secrets import mask

    return heard.but(session=mask(heard.session).text)


def attend(app: "App", agent: "Agent", event: str, heard: "Heard", installed: "Agent | None" = None) -> Ran:
    """Do what an event asks for. `installed` is the agent that the hook was written for, where that is another."""
    off = switches.off(app, agent.name) or switches.uninvited(app, installed or agent, _top(app, heard))
    if off is not None:
        return Ran(outcome=OFF, why=off)
    if heard.session and app.settings["private"]:
        switches.make_private(app, heard.session)  # its record shall not be read later either
    app.settings.insist("busy_seconds", min(PATIENCE, app.settings["busy_seconds"]))
    telling = event in (SESSION_START, PROMPT)
    past = [run for run in runs.newest(app, agent.name) if (run.event in (SESSION_START, PROMPT)) == telling]
    rested = state(past, app.now(), app.settings["hooks.slow_ms"])
    if not telling:
        return put_down(app, agent, heard, resting=rested != CLOSED)
    ran = _told(app, agent, event, heard, rested)
    if ran.text and not _is_first(app, agent, event, heard):
        return Ran(outcome=REPEATED, why="another hook of recall answered it", work=ran.work)
    return ran


def _told(app: "App", agent: "Agent", event: str, heard: "Heard", rested: str) -> Ran:
    """What the model is told at this event."""
    if event == PROMPT:
        return answered(app, agent, heard) if rested == CLOSED else Ran(outcome=RESTING)
    if agent.repeats and heard.source == "resume":
        return Ran(outcome=NOTHING, why="a resumed session knows it already")
    if rested == CLOSED:
        return briefed(app, agent, heard)
    if rested == PREPARED:
        from recall_cli.flows.brief.prepared import prepared

        return prepared(app, agent, heard)
    return Ran(outcome=RESTING)


def _is_first(app: "App", agent: "Agent", event: str, heard: "Heard") -> bool:
    """Does no other hook of recall answer the same event? A plugin and installed hooks can run side by side."""
    from recall_cli.flows.agents.answered import is_first

    said = heard.prompt if event == PROMPT else ""
    return not heard.session or is_first(app, (agent.name, event, heard.session, heard.source, said))


def briefed(app: "App", agent: "Agent", heard: "Heard") -> Ran:
    """The brief for a session that begins."""
    if not os.path.exists(app.settings.database):
        return Ran(outcome=NOTHING, why="nothing was stored yet")
    with app.reading(app.view(agent.name)) as tx:
        if not _enabled(app, tx, heard):
            return Ran(outcome=OFF, why="memory is off for this project")
        brief = _within(app, tx, "", int(app.settings["hooks.tokens"]), heard)
        due = tx.jobs.next()
        work = due is not None and due <= tx.now
    if not brief.told:
        return Ran(outcome=NOTHING, work=work)
    used = () if switches.private(app, heard.session) else tuple(brief.memories)
    return Ran(outcome=TOLD, text=brief.block, memories=used, work=work, brief=brief)


def answered(app: "App", agent: "Agent", heard: "Heard") -> Ran:
    """What memory says to a prompt: nothing, unless the user wants it and something answers it."""
    if not app.settings["hooks.prompts"] or not os.path.exists(app.settings.database):
        return Ran(outcome=NOTHING)
    with app.reading(app.view(agent.name)) as tx:
        if not heard.prompt.strip() or not _enabled(app, tx, heard):
            return Ran(outcome=NOTHING)
        brief = _within(app, tx, heard.prompt, int(app.settings["hooks.tokens"]) // 2, heard)
    used = () if switches.private(app, heard.session) else tuple(brief.memories)
    return Ran(outcome=TOLD if brief.told else NOTHING, text=brief.block if brief.told else "", memories=used)


def _within(app: "App", tx: "Transaction", query: str, budget: int, heard: "Heard") -> "Brief":
    """A brief that no agent cuts, whatever it may cost."""
    from recall_cli.flows.brief.context import told

    while True:
        brief = told(app, tx, query, budget, None, folder=_place(app, heard))
        if wire.units(brief.block) <= LIMIT:
            return brief
        budget = budget * 3 // 4


def _enabled(app: "App", tx: "Transaction", heard: "Heard") -> bool:
    from recall_cli.flows.projects import switched_on

    return switched_on(tx, _place(app, heard))


def _place(app: "App", heard: "Heard") -> Workplace:
    """Where the session runs, looked up once."""
    found: Workplace | None = app.places.get(heard.folder)
    if found is None:
        found = app.places[heard.folder] = here(heard.folder or None)
    return found


def _top(app: "App", heard: "Heard") -> str:
    return _place(app, heard).top or heard.folder or os.getcwd()


def put_down(app: "App", agent: "Agent", heard: "Heard", *, resting: bool = False) -> Ran:
    """One job for a session's record, however often it is told of: what was not seen yet is read then.

    Where the store cannot be written to, or rests, the session is written down beside it and lined up later.
    """
    found = _record(app, agent, heard, begins=False)
    if isinstance(found, Ran):
        return found
    from recall_cli.flows.agents import sessions

    payload, at = _payload(agent, heard, found), app.now() + agent.settle_seconds * 1000
    if resting:
        return Ran(outcome=SET_ASIDE if sessions.set_aside(app, payload, at) else FAILED, why="the hooks rest")
    try:
        with app.writing() as tx:
            if not _enabled(app, tx, heard):
                return Ran(outcome=OFF, why="memory is off for this project")
            sessions.line_up(app, tx, payload, at)
    except Exception:  # whatever is wrong with the store, what was said is read when it is mended
        sessions.set_aside(app, payload, at)
        raise
    return Ran(outcome=QUEUED, work=True)


def _payload(agent: "Agent", heard: "Heard", path: str) -> "dict[str, Any]":
    return {"agent": agent.name, "path": path, "session": heard.session, "cwd": heard.folder or os.getcwd()}


def _record(app: "App", agent: "Agent", heard: "Heard", *, begins: bool) -> "str | Ran":
    """Where a session's record is, or why none is read; one that begins may have none yet."""
    why = switches.private(app, heard.session)
    if why is not None:
        return Ran(outcome=OFF, why=why)
    reads = any(hook.event == SESSION_END for hook in agent.hooks)
    path = record_of(agent, heard, app.environment) if reads else None
    if path is None or not (begins or agent.settle_seconds or os.path.isfile(path)):
        return Ran(outcome=NOTHING, why="the session has no record")
    return path


def follow(app: "App", agent: "Agent", event: str, heard: "Heard", ran: Ran) -> None:
    """What is left when the answer is out; the agent waits for our end, so none of it takes long."""
    begins = event == SESSION_START and ran.outcome in (TOLD, NOTHING, REPEATED) and bool(heard.session)
    work = ran.work
    if ran.brief is not None:
        from recall_cli.flows.brief.prepared import prepare

        prepare(app, agent, heard, ran.brief)
    if ran.outcome == FAILED:
        from recall_cli.flows.agents.sessions import waits_aside

        work = waits_aside(app)
    if ran.memories or begins:
        work = _note(app, agent, heard, ran, begins=begins) or work
    if work:
        from recall_cli.flows.agents.detached import start

        start(app, LOCKED_SECONDS if ran.outcome == FAILED else agent.settle_seconds)


def _note(app: "App", agent: "Agent", heard: "Heard", ran: Ran, *, begins: bool) -> bool:
    """What was told was used, and what begins may end without a word: one small write, given up if it has to wait.

    Is there work for a worker? Earlier sessions may have ended without a word too.
    """
    from recall_cli.flows.agents import sessions
    from recall_cli.flows.brief.touching import used

    path = _record(app, agent, heard, begins=True) if begins else ""
    if not os.path.exists(app.settings.database):
        return False
    payload = _payload(agent, heard, path) if begins and isinstance(path, str) else None
    try:
        with app.best_effort_write() as tx:
            used(tx, [] if app.at_terminal else [memory.n for memory in ran.memories])
            if payload is not None and (ran.outcome == TOLD or _enabled(app, tx, heard)):
                sessions.line_up(app, tx, {**payload, "open": True}, tx.now + sessions.UNENDED)
            return begins and (sessions.line_up_rested(app, tx, early=True) > 0 or sessions.waits_aside(app))
    except Exception as error:
        if not is_expected(error):
            raise
        if payload is not None:
            sessions.set_aside(app, {**payload, "open": True}, app.now() + sessions.UNENDED)
        return False


def record_of(agent: "Agent", heard: "Heard", environment: "dict[str, str] | os._Environ[str]") -> "str | None":
    """Where a session's record is, or will be; None where that is not known."""
    if heard.transcript:
        return heard.transcript
    plain = heard.session.replace("-", "").replace("_", "")
    if not plain.isalnum() or not plain.isascii():
        return None
    if agent.name == "copilot":  # named by no event, and not there yet when the session ends
        return os.path.expanduser(f"~/.copilot/session-state/{heard.session}/events.jsonl")
    if agent.name == "opencode":
        data = environment.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
        return os.path.join(data, "opencode", "opencode.db")
    return None
