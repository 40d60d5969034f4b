"""recall projects: list, rename, merge and forget projects."""

from recall_cli.cli.output.formatting import ACCENT, make_printable, memory_count_text, undo_text
from recall_cli.cli.parsing.label_actions import LABEL_PARAMS, check_action
from recall_cli.cli.parsing.selection_options import guard_change
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.engines.tables.projects import Project

PARAMS = tuple(param for param in LABEL_PARAMS if param.name not in ("project", "global_"))
EXAMPLES = (
    ("recall projects", "all projects with their counts"),
    ("recall projects rename old-api billing", "its memories and folders stay with it (undoable)"),
    ("recall projects merge old-api billing", "move all memories of old-api to billing (undoable)"),
    ("recall projects forget scratch", "delete all its memories; recall undo brings them back, for 30 days"),
)


def projects(app: "App", *, words: "tuple[str, ...]", dry_run: bool, yes: bool) -> Reply:
    """List projects, rename or merge them, or forget one: delete all its memories. Each change can be undone.

    Memories of a forgotten project come back for 30 days (setting maintain.purge_days); then maintenance erases them.
    recall erase --project NAME removes a project for good. recall config project shows how projects are recognised.
    """
    action, names = check_action(words, "projects")
    if action == "list":
        with app.read_transaction() as tx:
            found = sorted(tx.projects.all(), key=lambda project: (-project.memories, project.name))
        return _list_reply(found)
    if action == "forget":
        return _forget(app, names[0], dry_run=dry_run, yes=yes)
    from recall_cli.flows import project_changes

    if len(names) > 2:
        raise UsageError("projects merge takes two names", "merge one project after the other: each can be undone")
    if dry_run:
        return _count_moved(app, names[0])
    if action == "rename":
        renamed, op = project_changes.rename_project(app, *names)
        line = f"{make_printable(names[0])} is now called {make_printable(renamed.name)} (undo: recall undo {op})"
        return Reply(lambda: {"action": action, "name": names[0], "new": renamed.name, "operation": op}, lambda: [line])
    project, count, op = project_changes.merge_projects(app, *names)
    line = f"{make_printable(names[0])} was merged into {make_printable(project.name)}"
    moved = f"{memory_count_text(count)} moved (undo: recall undo {op})"
    document = {"action": action, "name": names[0], "new": project.name, "memories": count, "operation": op}
    return Reply(lambda: document, lambda: [f"{line}: {moved}"])


def _forget(app: "App", name: str, *, dry_run: bool, yes: bool) -> Reply:
    """Delete all memories of a project, in any state."""
    from recall_cli.domain.scope import Filters
    from recall_cli.flows.edit.bring_back import delete
    from recall_cli.flows.edit.labels import ANY_STATE
    from recall_cli.flows.projects import require_project

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


def _count_moved(app: "App", name: str) -> Reply:
    from recall_cli.flows.projects import require_project

    with app.read_transaction() as tx:
        project = require_project(tx, name)
        count = len(tx.projects.members(project.n))
    line = f"dry run: {make_printable(project.name)} has {memory_count_text(count)}, deleted ones included"
    return Reply(lambda: {"name": project.name, "memories": count, "dry_run": True}, lambda: [line])


def _list_reply(found: "list[Project]") -> Reply:
    return Reply(
        lambda: {"projects": [{"name": one.name, "memories": one.memories, "enabled": one.enabled} for one in found]},
        lambda: [f"{make_printable(one.name)}\t{one.memories}\t{'on' if one.enabled else 'off'}" for one in found],
        lambda out: _print_projects(out, found),
        empty="no projects yet",
    )


def _print_projects(out: "Screen", found: "list[Project]") -> None:
    """Print the projects, those with most memories first."""
    rows: list[list[Cell]] = [
        [(one.name, ACCENT), f"{one.memories:,}", *([] if one.enabled else [("off", "yellow")])] for one in found
    ]
    out.table(rows, right=(1,))
    out.footer("recall projects rename, merge, forget" if found else "no projects yet")
