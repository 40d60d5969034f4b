"""recall join: use a team's server on this machine, and leave it again."""

from recall_cli.cli.commands.machine import machine_parts
from recall_cli.cli.commands.machine.machine_parts import Part, do_part
from recall_cli.cli.output.formatting import make_printable, memory_count_text
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.shell_words import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.commands.machine.machine_parts import Work
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.setup.joining import Departure, LocalStore, TeamServer

PARAMS = (
    argument(
        "address",
        "The server: https://HOST of a recall serve, or postgresql://LOGIN@HOST/DATABASE.",
        default="",
        metavar="[ADDRESS]",
    ),
    option("user", "The user that you are there (default: the one that the login is).", metavar="NAME"),
    option(
        "token_file",
        "With https://: the file that holds the token; without it, join asks.",
        completes="file",
        metavar="FILE",
    ),
    option("move", "Also move the memories of this machine to the server.", kind="flag"),
    option("no_move", "Leave them where they are, without a question.", kind="flag"),
    option("off", "Leave the server, and use the store of before again.", kind="flag"),
    option("yes", "Do it without asking; memories are moved only with --move.", "-y", kind="flag"),
    option("dry_run", "Check the server, show every change, and make none.", kind="flag"),
)
EXAMPLES = (
    ("recall join https://memory.example.org", "asks for the token of this machine"),
    ("recall join 'postgresql://alice@db.example.org/recall?sslmode=verify-full'", "shows what it would do, and asks"),
    ("recall join postgresql://alice@db.example.org/recall --move --yes", "everything, without a question"),
    ("recall join postgresql://alice@db.example.org/recall --dry-run", "only the check and the changes"),
    ("recall join --off", "back to the store of before"),
)
SETTINGS_PART, MEMORIES_PART = "settings", "memories"


def join(
    app: "App",
    *,
    address: str,
    user: "str | None",
    token_file: "str | None",
    move: bool,
    no_move: bool,
    off: bool,
    yes: bool,
    dry_run: bool,
) -> Reply:
    """Use a team's server on this machine: check it, set db and user, and connect the agents that are here.

    The token of an https:// address is kept in a file that only you can read; libpq finds the password of a
    postgresql:// address in its own places, such as ~/.pgpass. The memories of this machine can be moved to PostgreSQL;
    their file stays. --off puts the settings back; the hooks stay, and use the store of before.
    """
    from recall_cli.flows.setup import joining

    if off:
        if address or user or token_file or move or no_move:
            raise UsageError("--off takes no address and no other choice", "recall join --off")
        return _leave(app, yes=yes, dry_run=dry_run)
    if not address:
        raise UsageError("join needs the address of a server", "recall join https://HOST")
    if move and no_move:
        raise UsageError("--move and --no-move exclude each other")
    from recall_cli.store_address import check_place

    if not dry_run:
        joining.check_may_join(app)
    place = check_place(address, "ADDRESS")
    server = _check_server(app, place, user or "", token_file)
    if move and not server.takes_stores:
        raise UsageError("memories are not moved over https", "recall export here, and recall import at the server")
    local = None if no_move else joining.find_local_store(app, server)
    return _join(app, server, local, moves=bool(move and local), yes=yes, dry_run=dry_run)


def _join(
    app: "App", server: "TeamServer", local: "LocalStore | None", *, moves: bool, yes: bool, dry_run: bool
) -> Reply:
    """Do what joining takes, as far as a person wants it."""
    from recall_cli.flows.setup import joining

    for problem, remedy in server.problems:
        app.note(f"{problem}: {remedy}")
    work = list_parts(app, server)
    planned = [do_part(name, do, dry_run=True) for name, do in work]
    wanted = [at for at, part in enumerate(planned) if part.is_change]
    is_done = not dry_run
    if is_done and not yes:
        wanted, moves = _ask(app, server, planned, wanted, local, moves=moves)
        is_done = bool(wanted or moves)
    parts = [_move_part(app, local, server, dry_run=not is_done)] if local and moves else []
    parts += [
        do_part(*work[at], dry_run=False) if is_done and at in wanted else part for at, part in enumerate(planned)
    ]
    is_joined = is_done and not joining.changed_settings(app, server)
    if is_joined:
        parts = [_checked_part(app, server, part) for part in parts]
    left = None if moves else local
    return _reply(server, parts, left, is_done=is_done, is_joined=is_joined, dry_run=dry_run)


def _check_server(app: "App", place: str, user: str, token_file: "str | None") -> "TeamServer":
    """The server as it can be used from here. A person is asked for a new token if it refuses the one that is kept."""
    from recall_cli.domain.store_errors import TokenRefused
    from recall_cli.flows.over_https.token_file import TOKEN_VARIABLE
    from recall_cli.flows.setup.joining import check_address

    token = _find_token(app, place, token_file)
    try:
        return check_address(app, place, user, token)
    except TokenRefused as error:
        if token or not app.at_terminal or app.environment.get(TOKEN_VARIABLE):
            raise
        app.note(error.message)
        return check_address(app, place, user, _ask_for_token())


