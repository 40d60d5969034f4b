"""One run of a hook: answer with a brief when a session begins, queue its transcript when it ends. No model runs.

Most hooks of tools and prompts end before this is loaded: `at_action/action_gate` sees that they have nothing to say.
"""

import os

from recall_cli.agents import hook_messages
from recall_cli.agents.agent import COMPACT, PROMPT, SESSION_END, SESSION_START, SUBAGENT_START, TOOL_EVENTS, TURN_END
from recall_cli.agents.registry import MAX_BRIEF_UNITS
from recall_cli.app import is_recall_error
from recall_cli.domain.ids import is_session_id
from recall_cli.flows.agents import hook_runs, switches
from recall_cli.flows.agents.hook_runs import HookResult
from recall_cli.flows.agents.transcript_path import transcript_path
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
    from collections.abc import Callable
    from typing import TypeVar

    from recall_cli.agents.agent import Agent
    from recall_cli.agents.hook_messages import HookMessage
    from recall_cli.agents.tool_messages import ToolUse
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.agents.session_queue import SessionJob
    from recall_cli.flows.brief.context import Brief
    from recall_cli.flows.brief.stored_brief import StoredBrief

    B = TypeVar("B", Brief, StoredBrief)

LOCK_WAIT_SECONDS = 0.8
"""Seconds that a hook waits for another process that writes. Some agents give a hook only one and a half seconds."""
LOCKED_RETRY_SECONDS = 5
"""Seconds after which a worker tries again if the store could not be written."""
OFF, RESTING = "off", "resting"
MAX_REQUEST_UNITS = 500
"""What the sentence below a brief may take of an agent's limit."""
BRIEF_EVENTS = (SESSION_START, PROMPT, SUBAGENT_START)


def mask_session_id(message: "HookMessage") -> "HookMessage":
    """The message with its session id masked if that looks like a secret. Two sessions may then share an id."""
    if not message.session or is_session_id(message.session):
        return message
    from recall_cli.rules.secrets import mask

    return message.but(session=mask(message.session).text)


def handle_event(
    app: "App",
    agent: "Agent",
    event: str,
    message: "HookMessage",
    hook_owner: "Agent | None" = None,
    use: "ToolUse | None" = None,
) -> HookResult:
    """Do what an event asks for. `hook_owner` is the agent that the hook was written for, if not `agent`; `use` says
    what a tool or a subagent does.
    """
    if switches.is_own_work(message.folder):
        return HookResult(outcome=OFF, why="recall's own work")
    off = switches.off_reason(app, agent.name) or switches.uninvited_reason(
        app, hook_owner or agent, _session_place(app, message).top or message.folder or os.getcwd()
    )
    window = None if event in TOOL_EVENTS else switches.window_switch(app)
    if off is not None and window is None:
        return HookResult(outcome=OFF, why=off)
    notice = _make_private_if_wanted(app, event, message, window)
    if window is not None and (off is not None or window.off):
        return HookResult(outcome=OFF, why=off or window.reason, notice=notice)
    app.settings.override("busy_seconds", min(LOCK_WAIT_SECONDS, app.settings["busy_seconds"]))
    app.lock_options = {}
    asks_for_brief = event in BRIEF_EVENTS
    past_runs = [
        run
        for run in hook_runs.newest_runs(app, hook_runs.log_name(agent.name, event))
        if event in TOOL_EVENTS or (run.event in BRIEF_EVENTS) == asks_for_brief
    ]
    state = breaker_state(past_runs, app.now())
    if event == TURN_END and state == CLOSED:
        from recall_cli.flows.brief.end_question import ask_at_end

        path = transcript_path(agent, message, app.environment)
        if (asked := ask_at_end(app, agent, message, path or "", _session_place(app, message))) is not None:
            return asked
    if not asks_for_brief and event not in TOOL_EVENTS:
        return queue_transcript(app, agent, message, resting=state != CLOSED)
    result = answer_event(app, agent, event, message, state, use)
    if result.text and not result.question and not _claims_event(app, agent, event, message, use):
        return HookResult(outcome=REPEATED, why="another of recall's hooks answered it", work=result.work)
    return result.but(notice=notice) if notice else result


