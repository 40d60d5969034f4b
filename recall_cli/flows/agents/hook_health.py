"""The state of hooks: where they are installed, whether they run, how long they take and what failed."""

import os
import sys

from recall_cli.agents import hook_entries
from recall_cli.agents.registry import KNOWN_AGENTS, untested_parts
from recall_cli.domain.errors import RecallError
from recall_cli.domain.moment import DAY
from recall_cli.domain.record import Record
from recall_cli.flows.agents import hook_runs, hooks, manifest, switches
from recall_cli.flows.agents.settings_files import PROJECT_LEVEL, USER_LEVEL, read_settings, settings_path
from recall_cli.rules.places.circuit_breaker import CLOSED, REPEATED, SLOW_MS, WORK_OUTCOMES, breaker_state, is_bad_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.app import App
    from recall_cli.flows.at_action.shown_log import ActionStats
    from recall_cli.rules.places.circuit_breaker import HookRun

CURRENT, OTHER_VERSION, UNREADABLE, PROGRAM_MISSING = (
    "current",
    "of another version",
    "unreadable",
    "calling a program that is gone",
)


class InstalledHooks(Record):
    """The hooks in one settings file."""

    level: str
    path: str
    state: str
    recall: "str | None" = None
    """The version of recall that wrote them."""


class HookHealth(Record):
    """The state of one agent's hooks."""

    agent: str
    title: str
    installed: "tuple[InstalledHooks, ...]"
    tested_version: str
    """The version of the agent that they were tested with; empty for none."""
    last: "HookRun | None"
    """The newest run."""
    runs: int
    p50: "float | None"
    p95: "float | None"
    failures: int
    slow: int
    trouble: str
    """Why the last run that failed did so."""
    breaker: str
    off: "str | None"
    approval: str
    """What the user has to do before the agent runs them; empty for nothing."""
    duplicate_hooks: str
    """Where or how it shows that two of recall's hooks answer the same events; empty if they do not."""
    plugin: str
    """Where recall's plugin or extension is enabled; empty if it is not."""
    untested_parts: "tuple[str, ...]"
    """The parts that were not tested with the real program."""
    note: str
    at_action: "ActionStats"
    """What it was told when it acted, and what became of it."""


def check_all_hooks(app: "App") -> "list[HookHealth]":
    """The state of every agent that recall knows."""
    return [_check_hooks(app, agent) for agent in KNOWN_AGENTS.values()]


def _check_hooks(app: "App", agent: "Agent") -> HookHealth:
    runs = hook_runs.all_runs(app, agent.name)
    work_runs = [run for run in runs if run.outcome in WORK_OUTCOMES]
    times = hook_runs.measure_runs(agent.name, runs)
    plugin = _find_plugin(settings_path(app, agent, USER_LEVEL))
    places = tuple(
        installed
        for level in (USER_LEVEL, PROJECT_LEVEL)
        if (installed := _find_installed(app, agent, level)) is not None
    )
    return HookHealth(
        agent=agent.name,
        title=agent.title,
        installed=places,
        tested_version=agent.tested_version,
        last=runs[-1] if runs else None,
        runs=times.runs,
        p50=times.p50,
        p95=times.p95,
        failures=times.failures,
        slow=sum(run.ms > SLOW_MS for run in work_runs),
        trouble=next((run.why for run in reversed(work_runs) if is_bad_run(run) and run.why), ""),
        breaker=_worst_breaker(app, runs),
        off=switches.off_reason(app, agent.name),
        approval=next((problem for installed in places if (problem := _approval_problem(app, agent, installed))), ""),
        duplicate_hooks=_find_duplicates(app, places, plugin, runs),
        plugin=plugin,
        untested_parts=tuple(untested_parts(agent, sys.platform)),
        note=agent.note,
        at_action=_at_action_stats(app, agent),
    )