def _find_token(app: "App", address: str, token_file: "str | None") -> str:
    """The token for a `recall serve`: from a file, or as a person types it; empty if this machine has it already."""
    from recall_cli.settings import WEB_PREFIXES

    if not address.startswith(WEB_PREFIXES):
        if token_file is not None:
            raise UsageError("--token-file goes with https://", "a password of PostgreSQL stands in ~/.pgpass")
        return ""
    from recall_cli.flows.over_https.token_file import has_token, read_token_file
    from recall_cli.flows.setup.joining import joined_app

    if token_file is not None:
        return read_token_file(token_file)
    if has_token(joined_app(app, address, "")) or not app.at_terminal:
        return ""
    return _ask_for_token()


def _ask_for_token() -> str:
    from getpass import getpass

    return getpass("the token of this machine (recall admin token create, at the server, shows it): ")


def list_parts(app: "App", server: "TeamServer") -> "list[tuple[str, Work]]":
    """What joining does besides moving memories: the settings, the hooks, and the daily maintenance if there is one."""
    from recall_cli.flows.setup.joining import joined_app

    work = [_settings_work(app, server)]
    work += machine_parts.list_work(app, (), completion=False, schedule=False)
    if not [name for name, _ in work[1:]]:
        app.note(machine_parts.NO_AGENT)
    joined, before = joined_app(app, server.address, server.user), app.settings.store_place
    name = machine_parts.SCHEDULE_NAME
    if not server.takes_stores:
        return work  # its own machine maintains it
    return [*work, (name, lambda dry_run: machine_parts.reschedule_part(joined, before, dry_run))]


def settings_work(app: "App", address: str) -> "tuple[str, Work]":
    """The part that lets every command of this machine use a server, which is checked at once."""
    from recall_cli.flows.setup.joining import check_address

    return _settings_work(app, check_address(app, address))


def _settings_work(app: "App", server: "TeamServer") -> "tuple[str, Work]":
    return SETTINGS_PART, lambda dry_run: _settings_part(app, server, dry_run=dry_run)


def _settings_part(app: "App", server: "TeamServer", *, dry_run: bool) -> Part:
    from recall_cli.flows.setup.joining import brings_token, changed_settings, use_server

    changed, renews = changed_settings(app, server), brings_token(app, server)
    lines = [
        (f"-{name} = {old}" if old is not None else "", f"+{name} = {new}") for name, (old, new) in changed.items()
    ]
    diff = tuple(line for pair in lines for line in pair if line)
    variables = [name for name in ("RECALL_DB", "RECALL_USER") if app.environment.get(name)]
    note = f"{' and '.join(variables)} of your shell still counts more there" if variables else ""
    if renews and not changed:
        note = "with another token"
    if (changed or renews) and not dry_run:
        use_server(app, server)
    action = "would be set" if (changed or renews) and dry_run else "set" if changed or renews else "already set"
    return Part(action=action, place=app.settings.path, diff=diff, note=note)


def _move_part(app: "App", local: "LocalStore", server: "TeamServer", *, dry_run: bool) -> Part:
    """Move the memories; a trouble ends the command before the settings are changed, and it can be repeated."""
    from recall_cli.cli.output.progress import ProgressBar
    from recall_cli.flows.setup.joining import count_late_writes, move_memories

    with ProgressBar(shown=not app.prints_json) as bar:
        app.progress = bar
        moved = move_memories(app, local, server, dry_run=dry_run)
    what = f"{memory_count_text(moved.memories)} of {moved.user} as {moved.target_user}"
    note = "" if dry_run else f"every row was compared; the file stays: {make_printable(local.place)}"
    if not dry_run and (late := count_late_writes(local, moved, app)):
        app.note(
            f"{late} writes came into {local.place} meanwhile, and are only there: recall --db FILE log shows them"
        )
    return Part(name=MEMORIES_PART, action="would be moved" if dry_run else "moved", place=what, note=note)


def _ask(
    app: "App",
    server: "TeamServer",
    planned: "list[Part]",
    wanted: "list[int]",
    local: "LocalStore | None",
    *,
    moves: bool,
) -> "tuple[list[int], bool]":
    """Which parts a person wants, and whether the memories are to be moved."""
    from recall_cli.cli.output.terminal import question_screen

    question_screen(app).line(
        f"{server.shown}: {server.version}, {server.way}; the login {server.login} is {server.user}"
    )
    chosen = machine_parts.choose_parts(app, planned, wanted) if wanted else []
    joins = planned[0].name == SETTINGS_PART and (0 in chosen or not planned[0].is_change)
    if local is None or moves or not joins or (wanted and not chosen) or server.memories or not server.takes_stores:
        return chosen, moves and joins and (bool(chosen) or not wanted)
    answer = machine_parts.ask_about_parts(
        f"\n{make_printable(local.place)} has {memory_count_text(local.memories)} of {local.user}.\n"
        f"move them to {server.user} on the server? The file stays. [y, N] "
    )
    return chosen, answer in ("y", "yes")


