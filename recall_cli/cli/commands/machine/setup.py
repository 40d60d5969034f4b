"""recall setup: connect recall to everything on this machine at once, or prepare a PostgreSQL server."""

from recall_cli.agents.registry import KNOWN_AGENTS
from recall_cli.cli.commands.machine import machine_parts
from recall_cli.cli.commands.machine.machine_parts import Part, do_part
from recall_cli.cli.output.formatting import ACCENT, DANGER, DIM, make_printable
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply, list_reply
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.commands.machine.machine_parts import Work
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.engines.postgres.logins import Login
    from recall_cli.engines.postgres.setup import SetupStep

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
        if remove_login:
            return _remove_login(app, remove_login)
        if logins:
            return _list_logins(app)
        return _set_up_server(app, login or "", only or "", signed or "", any_user=any_user)
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


MISSING_STATUS = 1


def _set_up_server(app: "App", login: str, only: str, key_file: str, *, any_user: bool) -> Reply:
    """Prepare a PostgreSQL server, or check it: extension, roles, schema, tables and isolation."""
    from recall_cli.flows.setup import server_setup as flow

    steps = flow.set_up_server(app, login, only, key_file, any_user=any_user)
    return _server_reply(steps, "ready: recall --db postgresql://… stores here (recall help teams)")


def _remove_login(app: "App", login: str) -> Reply:
    """Let a role use recall no more."""
    from recall_cli.flows.setup import server_setup as flow

    steps = flow.remove_server_login(app, login)
    return _server_reply(steps, f"{login} can use recall no more; the role stays, and so do the user's memories")


def _list_logins(app: "App") -> Reply:
    """The roles that can use recall, and whom each may be."""
    from recall_cli.flows.setup.server_setup import find_server_logins

    return list_reply(
        "logins",
        find_server_logins(app),
        document=lambda login: login.fields(),
        line=lambda login: (login.name, _whom(login)),
        cells=lambda _out, login: [login.name, (_whom(login), DANGER if login.any_user else DIM)],
        empty="no login can use recall here (recall setup --login NAME makes one)",
    )


def _whom(login: "Login") -> str:
    """Whom a login may be, in words."""
    whom = "any user" if login.any_user else ", ".join(login.users) or "nobody yet"
    return whom + (", signed" if login.signs else "") + (" (the role was removed)" if login.is_gone else "")


def _server_reply(steps: "list[SetupStep]", ready: str) -> Reply:
    missing = [step for step in steps if step.state == "missing"]

    def screen(out: "Screen") -> None:
        styles = {"present": DIM, "made": ACCENT, "missing": DANGER}
        out.table([[(step.state, styles[step.state]), step.part] for step in steps])
        if missing:
            out.line(("an administrator of the server runs:", DANGER))
            for step in missing:
                out.line(f"  {step.remedy}", whole=True)
        else:
            out.footer(ready)

    return Reply(
        lambda: {"ready": not missing, "steps": [step.fields() for step in steps]},
        lambda: ["\t".join(map(make_printable, (step.state, step.part, step.remedy))).rstrip("\t") for step in steps],
        screen,
        status=MISSING_STATUS if missing else 0,
    )
