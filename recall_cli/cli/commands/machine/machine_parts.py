"""What setup connects on a machine and uninstall disconnects: agents, clients, shells, the daily maintenance."""

import sys

from recall_cli.cli.commands.agents.hooks import file_diff
from recall_cli.cli.output.ask import ask
from recall_cli.cli.output.formatting import ACCENT, DANGER, DIM, make_printable
from recall_cli.domain.errors import RecallError
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.agents.manifest import SettingsEdit
    from recall_cli.schedulers import PlannedFile

    Work = Callable[[bool], "Part"]
    """Does one part, or says with True what it would do."""

NOTHING_TO_DO = frozenset({"already installed", "already scheduled", "not installed", "not scheduled", "not connected"})
NO_AGENT = "no agent was found on this machine (name one: recall setup claude-code)"
REFUSED = "nothing was changed"
"""What a person reads who answered no."""


class Part(Record):
    """One thing that setup or uninstall does: what it is, the file, and what became of it."""

    name: str = ""
    """claude-code hooks, zsh completion, daily round …; `do_part` sets it."""
    action: str
    """installed, would be installed, already installed, removed …; failed with the reason in the note."""
    place: str = ""
    diff: "tuple[str, ...]" = ()
    note: str = ""

    @property
    def is_change(self) -> bool:
        """Whether something changes, or would."""
        return self.action not in NOTHING_TO_DO and self.action != "not possible"


def do_part(name: str, work: "Work", *, dry_run: bool) -> Part:
    """What a part has done or would do, or why it is not possible; the others go on."""
    try:
        return work(dry_run).but(name=name)
    except (RecallError, OSError) as error:
        return Part(name=name, action="not possible", note=str(error))


class Connection(Record):
    """One place of a machine that recall can be connected to, with both directions."""

    kind: str
    """AGENT, RULES, REPOSITORY, CLIENT, SHELL or SCHEDULE."""
    subject: str
    """The name of the agent, client or shell."""
    name: str
    """What a person reads: claude-code hooks, zsh completion …"""
    connect: "Work | None" = None
    """Connects it; None where recall setup does not, but another command does."""
    disconnect: "Work"


AGENT, RULES, REPOSITORY, CLIENT = "agent", "rules", "repository", "client"
SHELL, SCHEDULE = "shell", "schedule"


def list_connections(app: "App") -> "list[Connection]":
    """Every place that recall can be connected to. Setup and uninstall go through the same list."""
    from functools import partial

    from recall_cli.agents.mcp_clients import MCP_CLIENTS
    from recall_cli.agents.registry import KNOWN_AGENTS
    from recall_cli.cli.shells import SCRIPT_FILES
    from recall_cli.flows.agents import hooks, mcp_install
    from recall_cli.flows.agents.settings_files import PROJECT_LEVEL, USER_LEVEL, settings_path

    found: list[Connection] = []

    def add(kind: str, subject: str, name: str, disconnect: "Work", connect: "Work | None" = None) -> None:
        found.append(Connection(kind=kind, subject=subject, name=name, disconnect=disconnect, connect=connect))

    for name, agent in KNOWN_AGENTS.items():
        of_user = (app, agent, USER_LEVEL)
        add(AGENT, name, f"{name} hooks", _edit_work(hooks.remove, *of_user), _edit_work(hooks.install, *of_user))
        if agent.allow_file:
            remove_rules, install_rules = (
                _edit_work(do, app, agent) for do in (hooks.remove_rules, hooks.install_rules)
            )
            add(RULES, name, f"{name} rules", remove_rules, install_rules)
        if settings_path(app, agent, USER_LEVEL) != settings_path(app, agent, PROJECT_LEVEL):  # by `recall hooks` alone
            remove_here = _edit_work(hooks.remove, app, agent, PROJECT_LEVEL)
            add(REPOSITORY, name, f"{name} hooks of this repository", remove_here)
    for name, client in MCP_CLIENTS.items():  # connected by `recall mcp install`
        add(CLIENT, name, f"{name} server", _edit_work(mcp_install.remove_server, app, client))
    for shell in SCRIPT_FILES:
        remove, install = (partial(_completion_part, app, shell, action) for action in ("uninstall", "install"))
        add(SHELL, shell, f"{shell} completion", remove, install)
    add(SCHEDULE, "", SCHEDULE_NAME, partial(_unschedule_part, app), partial(_schedule_part, app))
    return found


def list_work(app: "App", names: "tuple[str, ...]", *, completion: bool, schedule: bool) -> "list[tuple[str, Work]]":
    """Everything there is to do, each with its name."""
    import os

    from recall_cli.agents.registry import find_agent
    from recall_cli.flows.setup.found_programs import find_agents

    agents = [find_agent(name) for name in names] or find_agents(app)
    login_shell = os.path.basename(app.environment.get("SHELL", ""))
    wanted = [(kind, agent.name) for agent in agents for kind in (AGENT, RULES)]
    wanted += [(SHELL, login_shell)] if completion else []
    wanted += [(SCHEDULE, "")] if schedule else []
    places = {(one.kind, one.subject): one for one in list_connections(app)}
    chosen = [places[key] for key in dict.fromkeys(wanted) if key in places]
    return [(one.name, one.connect) for one in chosen if one.connect is not None]


SCHEDULE_NAME = "daily maintenance"
MAX_DIFF_LINES = 24
"""Of a longer change of a file that recall alone writes, so many lines are shown."""


def _schedule_part(app: "App", dry_run: bool) -> Part:
    from recall_cli.flows.maintain import schedule as flow

    status = flow.show(app)
    if status.is_of_other_store:
        note = f"{status.scheduler} maintains another store; recall admin schedule install replaces that"
        return Part(action="not possible", note=note)
    if status.scheduler is not None:
        return Part(action="already scheduled", place=f"with {status.scheduler}")
    return _install_schedule(app, "auto", f"with {flow.best_scheduler(app)}", dry_run)


