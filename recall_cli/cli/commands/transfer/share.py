"""recall share: give memories to everybody who works on this repository."""

from recall_cli.cli.output.ask import agrees_to, declined_reply
from recall_cli.cli.output.formatting import make_printable, memory_count_text
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply, result_reply
from recall_cli.domain.errors import NotFound, NotStored, RecallError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.flows.team.place import TeamPlace
    from recall_cli.flows.team.team_sync import TeamPlan, TeamResult

REMOTE_HELP = "The git remote, the first time; default: that of the repository. On a server: the team space."
PARAMS = (
    argument("ids", "Ids of memories.", kind="arguments", completes="id", metavar="ID..."),
    option("off", "Take them back.", kind="flag"),
    option("as_", "The name that your colleagues see (default: your login).", metavar="NAME"),
    option("with_", "On a server: invite this user to the team space (repeatable).", kind="many", metavar="USER"),
    option("to", REMOTE_HELP, metavar="REMOTE"),
    option("allow_public", "Share although strangers can read the remote.", kind="flag", rare=True),
    option("dry_run", "Show what would leave; the store stays as it is.", kind="flag"),
    option("yes", "Share without the question.", kind="flag"),
)
EXAMPLES = (
    ("recall share 7c1e 81d0", "shows what leaves, and where it goes, and asks"),
    ("recall share 7c1e --off", "colleagues drop it at their next recall sync"),
    ("recall share 7c1e --with ben", "on a PostgreSQL server: ben can read what the team shares"),
    ("recall share 7c1e --dry-run", ""),
)


def share(
    app: "App",
    *,
    ids: "tuple[str, ...]",
    off: bool,
    as_: "str | None",
    with_: "tuple[str, ...]",
    to: "str | None",
    allow_public: bool,
    dry_run: bool,
    yes: bool,
) -> Reply:
    """Give memories to the people who work on this repository, over refs of recall's own at its git remote.

    Nothing is shared unless you name it here. Who can read the remote can read it. Where the store is on a PostgreSQL
    server, a team space there takes the place of the remote: only its members can read it. Your colleagues get it when
    they accept your key (recall team accept); later changes go with recall sync. Memories that are restricted,
    confidential or held, that belong to no project or hold a secret, and a colleague's own are not shared. What you
    erase, your colleagues' machines erase at their next sync. recall help share tells more.
    """
    from recall_cli.flows.agents.switches import check_memory_on
    from recall_cli.flows.team.here import check_not_public, place_here
    from recall_cli.flows.team.spaces import GIVE

    check_memory_on(app)
    if not app.at_terminal:
        raise NotStored("not shared: only a person at a terminal shares memories", "nothing was sent")
    app.makes_store = True
    place = place_here(app, to, GIVE)
    if with_ and (off or not place.is_in_space):
        raise UsageError("--with invites to a team space on a PostgreSQL server", "recall help share")
    memories = _choose(app, place, ids, off=off)
    if not off:
        place = check_not_public(app, _named(app, place, as_), allowed=allow_public)
    return _send(app, place, memories, with_, off=off, dry_run=dry_run, asks=not yes)


def _choose(app: "App", place: "TeamPlace", ids: "tuple[str, ...]", *, off: bool) -> "list[Memory]":
    """The memories to share or to take back; NotStored if one of them may not be shared."""
    from recall_cli.flows.search.id_lookup import find_memories
    from recall_cli.flows.team.offers import find_problem, is_shared

    with app.read_transaction() as tx:
        memories = [*find_memories(tx, ids, deleted=off).values()]
    for memory in memories:
        problem = find_problem(memory)
        if not problem and memory.project != place.project_name:
            problem = f"it belongs to the project {memory.project}"
        if off and not is_shared(place, memory):
            raise NotFound(f"{memory.id[-12:]} is not shared", "recall team shows what you share")
        if problem and not off:
            raise NotStored(make_printable(f"not shared: {memory.id[-12:]}: {problem}"), "nothing was sent")
    return memories


def _named(app: "App", place: "TeamPlace", name: "str | None") -> "TeamPlace":
    """The place with the name that colleagues see."""
    from recall_cli.flows.team.here import default_name
    from recall_cli.rules.team.names import MAX_COLLEAGUE_NAME, is_colleague_name

    chosen = name or place.name or default_name(app)
    if not is_colleague_name(chosen):
        raise UsageError(
            f"say how your colleagues call you: one word of at most {MAX_COLLEAGUE_NAME} letters", "--as NAME"
        )
    return place.but(name=chosen)


