"""One run of a hook: tell what should be known when a session begins, put work down when it ends. It never thinks."""

import os

from recall_cli.agents import wire
from recall_cli.agents.agent import PROMPT, SESSION_END, SESSION_START
from recall_cli.agents.known import LIMIT
from recall_cli.domain.job import TRANSCRIPT
from recall_cli.domain.record import Record
from recall_cli.flows import runs, switches
from recall_cli.rules.breaker import CLOSED, NOTHING, PREPARED, QUEUED, TOLD, state
from recall_cli.workplace import here, without_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.agents.wire import Heard
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.context import Brief

PATIENCE = 0.8
"""Seconds that a hook waits for another process that writes; an agent may give it no more than one and a half."""
UNENDED = 30 * 60_000
"""So long after a session began its record is read, if it was not told to have ended: a terminal can be closed."""
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


def without_secrets(heard: "Heard") -> "Heard":
    """A message whose session can be written down; two sessions whose names are secrets are one then."""
    from recall_cli.rules.secrets import mask

    return heard.but(session=mask(heard.session).text) if heard.session else heard


def attend(app: "App", agent: "Agent", event: str, heard: "Heard") -> Ran:
    """Do what an event asks for."""
    off = switches.off(app, agent.name) or switches.uninvited(app, agent, heard.folder)
    if off is not None:
        return Ran(outcome=OFF, why=off)
    if heard.session and app.settings["private"]:
        switches.make_private(app, heard.session)  # its record shall not be read later either
    app.settings.insist("busy_seconds", min(PATIENCE, app.settings["busy_seconds"]))
    telling = event in (SESSION_START, PROMPT)
    past = [run for run in runs.newest(app, agent.name) if (run.event in (SESSION_START, PROMPT)) == telling]
    rested = state(past, app.now(), app.settings["hooks.slow_ms"])
    if not telling:
        return put_down(app, agent, heard) if rested == CLOSED else Ran(outcome=RESTING)
    if event == PROMPT:
        return answered(app, agent, heard) if rested == CLOSED else Ran(outcome=RESTING)
    if agent.repeats and heard.source == "resume":
        return Ran(outcome=NOTHING, why="a resumed session knows it already")
    if rested == CLOSED:
        return briefed(app, agent, heard)
    if rested == PREPARED:
        from recall_cli.flows.prepared import prepared

        return prepared(app, agent, heard)
    return Ran(outcome=RESTING)


def briefed(app: "App", agent: "Agent", heard: "Heard") -> Ran:
    """The brief for a session that begins."""
    if not os.path.exists(app.settings.database):
        return Ran(outcome=NOTHING, why="nothing was stored yet")
    with app.reading(app.view(agent.name)) as tx:
        if not _enabled(tx, heard):
            return Ran(outcome=OFF, why="memory is off for this project")
        brief = _within(app, tx, "", int(app.settings["hooks.tokens"]), heard)
        due = tx.jobs.next()
        work = due is not None and due <= tx.now
    if not brief.told:
        return Ran(outcome=NOTHING, work=work)
    from recall_cli.flows.prepared import prepare

    prepare(app, agent, heard, brief)
    used = () if switches.private(app, heard.session) else tuple(brief.memories)
    return Ran(outcome=TOLD, text=brief.block, memories=used, work=work)


