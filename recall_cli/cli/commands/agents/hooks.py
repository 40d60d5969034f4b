"""recall hooks: put recall into your agents, and take it out again."""

from recall_cli.agents.registry import KNOWN_AGENTS, find_agent
from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.moment import format_iso, format_since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rich.console import Console

    from recall_cli.app import App
    from recall_cli.flows.agents.hook_health import HookHealth
    from recall_cli.flows.agents.hooks import SettingsEdit

ACTIONS = ("install", "remove", "status", "show", "private")
PARAMS = (
    argument(
        "action",
        "install, remove; status tells how they are; show prints what is written; private makes a session private.",
        choices=ACTIONS,
        default="status",
        metavar="[install|remove|status|show|private]",
    ),
    argument(
        "names",
        "Agents: " + ", ".join(KNOWN_AGENTS) + "; for private, the id of a session (by default this one).",
        kind="arguments",
        default=(),
        metavar="[AGENT...]",
        offers=tuple(KNOWN_AGENTS),
    ),
    option("project", "In the settings of this repository, not in yours.", kind="flag"),
    option("dry_run", "Show what would be changed, and change nothing.", kind="flag"),
    option("snippet", "With show: a short text that teaches an agent to use recall.", kind="flag"),
)
EXAMPLES = (
    ("recall hooks install claude-code", "sessions begin with what matters and end with what was learned"),
    ("recall hooks install codex --dry-run", "the diff of its settings"),
    ("recall hooks", "what is installed, when it last ran, how long it took"),
    ("recall hooks remove claude-code", "its settings are byte for byte as they were"),
    ("recall hooks show claude-code --snippet >> CLAUDE.md", "teaches the agent when to store and to search"),
)


def hooks(app: "App", *, action: str, names: "tuple[str, ...]", project: bool, dry_run: bool, snippet: bool) -> Reply:
    """Entries in the settings of coding agents; nothing else in those files is touched."""
    if action == "status":
        return _show_status(app, names)
    if action == "private":
        return _make_sessions_private(app, names)
    if not names:
        raise UsageError(f"say which agent to {action}", "one or more of " + ", ".join(KNOWN_AGENTS))
    agents = [find_agent(name) for name in names]
    if action == "show":
        return _show_agent(app, agents[0], snippet=snippet)
    from recall_cli.flows.agents import hooks as flow
    from recall_cli.flows.agents.settings_files import PROJECT_LEVEL, USER_LEVEL

    level = PROJECT_LEVEL if project else USER_LEVEL
    do = flow.install if action == "install" else flow.remove
    edits = [do(app, agent, level, dry_run=dry_run) for agent in agents]

    def screen(console: "Any") -> None:
        from recall_cli.cli.output.terminal import print_plain_lines

        print_plain_lines(console, (line for edit in edits for line in _edit_lines(edit, dry_run=dry_run)))

    return Reply(
        lambda: {"dry_run": dry_run, "hooks": [_edit_document(edit) for edit in edits]},
        lambda: [line for edit in edits for line in _edit_lines(edit, dry_run=dry_run)],
        screen,
    )


def _edit_document(edit: "SettingsEdit") -> "dict[str, Any]":
    return {
        "agent": edit.agent, "level": edit.level, "file": edit.path, "action": edit.action, "note": edit.note or None,
        "diff": _diff_lines(edit),
    }  # fmt: skip


def _diff_lines(edit: "SettingsEdit") -> "list[str]":
    """What changes in a file, as `diff -u` says it."""
    import difflib

    before, after = ((text or "").splitlines() for text in (edit.before, edit.after))
    old, new = (edit.path if text is not None else "/dev/null" for text in (edit.before, edit.after))
    return [*difflib.unified_diff(before, after, old, new, lineterm="", n=2)]


def _edit_lines(edit: "SettingsEdit", *, dry_run: bool) -> "list[str]":
    lines = ["\t".join((edit.action, edit.agent, make_printable(edit.path)))]
    if dry_run:
        lines += map(make_printable, _diff_lines(edit))
    return [*lines, edit.note] if edit.note and "installed" in edit.action else lines


def _show_agent(app: "App", agent: "Any", *, snippet: bool) -> Reply:
    from recall_cli.agents import hook_entries
    from recall_cli.agents.agent import OWN_FILE
    from recall_cli.flows.agents import hooks as flow
    from recall_cli.flows.agents.settings_files import USER_LEVEL, settings_path

    if snippet:
        from recall_cli.agents.snippet import SNIPPET
        from recall_cli.rules.brief.budget import estimate_tokens

        return Reply(lambda: {"snippet": SNIPPET, "tokens": estimate_tokens(SNIPPET)}, SNIPPET.splitlines)
    program = flow.find_own_program(app)
    if agent.form == OWN_FILE:
        text = flow.own_file_text(agent, program)
    else:
        text = hook_entries.format_settings(
            hook_entries.settings_document(agent, program, prompts=app.settings["hooks.prompts"])
        )
    path = settings_path(app, agent, USER_LEVEL)
    return Reply(lambda: {"agent": agent.name, "file": path, "text": text}, text.splitlines)


