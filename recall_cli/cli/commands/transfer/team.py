"""recall team: the colleagues who share memories of this repository."""

from recall_cli.cli.commands.transfer.share import REMOTE_HELP
from recall_cli.cli.output.ask import agrees_to, declined_reply
from recall_cli.cli.output.formatting import ACCENT, DIM, make_printable, memory_count_text
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply, result_reply
from recall_cli.domain.errors import NotFound, NotStored, UsageError
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.domain.memory import Memory
    from recall_cli.flows.team.pairing import Unpaired
    from recall_cli.flows.team.place import TeamPlace
    from recall_cli.flows.team.team_sync import TeamResult

ACTIONS = ("list", "accept", "remove", "invite")
PARAMS = (
    argument(
        "action",
        "list, accept, remove or invite.",
        choices=ACTIONS,
        default="list",
        metavar="[list|accept|remove|invite]",
    ),
    argument(
        "name",
        "A colleague, or the beginning of a key; with invite a user of the server.",
        default=None,
        metavar="[NAME]",
    ),
    option("as_", "With accept: how you call this colleague (default: as they call themselves).", metavar="NAME"),
    option("to", REMOTE_HELP, metavar="REMOTE"),
    option("off", "With invite: take it back, and what that user shared there.", kind="flag"),
    option("keep", "With remove: keep the memories that came from them.", kind="flag"),
    option("write", "Write a readable page of the team's memories to .recall/team.md of the repository.", kind="flag"),
    option("dry_run", "Show what would happen; the store stays as it is.", kind="flag"),
    option("yes", "Do it without the question.", kind="flag"),
)
EXAMPLES = (
    ("recall team", "who is paired, what they shared, and who waits"),
    ("recall team accept ann", "shows her key and her memories, and asks"),
    ("recall team accept 4f3a-09c1 --as ann", "by the key, with a name of yours"),
    ("recall team --write", "a page of what the team shares, for a pull request"),
    ("recall team remove ann", "her memories go too (undoable)"),
    ("recall team invite ben", "on a PostgreSQL server: ben can read and share there"),
)
NOBODY = "nobody shares anything here yet (recall share ID begins it)"
MAX_SHOWN = 20
"""Maximum number of memories that a preview shows; --json has all."""


def team(
    app: "App",
    *,
    action: str,
    name: "str | None",
    as_: "str | None",
    to: "str | None",
    off: bool,
    keep: bool,
    write: bool,
    dry_run: bool,
    yes: bool,
) -> Reply:
    """Show who shares memories of this repository, pair a colleague's machine, or end that.

    What a machine shares is signed with its own key. Until you accept the key, its memories stay outside of your
    store, and no agent sees them. Compare the key with the one that recall team shows on your colleague's machine. A
    colleague's word is marked with their name and never ends yours: where you differ, both stand (recall conflicts).
    """
    from recall_cli.flows.agents.switches import check_memory_on
    from recall_cli.flows.team.here import place_here
    from recall_cli.flows.team.spaces import GIVE, JOIN, LOOK

    check_memory_on(app)
    if off and action != "invite":
        raise UsageError(f"--off does not go with {action}", "recall team invite NAME --off")
    if action == "list":
        if name is not None:
            raise UsageError("list takes no name", "recall team")
        if write:
            return _write(app, to, dry_run=dry_run)
        return _list(app, place_here(app, to, LOOK))
    if name is None:
        raise UsageError(f"{action} needs a name", "recall team shows the names")
    if write:
        raise UsageError(f"--write does not go with {action}", "recall team --write")
    if not app.at_terminal:
        raise NotStored("not done: only a person at a terminal decides who is paired", "recall team shows who is")
    app.makes_store = True
    place = place_here(app, to, GIVE if action == "invite" else JOIN)
    if action == "invite":
        return _invite(app, place, name, off=off, dry_run=dry_run, asks=not yes)
    if action == "accept":
        return _accept(app, place, name, as_, dry_run=dry_run, asks=not yes)
    return _remove(app, place, name, keep=keep, dry_run=dry_run, asks=not yes)


def _write(app: "App", to: "str | None", *, dry_run: bool) -> Reply:
    from recall_cli.cli.commands.transfer.team_page import write_page
    from recall_cli.flows.team.here import place_here
    from recall_cli.flows.team.spaces import LOOK

    if not app.at_terminal:
        raise NotStored("not written: only a person at a terminal writes a page for others", "nothing was written")
    return write_page(app, place_here(app, to, LOOK), dry_run=dry_run)


class _Overview(Record):
    """Who shares what, as far as it is known."""

    shared: "list[Memory]"
    arrived: "dict[str, list[Memory]]"
    """The memories that came from colleagues, by name."""
    waiting: "list[Unpaired]" = []
    members: "list[tuple[str, str]]" = []
    """In a team space: the users who can read there, each with who invited them."""
    users: "Mapping[str, str]" = {}
    """In a team space: whose machine each is."""


