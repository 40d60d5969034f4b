"""recall sync: exchange memories with your other machines over a git remote."""

import sys

from recall_cli.cli.output.ask import agrees_to, declined_reply
from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply, result_reply
from recall_cli.domain.errors import NotFound, NotStored, RecallError, UsageError
from recall_cli.domain.record import Record
from recall_cli.engines.tables.sharing.sync_places import GLOBAL
from recall_cli.flows.agents.switches import check_memory_on
from recall_cli.flows.sync.place import find_place, forget_place, new_place, save_place
from recall_cli.flows.sync.sync import Sync, SyncResult
from recall_cli.flows.team.here import project_here
from recall_cli.rules.sync.sealing import key_text, parse_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.flows.sync.place import SyncPlace
    from recall_cli.flows.sync.sync import SyncPlan
    from recall_cli.flows.team.place import TeamPlace

PARAMS = (
    option("to", "The git remote, the first time; default: the remote of the repository you are in.", metavar="REMOTE"),
    option("global_", "Memories without a project; the first time with --to and a private repository.", kind="flag"),
    option("join", "Join your other machines: asks for the key that the first one showed.", kind="flag"),
    option("show_key", "Show the key for another machine.", kind="flag"),
    option("off", "End the sync on this machine; the memories stay everywhere.", kind="flag"),
    option("dry_run", "Show what would leave and arrive; the store stays as it is.", kind="flag"),
    option("public", "Begin though anybody can read the remote, or that cannot be checked.", kind="flag"),
    option("yes", "Begin without the question.", kind="flag"),
)
EXAMPLES = (
    ("recall sync", "the project that you are in, over the remote of its repository"),
    ("recall sync --join", "on your other machine, with the key from the first one"),
    ("recall sync --global --to git@example.org:me/memory.git", "memories without a project"),
    ("recall sync --dry-run", "only show what would leave and arrive"),
)
MAX_SHOWN = 20
"""Maximum number of memories that a preview shows of each kind; --json has all."""


def sync(
    app: "App",
    *,
    to: "str | None",
    global_: bool,
    join: bool,
    show_key: bool,
    off: bool,
    dry_run: bool,
    public: bool,
    yes: bool,
) -> Reply:
    """Bring your machines to the same memories: fetch, merge, and push to refs of recall's own at a git remote.

    The first time, recall shows what would go where and whether others can read there, and asks. Everything is
    encrypted with a key that only your machines have, and your checkout, branches and hooks are not touched.
    Confidential and held memories stay here. Of a memory that was changed on two machines the later statement counts; a
    fact that was stated differently becomes a question (recall conflicts). What is erased on one machine is erased on
    all. Without a network nothing is lost. A store on a server is there for all of your machines: only what a team
    shares is synchronised then.
    """
    check_memory_on(app)
    if app.settings.is_on_server:
        return sync_on_server(app, dry_run=dry_run, begins=bool(to) or global_ or join or show_key or off)
    app.makes_store = app.at_terminal  # for what arrives
    where = _find_project(app, only_global=global_)
    place = find_place(app, *where)
    team = None if join or to or off or show_key else team_place(app, *where[1:])
    is_new = (place is None and team is None) or join or bool(to)
    if not app.at_terminal and (is_new or show_key or off or dry_run or not app.view().whole):
        raise NotStored(
            "not synchronised: only a person at a terminal begins, shows or ends a sync", "nothing was sent"
        )
    if off or show_key:
        return _key_reply(_begun(place)) if show_key else _end(app, _begun(place))
    if team is not None and place is None:
        return team_reply(app, team, dry_run=dry_run)
    agreement = Agreement(asks=is_new and not yes, checks=is_new and not public)
    if is_new or place is None:
        place = _begin(place, to, where, join=join)
    try:
        plan, result = _synchronise(app, place, is_new=is_new, dry_run=dry_run, agreement=agreement)
        team_result = None if result is None else sync_team(app, team_place(app, *where[1:]))
    except KeyboardInterrupt:
        raise SyncInterrupted("interrupted", "nothing was lost: the next sync continues") from None
    if result is None:
        return _plan_reply(place, plan) if dry_run else declined_reply()
    return _result_reply(place, plan, result, team_result, explains_join=is_new and not join)


