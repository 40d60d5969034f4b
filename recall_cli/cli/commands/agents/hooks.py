"""recall hooks: install recall in your agents, and remove it."""

import os

from recall_cli.agents.registry import KNOWN_AGENTS, find_agent
from recall_cli.cli.output.formatting import ACCENT, DIM, make_printable, memory_count_text
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import NotStored, UsageError
from recall_cli.domain.moment import format_iso, format_since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.agents.agent import Agent
    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.agents.hook_health import HookHealth
    from recall_cli.flows.agents.manifest import SettingsEdit
    from recall_cli.flows.at_action.shown_log import ActionStats

ACTIONS = ("install", "remove", "status", "show", "private")
PARAMS = (
    argument(
        "action",
        "install; remove; status shows all hooks; show prints the settings, or without an agent the folder of the "
        "plugins; private stops storing from a session or a folder.",
        choices=ACTIONS,
        default="status",
        metavar="[install|remove|status|show|private]",
    ),
    argument(
        "names",
        "Agents: " + ", ".join(KNOWN_AGENTS) + "; with private, a session id (default: this session) or a folder.",
        kind="arguments",
        default=(),
        metavar="[AGENT...]",
        offers=tuple(KNOWN_AGENTS),
    ),
    option("project", "Use the settings of this repository instead of your own.", kind="flag"),
    option("dry_run", "Show the changes without making them.", kind="flag"),
    option("off", "With private: store again from this folder.", kind="flag"),
    option("snippet", "With show: a short text for the agent's instructions.", kind="flag"),
)
EXAMPLES = (
    ("recall hooks install claude-code", "sessions start with a brief, and end with storing what was learned"),
    ("recall hooks install codex --dry-run", "the diff of its settings"),
    ("recall hooks", "what is installed, the last run, run times"),
    ("recall hooks remove claude-code", "its settings are exactly as before"),
    ("recall hooks private .", "nothing is stored from sessions in this folder (undo: recall hooks private . --off)"),
    ("claude plugin marketplace add $(recall hooks show)", "the folder of the plugins for Claude Code and others"),
    ("recall hooks show claude-code --snippet >> CLAUDE.md", "teaches the agent when to store and to search"),
)


def hooks(
    app: "App", *, action: str, names: "tuple[str, ...]", project: bool, dry_run: bool, off: bool, snippet: bool
) -> Reply:
    """Install, remove and check hooks in the settings of coding agents. Nothing else in those files changes."""
    if action == "status":
        return _show_status(app, names)
    if action == "private":
        folders = [os.path.expanduser(name) for name in names if _is_folder(name)]
        return _set_private_folders(app, folders, off=off) if folders or off else _make_sessions_private(app, names)
    if action == "show" and not names and not snippet:
        return _show_plugin_folder()
    if not names:
        raise UsageError(f"name an agent to {action}", "one or more of " + ", ".join(KNOWN_AGENTS))
    agents = [find_agent(name) for name in names]
    if action == "show":
        return _show_agent(app, agents[0], snippet=snippet)
    from recall_cli.flows.agents import hooks as flow
    from recall_cli.flows.agents.settings_files import PROJECT_LEVEL, USER_LEVEL

    level = PROJECT_LEVEL if project else USER_LEVEL
    is_install = action == "install"
    do, do_rules = (flow.install, flow.install_rules) if is_install else (flow.remove, flow.remove_rules)
    edits = [do(app, agent, level, dry_run=dry_run) for agent in agents]
    rules = [do_rules(app, agent, dry_run=dry_run) for agent in agents if level == USER_LEVEL]
    edits += [edit for edit in rules if edit is not None]

    return edits_reply("hooks", "agent", edits, dry_run=dry_run)


def edits_reply(
    name: str, whose: str, edits: "list[SettingsEdit]", advice: "Sequence[str]" = (), *, dry_run: bool
) -> Reply:
    """The changes to settings files of agents or clients: what was done, and in a dry run each change."""

    def edit_lines(edit: "SettingsEdit") -> "list[str]":
        changes = map(make_printable, file_diff(edit.path, edit.before, edit.after)) if dry_run else ()
        shows_note = edit.note and (whose == "client" or "installed" in edit.action)
        first = "\t".join((edit.action, edit.agent, make_printable(edit.path)))
        return [first, *changes, *([edit.note] if shows_note else [])]

    def document(edit: "SettingsEdit") -> "dict[str, object]":
        level = {"level": edit.level} if whose == "agent" else {}
        diff = file_diff(edit.path, edit.before, edit.after)
        more = {"file": edit.path, "action": edit.action, "note": edit.note or None, "diff": diff}
        return {whose: edit.agent, **level, **more}

    lines = [*(line for edit in edits for line in edit_lines(edit)), *advice]
    return Reply(
        lambda: {"dry_run": dry_run, name: [document(edit) for edit in edits]},
        lambda: lines,
        lambda out: out.plain_lines(lines),
    )


