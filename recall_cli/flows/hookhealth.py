"""How the hooks are: where they are installed, whether they run, how long they take, what went wrong."""

import sys

from recall_cli.agents import entries
from recall_cli.agents.agent import FILE
from recall_cli.agents.known import KNOWN, unchecked
from recall_cli.domain.errors import RecallError
from recall_cli.domain.record import Record
from recall_cli.flows import approval, hooks, manifest, runs, switches
from recall_cli.rules.breaker import CLOSED, WORK, bad, state

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.app import App
    from recall_cli.rules.breaker import Run

CURRENT, OTHER, BROKEN = "current", "of another version", "unreadable"


class Installed(Record):
    """Hooks that are in one settings file."""

    level: str
    path: str
    state: str
    recall: "str | None" = None
    """The version of recall that wrote them."""


class Health(Record):
    """How one agent's hooks are."""

    agent: str
    title: str
    installed: "tuple[Installed, ...]"
    seen: str
    """The version of the agent that they were tried with; empty for none."""
    last: "Run | None"
    """The newest run."""
    runs: int
    p50: "float | None"
    p95: "float | None"
    failures: int
    slow: int
    trouble: str
    """Why the last run that failed did."""
    breaker: str
    off: "str | None"
    approval: str
    """What its user has yet to do before the agent runs them; empty where nothing."""
    unchecked: "tuple[str, ...]"
    """What of them was not checked by running the real program."""
    note: str


def health(app: "App") -> "list[Health]":
    """Every agent that recall knows."""
    return [_health(app, agent) for agent in KNOWN.values()]


def _health(app: "App", agent: "Agent") -> Health:
    known = runs.every(app, agent.name)
    work = [run for run in known if run.outcome in WORK]
    times = sorted(run.ms for run in work)
    slow_ms = app.settings["hooks.slow_ms"]
    failed = [run for run in work if run.outcome == "failed"]
    places = tuple(one for level in (hooks.USER, hooks.PROJECT) if (one := _installed(app, agent, level)) is not None)
    return Health(
        agent=agent.name,
        title=agent.title,
        installed=places,
        seen=agent.seen,
        last=known[-1] if known else None,
        runs=len(work),
        p50=_share(times, 0.5),
        p95=_share(times, 0.95),
        failures=len(failed),
        slow=sum(run.ms > slow_ms for run in work),
        trouble=next((run.why for run in reversed(work) if bad(run, slow_ms) and run.why), ""),
        breaker=_breaker(app, known, slow_ms),
        off=switches.off(app, agent.name),
        approval=next((said for one in places if (said := _approval(app, agent, one))), ""),
        unchecked=tuple(unchecked(agent, sys.platform)),
        note=agent.note,
    )


def _breaker(app: "App", known: "list[Run]", slow_ms: float) -> str:
    """The worse of the two breakers: that of telling and that of putting work down."""
    tells = [
        [run for run in known if (run.event in ("session-start", "prompt")) is telling] for telling in (True, False)
    ]
    return next((found for found in (state(some, app.now(), slow_ms) for some in tells) if found != CLOSED), CLOSED)


def _share(times: "list[float]", share: float) -> "float | None":
    """The time that this share of the runs kept within."""
    return times[min(len(times) - 1, int(len(times) * share))] if times else None


def _installed(app: "App", agent: "Agent", level: str) -> "Installed | None":
    path = hooks.place(app, agent, level)
    if level == hooks.PROJECT and path == hooks.place(app, agent, hooks.USER):
        return None
    known = manifest.record(app, path)
    try:
        found = _state(app, agent, hooks.read(path))
    except (RecallError, OSError, ValueError):
        found = BROKEN if known else None
    return Installed(level=level, path=path, state=found, recall=known.get("recall")) if found is not None else None


def _state(app: "App", agent: "Agent", text: "str | None") -> "str | None":
    """Are ours there, and as this version writes them?"""
    program = hooks.program_of(app)
    if text is None:
        return None
    if agent.form == FILE:
        if hooks.MARK not in text and (agent.shape == "plugin" or not entries.found(text, agent)):
            return None
        return CURRENT if text == hooks.own_file(agent, program) else OTHER
    there = entries.found(text, agent)
    wanted = entries.wanted(agent, prompts=app.settings["hooks.prompts"])
    if not there:
        return None
    same = sorted(map(repr, there)) == sorted(repr((one.name, entries.entry(agent, one, program))) for one in wanted)
    return CURRENT if same else OTHER


def _approval(app: "App", agent: "Agent", one: Installed) -> str:
    try:
        return approval.missing(app, agent, one.level, hooks.read(one.path))
    except (RecallError, OSError):
        return approval.UNREAD
