"""recall hooks: put recall into your agents, and take it out again."""

from recall_cli.agents.known import KNOWN, find
from recall_cli.cli.doors.params import argument, option
from recall_cli.cli.doors.reply import Reply
from recall_cli.cli.screens.show import safe
from recall_cli.domain.errors import UsageError
from recall_cli.domain.moment import iso, since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.agents.hookhealth import Health
    from recall_cli.flows.agents.hooks import Edit

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
        "Agents: " + ", ".join(KNOWN) + "; for private, the id of a session (by default this one).",
        kind="arguments",
        default=(),
        metavar="[AGENT...]",
        offers=tuple(KNOWN),
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
        return _status(app, names)
    if action == "private":
        return _private(app, names)
    if not names:
        raise UsageError(f"say which agent to {action}", "one or more of " + ", ".join(KNOWN))
    agents = [find(name) for name in names]
    if action == "show":
        return _show(app, agents[0], snippet=snippet)
    from recall_cli.flows.agents import hooks as flow

    level = flow.PROJECT if project else flow.USER
    do = flow.install if action == "install" else flow.remove
    edits = [do(app, agent, level, dry_run=dry_run) for agent in agents]

    def screen(console: "Any") -> None:
        from recall_cli.cli.screens.screen import told

        told(console, (line for edit in edits for line in _told(edit, dry_run=dry_run)))

    return Reply(
        lambda: {"dry_run": dry_run, "hooks": [_edit(edit) for edit in edits]},
        lambda: [line for edit in edits for line in _told(edit, dry_run=dry_run)],
        screen,
    )


def _edit(edit: "Edit") -> "dict[str, Any]":
    return {
        "agent": edit.agent, "level": edit.level, "file": edit.path, "action": edit.action, "note": edit.note or None,
        "diff": _diff(edit),
    }  # fmt: skip


def _diff(edit: "Edit") -> "list[str]":
    """What changes in a file, as `diff -u` says it."""
    import difflib

    before, after = ((text or "").splitlines() for text in (edit.before, edit.after))
    old, new = (edit.path if text is not None else "/dev/null" for text in (edit.before, edit.after))
    return [*difflib.unified_diff(before, after, old, new, lineterm="", n=2)]


def _told(edit: "Edit", *, dry_run: bool) -> "list[str]":
    lines = ["\t".join((edit.action, edit.agent, safe(edit.path)))]
    if dry_run:
        lines += map(safe, _diff(edit))
    return [*lines, edit.note] if edit.note and "installed" in edit.action else lines


def _show(app: "App", agent: "Any", *, snippet: bool) -> Reply:
    from recall_cli.agents import entries
    from recall_cli.agents.agent import FILE
    from recall_cli.flows.agents import hooks as flow

    if snippet:
        from recall_cli.agents.snippet import SNIPPET
        from recall_cli.rules.brief.budget import tokens

        return Reply(lambda: {"snippet": SNIPPET, "tokens": tokens(SNIPPET)}, SNIPPET.splitlines)
    program = flow.program_of(app)
    if agent.form == FILE:
        text = flow.own_file(agent, program)
    else:
        text = entries.laid_out(entries.document(agent, program, prompts=app.settings["hooks.prompts"]))
    path = flow.place(app, agent, flow.USER)
    return Reply(lambda: {"agent": agent.name, "file": path, "text": text}, text.splitlines)


_NO_SESSIONS = frozenset("on off true false yes no all this current session list show status help none".split())
"""Words that somebody tries in place of a session's id."""


def _may_be_session(name: str) -> bool:
    """Can an agent have given a session this id?"""
    return name.isprintable() and any(map(str.isalnum, name)) and name.lower() not in (*_NO_SESSIONS, *KNOWN)


def _private(app: "App", names: "tuple[str, ...]") -> Reply:
    """Nothing of a session is kept from now on."""
    from recall_cli.flows.agents.switches import make_private, own_session

    own = own_session(app)
    wanted = list(names) or ([own] if own else [])
    how = "recall hooks private SESSION; or RECALL_PRIVATE=1 before it begins"
    if not wanted:
        raise UsageError("say which session", how)
    for name in wanted:
        if not _may_be_session(name):
            raise UsageError(f"{name!r} is not the id of a session", how)
    for name in wanted:
        make_private(app, name)
    said = "nothing of it is kept from now on; what was kept before stays"
    return Reply(lambda: {"private": wanted}, lambda: [f"private\t{name}\t{said}" for name in wanted])


def _status(app: "App", names: "tuple[str, ...]") -> Reply:
    from recall_cli.flows.agents import switches
    from recall_cli.flows.agents.hookhealth import health

    wanted = {find(name).name for name in names}
    found = [one for one in health(app) if not wanted or one.agent in wanted]
    off = switches.off_here(app)
    if off:
        app.note(off)

    def screen(console: "Any") -> None:
        from recall_cli.cli.screens import overview

        overview.hooks(console, [(one, words(app, one)) for one in found], off)

    return Reply(
        lambda: {"off": off, "agents": [_document(one) for one in found]},
        lambda: ["\t".join((one.agent, *words(app, one))).rstrip("\t") for one in found],
        screen,
    )


def words(app: "App", one: "Health") -> "tuple[str, str]":
    """How an agent's hooks are, in a few words: whether they are there, and how they run."""
    there = ", ".join(
        f"{place.level}{'' if place.state == 'current' else ' (' + place.state + ')'}" for place in one.installed
    )
    there = ", ".join(filter(None, (there, "plugin" if one.plugin else "")))
    said = []
    if one.off:
        said.append(f"off: {safe(one.off)}")
    if one.approval:
        said.append(safe(one.approval))
    if any(place.state != "current" for place in one.installed):
        said.append(f"recall hooks install {one.agent} brings it up to date")
    if one.twice:
        said.append(f"two hooks of recall run here: {safe(one.twice)}")
    if one.breaker != "closed":
        said.append(f"resting after three bad runs: {safe(one.trouble) or 'too slow'}")
    if one.last is not None:
        said.append(f"last ran {since(one.last.at, app.now())}")
    if one.p50 is not None and one.p95 is not None:
        said.append(f"p50 {one.p50:.0f} ms, p95 {one.p95:.0f} ms")
    if one.failures:
        said.append(f"{one.failures} of {one.runs} failed")
    if one.unchecked:
        said.append("not checked by running: " + ", ".join(one.unchecked))
    return there or "not installed", " · ".join(said)


def short(one: "Health") -> str:
    """How an agent's hooks are, in a word or two."""
    if one.off:
        return "off"
    if one.approval:
        return one.approval
    if one.breaker != "closed":
        return "resting after three bad runs"
    return "ok" if one.last is not None else "not run yet"


def _document(one: "Health") -> "dict[str, Any]":
    last = one.last
    return {
        "agent": one.agent,
        "installed": [place.fields() for place in one.installed],
        "tried_with": one.seen or None,
        "last_run": None if last is None else {"at": iso(last.at), "event": last.event, "outcome": last.outcome},
        "runs": one.runs,
        "p50_ms": one.p50,
        "p95_ms": one.p95,
        "failures": one.failures,
        "slow": one.slow,
        "trouble": one.trouble or None,
        "breaker": one.breaker,
        "twice": one.twice or None,
        "plugin": one.plugin or None,
        "off": one.off,
        "waits_for_approval": bool(one.approval),
        "approval": one.approval or None,
        "not_checked_by_running": [*one.unchecked],
        "note": one.note or None,
    }