def _send(
    app: "App",
    place: "TeamPlace",
    memories: "list[Memory]",
    invited: "tuple[str, ...]",
    *,
    off: bool,
    dry_run: bool,
    asks: bool,
) -> Reply:
    """Show what leaves, ask, remember the wish, and send it."""
    from recall_cli.domain.ids import erased_mark
    from recall_cli.flows.team.place import change_team_place
    from recall_cli.flows.team.spaces import SpaceRemote
    from recall_cli.flows.team.team_sync import TeamSync
    from recall_cli.rules.team.names import INVITE, SHARE, UNSHARE

    marks = frozenset(erased_mark(memory.id) for memory in memories)

    def wish(stored: "TeamPlace") -> "TeamPlace":
        shared = stored.shared - marks if off else stored.shared | marks
        return stored.but(remote=place.remote, name=place.name, may_be_public=place.may_be_public, shared=shared)

    place = wish(place)
    with TeamSync(app, place) as syncing:
        plan = syncing.plan()
        for warning in plan.warnings:
            app.note(make_printable(warning))
        lines = _preview(place, memories, plan, invited, syncing.remote.readers_text(), off=off)
        if dry_run:
            return _plan_reply(place, memories, invited, lines, off=off)
        if asks and not agrees_to(lines, "take back?" if off else "share?"):
            return declined_reply()
        if invited:
            SpaceRemote(app, place).invite(invited)
        change_team_place(app, place, wish, UNSHARE if off else SHARE, ids=[memory.id for memory in memories])
        for user in invited:
            change_team_place(app, place, wish, INVITE, name=user)
        result = syncing.run(plan)
        options = syncing.remote.accept_options()
    if result.failed:
        raise RecallError(f"not sent yet: {result.failed}", "nothing was lost: the next recall sync sends it")
    return _result_reply(place, memories, plan, result, options, off=off)


def _preview(
    place: "TeamPlace",
    memories: "list[Memory]",
    plan: "TeamPlan",
    invited: "tuple[str, ...]",
    readers: str,
    *,
    off: bool,
) -> "list[str]":
    """What would leave, and who could read it."""
    if off:
        return [f"taken back\t{make_printable(memory.text)}" for memory in memories]
    where = make_printable(f"project {place.project_name}, to {place.where}: {readers}")
    named = _named_code(plan)
    texts = (f"{memory.text} ({named[memory.id]})" if named.get(memory.id) else memory.text for memory in memories)
    leaves = [f"leaves\t{make_printable(text)}" for text in texts]
    return [where, *(f"invites\t{make_printable(user)}" for user in invited), *leaves, f"your name\t{place.name}"]


def _named_code(plan: "TeamPlan") -> "dict[str, str]":
    """The files and the branch that leave with each memory."""
    from recall_cli.rules.places.staleness import parse_anchors
    from recall_cli.rules.places.stated_place import stated_place

    named = {}
    for op in plan.offers.operations:
        branch = stated_place(op.columns.get("metadata"))
        names = [anchor.place for anchor in parse_anchors(op.columns.get("anchors"))]
        named[op.id or ""] = ", ".join([*names, *([f"on branch {branch.branch}"] if branch else [])])
    return named


def _plan_reply(
    place: "TeamPlace", memories: "list[Memory]", invited: "tuple[str, ...]", lines: "list[str]", *, off: bool
) -> Reply:
    document = {
        "dry_run": True,
        **({"invites": [*invited]} if place.is_in_space else {}),
        "remote": place.remote,
        "project": place.project_name,
        "name": place.name,
        "taken_back" if off else "leaves": [{"id": memory.id, "text": memory.text} for memory in memories],
    }
    return Reply(lambda: document, lambda: lines)


def _result_reply(
    place: "TeamPlace", memories: "list[Memory]", plan: "TeamPlan", result: "TeamResult", options: str, *, off: bool
) -> Reply:
    """What was shared or taken back, and what comes next."""
    word = "taken back" if off else "shared"
    document = {
        word.replace(" ", "_"): [memory.id for memory in memories],
        "remote": place.remote,
        "project": place.project_name,
        "name": place.name,
        **{name: value for name, value in result.fields().items() if name != "failed"},
        "warnings": [*plan.warnings],
    }
    hint = (
        "who has it drops it at their next recall sync; what somebody read, nobody can take back"
        if off
        else f"your colleagues, in their clone: recall team accept {place.name}{options}"
    )
    what = make_printable(f"{memory_count_text(len(memories))}, {'from' if off else 'at'} {place.where}")
    return result_reply(document, f"{word}\t{len(memories)}", word, what, hint)