class Agreement(Record):
    """What the person has to agree to before something is sent."""

    asks: bool
    checks: bool
    """Find out whether others can read the remote?"""


class SyncInterrupted(RecallError):
    """Interrupted."""

    code = "interrupted"
    status = 130


def _synchronise(
    app: "App", place: "SyncPlace", *, is_new: bool, dry_run: bool, agreement: "Agreement"
) -> "tuple[SyncPlan, SyncResult | None]":
    """Plan, ask the first time, remember the place, and run; no result if only the plan is shown."""
    from recall_cli.cli.output.progress import ProgressBar

    with Sync(app, place, asks=app.at_terminal) as running, ProgressBar() as bar:
        app.progress = lambda what, done, total: bar(what, done, total) if total else _show_waiting(what)
        plan = running.plan()
        for warning in plan.warnings:
            app.note(make_printable(warning))
        if dry_run or not _agree(running, place, plan, agreement):
            return plan, None
        if is_new:
            save_place(app, place)
        return plan, SyncResult() if plan.is_current else running.run(plan)


def _show_waiting(what: str) -> None:
    """Say to a person why nothing happens; a bar would run over what ssh asks."""
    if sys.stderr.isatty():
        sys.stderr.write(f"{make_printable(what)}\n")


def _find_project(app: "App", *, only_global: bool) -> "tuple[str, int | None, str | None]":
    """The name of the place, and the project with its number and name; a project without memories is made."""
    if only_global:
        return GLOBAL, None, None
    project = project_here(app, "go to a repository, or add --global for memories without a project")
    return str(project.n), project.n, project.name


def _begin(
    place: "SyncPlace | None",
    to: "str | None",
    where: "tuple[str, int | None, str | None]",
    *,
    join: bool,
) -> "SyncPlace":
    """A place that is not stored yet: with the remote that was given or that of the repository."""
    from recall_cli.repository import read_regular_file
    from recall_cli.repository.location import MAX_CONFIG_BYTES, first_remote_url
    from recall_cli.rules.sync.remote_address import address_problem
    from recall_cli.workplace import current_workplace

    address = to or (place.remote if place else "")
    if not address and where[1] is not None and (git := current_workplace().git):
        raw = read_regular_file(f"{git}/config", MAX_CONFIG_BYTES)
        address = (first_remote_url(raw) if raw else None) or ""
    if not address:
        raise UsageError("name the remote", "recall sync --to git@example.org:me/memory.git")
    problem = address_problem(address, stated=bool(to))
    if problem:
        from recall_cli.rules.secrets import mask

        raise UsageError(
            f"not synchronised with {make_printable(mask(address).text)}: {problem}", "name another one: --to REMOTE"
        )
    if place is not None and not join:
        return place.but(remote=address)
    return new_place(*where, address, _ask_for_key() if join else None)


def _ask_for_key() -> bytes:
    sys.stderr.write("the key (recall sync --show-key on your other machine) > ")
    sys.stderr.flush()
    key = parse_key(sys.stdin.readline())
    if key is None:
        raise UsageError("that is no key of recall sync", "it has eight groups of four letters or digits")
    return key


def _agree(running: "Sync", place: "SyncPlace", plan: "SyncPlan", agreement: Agreement) -> bool:
    """Show what goes where and who can read there, and ask; without a question, refuse what needs one."""
    concern = _reading_concern(running, place) if agreement.checks and not plan.machines else ""
    if not agreement.asks:
        if concern:
            raise NotStored(f"not begun: {concern}", "all is encrypted, and --public begins")
        return True
    lines = _plan_lines(place, plan)
    others = running.other_spaces()
    if others and not plan.machines:
        lines.append(
            "other machines use this remote with another key: if they are yours, answer no and run recall sync --join"
        )
    lines += [concern] if concern else []
    return agrees_to(lines, "begin all the same?" if concern else "begin?")


