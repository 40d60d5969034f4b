"""The shared project where a command runs: its place, its remote, and what is known of its colleagues."""

import os

from recall_cli.domain.errors import NotFound, NotStored, UsageError
from recall_cli.flows.team.place import find_team_place, new_team_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.tables.projects import Project
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.team.place import TeamPlace


def project_here(app: "App", hint: str = "go to the repository that you share") -> "Project":
    """The project that the command runs in; one without memories is made for a person. `hint` says where to go."""
    from recall_cli.flows.projects import ensure_project_and_note, known_project, project_to_write

    choice = project_to_write(app, None, only_global=False)
    if choice is None:
        raise UsageError("you are in no project", hint)
    with app.read_transaction() as tx:
        project = known_project(tx, choice)
    if project is None and app.at_terminal:
        with app.write_transaction() as tx:
            project = ensure_project_and_note(app, tx, choice)
    if project is None:
        raise NotFound("this project has no memories yet", "recall store begins it")
    return project


def place_here(app: "App", to: "str | None", purpose: str) -> "TeamPlace":
    """The shared project here; with the remote that was given, or a new one with that of the repository.

    On a server the purpose decides which team space it is, unless one is named.
    """
    project = project_here(app)
    place = find_team_place(app, project.n, project.name)
    if place is None or to:
        from recall_cli.flows.team.spaces import choose_space, is_chosen_here

        remote = choose_space(app, project, to, purpose) if is_chosen_here(app, to) else _checked_remote(to)
        if place is None:
            return new_team_place(project.n, project.name, remote)
        return place if place.remote == remote else place.but(remote=remote, may_be_public=False)
    return place


def _checked_remote(to: "str | None") -> str:
    from recall_cli.repository import read_regular_file
    from recall_cli.repository.location import MAX_CONFIG_BYTES, first_remote_url
    from recall_cli.rules.sync.remote_address import address_problem
    from recall_cli.workplace import current_workplace

    address = to or ""
    if not address and (git := current_workplace().git):
        raw = read_regular_file(os.path.join(git, "config"), MAX_CONFIG_BYTES)
        address = (first_remote_url(raw) if raw else None) or ""
    if not address:
        raise UsageError("name the remote that your team uses", "--to git@example.org:team/shop.git")
    if problem := address_problem(address, stated=bool(to)):
        from recall_cli.rules.secrets import mask

        shown = "".join(filter(str.isprintable, mask(address).text))
        raise UsageError(f"not shared over {shown}: {problem}", "name another one: --to REMOTE")
    return address


def check_not_public(app: "App", place: "TeamPlace", *, allowed: bool) -> "TeamPlace":
    """The place, if strangers cannot read its remote or the person allows it; else NotStored."""
    if place.may_be_public or allowed:
        return place.but(may_be_public=True)
    from recall_cli.flows.team.remote import open_remote

    public = open_remote(app, place).is_public()
    if public is False:
        return place
    why = "everybody can read" if public else "recall cannot find out who can read"
    raise NotStored(f"not shared: {why} {place.remote}", "if that is what you want: --allow-public")


def default_name(app: "App") -> str:
    """How the person here is called if they do not say it: their login, or on a server their user."""
    import getpass

    from recall_cli.rules.team.names import printable_name

    if app.settings.is_on_server:
        return printable_name(app.settings["user"])
    try:
        return printable_name(getpass.getuser())
    except (OSError, KeyError):  # nobody with this number
        return ""


def memories_of_colleagues(tx: "Transaction", project: int) -> "dict[str, list[Memory]]":
    """The memories here that colleagues shared, by the name of the colleague."""
    from recall_cli.domain.scope import Filters
    from recall_cli.rules.team.shareable import COLLEAGUE, COLLEAGUES_AGENT, origin_of

    wanted = Filters(
        projects=(project,),
        everywhere=False,
        trusts=(COLLEAGUE, COLLEAGUES_AGENT),
        include=frozenset(("superseded", "held", "expired")),
    )
    found: dict[str, list[Memory]] = {}
    for memory in tx.memories.iterate(wanted):
        if name := origin_of(memory.metadata):
            found.setdefault(name, []).append(memory)
    return found
