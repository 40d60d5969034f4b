"""One run of a hook: tell what should be known when a session begins, put work down when it ends. It never thinks."""

import os

from recall_cli.agents import hook_messages
from recall_cli.agents.agent import PROMPT, SESSION_END, SESSION_START
from recall_cli.agents.registry import MAX_BRIEF_UNITS
from recall_cli.app import is_recall_error
from recall_cli.domain.ids import is_session_id
from recall_cli.flows.agents import hook_runs, switches
from recall_cli.flows.agents.hook_runs import HookResult
from recall_cli.rules.places.circuit_breaker import (
    BRIEF_SHOWN,
    CLOSED,
    FAILED,
    NOTHING_RELEVANT,
    PREPARED,
    QUEUED,
    REPEATED,
    SET_ASIDE,
    breaker_state,
)
from recall_cli.workplace import Workplace, current_workplace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.agents.agent import Agent
    from recall_cli.agents.hook_messages import HookMessage
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.brief.context import Brief

LOCK_WAIT_SECONDS = 0.8
"""Seconds that a hook waits for another process that writes; an agent may give it no more than one and a half."""
LOCKED_RETRY_SECONDS = 5
"""So much later a worker looks again at a store that could not be written to."""
OFF, RESTING = "off", "resting"


def mask_session_id(message: "HookMessage") -> "HookMessage":
    """A message whose session can be written down; two sessions whose names are secrets are one then."""
    if not message.session or is_session_id(message.session):
        return message
    from recall_cli.rules.secrets import mask

    return message.but(session=mask(message.session).text)


def handle_event(
    app: "App", agent: "Agent", event: str, message: "HookMessage", hook_owner: "Agent | None" = None
) -> HookResult:
    """Do what an event asks for. `installed` is the agent that the hook was written for, where that is another."""
    off = switches.off_reason(app, agent.name) or switches.uninvited_reason(
        app, hook_owner or agent, _session_top_folder(app, message)
    )
    if off is not None:
        return HookResult(outcome=OFF, why=off)
    if message.session and app.settings["private"]:
        switches.make_private(app, message.session)  # its record shall not be read later either
    app.settings.override("busy_seconds", min(LOCK_WAIT_SECONDS, app.settings["busy_seconds"]))
    telling = event in (SESSION_START, PROMPT)
    past = [run for run in hook_runs.newest_runs(app, agent.name) if (run.event in (SESSION_START, PROMPT)) == telling]
    rested = breaker_state(past, app.now(), app.settings["hooks.slow_ms"])
    if not telling:
        return queue_transcript(app, agent, message, resting=rested != CLOSED)
    ran = _answer_event(app, agent, event, message, rested)
    if ran.text and not _claims_event(app, agent, event, message):
        return HookResult(outcome=REPEATED, why="another hook of recall answered it", work=ran.work)
    return ran


def _answer_event(app: "App", agent: "Agent", event: str, message: "HookMessage", breaker_state: str) -> HookResult:
    """What the model is told at this event."""
    if event == PROMPT:
        return brief_prompt(app, agent, message) if breaker_state == CLOSED else HookResult(outcome=RESTING)
    if agent.resume_keeps_brief and message.source == "resume":
        return HookResult(outcome=NOTHING_RELEVANT, why="a resumed session knows it already")
    if breaker_state == CLOSED:
        return brief_session(app, agent, message)
    if breaker_state == PREPARED:
        from recall_cli.flows.brief.brief_cache import load_brief

        brief, why = load_brief(app, agent, message)
        if brief is None:
            return HookResult(outcome=PREPARED, why=why)
        text = brief.block if brief.told else ""
        return HookResult(outcome=PREPARED, text=text, memories=tuple(brief.memories))
    return HookResult(outcome=RESTING)


def _claims_event(app: "App", agent: "Agent", event: str, message: "HookMessage") -> bool:
    """Does no other hook of recall answer the same event? A plugin and installed hooks can run side by side."""
    from recall_cli.flows.agents.event_claims import claim_event

    said = message.prompt if event == PROMPT else ""
    return not message.session or claim_event(app, (agent.name, event, message.session, message.source, said))