def _reading_concern(running: "Sync", place: "SyncPlace") -> str:
    """Why a person should think twice about a remote; empty if it is private."""
    is_public = running.is_public()
    if is_public is None:
        return make_printable(f"whether anybody can read {place.remote} could not be checked")
    return make_printable(f"anybody can read {place.remote}, and keep what is sealed there") if is_public else ""


def _plan_lines(place: "SyncPlace", plan: "SyncPlan") -> "list[str]":
    whose = f"project {place.project_name}" if place.project_name else "memories without a project"
    lines = [
        make_printable(f"{whose}: sync with {place.remote}, encrypted; who can read there sees only how much and when")
    ]
    if plan.is_current:
        return [*lines, "nothing new"]
    if plan.machines:
        lines.append(make_printable(f"your other machines there: {', '.join(plan.machines)}"))
    sends = [str(op.columns.get("text") or op.id or "an erasure") for op in plan.sends]
    arrivals = [str(line.get("text") or line["id"]) for line in plan.lines]
    for word, texts in (("leaves", sends), ("arrives", arrivals)):
        lines += [f"{word}\t{make_printable(text)}" for text in texts[:MAX_SHOWN]]
        if len(texts) > MAX_SHOWN:
            lines.append(f"{word}\tand {len(texts) - MAX_SHOWN:,} more (--dry-run --json has all)")
    if plan.erasures:
        lines.append(f"erased\t{len(plan.erasures):,} that were erased on another machine")
    if plan.kept_back:
        lines.append(f"stays\t{plan.kept_back:,} confidential or held")
    return lines


def _plan_reply(place: "SyncPlace", plan: "SyncPlan") -> Reply:
    document = {
        "dry_run": True,
        "remote": place.remote,
        "project": place.project_name,
        "machines": [*plan.machines],
        "sends": [{"id": op.id, "columns": op.columns} for op in plan.sends],
        "arrives": [*plan.lines],
        "erasures": len(plan.erasures),
        "kept_back": plan.kept_back,
        "warnings": [*plan.warnings],
    }
    return Reply(lambda: document, lambda: _plan_lines(place, plan))


def _end(app: "App", place: "SyncPlace") -> Reply:
    """End the sync of this place."""
    forget_place(app, place.name)
    return result_reply({"off": True, "remote": place.remote}, "off", "ended", f"the sync with {place.remote}")


def _begun(place: "SyncPlace | None") -> "SyncPlace":
    """The place of a sync that was begun; NotFound if none was."""
    if place is None:
        raise NotFound("this project is not synchronised", "recall sync begins it")
    return place


def _key_reply(place: "SyncPlace") -> Reply:
    key = key_text(place.key)
    return Reply(lambda: {"key": key, "remote": place.remote}, lambda: [key])


def _result_reply(
    place: "SyncPlace",
    plan: "SyncPlan",
    result: "SyncResult",
    team: "dict[str, object] | None",
    *,
    explains_join: bool,
) -> Reply:
    """What was sent and what arrived; after the first sync also how the next machine joins."""
    counts = result.fields()
    failed = str(counts.pop("failed"))
    if failed:
        raise RecallError(f"received, but nothing was sent: {failed}", "nothing was lost: the next sync sends it")
    document = {"remote": place.remote, "project": place.project_name, **counts, "warnings": [*plan.warnings]}
    changes = ", ".join(f"{count:,} {word}" for word, count in counts.items() if count) or "nothing new"
    if team is not None:
        document["team"] = team
        changes += f"; with the team: {describe(team)}"
    hint = "on your other machine: recall sync --join, with the key of recall sync --show-key" if explains_join else ""
    return result_reply(document, f"synchronised\t{changes}", "synchronised", f"with {place.remote}: {changes}", hint)


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
