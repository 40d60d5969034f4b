"""recall hook: what an agent's hooks call."""

import os
import sys
import time

from recall_cli import __version__
from recall_cli.agents import hook_messages, registry
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.flows.agents import hook_runs
from recall_cli.flows.agents.hook import follow_up, handle_event, mask_session_id
from recall_cli.flows.agents.hook_runs import HookResult
from recall_cli.rules.places.circuit_breaker import FAILED, HookRun
from recall_cli.settings import HOOK_CHECK_VARIABLE, INSIDE_VARIABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.agents.agent import Agent
    from recall_cli.app import App

PARAMS = (
    argument(
        "event",
        "What happened: session-start, prompt, compact, turn-end, session-end.",
        default="",
        offers=("session-start", "prompt", "compact", "turn-end", "session-end"),
    ),
    option("agent", "The agent that it happened in.", default="", metavar="NAME", offers=tuple(registry.KNOWN_AGENTS)),
    option(
        "strict", "Fail where something is wrong, for finding out what; without it the status is always 0.", kind="flag"
    ),
)
EXAMPLES = (
    ("recall hook session-start --agent codex", "shows what a session of Codex begins with here"),
    ("echo '{}' | recall hook session-end --agent codex --strict", "says what is wrong with a message"),
)
MAX_INPUT_SILENCE_SECONDS = 1.0
"""Seconds of silence after which a message counts as complete: some agents never close its pipe."""
TIMEOUT_SHARE = 0.8
"""Of the time that an agent gives a hook."""
IGNORED = "ignored"


def hook(app: "App", *, event: str, agent: str, strict: bool) -> Reply:
    """Read an agent's message from standard input and answer as that agent expects, or with nothing.

    Whatever goes wrong is written down (recall hooks status), and the agent is left in peace.
    """
    began = time.monotonic()
    if app.environment.get(INSIDE_VARIABLE):
        return Reply(lambda: {"outcome": IGNORED, "why": "recall's own work"}, list)
    found, meant = registry.KNOWN_AGENTS.get(agent), hook_messages.event_of_name(event)
    if app.environment.get(HOOK_CHECK_VARIABLE):
        return _answer_check(app, understood=found is not None and meant is not None)
    ran, sender, heard = _handle_event(app, event, agent, found, meant, strict=strict)
    text = "" if sender is None or meant is None else hook_messages.format_answer(sender, meant, ran.text)

    def after() -> None:
        last = ran
        try:
            if sender is not None and meant is not None:
                follow_up(app, sender, meant, heard, ran)
        except Exception as error:
            last = HookResult(outcome=FAILED, why=f"{type(error).__name__}: {error}")
        _stop_time_limit()
        ms = (time.monotonic() - began) * 1000
        name = "unknown" if sender is None or meant is None else sender.name
        hook_runs.record_run(
            app,
            name,
            HookRun(at=_current_time(app), event=meant or "unknown", outcome=last.outcome, ms=ms, why=last.why),
        )

    return Reply(lambda: _document(ran), lambda: [text] if text else [], after=after)


def _handle_event(
    app: "App", event: str, agent: str, found: "Agent | None", meant: "str | None", *, strict: bool
) -> "tuple[HookResult, Agent | None, hook_messages.HookMessage]":
    """What an event came to, the agent that it comes from, and what that said."""
    ran, sender, heard = HookResult(outcome=IGNORED), found, hook_messages.HookMessage()
    try:
        if found is None or meant is None:
            raise _UnknownMessage(f"unknown {'event ' + event if found else 'agent ' + agent}"[:100])
        _start_time_limit(found, meant)
        heard = _read_event()
        sender = registry.sending_agent(found, heard.client)
        ran = handle_event(app, sender, meant, heard, found)
    except _UnknownMessage as error:
        if strict:
            from recall_cli.domain.errors import UsageError

            raise UsageError(str(error)) from None
        ran = ran.but(why=str(error))
    except Exception as error:
        if strict:
            raise
        ran = HookResult(outcome=FAILED, why=f"{type(error).__name__}: {error}")
    return ran, sender, heard


def _answer_check(app: "App", *, understood: bool) -> Reply:
    """What recall doctor asks: does the hook reach this program, its message and its store? Nothing else is done."""
    _read_event()
    if understood and os.path.exists(app.settings.database):
        app.engine()
    said = f"recall\t{__version__}\t{os.path.abspath(app.settings.database)}"
    return Reply(lambda: {"outcome": IGNORED, "why": "a check"}, lambda: [said] if understood else [])


class _UnknownMessage(Exception):
    """This is no message for us."""


def _read_event() -> hook_messages.HookMessage:
    try:
        return mask_session_id(hook_messages.parse_message(_read_standard_input()))
    except ValueError as error:
        raise _UnknownMessage(str(error)) from None


def _start_time_limit(agent: "Agent", event: str) -> None:
    """Give up before the agent stops us: what is stopped from outside leaves no record, and no breaker sees it."""
    seconds = next((hook.timeout for hook in agent.hooks if hook.event == event), 0)
    if seconds and sys.platform != "win32":
        alarm = _signal_module()
        alarm.signal(alarm.SIGALRM, _raise_timeout)
        alarm.setitimer(alarm.ITIMER_REAL, seconds * TIMEOUT_SHARE / (1 if seconds < 1000 else 1000))


def _stop_time_limit() -> None:
    if sys.platform != "win32":
        _signal_module().setitimer(_signal_module().ITIMER_REAL, 0)


def _signal_module() -> "Any":
    """The C half of `signal`, which itself would load `enum`; the interpreter has it at hand."""
    return __import__("_signal")


def _raise_timeout(_number: int, _frame: object) -> None:
    raise TimeoutError("it took too long")


def _document(ran: HookResult) -> "dict[str, object]":
    told = [memory.id for memory in ran.memories]
    return {"outcome": ran.outcome, "why": ran.why or None, "told": told, "text": ran.text or None}


def _current_time(app: "App") -> int:
    try:
        return app.now()
    except Exception:
        return time.time_ns() // 1_000_000


def _read_standard_input() -> bytes:
    """All of standard input, which may be endless, silent or missing; a person at a terminal need not type any."""
    if sys.stdin is None:
        return b""
    try:
        file = sys.stdin.fileno()
    except (OSError, ValueError):  # no real file
        return sys.stdin.buffer.read()
    if os.isatty(file):
        return b"{}"
    parts, size = [], 0
    while part := _read_part(file):
        size += len(part)
        if size <= hook_messages.MAX_MESSAGE_BYTES:
            parts.append(part)
        elif size - len(part) <= hook_messages.MAX_MESSAGE_BYTES:
            parts.append(part)  # one too many, so that it is known
        elif size > 64 * hook_messages.MAX_MESSAGE_BYTES:
            break
    return b"".join(parts)


def _read_part(file: int) -> bytes:
    """The next of it; nothing at its end and after a silence."""
    try:
        os.set_blocking(file, False)
        try:
            return os.read(file, 1 << 16)  # it was mostly sent before we ran, and nothing need be loaded to wait for it
        finally:
            os.set_blocking(file, True)
    except BlockingIOError:
        pass
    import select

    return os.read(file, 1 << 16) if select.select([file], [], [], MAX_INPUT_SILENCE_SECONDS)[0] else b""
