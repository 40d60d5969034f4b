"""A hook's answer from the server, where the store is behind one.

This machine decides what concerns it alone: switches, pauses, whether a tool's use can matter at all, and what a
session was shown. The server is asked for the memories, once for an event that may need some.
"""

import os

from recall_cli.agents.agent import ATTENDED_VARIABLE, COMPACT, PROMPT, SESSION_START, SUBAGENT_START
from recall_cli.flows.agents import switches
from recall_cli.flows.agents.event_claims import has_brief
from recall_cli.flows.agents.hook_runs import HookResult
from recall_cli.flows.brief.stored_brief import ShownMemory
from recall_cli.flows.over_https.clean_output import clean_text
from recall_cli.flows.over_https.machine import describe_machine, mask_values
from recall_cli.flows.over_https.served_commands import WAITING_SUFFIX
from recall_cli.flows.over_https.server import Server, ServerError
from recall_cli.rules.places.circuit_breaker import BRIEF_SHOWN, NOTHING_RELEVANT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.agents.agent import Agent
    from recall_cli.agents.hook_messages import HookMessage
    from recall_cli.agents.tool_messages import ToolUse
    from recall_cli.app import App
    from recall_cli.flows.at_action.action_index import ActionIndex
    from recall_cli.workplace import Workplace

HOOK_CONNECT_SECONDS, HOOK_ANSWER_SECONDS = 0.7, 1.2
"""A hook gives up sooner than a command: its agent waits."""
READING_WAIT_SECONDS = 0.6
"""So long the brief after a compaction waits until what was just said is at the server."""
HOOK_COMMAND, OFF = "hook", "off"


def answer_at_server(
    app: "App", agent: "Agent", event: str, message: "HookMessage", place: "Workplace", use: "ToolUse | None"
) -> HookResult:
    """The answer to an event that asks for a brief, or for what bears on an action."""
    if event == SESSION_START and has_brief(app, agent, message):
        return HookResult(outcome=NOTHING_RELEVANT, why="the session already has the brief")
    if event == SUBAGENT_START and not app.settings["hooks.at_action"]:
        return HookResult(outcome=NOTHING_RELEVANT)
    if event in (SESSION_START, SUBAGENT_START):
        waited_ms = _wait_for_reading(app, message) if message.source == COMPACT else 0.0
        return _ask(app, agent, event, message, place, {}).but(waited_ms=waited_ms)
    if event == PROMPT and app.settings["hooks.prompts"] and _asks_anything(message.prompt):
        answer = _ask(app, agent, event, message, place, {"prompt": message.prompt})
        if answer.text:
            return answer
    if use is None or not app.settings["hooks.at_action"]:
        return HookResult(outcome=NOTHING_RELEVANT)
    return _answer_action(app, agent, event, message, place, use)


def _asks_anything(prompt: str) -> bool:
    from recall_cli.rules.questions.clauses import has_enough_words

    return has_enough_words(prompt)


def _open(app: "App") -> Server:
    return Server(app, connect_seconds=HOOK_CONNECT_SECONDS, seconds=HOOK_ANSWER_SECONDS, patience=0)


def _ask(
    app: "App", agent: "Agent", event: str, message: "HookMessage", place: "Workplace", values: "dict[str, Any]"
) -> HookResult:
    """The server's answer to an event of a session."""
    server = _open(app)
    try:
        waiting = (app.settings.files_beside + WAITING_SUFFIX, app.text_files[3])
        if event == SESSION_START and any(map(os.path.exists, waiting)):
            from recall_cli.flows.over_https.waiting_commands import send_waiting

            send_waiting(app, server)
        return _result(server.ask(_request(app, agent, event, message, place, values), place))
    finally:
        server.close()


def _request(
    app: "App", agent: "Agent", event: str, message: "HookMessage", place: "Workplace", values: "dict[str, Any]"
) -> "dict[str, Any]":
    """What the server is asked, without secrets."""
    cleaned, _ = mask_values({**values, "session": message.session, "source": message.source})
    facts = describe_machine(app, HOOK_COMMAND, place)
    facts["off"] = switches.private_reason(app, message.session)
    facts["attended"] = app.environment.get(ATTENDED_VARIABLE) == "1"
    return {
        "command": HOOK_COMMAND,
        "values": {**cleaned, "event": event, "agent": agent.name},
        "client": {**facts, "terminal": False},
    }