def _install_schedule(app: "App", scheduler: str, where: str, dry_run: bool) -> Part:
    from recall_cli.flows.maintain import schedule as flow

    if dry_run:
        diff = _planned_diff(flow.planned_installation(app, flow.USUAL_TIME))
        return Part(action="would be scheduled", place=where, diff=diff)
    flow.install(app, scheduler, flow.USUAL_TIME)
    return Part(action="scheduled", place=where)


def reschedule_part(app: "App", place_before: str, dry_run: bool) -> Part:
    """Daily maintenance that was for another store, such as that of `place_before`, is for this one instead."""
    from recall_cli.flows.maintain import schedule as flow

    status = flow.show(app)
    if status.scheduler is None:
        return Part(action="not scheduled")
    if not (status.is_of_other_store or (place_before != app.settings.store_place and place_before in status.entry)):
        return Part(action="already scheduled", place=f"with {status.scheduler}")
    return _install_schedule(app, status.scheduler, f"with {status.scheduler}, at {flow.USUAL_TIME}", dry_run)


def _unschedule_part(app: "App", dry_run: bool) -> Part:
    from recall_cli.flows.maintain import schedule as flow

    status = flow.show(app)
    if status.is_of_other_store:
        note = f"{status.scheduler} maintains another store, and that stays"
        return Part(action="not scheduled", note=note)
    if status.scheduler is None:
        return Part(action="not scheduled")
    if dry_run:
        diff = _planned_diff(flow.planned_removal(app))
        return Part(action="would be removed", place=f"from {status.scheduler}", diff=diff)
    flow.remove(app)
    return Part(action="removed", place=f"from {status.scheduler}")


def _planned_diff(files: "list[PlannedFile]") -> "tuple[str, ...]":
    return tuple(line for file in files for line in text_diff(file.path, file.before, file.after))


def text_diff(path: str, before: "str | None", after: "str | None") -> "list[str]":
    """The change of one file; of a long new or removed text only the first lines."""
    lines = file_diff(path, before, after)
    more = len(lines) - MAX_DIFF_LINES
    return [*lines[:MAX_DIFF_LINES], f"… {more:,} more lines"] if more > 1 else lines


def _edit_work(edit: "Callable[..., SettingsEdit | None]", *arguments: object) -> "Work":
    """The work of a function that edits a settings file."""

    def work(dry_run: bool) -> Part:
        done = edit(*arguments, dry_run=dry_run)
        if done is None:
            return Part(action="not installed")
        diff = tuple(file_diff(done.path, done.before, done.after))
        return Part(action=done.action, place=done.path, diff=diff, note=done.note)

    return work


def _completion_part(app: "App", shell: str, action: str, dry_run: bool) -> Part:
    from recall_cli.cli.commands.machine.completion import completion, planned_change

    diff = text_diff(*planned_change(shell, action, app.environment)) if dry_run else []
    report = completion(app, action=action, shell=shell, dry_run=dry_run).data()
    assert isinstance(report, dict)
    step = str(report["next"] or "") if action == "install" else ""
    return Part(action=str(report["action"]), place=str(report["file"]), diff=tuple(diff), note=step)


def part_lines(parts: "list[Part]", *, with_diff: bool) -> "list[str]":
    """The parts as plain lines."""
    lines = []
    for part in parts:
        lines.append("\t".join(map(make_printable, (part.action, part.name, part.place))).rstrip("\t"))
        lines += map(make_printable, part.diff if with_diff else ())
        lines += [make_printable(part.note)] if part.note else []
    return lines


def print_parts(out: "Screen", parts: "list[Part]", *, with_diff: bool, numbered: bool = False) -> None:
    """The parts in columns, each with its note, and with the changes to its file."""
    width = max((len(part.name) for part in parts), default=0)
    number = 0
    for part in parts:
        number += part.is_change
        lead = f"{number:>2}  " if numbered and part.is_change else "    " if numbered else ""
        style = "" if part.is_change else DIM
        out.line(
            lead,
            (f"{part.name:<{width}}  ", style or ACCENT),
            (part.action, DANGER if part.action == "not possible" else style),
            (f"  {part.place}" if part.place else "", DIM),
            whole=True,
        )
        for changed in part.diff if with_diff else ():
            out.footer(f"      {changed}", whole=True)
        if part.note:
            out.line((f"      {part.note}", "yellow"), whole=True)


def part_documents(parts: "list[Part]") -> "list[dict[str, object]]":
    """The parts as JSON."""
    return [
        {
            "part": part.name,
            "action": part.action,
            "file": part.place or None,
            "diff": [*part.diff],
            "note": part.note or None,
        }
        for part in parts
    ]


def ask_about_parts(question: str) -> str:
    """What a person answers at the terminal, in small letters; a no at the end of the input."""
    answer = ask(question)
    if answer is None:
        sys.stderr.write("\n")
    return "no" if answer is None else answer.lower()


def choose_parts(app: "App", planned: "list[Part]", changes: "list[int]") -> "list[int]":
    """The places of the parts that a person wants, of those that would change something."""
    from recall_cli.cli.output.terminal import question_screen

    print_parts(question_screen(app), planned, with_diff=False, numbered=True)
    while True:
        answer = ask_about_parts("do all of it? [Y, n, or the numbers to leave out] ")
        if answer in ("", "y", "yes"):
            return changes
        if answer in ("n", "no", "q"):
            return []
        left_out = answer.replace(",", " ").split()
        if all(word.isascii() and word.isdigit() and 0 < int(word) <= len(changes) for word in left_out):
            return [at for number, at in enumerate(changes, 1) if str(number) not in left_out]