def _checked_part(app: "App", server: "TeamServer", part: Part) -> Part:
    """A part about hooks, with what these reach when an agent starts them without the variables of this shell."""
    from recall_cli.agents.registry import KNOWN_AGENTS
    from recall_cli.flows.doctor.hook_run import run_hooks

    agent = KNOWN_AGENTS.get(part.name.removesuffix(" hooks")) if part.name.endswith(" hooks") else None
    if agent is None or part.action == "not possible":
        return part
    for result in run_hooks(app, agent, only_first=True):
        if result.database != server.address:
            why = result.trouble or f"they use {result.database}"
            return part.but(action="not possible", note=f"the hooks do not reach the server: {why}")
    return part


def _reply(
    server: "TeamServer",
    parts: "list[Part]",
    left: "LocalStore | None",
    *,
    is_done: bool,
    is_joined: bool,
    dry_run: bool,
) -> Reply:
    has_failed = any(part.action == "not possible" for part in parts)
    shown = {"address": server.address, "version": server.version, "login": server.login, "connection": server.way}

    def screen(out: "Screen") -> None:
        out.line(f"{server.shown}: {server.version}, {server.way}; the login {server.login} is {server.user}")
        machine_parts.print_parts(out, parts, with_diff=dry_run)
        if left is not None:
            out.footer(_left_text(left, server), whole=True)
        if not is_done and not dry_run:
            out.footer(machine_parts.REFUSED)
        elif is_joined:
            out.footer("this machine uses the server now · take it back: recall join --off")

    return Reply(
        lambda: {
            "dry_run": dry_run,
            "joined": is_joined,
            "server": shown,
            "user": server.user,
            "left_here": left.memories if left else 0,
            "parts": machine_parts.part_documents(parts),
        },
        lambda: machine_parts.part_lines(parts, with_diff=not is_done),
        screen,
        status=1 if has_failed else 0,
    )


def _left_text(left: "LocalStore", server: "TeamServer") -> str:
    if not server.takes_stores:
        how = "recall export writes them to a file, for recall import at the server"
    elif server.memories:
        how = f"{server.user} has memories on the server already, so use recall export and recall import"
    else:
        how = "recall join … --move moves them"
    return f"{memory_count_text(left.memories)} of {left.user} stay in {make_printable(left.place)}: {how}"


def _leave(app: "App", *, yes: bool, dry_run: bool) -> Reply:
    """Use the store of before again."""
    from recall_cli.flows.setup import joining

    if not dry_run:
        joining.check_may_join(app)
    departure = joining.plan_departure(app)
    if not dry_run and not yes:
        question = f"leave {departure.address}, and use {make_printable(departure.place)} again? [Y, n] "
        if machine_parts.ask_about_parts(question) not in ("", "y", "yes"):
            raise UsageError(machine_parts.REFUSED)
    if not dry_run:
        joining.leave_server(app, departure)
    after = joining.joined_app(app, departure.place, departure.place_user)
    part = do_part(
        machine_parts.SCHEDULE_NAME,
        lambda dry: machine_parts.reschedule_part(after, departure.address, dry),
        dry_run=dry_run,
    )
    return _departure_reply(departure, part, dry_run=dry_run)


def _departure_reply(departure: "Departure", part: Part, *, dry_run: bool) -> Reply:
    verb = "would use" if dry_run else "uses"
    place = make_printable(departure.place)
    lines = [f"this machine {verb} {place} as {departure.place_user}"]
    if departure.memories:
        user, address, place_user = map(quote, (departure.user, departure.address, departure.place_user))
        copy = f"RECALL_USER={user} recall admin migrate {address} FILE --as {place_user}"
        copy = "recall export there" if departure.address.startswith("http") else copy
        lines.append(f"{memory_count_text(departure.memories)} of {departure.user} stay on the server; to copy: {copy}")
    if departure.memories is None:
        lines.append(f"the memories of {departure.user} stay on the server, which does not answer now")
    if departure.waiting:
        lines.append(f"{departure.waiting} texts still wait here for the server; recall join … sends them")
    if part.is_change:
        lines.append(f"{part.name}: {part.action}" + (f" ({part.note})" if part.note else ""))

    def screen(out: "Screen") -> None:
        for line in lines:
            out.line(line, whole=True)

    return Reply(
        lambda: {
            "dry_run": dry_run,
            "left": departure.address,
            "user": departure.user,
            "store": departure.place,
            "store_user": departure.place_user,
            "memories_on_server": departure.memories,
            "waiting": departure.waiting,
        },
        lambda: lines,
        screen,
    )
