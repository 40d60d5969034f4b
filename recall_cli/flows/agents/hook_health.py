"""How the hooks are: where they are installed, whether they run, how long they take, what went wrong."""

import os
import sys

from recall_cli.agents import hook_entries
from recall_cli.agents.registry import KNOWN_AGENTS, untested_parts
from recall_cli.domain.errors import RecallError
from recall_cli.domain.moment import DAY
from recall_cli.domain.record import Record
from recall_cli.flows.agents import approval_check, hook_runs, hooks, manifest, switches
from recall_cli.flows.agents.settings_files import PROJECT_LEVEL, USER_LEVEL, read_settings, settings_path
from recall_cli.rules.places.circuit_breaker import CLOSED, REPEATED, WORK_OUTCOMES, breaker_state, is_bad_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.app import App
    from recall_cli.rules.places.circuit_breaker import HookRun

CURRENT, OTHER_VERSION, UNREADABLE, PROGRAM_MISSING = (
    "current",
    "of another version",
    "unreadable",
    "calling a program that is gone",
)


class InstalledHooks(Record):
    """Hooks that are in one settings file."""

    level: str
    path: str
    state: str
    recall: "str | None" = None
    """The version of recall that wrote them."""


class HookHealth(Record):
    """How one agent's hooks are."""

    agent: str
    title: str
    installed: "tuple[InstalledHooks, ...]"
    seen: str
    """The version of the agent that they were tried with; empty for none."""
    last: "HookRun | None"
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
    duplicate_hooks: str
    """What shows that two hooks of recall answer the same events; empty where nothing does."""
    plugin: str
    """Where recall's plugin or extension is switched on; empty where it is not."""
    untested_parts: "tuple[str, ...]"
    """What of them was not checked by running the real program."""
    note: str


def check_all_hooks(app: "App") -> "list[HookHealth]":
    """Every agent that recall knows."""
    return [_check_hooks(app, agent) for agent in KNOWN_AGENTS.values()]


def _check_hooks(app: "App", agent: "Agent") -> HookHealth:
    known = hook_runs.all_runs(app, agent.name)
    work = [run for run in known if run.outcome in WORK_OUTCOMES]
    times = sorted(run.ms for run in work)
    slow_ms = app.settings["hooks.slow_ms"]
    failed = [run for run in work if run.outcome == "failed"]
    plugin = _find_plugin(settings_path(app, agent, USER_LEVEL))
    places = tuple(
        one for level in (USER_LEVEL, PROJECT_LEVEL) if (one := _find_installed(app, agent, level)) is not None
    )
    return HookHealth(
        agent=agent.name,
        title=agent.title,
        installed=places,
        seen=agent.seen,
        last=known[-1] if known else None,
        runs=len(work),
        p50=_percentile(times, 0.5),
        p95=_percentile(times, 0.95),
        failures=len(failed),
        slow=sum(run.ms > slow_ms for run in work),
        trouble=next((run.why for run in reversed(work) if is_bad_run(run, slow_ms) and run.why), ""),
        breaker=_worst_breaker(app, known, slow_ms),
        off=switches.off_reason(app, agent.name),
        approval=next((said for one in places if (said := _approval_problem(app, agent, one))), ""),
        duplicate_hooks=_find_duplicates(app, places, plugin, known),
        plugin=plugin,
        untested_parts=tuple(untested_parts(agent, sys.platform)),
        note=agent.note,
    )


def _find_duplicates(app: "App", places: "tuple[InstalledHooks, ...]", plugin: str, known: "list[HookRun]") -> str:
    """Where recall runs twice: in settings of the user and of the repository, as a plugin too, or as was seen."""
    if len(places) > 1:
        return " and ".join(place.path for place in places)
    if plugin and places:
        return f"{places[0].path} and the plugin that is switched on in {plugin}"
    seen = sum(run.outcome == REPEATED and app.now() - run.at < 7 * DAY for run in known)
    return f"seen {seen} time{'' if seen == 1 else 's'} in the last 7 days" if seen else ""


