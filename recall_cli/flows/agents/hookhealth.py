"""How the hooks are: where they are installed, whether they run, how long they take, what went wrong."""

import os
import sys

from recall_cli.agents import entries
from recall_cli.agents.known import KNOWN, unchecked
from recall_cli.domain.errors import RecallError
from recall_cli.domain.moment import DAY
from recall_cli.domain.record import Record
from recall_cli.flows.agents import approval, hooks, manifest, runs, switches
from recall_cli.rules.places.breaker import CLOSED, REPEATED, WORK, bad, state

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.app import App
    from recall_cli.rules.places.breaker import Run

CURRENT, OTHER, BROKEN, GONE = "current", "of another version", "unreadable", "calling a program that is gone"


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
    twice: str
    """What shows that two hooks of recall answer the same events; empty where nothing does."""
    plugin: str
    """Where recall's plugin or extension is switched on; empty where it is not."""
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
    plugin = _plugin_beside(hooks.place(app, agent, hooks.USER))
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
        twice=_twice(app, places, plugin, known),
        plugin=plugin,
        unchecked=tuple(unchecked(agent, sys.platform)),
        note=agent.note,
    )


def _twice(app: "App", places: "tuple[Installed, ...]", plugin: str, known: "list[Run]") -> str:
    """Where recall runs twice: in settings of the user and of the repository, as a plugin too, or as was seen."""
    if len(places) > 1:
        return " and ".join(place.path for place in places)
    if plugin and places:
        return f"{places[0].path} and the plugin that is switched on in {plugin}"
    seen = sum(run.outcome == REPEATED and app.now() - run.at < 7 * DAY for run in known)
    return f"seen {seen} time{'' if seen == 1 else 's'} in the last 7 days" if seen else ""


def _plugin_beside(path: str) -> str:
    """Where recall's plugin or extension is switched on beside a settings file; empty where it is not."""
    folder = os.path.dirname(path)
    if os.path.isfile(os.path.join(folder, "extensions", "recall", "gemini-extension.json")):
        return os.path.join(folder, "extensions", "recall")
    for name in ("settings.json", "config.toml"):
        file = os.path.join(folder, name)
        try:
            text = hooks.read(file) or ""
            if _switches_on(name, text):
                return file
        except (RecallError, OSError, ValueError):
            continue
    return ""


def _switches_on(name: str, text: str) -> bool:
    if "recall@" not in text:
        return False
    if name == "settings.json":
        from recall_cli.agents import jsonc

        found = jsonc.read(text).plain().get("enabledPlugins")
    else:
        import tomllib

        plugins = tomllib.loads(text).get("plugins")
        table = plugins.items() if isinstance(plugins, dict) else ()
        found = {key: not isinstance(one, dict) or one.get("enabled") is not False for key, one in table}
    return isinstance(found, dict) and any(str(key).startswith("recall@") and on is True for key, on in found.items())


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
        found = _state(app, agent, level, hooks.read(path))
    except (RecallError, OSError, ValueError):
        found = BROKEN if known else None
    return Installed(level=level, path=path, state=found, recall=known.get("recall")) if found is not None else None


def can_run(program: str) -> bool:
    """Is there such a program, and the Python of its virtual environment, if it lies in one?"""
    folder = os.path.dirname(os.path.realpath(program))
    inside = os.path.isfile(os.path.join(os.path.dirname(folder), "pyvenv.cfg"))
    return os.access(program, os.X_OK) and (not inside or os.access(os.path.join(folder, "python"), os.X_OK))


def _state(app: "App", agent: "Agent", level: str, text: "str | None") -> "str | None":
    """Are ours there, as this version writes them, and is the program there that they call?"""
    if text is None or not hooks.has_ours(agent, text):
        return None
    if not all(map(can_run, hooks.programs_in(agent, text))):
        return GONE
    program = hooks.program_for(app, level)
    if agent.shape == "plugin":
        return CURRENT if text == hooks.own_file(agent, program) else OTHER
    wanted = entries.wanted(agent, prompts=app.settings["hooks.prompts"])
    there = entries.found(text, agent)
    same = sorted(map(repr, there)) == sorted(repr((one.name, entries.entry(agent, one, program))) for one in wanted)
    return CURRENT if same else OTHER


def _approval(app: "App", agent: "Agent", one: Installed) -> str:
    try:
        return approval.missing(app, agent, one.level, hooks.read(one.path))
    except (RecallError, OSError):
        return approval.UNREAD