def _result(answer: "dict[str, Any]") -> HookResult:
    """The server's answer as the result of a hook."""
    error = answer.get("error")
    if isinstance(error, dict):
        raise ServerError(error)
    texts = {name: clean_text(str(answer.get(name) or "")) for name in ("outcome", "why", "text", "question")}
    ids = answer.get("ids")
    return HookResult(
        outcome=texts["outcome"] if texts["outcome"] in (BRIEF_SHOWN, OFF) else NOTHING_RELEVANT,
        why=texts["why"][:500],
        text=texts["text"],
        question=texts["question"],
        memories=tuple(ShownMemory(0, str(id_)) for id_ in (ids if isinstance(ids, list) else ())),
    )


def _answer_action(
    app: "App", agent: "Agent", event: str, message: "HookMessage", place: "Workplace", use: "ToolUse"
) -> HookResult:
    """What is known about an action. The index on this machine tells first whether anything can be."""
    from recall_cli.flows.at_action import action_gate, shown_log
    from recall_cli.flows.at_action.action_index_update import note_silence, update_index
    from recall_cli.flows.at_action.answer import numbers_of_keys

    server = _open(app)
    try:
        index = update_index(app, None, lambda known: _fetch_keys(server, known))
        parts = action_gate.ActionParts(use, event)
        keys = [key for key in action_gate.action_keys(parts, index.salt) if key in index]
        numbers = numbers_of_keys(index, keys)
        if not numbers:
            return HookResult(outcome=NOTHING_RELEVANT)
        shown = [*shown_log.shown_ids(app, use.session)]
        values = {"numbers": numbers, "shown": shown, **_describe_use(use)}
        request = _request(app, agent, event, message, place, values)
        request["client"] |= _describe_paths(parts, use, place)
        answer = server.ask(request, place)
        if answer.get("is_all") is True:
            note_silence(app, index, use.session, keys)
        return _result(answer)
    finally:
        server.close()


def _describe_use(use: "ToolUse") -> "dict[str, Any]":
    """What the agent does, for the server."""
    return {
        "use": {
            **{name: getattr(use, name) for name in ("tool", "command", "output", "prompt", "permission_mode")},
            "paths": [*use.paths],
            "lines": None if use.lines is None else [*use.lines],
        }
    }


def _describe_paths(parts: "Any", use: "ToolUse", place: "Workplace") -> "dict[str, Any]":
    """The files of an action by their paths in the project, and which of them no other file has the name of."""
    from recall_cli.flows.at_action.answer import only_files, project_path

    folder = use.folder or os.getcwd()
    named = dict.fromkeys([*parts.paths, *parts.changed_paths])
    paths = {path: project_path(path, folder, place) for path in named}
    return {"paths": paths, "only": [*only_files([path for path in paths.values() if path], place)]}


def _fetch_keys(server: Server, known: "ActionIndex") -> "bool | None":
    """Add the keys of what is new at the server; whether these are all. None: the index is of another store."""
    from base64 import b64decode

    from recall_cli.flows.at_action.action_index import RECORD_BYTES

    values = {
        "event": "keys",
        "salt": known.salt.hex(),
        "operation": known.operation,
        "reached": known.reached,
    }
    answer = server.ask({"command": HOOK_COMMAND, "values": values})
    if isinstance(answer.get("error"), dict):
        raise ServerError(answer["error"])
    if answer.get("is_other") is True:
        return None
    raw = b64decode(str(answer.get("keys") or ""))
    known.add({raw[at : at + RECORD_BYTES] for at in range(0, len(raw) - RECORD_BYTES + 1, RECORD_BYTES)})
    known.operation, known.reached = int(answer.get("operation") or 0), int(answer.get("reached") or 0)
    return answer.get("is_complete") is True


def _wait_for_reading(app: "App", message: "HookMessage") -> float:
    """Wait until a worker has sent what was said before a compaction; the milliseconds."""
    from time import monotonic, sleep

    from recall_cli.flows.agents.spool import is_session_waiting

    began = monotonic()
    while message.session and is_session_waiting(app, message.session) and monotonic() - began < READING_WAIT_SECONDS:
        sleep(0.03)
    return (monotonic() - began) * 1000