def _find_plugin(path: str) -> str:
    """Where recall's plugin or extension is switched on beside a settings file; empty where it is not."""
    folder = os.path.dirname(path)
    if os.path.isfile(os.path.join(folder, "extensions", "recall", "gemini-extension.json")):
        return os.path.join(folder, "extensions", "recall")
    for name in ("settings.json", "config.toml"):
        file = os.path.join(folder, name)
        try:
            text = read_settings(file) or ""
            if _enables_plugin(name, text):
                return file
        except (RecallError, OSError, ValueError):
            continue
    return ""


def _enables_plugin(name: str, text: str) -> bool:
    if "recall@" not in text:
        return False
    if name == "settings.json":
        from recall_cli.agents import jsonc

        found = jsonc.parse_jsonc(text).plain().get("enabledPlugins")
    else:
        import tomllib

        plugins = tomllib.loads(text).get("plugins")
        table = plugins.items() if isinstance(plugins, dict) else ()
        found = {key: not isinstance(one, dict) or one.get("enabled") is not False for key, one in table}
    return isinstance(found, dict) and any(str(key).startswith("recall@") and on is True for key, on in found.items())


def _worst_breaker(app: "App", known: "list[HookRun]", slow_ms: float) -> str:
    """The worse of the two breakers: that of telling and that of putting work down."""
    tells = [
        [run for run in known if (run.event in ("session-start", "prompt")) is telling] for telling in (True, False)
    ]
    return next(
        (found for found in (breaker_state(some, app.now(), slow_ms) for some in tells) if found != CLOSED), CLOSED
    )


def _percentile(times: "list[float]", share: float) -> "float | None":
    """The time that this share of the runs kept within."""
    return times[min(len(times) - 1, int(len(times) * share))] if times else None


def _find_installed(app: "App", agent: "Agent", level: str) -> "InstalledHooks | None":
    path = settings_path(app, agent, level)
    if level == PROJECT_LEVEL and path == settings_path(app, agent, USER_LEVEL):
        return None
    known = manifest.file_record(app, path)
    try:
        found = _installed_state(app, agent, level, read_settings(path))
    except (RecallError, OSError, ValueError):
        found = UNREADABLE if known else None
    return (
        InstalledHooks(level=level, path=path, state=found, recall=known.get("recall")) if found is not None else None
    )


def can_run(program: str) -> bool:
    """Is there such a program, and the Python of its virtual environment, if it lies in one?"""
    folder = os.path.dirname(os.path.realpath(program))
    inside = os.path.isfile(os.path.join(os.path.dirname(folder), "pyvenv.cfg"))
    return os.access(program, os.X_OK) and (not inside or os.access(os.path.join(folder, "python"), os.X_OK))


def _installed_state(app: "App", agent: "Agent", level: str, text: "str | None") -> "str | None":
    """Are ours there, as this version writes them, and is the program there that they call?"""
    if text is None or not hooks.has_our_hooks(agent, text):
        return None
    if not all(map(can_run, hooks.find_programs(agent, text))):
        return PROGRAM_MISSING
    program = hooks.program_for_level(app, level)
    if agent.shape == "plugin":
        return CURRENT if text == hooks.own_file_text(agent, program) else OTHER_VERSION
    wanted = hook_entries.hooks_to_install(agent, prompts=app.settings["hooks.prompts"])
    there = hook_entries.find_entries(text, agent)
    same = sorted(map(repr, there)) == sorted(
        repr((one.name, hook_entries.hook_entry(agent, one, program))) for one in wanted
    )
    return CURRENT if same else OTHER_VERSION


def _approval_problem(app: "App", agent: "Agent", installed: InstalledHooks) -> str:
    try:
        return approval_check.approval_problem(app, agent, installed.level, read_settings(installed.path))
    except (RecallError, OSError):
        return approval_check.UNREADABLE_SETTINGS
