"""recall setup: connect recall to everything on this machine at once, or prepare a PostgreSQL server."""

from recall_cli.agents.registry import KNOWN_AGENTS
from recall_cli.cli.commands.machine import machine_parts
from recall_cli.cli.commands.machine.machine_parts import Part, do_part
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.commands.machine.machine_parts import Work
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
    With --db postgresql://… an administrator's login prepares or checks that server instead, and what it may not do is
    printed; a developer's login is used by this machine from then on, as with recall join.
    """
    is_about_logins = bool(login or only or signed or any_user or logins or remove_login)
    over_https = app.settings.is_over_https
    if app.settings.is_on_server and not over_https and (is_about_logins or _is_administrators(app)):
        if names or dry_run or no_completion or no_schedule:
            hint = "leave out the agents' names, --dry-run, --no-completion and --no-schedule"
            raise UsageError("with a server's address setup only prepares that server", hint)
        from recall_cli.cli.output import server_setup

        if remove_login:
            return server_setup.remove_login(app, remove_login)
        if logins:
            return server_setup.list_logins(app)
        return server_setup.set_up_server(app, login or "", only or "", signed or "", any_user=any_user)
    if is_about_logins:
        raise UsageError("options about logins are for a server", "name it: --db postgresql://HOST/DATABASE")
    work = machine_parts.list_work(app, names, completion=not no_completion, schedule=not (no_schedule or over_https))
    if app.settings.origin("db")[1] in ("flag", "environment") and app.settings.is_on_server:
        from recall_cli.cli.commands.agents.join import settings_work

        work.insert(0, settings_work(app, app.settings.database))
    return _connect_machine(app, work, yes=yes, dry_run=dry_run)


def _is_administrators(app: "App") -> bool:
    """Whether the server's address is that of an administrator, who prepares it; one in the settings is not."""
    from recall_cli.flows.setup.server_setup import is_developers_login

    return app.settings.origin("db")[1] != "file" and not is_developers_login(app)


def _connect_machine(app: "App", work: "list[tuple[str, Work]]", *, yes: bool, dry_run: bool) -> Reply:
    """Do the work that a person agrees to, or show it."""
    if work and not any(_is_of_agent(name) for name, _ in work):
        app.note(machine_parts.NO_AGENT)
    planned = [do_part(name, do, dry_run=True) for name, do in work]
    if dry_run or not any(part.is_change for part in planned):
        return _reply(planned, dry_run=dry_run)
    wanted = [at for at, part in enumerate(planned) if part.is_change]
    if not yes:
        if not app.at_terminal:
            app.note("nothing was changed: recall setup --yes does it")
            return _reply(planned, dry_run=True)
        wanted = machine_parts.choose_parts(app, planned, wanted)
    done = [
        do_part(name, do, dry_run=False) if at in wanted else planned[at]
        for at, (name, do) in enumerate(work)
        if at in wanted or not planned[at].is_change
    ]
    if wanted and not yes:
        _offer_reader(app)
    return _reply(done, dry_run=False, refused=not wanted)


def _is_of_agent(part_name: str) -> bool:
    return part_name in {f"{agent} hooks" for agent in KNOWN_AGENTS}


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
            out.footer(machine_parts.NO_AGENT)
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
        empty=machine_parts.REFUSED if refused else machine_parts.NO_AGENT,
    )
