"""recall hook: what an agent's hooks call."""

import os
import sys
import time

from recall_cli.agents import known, wire
from recall_cli.cli.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.flows import runs
from recall_cli.flows.hook import Ran, attend
from recall_cli.rules.breaker import FAILED, Run
from recall_cli.settings import INSIDE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App

PARAMS = (
    argument("event", "What happened: session-start, prompt, compact, session-end.", default=""),
    option("agent", "The agent that it happened in.", default="", metavar="NAME"),
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
IGNORED = "ignored"


def hook(app: "App", *, event: str, agent: str, strict: bool) -> Reply:
    """Read an agent's message from standard input and answer as that agent expects, or with nothing.

    Whatever goes wrong is written down (recall hooks status), and the agent is left in peace.
    """
    began = time.monotonic()
    if app.environment.get(INSIDE):
        return Reply(lambda: {"outcome": IGNORED, "why": "recall's own work"}, list)
    name, found = "unknown", known.KNOWN.get(agent)
    meant = wire.meaning(event)
    try:
        if found is None or meant is None:
            raise ValueError(f"unknown {'event ' + event if found else 'agent ' + agent}"[:100])
        name = found.name
        ran = attend(app, found, meant, wire.heard(_message()))
    except ValueError as error:
        if strict:
            raise UsageError(str(error)) from None
        ran = Ran(outcome=IGNORED, why=str(error))
    except Exception as error:
        if strict:
            raise
        ran = Ran(outcome=FAILED, why=f"{type(error).__name__}: {error}")
    text = "" if found is None or meant is None else wire.answer(found, meant, ran.text)

    def after() -> None:
        ms = (time.monotonic() - began) * 1000
        runs.note(app, name, Run(at=_now(app), event=meant or "unknown", outcome=ran.outcome, ms=ms, why=ran.why))
        _follow(app, ran, found.settle_seconds if found else 0)

    return Reply(lambda: _document(ran), lambda: [text] if text else [], after=after)


def _document(ran: Ran) -> "dict[str, object]":
    told = [memory.id for memory in ran.memories]
    return {"outcome": ran.outcome, "why": ran.why or None, "told": told, "text": ran.text or None}


def _follow(app: "App", ran: Ran, settle: int) -> None:
    """What is left when the answer is out; the agent waits for our end, so none of it may take long or fail."""
    try:
        if ran.memories:
            from recall_cli.flows.touching import touch

            touch(app, list(ran.memories))
        if ran.work:
            from recall_cli.flows.detached import start

            start(app, settle)
    except Exception as error:
        runs.note(app, "unknown", Run(at=_now(app), event="after", outcome=FAILED, ms=0, why=str(error)))


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
    import select

    parts, size = [], 0
    while select.select([file], [], [], PATIENCE)[0]:
        part = os.read(file, 1 << 16)
        if not part:
            break
        size += len(part)
        if size <= wire.LARGEST:
            parts.append(part)
        elif size - len(part) <= wire.LARGEST:
            parts.append(part)  # one too many, so that it is known
        elif size > 64 * wire.LARGEST:
            break
    return b"".join(parts)