def _list(app: "App", place: "TeamPlace") -> Reply:
    """Who is paired, and at a terminal who waits. Without the network it shows what is known."""
    from recall_cli.flows.sync.git_runner import SyncFailed
    from recall_cli.flows.team.here import memories_of_colleagues
    from recall_cli.flows.team.pairing import read_unpaired
    from recall_cli.flows.team.team_sync import TeamSync

    with app.read_transaction() as tx:
        shared = [memory for id_ in tx.tombstones.memories_of(place.shared) if (memory := tx.memories.by_id(id_))]
        overview = _Overview(shared=shared, arrived=memories_of_colleagues(tx, place.project))
    if app.at_terminal:
        try:
            with TeamSync(app, place) as syncing:
                plan = syncing.plan()
                waiting, remote = read_unpaired(syncing, plan.unpaired), syncing.remote
            overview = overview.but(waiting=waiting, members=remote.members, users=remote.users)
            for warning in plan.warnings:
                app.note(make_printable(warning))
        except SyncFailed as error:
            app.note(f"who waits is unknown: {make_printable(error.message)}")
    return _list_reply(place, overview, str(app.settings["user"]))


def _list_reply(place: "TeamPlace", overview: _Overview, user: str) -> Reply:
    from recall_cli.rules.team.chain import fingerprint_text

    rows = _list_rows(place, overview, user)
    names = [one.name for one in overview.waiting if one.name]

    def screen(out: "Screen") -> None:
        table: list[list[Cell]] = [
            [(word, DIM), (make_printable(name), ACCENT), fingerprint_text(device), make_printable(what)]
            for word, name, device, what in rows
        ]
        if not rows:
            out.footer(NOBODY)
            return
        out.table(table)
        out.footer(make_printable(f"project {place.project_name}, over {place.where}"))
        if names:
            out.footer(f"pair one: recall team accept {names[0]}")

    return Reply(
        lambda: _list_document(place, overview),
        lambda: ["\t".join(map(make_printable, row)) for row in rows],
        screen,
        empty=NOBODY,
    )


def _list_rows(place: "TeamPlace", overview: _Overview, user: str) -> "list[tuple[str, str, str, str]]":
    """You, each paired machine, each that waits, and members who share nothing: with name, key and memories."""
    users = {device: f" (user {name})" for device, name in overview.users.items()}
    shared = memory_count_text(len(overview.shared))
    rows = [("you", place.name, place.device, f"{shared} shared")] if place.name else []
    for member in place.members:
        theirs = overview.arrived.get(member.name, [])
        held = _count_held(theirs)
        review = f", {held:,} held for review" if held else ""
        what = memory_count_text(len(theirs)) + review + users.get(member.device, "")
        rows.append(("paired", member.name, member.device, what))
    for one in overview.waiting:
        what = f"left out: {one.problem}" if one.problem else memory_count_text(len(one.texts))
        rows.append(("waits", one.name or "-", one.device, what + users.get(one.device, "")))
    silent = sorted({name for name, _ in overview.members}.difference(overview.users.values(), (user,)))
    return [*rows, *(("member", name, "", "shares nothing yet") for name in silent)]


def _list_document(place: "TeamPlace", overview: _Overview) -> "dict[str, object]":
    users, arrived = overview.users, overview.arrived
    members = [{"user": user, "invited_by": by or None} for user, by in overview.members]
    return {
        "project": place.project_name,
        "remote": place.remote,
        "you": {
            "name": place.name or None,
            "key": place.device if place.name else None,
            "shared": [memory.id for memory in overview.shared],
        },
        "paired": [
            {
                "name": member.name,
                "key": member.device,
                **_user_of(users, member.device),
                "memories": [memory.id for memory in arrived.get(member.name, ())],
                "held": _count_held(arrived.get(member.name, [])),
            }
            for member in place.members
        ],
        "waiting": [
            {
                "name": one.name,
                "key": one.device,
                **_user_of(users, one.device),
                "texts": [*one.texts],
                "problem": one.problem or None,
            }
            for one in overview.waiting
        ],
        **({"members": members} if place.is_in_space else {}),
    }


def _user_of(users: "Mapping[str, str]", device: str) -> "dict[str, str]":
    """Whose machine it is, where a server knows that."""
    return {"user": users[device]} if device in users else {}


def _count_held(memories: "list[Memory]") -> int:
    return sum(memory.held is not None for memory in memories)