def _make_private_if_wanted(
    app: "App", event: str, message: "HookMessage", window: "switches.WindowSwitch | None"
) -> str:
    """Note that a session is private, so that its transcript is not read later either; a notice for the user.

    The notice says that another window switched storing off, which the user of this window may not expect.
    """
    was_private = bool(message.session) and switches.is_private(app, message.session)
    if window is not None:
        if not message.session:
            app.settings.override("private", True)
    elif switches.private_reason(app, None, message.folder) is None:
        return ""
    if message.session and not was_private:
        switches.make_private(app, message.session)
    if window is None or (was_private and event != SESSION_START):
        return ""
    return f"recall stores nothing of this session: {window.reason}. recall doctor says more."


def answer_event(
    app: "App", agent: "Agent", event: str, message: "HookMessage", breaker_state: str, use: "ToolUse | None"
) -> HookResult:
    """The answer to an event that asks for a brief, or for what bears on an action."""
    if app.settings.is_over_https and breaker_state == CLOSED:
        from recall_cli.flows.over_https.hook_client import answer_at_server

        return answer_at_server(app, agent, event, message, _session_place(app, message), use)
    if event == PROMPT or event in TOOL_EVENTS:
        if breaker_state != CLOSED:
            return HookResult(outcome=RESTING)
        wants_answer = event == PROMPT and app.settings["hooks.prompts"] and _asks_anything(message.prompt)
        result = _half_brief(app, agent, message, message.prompt) if wants_answer else None
        if use is not None and not (result and result.text) and not _names_no_action(app, event, use):
            from recall_cli.flows.at_action.answer import answer_action

            return answer_action(app, agent, event, use, _session_place(app, message))
        return HookResult(outcome=NOTHING_RELEVANT) if result is None or result.outcome == OFF else result
    if event == SUBAGENT_START:  # a subagent sees nothing of its session
        if breaker_state != CLOSED or not app.settings["hooks.at_action"]:
            return HookResult(outcome=NOTHING_RELEVANT if breaker_state == CLOSED else RESTING)
        return _half_brief(app, agent, message, "")
    from recall_cli.flows.agents.event_claims import has_brief

    if has_brief(app, agent, message):
        return HookResult(outcome=NOTHING_RELEVANT, why="the session already has the brief")
    if breaker_state == CLOSED:
        waited_ms = 0.0
        if message.source == COMPACT:
            from recall_cli.flows.agents.worker_process import wait_for_reading

            waited_ms = wait_for_reading(app, agent.name, message.session)
        return _with_request(app, message, _session_brief(app, agent, message)).but(waited_ms=waited_ms)
    if breaker_state == PREPARED:
        from recall_cli.flows.brief.brief_cache import load_brief

        brief, why = load_brief(app, agent, message)
        if brief is None:
            return HookResult(outcome=PREPARED, why=why)
        result = HookResult(outcome=PREPARED, text=brief.block, memories=tuple(brief.memories))
        return _with_request(app, message, result)
    return HookResult(outcome=RESTING)


def _names_no_action(app: "App", event: str, use: "ToolUse") -> bool:
    """Whether the index says that no memory bears on the files and errors of a prompt."""
    from recall_cli.flows.at_action.action_gate import names_nothing_known

    return event == PROMPT and names_nothing_known(use, event, app.settings.store_environment)


def _asks_anything(prompt: str) -> bool:
    from recall_cli.rules.questions.clauses import has_enough_words

    return has_enough_words(prompt)


def _with_request(app: "App", message: "HookMessage", result: HookResult) -> HookResult:
    """The brief with the sentence that asks the agent to store; an empty brief is that sentence alone."""
    if result.outcome == OFF:
        return result
    from recall_cli.domain.store_request import add_request
    from recall_cli.flows.brief.request import request_of_session

    return result.but(text=add_request(result.text, request_of_session(app, message.session)))


def _claims_event(app: "App", agent: "Agent", event: str, message: "HookMessage", use: "ToolUse | None" = None) -> bool:
    """Whether no other hook of recall has answered the event. A plugin and installed hooks can both run.

    They run in one process of the agent. A session that is resumed at once runs in another one.
    """
    from recall_cli.agents.ancestors import agent_process_above
    from recall_cli.flows.agents.event_claims import claim_brief, claim_event

    if message.session and event == SESSION_START and agent.brief_with_prompt:
        return claim_brief(app, agent.name, message.session)
    detail = message.prompt if event == PROMPT else ""
    session = message.session
    if use is not None and event != PROMPT:  # several subagents of a session can begin at once
        session, detail = use.session, use.call or f"{use.tool} {use.command} {' '.join(use.paths)}"
    process = str(agent_process_above())
    return not message.session or claim_event(app, (agent.name, event, session, message.source, detail, process))


