"""The one question of a session: does the next session need to know anything from this one?

A client reports the end of every turn, and none says which is the last. So the agent is asked at the end of the first
turn by which the session has done so much that something may be worth a note, and never again.
"""

import os

from recall_cli.agents.agent import ATTENDED_VARIABLE
from recall_cli.agents.transcripts.clients import CLIENTS
from recall_cli.agents.transcripts.session_file import read_entries
from recall_cli.app import is_recall_error
from recall_cli.domain.moment import DAY
from recall_cli.domain.store_request import end_question
from recall_cli.domain.turn import CALL, USER
from recall_cli.flows.agents import switches
from recall_cli.flows.agents.event_claims import claim_event, is_claimed
from recall_cli.flows.agents.hook_runs import HookResult
from recall_cli.flows.brief.request import store_command
from recall_cli.rules.places.circuit_breaker import BRIEF_SHOWN, NOTHING_RELEVANT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.agents.hook_messages import HookMessage
    from recall_cli.app import App
    from recall_cli.workplace import Workplace

MIN_CALLS, MIN_MESSAGES = 20, 5
"""A session is asked after so many calls of tools, or so many messages of its user. In labelled sessions, half of the
notes that are worth keeping rest on what was said by then, and 46 of 49 sessions come so far."""
REMEMBERED_MS = 90 * DAY
"""So long it is known that a session was asked: it may be resumed."""
ASKED_FILE = "asked"


def ask_at_end(
    app: "App", agent: "Agent", message: "HookMessage", transcript: str, place: "Workplace"
) -> "HookResult | None":
    """The question for the end of this turn, or nothing; None if nothing is asked and the session is to be read now."""
    try:
        question = _find_question(app, agent, message, transcript, place)
    except Exception as error:
        if not (is_recall_error(error) or isinstance(error, OSError)):
            raise
        question = ""
    if question:
        return HookResult(outcome=BRIEF_SHOWN, text=question)
    return None if agent.reads_after_turns else HookResult(outcome=NOTHING_RELEVANT)


def _find_question(app: "App", agent: "Agent", message: "HookMessage", transcript: str, place: "Workplace") -> str:
    if not (app.settings["hooks.end_question"] and agent.end_question and message.session and transcript):
        return ""
    asked = (agent.name, message.session)
    if message.goes_on or is_claimed(app, asked, ASKED_FILE, REMEMBERED_MS):
        return ""
    if switches.private_reason(app, message.session, message.folder) or not _is_attended(app, agent, transcript):
        return ""
    if _is_over(app, message.session, place) or not _has_done_much(transcript, agent.name):
        return ""
    is_first = claim_event(app, asked, ASKED_FILE, REMEMBERED_MS, if_unwritable=False)
    return end_question(store_command(app)) if is_first else ""


def _is_attended(app: "App", agent: "Agent", transcript: str) -> bool:
    """Whether somebody reads along. A program that started the agent takes its last words for the answer."""
    if agent.name == "claude-code":
        return app.environment.get(ATTENDED_VARIABLE) == "1"
    head = next(read_entries(transcript), {}).get("payload")
    return isinstance(head, dict) and head.get("source") not in (None, "exec")


def _is_over(app: "App", session: str, place: "Workplace") -> bool:
    """Whether nothing is to be asked: the agent has stored something itself, or memory is off for the project."""
    if os.path.exists(app.text_files[3]):  # what an agent stored in a sandbox waits here
        return True
    if not app.settings.has_store():
        return False
    from recall_cli.flows.projects import is_memory_enabled

    with app.read_transaction() as tx:
        return tx.memories.counts_of_session(session)[0] > 0 or not is_memory_enabled(tx, place)


def _has_done_much(transcript: str, agent: str) -> bool:
    """Whether a session called so many tools, or its user said so much, that a note may be worth it."""
    calls = messages = 0
    for entry in read_entries(transcript):
        for turn in CLIENTS[agent].read(entry):
            calls += turn.kind == CALL
            messages += turn.speaker == USER
        if calls >= MIN_CALLS or messages >= MIN_MESSAGES:
            return True
    return False
