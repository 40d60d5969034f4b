"""recall team invite: who may read and share in a team space of a server."""

from recall_cli.cli.output.ask import agrees_to, declined_reply
from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.reply import Reply, result_reply
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.flows.team.place import TeamPlace


def invite(app: "App", place: "TeamPlace", user: str, *, off: bool, dry_run: bool, asks: bool) -> Reply:
    """Invite a user to the team space of this project, or withdraw that."""
    from recall_cli.flows.team.place import change_team_place
    from recall_cli.flows.team.spaces import SpaceRemote
    from recall_cli.rules.team.names import INVITE, UNINVITE

    if not place.is_in_space:
        raise UsageError("who may read a git remote is decided at its host", "invite is for a PostgreSQL server")
    remote = SpaceRemote(app, place)
    remote.listed()
    shown, where = make_printable(user), make_printable(place.where)
    what = (
        f"{shown} cannot read {where} any more, and the server deletes what {shown} shared there"
        if off
        else f"{shown} can read what is shared in {where}, and share there too; {remote.readers_text()}"
    )
    word = "withdrawn" if off else "invited"
    document: dict[str, object] = {word: user, "remote": place.remote, "project": place.project_name}
    if dry_run:
        return Reply(lambda: {"dry_run": True, **document}, lambda: [what])
    if asks and not agrees_to([what], "withdraw?" if off else "invite?"):
        return declined_reply()
    remote.invite((user,), withdraw=off)
    kind = UNINVITE if off else INVITE
    change_team_place(app, place, lambda stored: stored.but(remote=place.remote), kind, name=user)
    hint = "" if off else f"{user}, in their clone: recall team accept {place.name or 'YOU'}{remote.accept_options()}"
    return result_reply(document, f"{word}\t{user}", word, f"{shown}, {'out of' if off else 'to'} {where}", hint)