def _accept(app: "App", place: "TeamPlace", name: str, called: "str | None", *, dry_run: bool, asks: bool) -> Reply:
    """Show the key and the memories of a machine, ask, pair it, and take over what it shares."""
    from recall_cli.flows.team.pairing import check_name, choose_unpaired, read_unpaired, with_member
    from recall_cli.flows.team.place import change_team_place
    from recall_cli.flows.team.team_sync import TeamSync
    from recall_cli.rules.team.names import PAIR

    with TeamSync(app, place) as syncing:
        unpaired = syncing.plan().unpaired
        if not unpaired and (known := place.named(name)):
            raise UsageError(f"{known[0].name} is paired already", "recall sync fetches what is new")
        chosen = choose_unpaired(read_unpaired(syncing, unpaired), name)
        if not called:
            check_name(chosen, [user for user, _ in syncing.remote.members])
    changed = with_member(place, chosen, called)
    member = changed.members[-1]
    lines = _accept_lines(place, chosen, member.name)
    if dry_run:
        shown = {"dry_run": True, "name": member.name, "key": chosen.device, "texts": [*chosen.texts]}
        return Reply(lambda: shown, lambda: lines)
    if asks and not agrees_to(lines, f"is this the key of {member.name}?"):
        return declined_reply()
    changed = change_team_place(
        app,
        changed,
        lambda stored: stored.but(
            remote=place.remote,
            may_be_public=place.may_be_public,
            members=(*(known for known in stored.members if known.device != member.device), member),
        ),
        PAIR,
        name=member.name,
    )
    result = _take_over(app, changed, chosen.device)
    counts = {field: value for field, value in result.fields().items() if field not in ("failed", "operation")}
    document = {"accepted": member.name, "key": chosen.device, "remote": changed.remote, **counts}
    document["operation"] = result.operation
    changes = ", ".join(f"{count:,} {word}" for word, count in counts.items() if count) or "nothing new"
    undo = f"undo what arrived: recall undo {result.operation}" if result.operation else ""
    return result_reply(document, f"accepted\t{member.name}\t{changes}", "accepted", f"{member.name}: {changes}", undo)


def _take_over(app: "App", place: "TeamPlace", device: str) -> "TeamResult":
    """Fetch what a machine that was just paired shares."""
    from recall_cli.flows.team.team_sync import TeamSync

    with TeamSync(app, place) as syncing:
        plan = syncing.plan(accepting=(device,))
        for warning in plan.warnings:
            app.note(make_printable(warning))
        result = syncing.run(plan)
    if result.failed:
        app.note(f"nothing was sent: {make_printable(result.failed)}")
    return result


def _accept_lines(place: "TeamPlace", chosen: "Unpaired", name: str) -> "list[str]":
    from recall_cli.rules.team.chain import fingerprint_text

    lines = [
        f"{name}'s key is {fingerprint_text(chosen.device)}: compare it with recall team on their machine",
        *([f"user\t{make_printable(chosen.user)}, says the server"] if chosen.user else []),
        *(f"arrives\t{make_printable(text)}" for text in chosen.texts[:MAX_SHOWN]),
    ]
    if len(chosen.texts) > MAX_SHOWN:
        lines.append(f"arrives\tand {len(chosen.texts) - MAX_SHOWN:,} more (--dry-run --json has all)")
    if place.named(name):
        lines.append(f"note\tyou have paired another machine as {name}: is this one theirs, too?")
    return lines


def _remove(app: "App", place: "TeamPlace", name: str, *, keep: bool, dry_run: bool, asks: bool) -> Reply:
    """End the pairing with a colleague; their memories go, too, unless they are kept."""
    from recall_cli.flows.edit.bring_back import delete
    from recall_cli.flows.team.here import memories_of_colleagues
    from recall_cli.flows.team.place import change_team_place
    from recall_cli.rules.team.names import UNPAIR

    gone = place.named(name) or [member for member in place.members if member.device.startswith(name.replace("-", ""))]
    if not gone:
        raise NotFound(f"nobody called {name} is paired", "recall team shows who is")
    with app.read_transaction() as tx:
        memories = [] if keep else memories_of_colleagues(tx, place.project).get(gone[0].name, [])
    what = f"deletes here what came from {gone[0].name}: {memory_count_text(len(memories))} (undoable)"
    document: dict[str, object] = {"removed": gone[0].name, "keys": [member.device for member in gone]}
    if dry_run:
        texts = [f"deleted\t{make_printable(memory.text)}" for memory in memories]
        deleted = [memory.id for memory in memories]
        return Reply(lambda: {"dry_run": True, **document, "deleted": deleted}, lambda: [what, *texts])
    if asks and not agrees_to([what], "remove?"):
        return declined_reply()
    keys = {member.device for member in gone}
    change_team_place(
        app,
        place,
        lambda stored: stored.but(members=tuple(known for known in stored.members if known.device not in keys)),
        UNPAIR,
        name=gone[0].name,
    )
    op = delete(app, [memory.id for memory in memories], bring_back=True).op if memories else None
    document |= {"deleted": [memory.id for memory in memories], "operation": op}
    hint = f"recall undo {op} brings the memories back" if op else "recall team accept pairs them again"
    return result_reply(document, f"removed\t{gone[0].name}\t{len(memories)}", "removed", gone[0].name, hint)


def _invite(app: "App", place: "TeamPlace", user: str, *, off: bool, dry_run: bool, asks: bool) -> Reply:
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
