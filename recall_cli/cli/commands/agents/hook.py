"""recall hook: the command that agents' hooks call."""

import sys
import time

from recall_cli import __version__
from recall_cli.agents import hook_messages, registry
from recall_cli.agents.agent import EVENTS, PROMPT, SUBAGENT_START, TOOL_EVENTS
from recall_cli.child_process import HOOK_CHECK_VARIABLE, INSIDE_VARIABLE
from recall_cli.cli.hook_input import read_standard_input
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.flows.agents import hook_runs
from recall_cli.flows.agents.hook import follow_up, handle_event, mask_session_id
from recall_cli.flows.agents.hook_runs import HookResult
from recall_cli.rules.places.circuit_breaker import FAILED, NOTHING_RELEVANT, HookRun

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.agents.agent import Agent
    from recall_cli.agents.tool_messages import ToolUse
    from recall_cli.app import App

PARAMS = (
    argument("event", "The event, such as session-start, tool-start or session-end.", default="", offers=EVENTS),
    option("agent", "The agent that sends the event.", default="", metavar="NAME", offers=tuple(registry.KNOWN_AGENTS)),
    option("strict", "Report errors, for debugging; without it the exit status is always 0.", kind="flag"),
)
EXAMPLES = (
    ("recall hook session-start --agent codex", "the brief that a Codex session gets here"),
    ("echo '{}' | recall hook session-end --agent codex --strict", "what is wrong with a message"),
)
TIMEOUT_SHARE = 0.8
"""The share of an agent's time limit that a hook uses."""
MAX_SERVER_SECONDS = 1.6
"""A hook gives up after this time if the store is on a server, which may not answer."""
IGNORED = "ignored"


def hook(app: "App", *, event: str, agent: str, strict: bool) -> Reply:
    """Read an agent's message from standard input and answer in that agent's format, or with nothing.

    Errors are recorded (see recall hooks status) and never reach the agent.
    """
    began = time.monotonic()
    if app.environment.get(INSIDE_VARIABLE):
        return Reply(lambda: {"outcome": IGNORED, "why": "recall's own work"}, list)
    known_agent, known_event = registry.KNOWN_AGENTS.get(agent), hook_messages.event_of_name(event)
    if app.environment.get(HOOK_CHECK_VARIABLE):
        return _answer_check(app, understood=known_agent is not None and known_event is not None)
    result, sender, message, use = _handle_event(app, event, agent, known_agent, known_event, strict=strict)
    text = ""
    if sender is not None and known_event is not None:
        text = (
            hook_messages.format_question(sender, known_event, result.question, result.text)
            if result.question
            else hook_messages.format_answer(sender, known_event, result.text, result.notice)
        )

    def after() -> None:
        last = result
        try:
            if sender is not None and known_event is not None:
                follow_up(app, sender, known_event, message, result, use)
        except Exception as error:
            last = HookResult(outcome=FAILED, why=f"{type(error).__name__}: {error}")
        _stop_time_limit()
        ms = (time.monotonic() - began) * 1000 - result.waited_ms
        is_action = known_event in TOOL_EVENTS or (known_event == PROMPT and not app.settings["hooks.prompts"])
        if is_action and last.outcome == NOTHING_RELEVANT:
            from recall_cli.flows.at_action.action_gate import count_silent_run

            count_silent_run(app.environment, agent)
            return
        name = "unknown" if sender is None or known_event is None else hook_runs.log_name(sender.name, known_event)
        hook_runs.record_run(
            app,
            name,
            HookRun(at=_current_time(app), event=known_event or "unknown", outcome=last.outcome, ms=ms, why=last.why),
        )

    def document() -> "dict[str, object]":
        ids = [memory.id for memory in result.memories]
        return {"outcome": result.outcome, "why": result.why or None, "told": ids, "text": result.text or None}

    return Reply(document, lambda: [text] if text else [], after=after)


def _handle_event(
    app: "App", event: str, agent: str, known_agent: "Agent | None", known_event: "str | None", *, strict: bool
) -> "tuple[HookResult, Agent | None, hook_messages.HookMessage, ToolUse | None]":
    """Handle an event: its result, the agent that sent it, its message, and what the agent does."""
    result, sender, message = HookResult(outcome=IGNORED), known_agent, hook_messages.HookMessage()
    use: ToolUse | None = None
    try:
        if known_agent is None or known_event is None:
            raise _UnknownMessage(f"unknown {'event ' + event if known_agent else 'agent ' + agent}"[:100])
        _start_time_limit(app, known_agent, known_event)
        message, use = _read_event(known_event)
        sender = registry.sending_agent(known_agent, message.client)
        result = handle_event(app, sender, known_event, message, known_agent, use)
    except _UnknownMessage as error:
        if strict:
            _stop_time_limit()
            from recall_cli.domain.errors import UsageError

            raise UsageError(str(error)) from None
        result = result.but(why=str(error))
    except Exception as error:
        if strict:
            _stop_time_limit()
            raise
        result = HookResult(outcome=FAILED, why=f"{type(error).__name__}: {error}")
    return result, sender, message, use


def _answer_check(app: "App", *, understood: bool) -> Reply:
    """Answer the check of `recall doctor`: can the hook reach this program, its message and its store?"""
    _read_event("")
    if understood and app.settings.is_over_https:
        from recall_cli.flows.over_https.token_file import find_token

        find_token(app)
    elif understood and app.settings.has_store():
        app.engine()
    line = f"recall\t{__version__}\t{app.settings.store_place}"
    return Reply(lambda: {"outcome": IGNORED, "why": "a check"}, lambda: [line] if understood else [])


class _UnknownMessage(Exception):
    """The message is not one that recall handles."""


def _read_event(event: str) -> "tuple[hook_messages.HookMessage, ToolUse | None]":
    """The message of an event, and for an action what the agent does."""
    raw = read_standard_input()
    try:
        message = mask_session_id(hook_messages.parse_message(raw))
        if event not in ACTION_MESSAGES:
            return message, None
        from recall_cli.agents.tool_messages import read_tool_use

        return message, read_tool_use(hook_messages.parse_object(raw))
    except ValueError as error:
        raise _UnknownMessage(str(error)) from None


ACTION_MESSAGES = TOOL_EVENTS | {PROMPT, SUBAGENT_START}
"""The events whose messages say what an agent does."""


def _start_time_limit(app: "App", agent: "Agent", event: str) -> None:
    """Stop before the agent would kill this process: a killed run leaves no record for the circuit breaker."""
    limit = next((hook.timeout for hook in agent.hooks if hook.event == event), 0)
    seconds = limit * TIMEOUT_SHARE / (1 if limit < 1000 else 1000)
    if app.settings.is_on_server:
        seconds = min(seconds or MAX_SERVER_SECONDS, MAX_SERVER_SECONDS)
    if seconds and sys.platform != "win32":
        alarm = _signal_module()
        alarm.signal(alarm.SIGALRM, _raise_timeout)
        alarm.setitimer(alarm.ITIMER_REAL, seconds)


def _stop_time_limit() -> None:
    if sys.platform != "win32":
        _signal_module().setitimer(_signal_module().ITIMER_REAL, 0)


def _signal_module() -> "Any":
    """The C part of `signal`: it is built in, while `signal` itself would import `enum`."""
    return __import__("_signal")


def _raise_timeout(_number: int, _frame: object) -> None:
    raise TimeoutError("the hook took too long")


def _current_time(app: "App") -> int:
    try:
        return app.now()
    except Exception:
        return time.time_ns() // 1_000_000