def file_diff(path: str, before: "str | None", after: "str | None") -> "list[str]":
    """The changes to a file, as in `diff -u`."""
    import difflib

    old, new = (path if text is not None else "/dev/null" for text in (before, after))
    return [*difflib.unified_diff((before or "").splitlines(), (after or "").splitlines(), old, new, lineterm="", n=2)]


def _show_agent(app: "App", agent: "Agent", *, snippet: bool) -> Reply:
    from recall_cli.agents import hook_entries
    from recall_cli.agents.agent import OWN_FILE
    from recall_cli.flows.agents import hooks as flow
    from recall_cli.flows.agents.settings_files import USER_LEVEL, settings_path

    if snippet:
        from recall_cli.agents.hook_entries import SNIPPET
        from recall_cli.rules.brief.budget import estimate_tokens

        return Reply(lambda: {"snippet": SNIPPET, "tokens": estimate_tokens(SNIPPET)}, SNIPPET.splitlines)
    program = flow.find_own_program(app)
    if agent.form == OWN_FILE:
        text = flow.own_file_text(agent, program)
    else:
        rules = flow.rules_to_install(app, agent, USER_LEVEL)
        text = hook_entries.settings_text(agent, program, hook_entries.choose_hooks(app.settings), rules)
    path = settings_path(app, agent, USER_LEVEL)
    return Reply(lambda: {"agent": agent.name, "file": path, "text": text}, text.splitlines)


def _show_plugin_folder() -> Reply:
    """Where the plugins are, which an agent installs itself."""
    from recall_cli.flows.agents.hooks import find_plugin_folder

    folder = find_plugin_folder()
    return Reply(lambda: {"folder": folder}, lambda: [folder], lambda out: out.plain_lines([make_printable(folder)]))


_NOT_SESSION_IDS = frozenset("on off true false yes no all this current session list show status help none".split())
"""Words that users try in place of a session id."""


def _can_be_session_id(name: str) -> bool:
    """Can this be a session id?"""
    return name.isprintable() and any(map(str.isalnum, name)) and name.lower() not in (*_NOT_SESSION_IDS, *KNOWN_AGENTS)


def _is_folder(name: str) -> bool:
    """Does this name a folder, and no session?"""
    return name in (".", "..") or os.sep in name or os.path.isdir(name)


def _set_private_folders(app: "App", folders: "list[str]", *, off: bool) -> Reply:
    """Stop storing memories from sessions in these folders, or store again. Only a person may."""
    from recall_cli.flows.agents.switches import set_private_folder

    if missing := [folder for folder in folders if not off and not os.path.isdir(folder)]:
        raise UsageError(f"there is no folder {missing[0]}", "recall hooks private FOLDER")
    if not folders:
        raise UsageError("--off needs a folder: a session stays private", "recall hooks private FOLDER --off")
    if not app.at_terminal:
        command = " ".join(("recall hooks private", *folders, *(["--off"] if off else [])))
        raise NotStored("not changed: only a person at a terminal does this", f"ask your user to run: {command}")
    paths = [os.path.realpath(folder) for folder in folders]
    for path in paths:
        set_private_folder(app, path, private=not off)
    word, note = ("stored", "sessions here are stored again") if off else ("private", "nothing is stored from here")
    return Reply(lambda: {word: paths}, lambda: [f"{word}\t{make_printable(path)}\t{note}" for path in paths])


def _make_sessions_private(app: "App", names: "tuple[str, ...]") -> Reply:
    from recall_cli.flows.agents.switches import current_session, make_private

    own = current_session(app)
    wanted = list(names) or ([own] if own else [])
    how = "recall hooks private SESSION, or RECALL_PRIVATE=1 before the session starts"
    if not wanted:
        raise UsageError("name a session", how)
    for name in wanted:
        if not _can_be_session_id(name):
            raise UsageError(f"{name!r} is not a session id", how)
    if names and app.calling_agent is not None and {*names} != {own}:
        command = " ".join(("recall hooks private", *names))
        raise NotStored("not changed: an agent makes only its own session private", f"ask your user to run: {command}")
    for name in wanted:
        make_private(app, name)
    note = "nothing more is stored from this session; earlier memories stay"
    return Reply(lambda: {"private": wanted}, lambda: [f"private\t{name}\t{note}" for name in wanted])


