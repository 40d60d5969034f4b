"""recall setup: connect recall to everything on this machine at once, or prepare a PostgreSQL server."""

import os

from recall_cli.agents.registry import KNOWN_AGENTS, find_agent
from recall_cli.cli.commands.manage import machine_parts
from recall_cli.cli.commands.manage.machine_parts import Part, do_part
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.commands.manage.machine_parts import Work
    from recall_cli.cli.output.terminal import Screen

PARAMS = (
    argument(
        "names",
        "Agents: " + ", ".join(KNOWN_AGENTS) + " (default: all that are on this machine).",
        kind="arguments",
        default=(),
        metavar="[AGENT...]",
        offers=tuple(KNOWN_AGENTS),
    ),
    option("yes", "Do it without asking.", "-y", kind="flag"),
    option("dry_run", "Show every change to every file, and make none.", kind="flag"),
    option("no_completion", "Leave the shell's completion out.", kind="flag"),
    option("no_schedule", "Leave the daily maintenance out.", kind="flag"),
    option("login", "On a server: a role that shall use recall; made if it is missing.", metavar="ROLE"),
    option("only", "On a server: the only user that this role may be (default: of its name).", metavar="USER"),
    option("any_user", "On a server: this role may be any user.", kind="flag", rare=True),
    option(
        "signed",
        "On a server: this role signs its users with the key in FILE; made if it is missing.",
        metavar="FILE",
        rare=True,
    ),
    option("logins", "On a server: list the roles that can use recall.", kind="flag", rare=True),
    option("remove_login", "On a server: this role can use recall no more.", metavar="ROLE", rare=True),
)
EXAMPLES = (
    ("recall setup", "shows what it would do, and asks once"),
    ("recall setup claude-code --yes", "one agent, without a question"),
    ("recall setup --dry-run", "the diff of every file"),
    ("recall setup --db postgresql://admin@db.example.org/recall", "a server, as an administrator"),
    ("recall setup --db postgresql://admin@db.example.org/recall --login alice", "a login for the user alice alone"),
    ("recall setup --db postgresql://admin@db.example.org/recall --remove-login alice", "for somebody who leaves"),
)
NO_AGENT = "no agent was found on this machine (name one: recall setup claude-code)"
TAKE_BACK = "take it all back: recall setup --remove"


def setup(
    app: "App",
    *,
    names: "tuple[str, ...]",
    yes: bool,
    dry_run: bool,
    no_completion: bool,
    no_schedule: bool,
    login: "str | None",
    only: "str | None",
    any_user: bool,
    signed: "str | None",
    logins: bool,
    remove_login: "str | None",
) -> Reply:
    """Connect recall to the agents of this machine, complete its commands in your shell, and run maintenance every day.

    At a terminal it shows what it would do and asks once; otherwise --yes is needed. Repeating it changes nothing.
    With --db postgresql://… it prepares or checks a server instead, and prints what an administrator must do.
    """
    if app.settings.is_on_server:
        if names or dry_run or no_completion or no_schedule:
            hint = "leave out the agents' names, --dry-run, --no-completion and --no-schedule"
            raise UsageError("with a server's address setup only prepares that server", hint)
        from recall_cli.cli.output import server_setup

        if remove_login:
            return server_setup.remove_login(app, remove_login)
        if logins:
            return server_setup.list_logins(app)
        return server_setup.set_up_server(app, login or "", only or "", signed or "", any_user=any_user)
    if login or only or signed or any_user or logins or remove_login:
        raise UsageError("options about logins are for a server", "name it: --db postgresql://HOST/DATABASE")
    work = _list_work(app, names, completion=not no_completion, schedule=not no_schedule)
    return _connect_machine(app, work, yes=yes, dry_run=dry_run)