def _session_brief(app: "App", agent: "Agent", message: "HookMessage") -> HookResult:
    """The brief for a session that begins, which may be stored."""
    if not app.settings.has_store():
        return HookResult(outcome=NOTHING_RELEVANT, why="nothing is stored yet")
    with app.read_transaction(app.view(agent.name)) as tx:
        if not _is_project_enabled(app, tx, message):
            return HookResult(outcome=OFF, why="memory is off for this project")
        from recall_cli.flows.brief.stored_brief import stored_session_brief

        place, budget = _session_place(app, message), int(app.settings["hooks.tokens"])
        limit = MAX_BRIEF_UNITS - MAX_REQUEST_UNITS
        brief = _fit(lambda tokens: stored_session_brief(app, tx, tokens, folder=place), budget, limit)
        due = tx.jobs.next_run_at()
        work = due is not None and due <= tx.now
    if not brief.block:
        return HookResult(outcome=NOTHING_RELEVANT, work=work)
    used = () if switches.private_reason(app, message.session) else tuple(brief.memories)
    return HookResult(outcome=BRIEF_SHOWN, text=brief.block, memories=used, work=work, brief=brief)


def _half_brief(app: "App", agent: "Agent", message: "HookMessage", prompt: str) -> HookResult:
    """What bears on a prompt; for a subagent, which has none, a brief half as long as that of a session."""
    if not app.settings.has_store():
        return HookResult(outcome=NOTHING_RELEVANT)
    with app.read_transaction(app.view(agent.name)) as tx:
        if not _is_project_enabled(app, tx, message):
            return HookResult(outcome=OFF, why="memory is off for this project")
        place, budget = _session_place(app, message), int(app.settings["hooks.tokens"]) // 2
        if prompt:
            from recall_cli.flows.brief.prompt_answers import prompt_brief

            brief = prompt_brief(app, tx, prompt, budget, place)
        else:
            from recall_cli.flows.brief.context import make_brief

            brief = _fit(lambda tokens: make_brief(app, tx, "", tokens, None, folder=place), budget, MAX_BRIEF_UNITS)
    if brief is None or not brief.lines:
        return HookResult(outcome=NOTHING_RELEVANT)
    used = () if switches.private_reason(app, message.session) else tuple(brief.memories)
    return HookResult(outcome=BRIEF_SHOWN, text=brief.block, memories=used)


def _fit(make: "Callable[[int], B]", budget: int, most_units: int) -> "B":
    """A brief short enough that no agent truncates it."""
    while hook_messages.count_utf16_units((brief := make(budget)).block) > most_units:
        budget = budget * 3 // 4
    return brief


def _is_project_enabled(app: "App", tx: "Transaction", message: "HookMessage") -> bool:
    from recall_cli.flows.projects import is_memory_enabled

    return is_memory_enabled(tx, _session_place(app, message))


def _session_place(app: "App", message: "HookMessage") -> Workplace:
    """Where the session runs, looked up once."""
    place: Workplace | None = app.workplaces.get(message.folder)
    if place is None:
        place = app.workplaces[message.folder] = current_workplace(message.folder or None)
    return place


def queue_transcript(app: "App", agent: "Agent", message: "HookMessage", *, resting: bool = False) -> HookResult:
    """Queue one job for a session's transcript, however often its end is reported. The job reads what is new.

    If the store cannot be written, or the hooks pause, the session is written to a file beside the store and queued
    later.
    """
    transcript = _find_transcript(app, agent, message, begins=False)
    if isinstance(transcript, HookResult):
        return transcript
    job, run_at = _session_job(agent, message, transcript), app.now() + agent.transcript_delay_seconds * 1000
    if resting or app.settings.is_over_https:  # a worker sends the session
        from recall_cli.flows.agents.spool import spool_session

        is_kept, why = spool_session(app, job, run_at), "hooks are paused" if resting else ""
        return HookResult(
            outcome=FAILED if not is_kept else SET_ASIDE if resting else QUEUED, why=why, work=not resting
        )
    from recall_cli.flows.agents.session_queue import queue_session

    try:
        with app.write_transaction() as tx:
            if not _is_project_enabled(app, tx, message):
                return HookResult(outcome=OFF, why="memory is off for this project")
            queue_session(app, tx, job, run_at)
    except Exception:  # whatever is wrong with the store, the transcript is read once it works again
        from recall_cli.flows.agents.spool import spool_session

        spool_session(app, job, run_at)
        raise
    return HookResult(outcome=QUEUED, work=True)