_NOT_SESSION_IDS = frozenset("on off true false yes no all this current session list show status help none".split())
"""Words that somebody tries in place of a session's id."""


def _can_be_session_id(name: str) -> bool:
    """Can an agent have given a session this id?"""
    return name.isprintable() and any(map(str.isalnum, name)) and name.lower() not in (*_NOT_SESSION_IDS, *KNOWN_AGENTS)


def _make_sessions_private(app: "App", names: "tuple[str, ...]") -> Reply:
    """Nothing of a session is kept from now on."""
    from recall_cli.flows.agents.switches import current_session, make_private

    own = current_session(app)
    wanted = list(names) or ([own] if own else [])
    how = "recall hooks private SESSION; or RECALL_PRIVATE=1 before it begins"
    if not wanted:
        raise UsageError("say which session", how)
    for name in wanted:
        if not _can_be_session_id(name):
            raise UsageError(f"{name!r} is not the id of a session", how)
    for name in wanted:
        make_private(app, name)
    said = "nothing of it is kept from now on; what was kept before stays"
    return Reply(lambda: {"private": wanted}, lambda: [f"private\t{name}\t{said}" for name in wanted])


def _show_status(app: "App", names: "tuple[str, ...]") -> Reply:
    from recall_cli.flows.agents import switches
    from recall_cli.flows.agents.hook_health import check_all_hooks

    wanted = {find_agent(name).name for name in names}
    found = [one for one in check_all_hooks(app) if not wanted or one.agent in wanted]
    off = switches.off_reason_here(app)
    if off:
        app.note(off)

    def screen(console: "Any") -> None:
        _print_status(console, [(one, status_texts(app, one)) for one in found], off)

    return Reply(
        lambda: {"off": off, "agents": [_health_document(one) for one in found]},
        lambda: ["\t".join((one.agent, *status_texts(app, one))).rstrip("\t") for one in found],
        screen,
    )


def status_texts(app: "App", health: "HookHealth") -> "tuple[str, str]":
    """How an agent's hooks are, in a few words: whether they are there, and how they run."""
    there = ", ".join(
        f"{place.level}{'' if place.state == 'current' else ' (' + place.state + ')'}" for place in health.installed
    )
    there = ", ".join(filter(None, (there, "plugin" if health.plugin else "")))
    said = []
    if health.off:
        said.append(f"off: {make_printable(health.off)}")
    if health.approval:
        said.append(make_printable(health.approval))
    if any(place.state != "current" for place in health.installed):
        said.append(f"recall hooks install {health.agent} brings it up to date")
    if health.duplicate_hooks:
        said.append(f"two hooks of recall run here: {make_printable(health.duplicate_hooks)}")
    if health.breaker != "closed":
        said.append(f"resting after three bad runs: {make_printable(health.trouble) or 'too slow'}")
    if health.last is not None:
        said.append(f"last ran {format_since(health.last.at, app.now())}")
    if health.p50 is not None and health.p95 is not None:
        said.append(f"p50 {health.p50:.0f} ms, p95 {health.p95:.0f} ms")
    if health.failures:
        said.append(f"{health.failures} of {health.runs} failed")
    if health.untested_parts:
        said.append("not checked by running: " + ", ".join(health.untested_parts))
    return there or "not installed", " · ".join(said)


def short_status(health: "HookHealth") -> str:
    """How an agent's hooks are, in a word or two."""
    if health.off:
        return "off"
    if health.approval:
        return health.approval
    if health.breaker != "closed":
        return "resting after three bad runs"
    return "ok" if health.last is not None else "not run yet"


def _health_document(health: "HookHealth") -> "dict[str, Any]":
    last = health.last
    return {
        "agent": health.agent,
        "installed": [place.fields() for place in health.installed],
        "tried_with": health.seen or None,
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
    }


def _print_status(out: "Console", rows: "list[tuple[HookHealth, tuple[str, str]]]", off: "str | None") -> None:
    """Every agent: is recall in it, and how does it run?"""

    from rich.table import Table
    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DIM, print_footer

    table = Table.grid(padding=(0, 2))
    for one, (there, how) in rows:
        installed = bool(one.installed)
        table.add_row(
            Text(one.agent, style=ACCENT if installed else DIM),
            Text(there, style="" if installed else DIM),
            Text(how, style="yellow" if one.approval or one.breaker != "closed" else DIM, overflow="fold"),
        )
    out.print(table)
    if off:
        out.print(Text(off, style="yellow"))
    if not any(one.installed for one, _ in rows):
        print_footer(out, "recall hooks install AGENT puts it in, recall hooks remove AGENT takes it out")