def _connect_machine(app: "App", work: "list[tuple[str, Work]]", *, yes: bool, dry_run: bool) -> Reply:
    """Do the work that a person agrees to, or show it."""
    if work and not any(_is_of_agent(name) for name, _ in work):
        app.note(NO_AGENT)
    planned = [do_part(name, do, dry_run=True) for name, do in work]
    if dry_run or not any(part.is_change for part in planned):
        return _reply(planned, dry_run=dry_run)
    wanted = [at for at, part in enumerate(planned) if part.is_change]
    if not yes:
        if not app.at_terminal:
            app.note("nothing was changed: recall setup --yes does it")
            return _reply(planned, dry_run=True)
        wanted = _ask_which(app, planned, wanted)
    done = [
        do_part(name, do, dry_run=False) if at in wanted else planned[at]
        for at, (name, do) in enumerate(work)
        if at in wanted or not planned[at].is_change
    ]
    if wanted and not yes:
        _offer_reader(app)
    return _reply(done, dry_run=False, refused=not wanted)


def _list_work(app: "App", names: "tuple[str, ...]", *, completion: bool, schedule: bool) -> "list[tuple[str, Work]]":
    """Everything there is to do, each with its name."""
    from recall_cli.flows.setup.found_programs import find_agents

    agents = [find_agent(name) for name in names] or find_agents(app)
    login_shell = os.path.basename(app.environment.get("SHELL", ""))
    wanted = [(kind, agent.name) for agent in agents for kind in (machine_parts.AGENT, machine_parts.RULES)]
    wanted += [(machine_parts.SHELL, login_shell)] if completion else []
    wanted += [(machine_parts.SCHEDULE, "")] if schedule else []
    places = {(one.kind, one.subject): one for one in machine_parts.list_connections(app)}
    chosen = [places[key] for key in dict.fromkeys(wanted) if key in places]
    return [(one.name, one.connect) for one in chosen if one.connect is not None]


def _is_of_agent(part_name: str) -> bool:
    return part_name in {f"{agent} hooks" for agent in KNOWN_AGENTS}


def _ask_which(app: "App", planned: "list[Part]", changes: "list[int]") -> "list[int]":
    """The places of the parts that a person wants, of those that would change something."""
    from recall_cli.cli.output.terminal import Screen

    machine_parts.print_parts(Screen(app), planned, with_diff=False, numbered=True)
    while True:
        answer = machine_parts.ask_about_parts("do all of it? [Y, n, or the numbers to leave out] ")
        if answer in ("", "y", "yes"):
            return changes
        if answer in ("n", "no", "q"):
            return []
        left_out = answer.replace(",", " ").split()
        if all(word.isascii() and word.isdigit() and 0 < int(word) <= len(changes) for word in left_out):
            return [at for number, at in enumerate(changes, 1) if str(number) not in left_out]


def _offer_reader(app: "App") -> None:
    """Ask once whether a program on this machine may read the sessions; only a yes turns it on."""
    from recall_cli.flows.setup.found_programs import find_reader, use_reader

    command = find_reader(app)
    if not command:
        return
    answer = machine_parts.ask_about_parts(
        f"\nA model can read your agents' sessions, with this program of yours:\n  {command}\n"
        "It runs once for each ended session, and gets the conversation without secrets: about 3,500 tokens of your "
        "plan.\nuse it? [y, N] "
    )
    if answer in ("y", "yes"):
        use_reader(app, command)
        app.note("it reads sessions now; try it: recall worker --test · take it back: recall config extractor auto")


def _reply(parts: "list[Part]", *, dry_run: bool, refused: bool = False) -> Reply:
    changed = any(part.is_change for part in parts) and not dry_run
    connected = any(_is_of_agent(part.name) and part.action != "not possible" for part in parts)
    has_failed = any(part.action == "not possible" for part in parts)

    def screen(out: "Screen") -> None:
        machine_parts.print_parts(out, parts, with_diff=dry_run)
        if refused:
            out.footer(machine_parts.REFUSED)
        elif not parts:
            out.footer(NO_AGENT)
        elif changed:
            learned = "sessions of these agents start with what they learned before · " if connected else ""
            out.footer(learned + TAKE_BACK)
        elif not dry_run:
            out.footer("nothing to change")

    return Reply(
        lambda: {"dry_run": dry_run, "changed": changed, "parts": machine_parts.part_documents(parts)},
        lambda: machine_parts.part_lines(parts, with_diff=dry_run),
        screen,
        status=1 if has_failed else 0,
        empty=machine_parts.REFUSED if refused else NO_AGENT,
    )