def brief_session(app: "App", agent: "Agent", message: "HookMessage") -> HookResult:
    """The brief for a session that begins."""
    if not os.path.exists(app.settings.database):
        return HookResult(outcome=NOTHING_RELEVANT, why="nothing was stored yet")
    with app.read_transaction(app.view(agent.name)) as tx:
        if not _is_project_enabled(app, tx, message):
            return HookResult(outcome=OFF, why="memory is off for this project")
        brief = _brief_within_limit(app, tx, "", int(app.settings["hooks.tokens"]), message)
        due = tx.jobs.next_run_at()
        work = due is not None and due <= tx.now
    if not brief.told:
        return HookResult(outcome=NOTHING_RELEVANT, work=work)
    used = () if switches.private_reason(app, message.session) else tuple(brief.memories)
    return HookResult(outcome=BRIEF_SHOWN, text=brief.block, memories=used, work=work, brief=brief)


def brief_prompt(app: "App", agent: "Agent", message: "HookMessage") -> HookResult:
    """What memory says to a prompt: nothing, unless the user wants it and something answers it."""
    if not app.settings["hooks.prompts"] or not os.path.exists(app.settings.database):
        return HookResult(outcome=NOTHING_RELEVANT)
    with app.read_transaction(app.view(agent.name)) as tx:
        if not message.prompt.strip() or not _is_project_enabled(app, tx, message):
            return HookResult(outcome=NOTHING_RELEVANT)
        brief = _brief_within_limit(app, tx, message.prompt, int(app.settings["hooks.tokens"]) // 2, message)
    used = () if switches.private_reason(app, message.session) else tuple(brief.memories)
    return HookResult(
        outcome=BRIEF_SHOWN if brief.told else NOTHING_RELEVANT, text=brief.block if brief.told else "", memories=used
    )


def _brief_within_limit(app: "App", tx: "Transaction", query: str, budget: int, message: "HookMessage") -> "Brief":
    """A brief that no agent cuts, whatever it may cost."""
    from recall_cli.flows.brief.context import make_brief

    while True:
        brief = make_brief(app, tx, query, budget, None, folder=_session_place(app, message))
        if hook_messages.count_utf16_units(brief.block) <= MAX_BRIEF_UNITS:
            return brief
        budget = budget * 3 // 4


def _is_project_enabled(app: "App", tx: "Transaction", message: "HookMessage") -> bool:
    from recall_cli.flows.projects import is_memory_enabled

    return is_memory_enabled(tx, _session_place(app, message))


def _session_place(app: "App", message: "HookMessage") -> Workplace:
    """Where the session runs, looked up once."""
    found: Workplace | None = app.places.get(message.folder)
    if found is None:
        found = app.places[message.folder] = current_workplace(message.folder or None)
    return found


def _session_top_folder(app: "App", message: "HookMessage") -> str:
    return _session_place(app, message).top or message.folder or os.getcwd()


def queue_transcript(app: "App", agent: "Agent", message: "HookMessage", *, resting: bool = False) -> HookResult:
    """One job for a session's record, however often it is told of: what was not seen yet is read then.

    Where the store cannot be written to, or rests, the session is written down beside it and lined up later.
    """
    found = _find_transcript(app, agent, message, begins=False)
    if isinstance(found, HookResult):
        return found
    payload, at = _job_payload(agent, message, found), app.now() + agent.transcript_delay_seconds * 1000
    if resting:
        from recall_cli.flows.agents.spool import spool_session

        return HookResult(outcome=SET_ASIDE if spool_session(app, payload, at) else FAILED, why="the hooks rest")
    from recall_cli.flows.agents.session_queue import queue_session

    try:
        with app.write_transaction() as tx:
            if not _is_project_enabled(app, tx, message):
                return HookResult(outcome=OFF, why="memory is off for this project")
            queue_session(app, tx, payload, at)
    except Exception:  # whatever is wrong with the store, what was said is read when it is mended
        from recall_cli.flows.agents.spool import spool_session

        spool_session(app, payload, at)
        raise
    return HookResult(outcome=QUEUED, work=True)


def _job_payload(agent: "Agent", message: "HookMessage", path: str) -> "dict[str, Any]":
    return {"agent": agent.name, "path": path, "session": message.session, "cwd": message.folder or os.getcwd()}


def _find_transcript(app: "App", agent: "Agent", message: "HookMessage", *, begins: bool) -> "str | HookResult":
    """Where a session's record is, or why none is read; one that begins may have none yet."""
    why = switches.private_reason(app, message.session)
    if why is not None:
        return HookResult(outcome=OFF, why=why)
    reads = any(hook.event == SESSION_END for hook in agent.hooks)
    path = transcript_path(agent, message, app.environment) if reads else None
    if path is None or not (begins or agent.transcript_delay_seconds or os.path.isfile(path)):
        return HookResult(outcome=NOTHING_RELEVANT, why="the session has no record")
    return path


def follow_up(app: "App", agent: "Agent", event: str, message: "HookMessage", ran: HookResult) -> None:
    """What is left when the answer is out; the agent waits for our end, so none of it takes long."""
    begins = (
        event == SESSION_START and ran.outcome in (BRIEF_SHOWN, NOTHING_RELEVANT, REPEATED) and bool(message.session)
    )
    work = ran.work
    if ran.brief is not None:
        from recall_cli.flows.brief.brief_cache import save_brief

        save_brief(app, agent, message, ran.brief)
    if ran.outcome == FAILED:
        from recall_cli.flows.agents.session_queue import has_spooled_sessions

        work = has_spooled_sessions(app)
    if ran.memories or begins:
        work = _record_brief_use(app, agent, message, ran, begins=begins) or work
    if work:
        from recall_cli.flows.agents.worker_process import start_worker

        start_worker(app, LOCKED_RETRY_SECONDS if ran.outcome == FAILED else agent.transcript_delay_seconds)


def _record_brief_use(app: "App", agent: "Agent", message: "HookMessage", ran: HookResult, *, begins: bool) -> bool:
    """What was told was used, and what begins may end without a word: one small write, given up if it has to wait.

    Is there work for a worker? Earlier sessions may have ended without a word too.
    """
    from recall_cli.flows.agents import session_queue
    from recall_cli.flows.brief.usage import count_uses

    path = _find_transcript(app, agent, message, begins=True) if begins else ""
    if not os.path.exists(app.settings.database):
        return False
    payload = _job_payload(agent, message, path) if begins and isinstance(path, str) else None
    try:
        with app.best_effort_write() as tx:
            count_uses(tx, [] if app.at_terminal else [memory.n for memory in ran.memories])
            if payload is not None and (ran.outcome == BRIEF_SHOWN or _is_project_enabled(app, tx, message)):
                session_queue.queue_session(app, tx, {**payload, "open": True}, tx.now + session_queue.UNENDED_WAIT_MS)
            return begins and (
                session_queue.queue_idle_sessions(app, tx, early=True) > 0 or session_queue.has_spooled_sessions(app)
            )
    except Exception as error:
        if not is_recall_error(error):
            raise
        if payload is not None:
            from recall_cli.flows.agents.spool import spool_session

            spool_session(app, {**payload, "open": True}, app.now() + session_queue.UNENDED_WAIT_MS)
        return False


def transcript_path(
    agent: "Agent", message: "HookMessage", environment: "dict[str, str] | os._Environ[str]"
) -> "str | None":
    """Where a session's record is, or will be; None where that is not known."""
    if message.transcript:
        return message.transcript
    plain = message.session.replace("-", "").replace("_", "")
    if not plain.isalnum() or not plain.isascii():
        return None
    if agent.name == "copilot":  # named by no event, and not there yet when the session ends
        return os.path.expanduser(f"~/.copilot/session-state/{message.session}/events.jsonl")
    if agent.name == "opencode":
        data = environment.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
        return os.path.join(data, "opencode", "opencode.db")
    return None