def answered(app: "App", agent: "Agent", heard: "Heard") -> Ran:
    """What memory says to a prompt: nothing, unless the user wants it and something answers it."""
    if not app.settings["hooks.prompts"] or not os.path.exists(app.settings.database):
        return Ran(outcome=NOTHING)
    with app.reading(app.view(agent.name)) as tx:
        if not heard.prompt.strip() or not _enabled(tx, heard):
            return Ran(outcome=NOTHING)
        brief = _within(app, tx, heard.prompt, int(app.settings["hooks.tokens"]) // 2, heard)
    used = () if switches.private(app, heard.session) else tuple(brief.memories)
    return Ran(outcome=TOLD if brief.told else NOTHING, text=brief.block if brief.told else "", memories=used)


def _within(app: "App", tx: "Transaction", query: str, budget: int, heard: "Heard") -> "Brief":
    """A brief that no agent cuts, whatever it may cost."""
    from recall_cli.flows.context import told

    while True:
        brief = told(app, tx, query, budget, None, folder=heard.folder or None)
        if wire.units(brief.block) <= LIMIT:
            return brief
        budget = budget * 3 // 4


def _enabled(tx: "Transaction", heard: "Heard") -> bool:
    from recall_cli.flows.projects import switched_on

    return switched_on(tx, here(heard.folder or None))


def put_down(app: "App", agent: "Agent", heard: "Heard") -> Ran:
    """One job for a session's record, however often it is told of: what was not seen yet is read then."""
    found = _record(app, agent, heard, begins=False)
    if isinstance(found, Ran):
        return found
    with app.writing() as tx:
        if not _enabled(tx, heard):
            return Ran(outcome=OFF, why="memory is off for this project")
        _line_up(app, tx, agent, heard, found, agent.settle_seconds * 1000)
    return Ran(outcome=QUEUED, work=True)


def _record(app: "App", agent: "Agent", heard: "Heard", *, begins: bool) -> "str | Ran":
    """Where a session's record is, or why none is read; one that begins may have none yet."""
    why = switches.private(app, heard.session)
    if why is not None:
        return Ran(outcome=OFF, why=why)
    reads = any(hook.event == SESSION_END for hook in agent.hooks)
    path = record_of(agent, heard, app.environment) if reads else None
    if path is None or not (begins or agent.settle_seconds or os.path.isfile(path)):
        return Ran(outcome=NOTHING, why="the session has no record")
    if any(without_secret(one) != one for one in (os.path.dirname(path), heard.folder or os.getcwd())):
        return Ran(outcome=NOTHING, why="the path of the session or of its folder holds what looks like a secret")
    return path


def _line_up(app: "App", tx: "Transaction", agent: "Agent", heard: "Heard", path: str, wait: int) -> None:
    payload = {"agent": agent.name, "path": path, "session": heard.session, "cwd": heard.folder or os.getcwd()}
    key = f"transcript:{agent.name}:{heard.session or path}"
    # one that waits will read all; one that is being worked on may have read the end already
    for name in (key, key + ":more"):
        tx.jobs.release_key(name, tx.now + 1)
        known = tx.jobs.by_key(name)
        if known is None:
            tx.jobs.add(app.new_id(), name, TRANSCRIPT, payload, run_after=tx.now + wait)
            break
        if known.state == "queued":
            tx.jobs.hasten(name, tx.now + wait)
            break


def follow(app: "App", agent: "Agent", event: str, heard: "Heard", ran: Ran) -> None:
    """What is left when the answer is out; the agent waits for our end, so none of it takes long."""
    begins = event == SESSION_START and ran.outcome in (TOLD, NOTHING) and bool(heard.session)
    if ran.memories or begins:
        _note(app, agent, heard, ran, begins=begins)
    if ran.work:
        from recall_cli.flows.detached import start

        start(app, agent.settle_seconds)


def _note(app: "App", agent: "Agent", heard: "Heard", ran: Ran, *, begins: bool) -> None:
    """What was told was used, and what begins may end without a word: one small write, given up if it has to wait."""
    from recall_cli.domain.errors import RecallError
    from recall_cli.flows.touching import used

    path = _record(app, agent, heard, begins=True) if begins else ""
    if not os.path.exists(app.settings.database):
        return
    try:
        app.engine().hurry()
        with app.rehearsing() as tx:
            used(tx, [] if app.at_terminal else [memory.n for memory in ran.memories])
            if begins and isinstance(path, str) and (ran.outcome == TOLD or _enabled(tx, heard)):
                _line_up(app, tx, agent, heard, path, UNENDED)
    except RecallError:
        pass


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
