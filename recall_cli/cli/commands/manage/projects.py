"""recall projects: list projects, say which folders are one, rename, merge, switch off and forget them."""

from recall_cli.cli.output.formatting import ACCENT, DIM, make_printable, memory_count_text, undo_text
from recall_cli.cli.parsing.label_actions import ACTIONS, check_action
from recall_cli.cli.parsing.params import argument
from recall_cli.cli.parsing.selection_options import DRY_RUN_OPTION, YES_OPTION, guard_change
from recall_cli.cli.reply import Reply, list_reply
from recall_cli.domain.errors import UsageError
from recall_cli.flows.projects import require_project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.tables.projects import Project
    from recall_cli.flows.project_changes import ClaimedFolder

PROJECT_ACTIONS = {**ACTIONS, "set": 1, "enable": 1, "disable": 1}
"""What can be done with projects, and how many names each takes."""
PARAMS = (
    argument(
        "words",
        "list, set NAME, rename OLD NEW, merge FROM INTO, enable NAME, disable NAME, or forget NAME.",
        kind="arguments",
        default=(),
        completes="project-action",
        metavar="[ACTION NAME...]",
    ),
    DRY_RUN_OPTION,
    YES_OPTION,
)
EXAMPLES = (
    ("recall projects", "all projects, and how each is recognised"),
    ("recall projects rename old-api billing", "its memories and folders stay with it (undoable)"),
    ("recall projects merge old-api billing", "move all memories of old-api to billing (undoable)"),
    ("recall projects set billing", "this folder, or its whole repository, belongs to billing (undoable)"),
    ("recall projects disable scratch", "stop storing there (enable: resume)"),
    ("recall projects forget scratch", "delete all its memories; recall undo brings them back, for 30 days"),
)


def projects(app: "App", *, words: "tuple[str, ...]", dry_run: bool, yes: bool) -> Reply:
    """List projects; rename, merge, switch off or forget one; or say that this folder is one. Each can be undone.

    Memories of a forgotten project come back for 30 days (setting maintain.purge_days); then maintenance erases them.
    recall erase --project NAME removes a project for good.
    """
    action, names = check_action(words, "projects", PROJECT_ACTIONS)
    app.makes_store = action == "set"
    if action == "list":
        with app.read_transaction() as tx:
            found = sorted(tx.projects.all(), key=lambda project: (-project.memories, project.name))
        return _list_reply(found)
    if action == "forget":
        return _forget(app, names[0], dry_run=dry_run, yes=yes)
    if len(names) > 2:
        raise UsageError("projects merge takes two names", "merge one project after the other: each can be undone")
    if dry_run:
        name = names[0]
        with app.read_transaction() as tx:
            project = require_project(tx, name)
            count = len(tx.projects.members(project.n))
        line = f"dry run: {make_printable(project.name)} has {memory_count_text(count)}, deleted ones included"
        return Reply(lambda: {"name": project.name, "memories": count, "dry_run": True}, lambda: [line])
    from recall_cli.flows import project_changes

    first, last = make_printable(names[0]), names[-1]
    if action == "rename":
        project, op = project_changes.rename_project(app, *names)
        return _changed_reply(action, names, project, op, f"{first} is now called {make_printable(last)}")
    if action == "merge":
        project, count, op = project_changes.merge_projects(app, *names)
        line = f"{first} was merged into {make_printable(project.name)}: {memory_count_text(count)} moved"
        return _changed_reply(action, names, project, op, line, memories=count)
    if action == "set":
        claimed = project_changes.claim_folder(app, last)
        line, more = _claim_texts(claimed)
        return _changed_reply(action, names, claimed.project, claimed.op, line, more)
    project, switch = project_changes.enable_project(app, last, action == "enable")
    line = f"memory is {'on' if project.enabled else 'off'} for {project.name}"
    return _changed_reply(action, names, project, switch, line)


def _changed_reply(
    action: str,
    names: "tuple[str, ...]",
    project: "Project",
    op: "int | None",
    line: str,
    more: str = "",
    **figures: int,
) -> Reply:
    """The reply after a change of a project; it can be undone if there is an operation."""
    undo = f" (undo: recall undo {op})" if op is not None else ""
    document = {"action": action, "name": names[0], "new": project.name, "project": project.name, **figures}
    return Reply(lambda: {**document, "enabled": project.enabled, "operation": op}, lambda: [f"{line}{undo}{more}"])


def _claim_texts(claimed: "ClaimedFolder") -> "tuple[str, str]":
    """Which folder belongs to which project now, and what stays with the former one."""
    from shlex import quote

    name = make_printable(claimed.project.name)
    what = f"the whole repository {make_printable(claimed.top)}" if claimed.top else "this folder"
    if claimed.op is None:
        return f"{what} belongs to project {name} already", ""
    belongs = f"{what} now belongs to project {name}"
    if claimed.former is None:
        return belongs, ""
    join = f"recall projects merge {quote(claimed.former.name)} {quote(claimed.project.name)}"
    return belongs, f"; what was stored in {make_printable(claimed.former.name)} stays there ({join} moves it)"


def _forget(app: "App", name: str, *, dry_run: bool, yes: bool) -> Reply:
    """Delete all memories of a project, in any state."""
    from recall_cli.domain.scope import Filters
    from recall_cli.flows.edit.bring_back import delete
    from recall_cli.flows.edit.labels import ANY_STATE

    with app.read_transaction() as tx:
        project = require_project(tx, name)
        wanted = Filters(projects=(project.n,), everywhere=False, include=ANY_STATE)
        memories = tx.memories.newest(wanted, -1, 0)
    answer = guard_change(app, memories, {"dry_run": dry_run, "yes": yes}, "delete", by_filter=True)
    if answer is not None:
        return answer
    result = delete(app, [memory.id for memory in memories], bring_back=False)
    gone, op = result.deleted, result.op
    days = app.settings["maintain.purge_days"]
    deleted = f"{memory_count_text(len(gone))} deleted, {undo_text(op, days)}"
    line = f"{make_printable(project.name)} is forgotten: {deleted}"
    document = {"action": "forget", "name": project.name, "ids": [memory.id for memory in gone], "operation": op}
    document["undo_days"] = days or None
    return Reply(lambda: document, lambda: [line])


def _list_reply(found: "list[Project]") -> Reply:
    """The projects and how they are recognised, those with most memories first."""
    return list_reply(
        "projects",
        found,
        document=lambda one: {
            "name": one.name,
            "memories": one.memories,
            "enabled": one.enabled,
            "marks": [*one.marks],
        },
        line=lambda one: (one.name, one.memories, "on" if one.enabled else "off", *one.marks),
        cells=lambda _out, one: [
            (one.name, ACCENT),
            f"{one.memories:,}",
            "" if one.enabled else ("off", "yellow"),
            (", ".join(map(_mark_text, one.marks)) or "its name only", DIM),
        ],
        footer="recall projects set, rename, merge, disable, forget",
        empty="no projects yet: storing a memory in a repository creates one",
        right=(1,),
    )


def _mark_text(mark: str) -> str:
    kind, _, rest = mark.partition(":")
    if kind == "root":
        return f"root commit {rest[:10]}"
    return rest.rpartition(":")[0] if kind == "gitdir" and rest.rpartition(":")[2].isdigit() else rest