def _session_job(agent: "Agent", message: "HookMessage", path: str, *, is_open: bool = False) -> "SessionJob":
    from recall_cli.flows.agents.session_queue import SessionJob

    folder = message.folder or os.getcwd()
    return SessionJob(agent=agent.name, path=path, session=message.session, folder=folder, open=is_open)


def _find_transcript(app: "App", agent: "Agent", message: "HookMessage", *, begins: bool) -> "str | HookResult":
    """The path of a session's transcript, or the result that says why none is read. A new session may not have its file
    yet.
    """
    reason = switches.private_reason(app, message.session)
    if reason is not None:
        return HookResult(outcome=OFF, why=reason)
    reads_transcripts = any(hook.event == SESSION_END for hook in agent.hooks)
    path = transcript_path(agent, message, app.environment) if reads_transcripts else None
    if path is None or not (begins or agent.transcript_delay_seconds or os.path.isfile(path)):
        return HookResult(outcome=NOTHING_RELEVANT, why="the session has no transcript")
    return path


def follow_up(
    app: "App", agent: "Agent", event: str, message: "HookMessage", result: HookResult, use: "ToolUse | None" = None
) -> None:
    """Everything that can wait until the answer is printed. The agent waits for the process to end, so this stays
    short.
    """
    if result.why and result.outcome == BRIEF_SHOWN and use is not None:
        from recall_cli.flows.at_action.answer import note_answer

        note_answer(app, agent, event, use, result, count=not switches.private_reason(app, message.session))
        return
    begins = (
        event == SESSION_START and result.outcome in (BRIEF_SHOWN, NOTHING_RELEVANT, REPEATED) and bool(message.session)
    )
    needs_worker = result.work or (event not in TOOL_EVENTS and os.path.exists(app.text_files[3]))
    if result.brief is not None:
        from recall_cli.flows.brief.brief_cache import save_brief

        save_brief(app, agent, message, result.brief)
    if result.outcome == FAILED:
        from recall_cli.flows.agents.session_queue import has_spooled_sessions

        needs_worker = has_spooled_sessions(app)
    if begins and app.settings.is_over_https:
        from recall_cli.flows.agents.spool import has_due_sessions

        needs_worker = needs_worker or has_due_sessions(app)
    if result.memories or begins:
        waits = _record_brief_use(app, agent, message, result, begins=begins, was_asked=event == PROMPT)
        needs_worker = waits or needs_worker
    if needs_worker:
        from recall_cli.flows.agents.worker_process import start_worker

        start_worker(app, LOCKED_RETRY_SECONDS if result.outcome == FAILED else agent.transcript_delay_seconds)


def _record_brief_use(
    app: "App", agent: "Agent", message: "HookMessage", result: HookResult, *, begins: bool, was_asked: bool
) -> bool:
    """Record the use of the brief's memories and queue the new session, in one best-effort write.

    Returns whether a worker is needed: earlier sessions may have ended without an event.
    """
    from recall_cli.flows.agents import session_queue
    from recall_cli.flows.brief.usage import count_uses

    path = _find_transcript(app, agent, message, begins=True) if begins else ""
    if not app.settings.has_store():
        return False
    job = _session_job(agent, message, path, is_open=True) if begins and isinstance(path, str) else None
    try:
        with app.best_effort_write() as tx:
            given = [] if app.at_terminal else [memory.n for memory in result.memories]
            if result.brief is not None and result.memories:
                result.brief.save(tx)
            count_uses(tx, given, message.session, agent.name, was_asked=was_asked)
            if job is not None and (result.outcome == BRIEF_SHOWN or _is_project_enabled(app, tx, message)):
                session_queue.queue_session(app, tx, job, tx.now + session_queue.UNENDED_WAIT_MS)
            return begins and (
                session_queue.queue_idle_sessions(app, tx, early=True) > 0 or session_queue.has_spooled_sessions(app)
            )
    except Exception as error:
        if not is_recall_error(error):
            raise
        if job is not None:
            from recall_cli.flows.agents.spool import spool_session

            spool_session(app, job, app.now() + session_queue.UNENDED_WAIT_MS)
        return False
