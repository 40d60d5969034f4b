"""recall hook: what an agent's hooks call."""

import os
import sys
import time

from recall_cli import __version__
from recall_cli.agents import known, wire
from recall_cli.cli.doors.params import argument, option
from recall_cli.cli.doors.reply import Reply
from recall_cli.flows.agents import runs
from recall_cli.flows.agents.hook import Ran, attend, follow, without_secrets
from recall_cli.rules.places.breaker import FAILED, Run
from recall_cli.settings import CHECK, INSIDE

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
    option("agent", "The agent that it happened in.", default="", metavar="NAME", offers=tuple(known.KNOWN)),
    option(
        "strict", "Fail where something is wrong, for finding out what; without it the status is always 0.", kind="flag"
    ),
)
EXAMPLES = (
    ("recall hook session-start --agent codex", "shows what a session of Codex begins with here"),
    ("echo '{}' | recall hook session-end --agent codex --strict", "says what is wrong with a message"),
)
PATIENCE = 1.0
"""Seconds of silence after which a message counts as complete: some agents never close its pipe."""
PART = 0.8
"""Of the time that an agent gives a hook."""
IGNORED = "ignored"


def hook(app: "App", *, event: str, agent: str, strict: bool) -> Reply:
    """Read an agent's message from standard input and answer as that agent expects, or with nothing.

    Whatever goes wrong is written down (recall hooks status), and the agent is left in peace.
    """
    began = time.monotonic()
    if app.environment.get(INSIDE):
        return Reply(lambda: {"outcome": IGNORED, "why": "recall's own work"}, list)
    found, meant = known.KNOWN.get(agent), wire.meaning(event)
    if app.environment.get(CHECK):
        return _checked(app, understood=found is not None and meant is not None)
    ran, sender, heard = _attended(app, event, agent, found, meant, strict=strict)
    text = "" if sender is None or meant is None else wire.answer(sender, meant, ran.text)

    def after() -> None:
        last = ran
        try:
            if sender is not None and meant is not None:
                follow(app, sender, meant, heard, ran)
        except Exception as error:
            last = Ran(outcome=FAILED, why=f"{type(error).__name__}: {error}")
        _unlimited()
        ms = (time.monotonic() - began) * 1000
        name = "unknown" if sender is None or meant is None else sender.name
        runs.note(app, name, Run(at=_now(app), event=meant or "unknown", outcome=last.outcome, ms=ms, why=last.why))

    return Reply(lambda: _document(ran), lambda: [text] if text else [], after=after)


def _attended(
    app: "App", event: str, agent: str, found: "Agent | None", meant: "str | None", *, strict: bool
) -> "tuple[Ran, Agent | None, wire.Heard]":
    """What an event came to, the agent that it comes from, and what that said."""
    ran, sender, heard = Ran(outcome=IGNORED), found, wire.Heard()
    try:
        if found is None or meant is None:
            raise _NotUnderstood(f"unknown {'event ' + event if found else 'agent ' + agent}"[:100])
        _limit(found, meant)
        heard = _heard()
        sender = known.sender(found, heard.client)
        ran = attend(app, sender, meant, heard, found)
    except _NotUnderstood as error:
        if strict:
            from recall_cli.domain.errors import UsageError

            raise UsageError(str(error)) from None
        ran = ran.but(why=str(error))
    except Exception as error:
        if strict:
            raise
        ran = Ran(outcome=FAILED, why=f"{type(error).__name__}: {error}")
    return ran, sender, heard


def _checked(app: "App", *, understood: bool) -> Reply:
    """What recall doctor asks: does the hook reach this program, its message and its store? Nothing else is done."""
    _heard()
    if understood and os.path.exists(app.settings.database):
        app.engine()
    said = f"recall\t{__version__}\t{os.path.abspath(app.settings.database)}"
    return Reply(lambda: {"outcome": IGNORED, "why": "a check"}, lambda: [said] if understood else [])


class _NotUnderstood(Exception):
    """This is no message for us."""


def _heard() -> wire.Heard:
    try:
        return without_secrets(wire.heard(_message()))
    except ValueError as error:
        raise _NotUnderstood(str(error)) from None


def _limit(agent: "Agent", event: str) -> None:
    """Give up before the agent stops us: what is stopped from outside leaves no record, and no breaker sees it."""
    seconds = next((hook.timeout for hook in agent.hooks if hook.event == event), 0)
    if seconds and sys.platform != "win32":
        alarm = _alarms()
        alarm.signal(alarm.SIGALRM, _late)
        alarm.setitimer(alarm.ITIMER_REAL, seconds * PART / (1 if seconds < 1000 else 1000))


def _unlimited() -> None:
    if sys.platform != "win32":
        _alarms().setitimer(_alarms().ITIMER_REAL, 0)


def _alarms() -> "Any":
    """The C half of `signal`, which itself would load `enum`; the interpreter has it at hand."""
    return __import__("_signal")


def _late(_number: int, _frame: object) -> None:
    raise TimeoutError("it took too long")


def _document(ran: Ran) -> "dict[str, object]":
    told = [memory.id for memory in ran.memories]
    return {"outcome": ran.outcome, "why": ran.why or None, "told": told, "text": ran.text or None}


def _now(app: "App") -> int:
    try:
        return app.now()
    except Exception:
        return time.time_ns() // 1_000_000


def _message() -> bytes:
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
    while part := _part(file):
        size += len(part)
        if size <= wire.LARGEST:
            parts.append(part)
        elif size - len(part) <= wire.LARGEST:
            parts.append(part)  # one too many, so that it is known
        elif size > 64 * wire.LARGEST:
            break
    return b"".join(parts)


def _part(file: int) -> bytes:
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

    return os.read(file, 1 << 16) if select.select([file], [], [], PATIENCE)[0] else b""