def _show_status(app: "App", names: "tuple[str, ...]") -> Reply:
    from recall_cli.flows.agents import switches
    from recall_cli.flows.agents.hook_health import check_all_hooks

    wanted = {find_agent(name).name for name in names}
    healths = [health for health in check_all_hooks(app) if not wanted or health.agent in wanted]
    off = switches.off_reason_here(app)
    if off:
        app.note(off)

    rows = [(health, status_texts(app, health)) for health in healths]
    return Reply(
        lambda: {"off": off, "agents": [_health_document(health) for health in healths]},
        lambda: ["\t".join((health.agent, *texts)).rstrip("\t") for health, texts in rows],
        lambda out: _print_status(out, rows, off),
    )


PLACES = {"user": "installed", "project": "installed in this project"}
"""Where hooks are installed: in the agent's settings of the user, or in those of the project."""


def status_texts(app: "App", health: "HookHealth") -> "tuple[str, str]":
    """Where an agent's hooks are installed, and how they run, in a few words."""
    places = [
        PLACES[place.level] + ("" if place.state == "current" else f" ({place.state})") for place in health.installed
    ]
    there = ", ".join([*places, *(["plugin"] if health.plugin else [])])
    notes = []
    if health.off:
        notes.append(f"off: {make_printable(health.off)}")
    if health.approval:
        notes.append(make_printable(health.approval))
    if any(place.state != "current" for place in health.installed):
        notes.append(f"update: recall hooks install {health.agent}")
    if health.duplicate_hooks:
        notes.append(f"recall runs twice here: {make_printable(health.duplicate_hooks)}")
    if health.breaker != "closed":
        notes.append(f"paused after three failed runs: {make_printable(health.trouble) or 'too slow'}")
    if health.last is not None:
        notes.append(f"last run {format_since(health.last.at, app.now())}")
    if health.p50 is not None and health.p95 is not None:
        notes.append(f"p50 {health.p50:.0f} ms, p95 {health.p95:.0f} ms")
    if health.failures:
        notes.append(f"{health.failures} of {health.runs} failed")
    if health.at_action.spoke:
        notes.append(_at_action_text(health.at_action))
    if health.untested_parts:
        notes.append("untested: " + ", ".join(health.untested_parts))
    return there or "not installed", " · ".join(notes)


def _at_action_text(stats: "ActionStats") -> str:
    """How often memories were shown at actions, and what happened to them next."""
    actions = stats.spoke + stats.silent
    became = [(stats.helpful, "rated helpful"), (stats.unhelpful, "rated unhelpful"), (stats.used, "used again")]
    outcome = ", ".join(f"{count} {what}" for count, what in became if count)
    count = memory_count_text(stats.memories)
    return f"shown at {stats.spoke:,} of {actions:,} actions ({count}{': ' + outcome if outcome else ''})"


def short_status(health: "HookHealth") -> str:
    """The status of an agent's hooks, in a word or two."""
    if health.off:
        return "off"
    if health.approval:
        return health.approval
    if health.breaker != "closed":
        return "paused after three failed runs"
    return "ok" if health.last is not None else "not run yet"


def _health_document(health: "HookHealth") -> "dict[str, object]":
    last = health.last
    return {
        "agent": health.agent,
        "installed": [place.fields() for place in health.installed],
        "tried_with": health.tested_version or None,
        "last_run": None if last is None else {"at": format_iso(last.at), "event": last.event, "outcome": last.outcome},
        "runs": health.runs,
        "p50_ms": health.p50,
        "p95_ms": health.p95,
        "failures": health.failures,
        "slow": health.slow,
        "trouble": health.trouble or None,
        "breaker": health.breaker,
        "twice": health.duplicate_hooks or None,
        "plugin": health.plugin or None,
        "off": health.off,
        "waits_for_approval": bool(health.approval),
        "approval": health.approval or None,
        "not_checked_by_running": [*health.untested_parts],
        "note": health.note or None,
        "at_action": health.at_action.fields(),
    }


def _print_status(out: "Screen", rows: "list[tuple[HookHealth, tuple[str, str]]]", off: "str | None") -> None:
    table: list[list[Cell]] = []
    for health, (there, how) in rows:
        waits = health.approval or health.breaker != "closed"
        style = "" if health.installed else DIM
        table.append(
            [(health.agent, ACCENT if health.installed else DIM), (there, style), (how, "yellow" if waits else DIM)]
        )
    out.table(table)
    if off:
        out.line((off, "yellow"))
    if not any(health.installed for health, _ in rows):
        out.footer("install: recall hooks install AGENT · remove: recall hooks remove AGENT")