def _at_action_stats(app: "App", agent: "Agent") -> "ActionStats":
    from recall_cli.flows.at_action.shown_log import action_stats, read_shown_log

    if not app.settings.has_store() or not any(entry.agent == agent.name for entry in read_shown_log(app)):
        return action_stats(app, None, agent.name)
    try:
        with app.read_transaction() as tx:
            return action_stats(app, tx, agent.name)
    except RecallError:  # the hooks are shown even if the store cannot be read
        return action_stats(app, None, agent.name)


def _find_duplicates(app: "App", places: "tuple[InstalledHooks, ...]", plugin: str, known: "list[HookRun]") -> str:
    """Where recall is installed twice (user, repository or plugin), or how often two hooks answered the same event."""
    if len(places) > 1:
        return " and ".join(place.path for place in places)
    if plugin and places:
        return f"{places[0].path} and the plugin that is enabled in {plugin}"
    seen = sum(run.outcome == REPEATED and app.now() - run.at < 7 * DAY for run in known)
    return f"seen {seen} time{'' if seen == 1 else 's'} in the last 7 days" if seen else ""


def _find_plugin(path: str) -> str:
    """Where recall's plugin or extension is enabled beside a settings file; empty if it is not."""
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

        enabled_by_key = jsonc.parse_jsonc(text).plain().get("enabledPlugins")
    else:
        import tomllib

        entries = tomllib.loads(text).get("plugins")
        table = entries.items() if isinstance(entries, dict) else ()
        enabled_by_key = {key: not isinstance(one, dict) or one.get("enabled") is not False for key, one in table}
    return isinstance(enabled_by_key, dict) and any(
        str(key).startswith("recall@") and enabled is True for key, enabled in enabled_by_key.items()
    )


def _worst_breaker(app: "App", known: "list[HookRun]") -> str:
    """The worse of the two circuit breakers: the one for briefs and the one for queueing transcripts."""
    tells = [
        [run for run in known if (run.event in ("session-start", "prompt")) is telling] for telling in (True, False)
    ]
    return next((state for state in (breaker_state(runs, app.now()) for runs in tells) if state != CLOSED), CLOSED)


def _find_installed(app: "App", agent: "Agent", level: str) -> "InstalledHooks | None":
    path = settings_path(app, agent, level)
    if level == PROJECT_LEVEL and path == settings_path(app, agent, USER_LEVEL):
        return None
    record = manifest.file_record(app, path)
    try:
        state = _installed_state(app, agent, level, read_settings(path))
    except (RecallError, OSError, ValueError):
        state = UNREADABLE if record else None
    if state is None:
        return None
    return InstalledHooks(level=level, path=path, state=state, recall=record.recall if record else None)


def can_run(program: str) -> bool:
    """Whether a program exists and can run; if it is in a virtual environment, whether its Python exists too."""
    folder = os.path.dirname(os.path.realpath(program))
    in_environment = os.path.isfile(os.path.join(os.path.dirname(folder), "pyvenv.cfg"))
    return os.access(program, os.X_OK) and (not in_environment or os.access(os.path.join(folder, "python"), os.X_OK))


def _installed_state(app: "App", agent: "Agent", level: str, text: "str | None") -> "str | None":
    """Whether our hooks are there, as this version writes them, and the program that they call exists."""
    if text is None or not hooks.has_our_hooks(agent, text):
        return None
    if not all(map(can_run, hooks.find_programs(agent, text))):
        return PROGRAM_MISSING
    program = hooks.program_for_level(app, level)
    if agent.shape == "plugin":
        return CURRENT if text == hooks.own_file_text(agent, program) else OTHER_VERSION
    expected = hook_entries.hooks_to_install(agent, hook_entries.choose_hooks(app.settings))
    present = hook_entries.find_entries(text, agent)
    is_current = sorted(map(repr, present)) == sorted(
        repr((hook.name, hook_entries.hook_entry(agent, hook, program))) for hook in expected
    )
    return CURRENT if is_current else OTHER_VERSION


def _approval_problem(app: "App", agent: "Agent", installed: InstalledHooks) -> str:
    try:
        return hooks.approval_problem(app, agent, installed.level, read_settings(installed.path))
    except (RecallError, OSError):
        return hooks.UNREADABLE_SETTINGS
