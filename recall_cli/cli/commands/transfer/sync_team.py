"""The team's part of recall sync: what colleagues share, and what this machine shares."""

from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.reply import Reply, result_reply
from recall_cli.domain.errors import NotStored, RecallError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.flows.team.place import TeamPlace


def team_place(app: "App", project: "int | None", name: "str | None") -> "TeamPlace | None":
    """The shared project; None if it is not shared, or no colleague is paired."""
    from recall_cli.flows.team.place import find_team_place

    return None if project is None or name is None else find_team_place(app, project, name)


def sync_team(app: "App", place: "TeamPlace | None", *, dry_run: bool = False) -> "dict[str, object] | None":
    """Synchronise with the team; the counts, or None without a team. If the remote refuses, nothing is lost."""
    if place is None:
        return None
    from recall_cli.flows.sync.git_runner import SyncFailed
    from recall_cli.flows.team.team_sync import TeamResult, TeamSync

    try:
        with TeamSync(app, place) as syncing:
            plan = syncing.plan()
            result = TeamResult() if dry_run or plan.is_current else syncing.run(plan)
    except SyncFailed as error:
        app.note(make_printable(f"not synchronised with the team: {error.message} (nothing was lost)"))
        return {"failed": error.message}
    for warning in plan.warnings:
        app.note(make_printable(warning))
    if plan.unpaired:
        count = len(plan.unpaired)
        app.note(f"{count:,} machine{'' if count == 1 else 's'} to be paired: recall team")
    if result.failed:
        app.note(make_printable(f"nothing was sent to the team: {result.failed} (the next recall sync sends it)"))
    document: dict[str, object] = {"remote": place.remote, **result.fields(), "warnings": [*plan.warnings]}
    if dry_run:
        document |= {"sends": plan.offers.sent, "takes_back": plan.offers.removed, "arrives": [*plan.lines]}
    return document


def describe(document: "dict[str, object]") -> str:
    """The counts in words."""
    words = "sent removed created changed held contested erased sends takes_back".split()
    found = [f"{document[word]:,} {word.replace('_', ' ')}" for word in words if document.get(word)]
    return ", ".join(found) or ("failed" if document.get("failed") else "nothing new")


def sync_on_server(app: "App", *, dry_run: bool, begins: bool) -> Reply:
    """The reply of recall sync where the store is on a server, which a person's machines have in common."""
    from recall_cli.flows.projects import known_project, project_to_write

    choice = None if begins else project_to_write(app, None)
    with app.read_transaction() as tx:
        project = None if choice is None else known_project(tx, choice)
    place = None if project is None else team_place(app, project.n, project.name)
    if place is None:
        hint = "recall share ID gives memories to your team"
        raise RecallError("a store on a server is not synchronised: your machines share it already", hint)
    if not app.at_terminal and (dry_run or not app.view().whole):
        raise NotStored("not synchronised: only a person at a terminal previews a sync", "nothing was sent")
    return team_reply(app, place, dry_run=dry_run)


def team_reply(app: "App", place: "TeamPlace", *, dry_run: bool) -> Reply:
    """The reply of recall sync where only a team is synchronised."""
    document = sync_team(app, place, dry_run=dry_run) or {}
    what = describe(document)
    status, done = (1, "not synchronised") if document.get("failed") else (0, "synchronised")
    reply = result_reply(
        {"project": place.project_name, "team": document},
        f"{done} with the team\t{what}",
        done,
        make_printable(f"with the team at {place.where}: {what}"),
    )
    reply.status = status
    return reply
