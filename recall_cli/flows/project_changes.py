"""Changes whole projects: rename, switch on or off, merge two, assign a folder."""

from recall_cli.domain.errors import HasDependents, NotStored, RecallError, UsageError
from recall_cli.domain.record import Record
from recall_cli.domain.shell_words import command_line
from recall_cli.flows.projects import (
    UNCLAIMED_PREFIX,
    is_unclaimed,
    project_by_name,
    project_of_workplace,
    require_project,
    unproven_project_text,
    validate_name,
)
from recall_cli.workplace import current_workplace, root_commit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.tables.operations import Operation
    from recall_cli.engines.tables.projects import Project
    from recall_cli.engines.transaction import Transaction


RENAME_KIND = "rename-project"
ASSIGN_KIND = "set-project"
ENABLE_KIND, DISABLE_KIND = "enable-project", "disable-project"
SWITCHED_MARK = "switched:"
"""The mark by which an operation remembers the project whose memory it switched on or off."""
RENAMED_MARK = "renamed:"
"""The mark by which a rename remembers its project; the names are in the note of the operation."""


def rename_project(app: "App", name: str, new: str) -> "tuple[Project, int]":
    """Rename a project; returns it and the operation."""
    with app.write_transaction() as tx:
        project = require_project(tx, name)
        if app.channel != "user" and tx.projects.count_user_stated(project.n):
            raise NotStored(
                "not renamed: it holds what the user said or pinned",
                f"ask your user to run: {command_line('recall', 'projects', 'rename', name, new)}",
            )
        if tx.projects.by_name(validate_name(new)) is not None:
            join = command_line("recall", "projects", "merge", name, new)
            raise RecallError(f"there is already a project {new!r}", f"{join} joins them")
        op = tx.operations.add(RENAME_KIND, trust=app.channel, note=rename_note(project.name, new))
        set_project_name(tx, op, project, new)
    return project.but(name=new), op


def rename_note(old: str, new: str) -> str:
    """The note of an operation that renames a project, by which it can be undone."""
    return f"{old} to {new}"


def set_project_name(tx: "Transaction", op: int, project: "Project", new: str) -> None:
    """Give a project another name, as part of an operation."""
    if is_unclaimed(tx, project):  # its folder will still come under the old name
        tx.projects.forget_mark(UNCLAIMED_PREFIX + new)
        tx.projects.add_mark(UNCLAIMED_PREFIX + project.name, project.n)
    tx.projects.record_mark(op, RENAMED_MARK, project.n)
    tx.projects.rename(project.n, new)


def find_renamed_project(tx: "Transaction", target: "Operation") -> "tuple[Project, str] | None":
    """The project that an operation renamed, and its former name; HasDependents if it cannot have that name again."""
    from recall_cli.engines.tables.projects import Project

    number = tx.projects.project_of_mark(target.n, RENAMED_MARK) if target.note and not target.touched else None
    name = None if number is None else tx.projects.name(number)
    if number is None or name is None:
        return None
    project = Project(n=number, name=name, enabled=True)
    old = (target.note or "").removesuffix(rename_note("", name))
    if rename_note(old, name) != target.note:
        raise HasDependents(
            f"operation {target.n} ({target.kind}) cannot be undone: the project has another name by now, {name}",
            command_line("recall", "projects", "rename", project.name, "NAME"),
        )
    if tx.projects.by_name(old) is not None:
        raise HasDependents(
            f"operation {target.n} ({target.kind}) cannot be undone: another project is called {old} by now",
            f"{command_line('recall', 'projects', 'merge', project.name, old)} joins them",
        )
    return project, old


def enable_project(app: "App", name: str, enabled: bool) -> "tuple[Project, int | None]":
    """Switch a project's memory on or off; returns it, and the operation if that changed it. Only a person may."""
    verb = "enable" if enabled else "disable"
    with app.write_transaction() as tx:
        project = require_project(tx, name)
        _require_person(app, command_line("recall", "projects", verb, name))
        if project.enabled == enabled:
            return project, None
        op = tx.operations.add(ENABLE_KIND if enabled else DISABLE_KIND, trust=app.channel, note=project.name)
        _set_enabled(tx, op, project.n, enabled=enabled)
    return project.but(enabled=enabled), op


def _require_person(app: "App", command: str) -> None:
    """Refuse an agent that would switch a project's memory, as with the setting `off`."""
    if not app.at_terminal:
        raise NotStored(
            "not changed: only a person at a terminal switches memory on or off for a project",
            f"ask your user to run: {command}",
        )


def _set_enabled(tx: "Transaction", op: int, project: int, *, enabled: bool) -> None:
    """Switch a project's memory, as part of an operation."""
    tx.projects.record_mark(op, SWITCHED_MARK, project)
    tx.projects.set_enabled(project, enabled)


def revert_recorded_marks(app: "App", tx: "Transaction", op: int, target: "Operation") -> None:
    """Take back what an operation recorded: marks that it gave to projects or took from them, and switched memory.

    An undo records what it takes back, so it can be undone too. A mark that stands for another project by now stays.
    """
    first, is_redo = _first_operation(tx, target)
    for mark, project in tx.projects.recorded_marks(target.n):
        if mark == SWITCHED_MARK:
            _require_person(app, f"recall undo {target.n}")
            _set_enabled(tx, op, project, enabled=(first.kind == ENABLE_KIND) == is_redo)
        elif first.kind == ASSIGN_KIND:
            stands = tx.projects.by_mark(mark)
            if is_redo and stands is None:
                tx.projects.add_mark(mark, project)
            elif not is_redo and stands is not None and stands.n == project:
                tx.projects.forget_mark(mark)
            else:
                continue
            tx.projects.record_mark(op, mark, project)


def _first_operation(tx: "Transaction", target: "Operation") -> "tuple[Operation, bool]":
    """The operation at the beginning of a chain of undos, and whether undoing the target does it again."""
    is_redo = False
    while target.undoes is not None and (undone := tx.operations.by_number(target.undoes)) is not None:
        target, is_redo = undone, not is_redo
    return target, is_redo


def merge_projects(app: "App", name: str, into: str) -> "tuple[Project, int, int]":
    """Move everything of one project to another, in one operation; returns that project, the count, the operation."""
    with app.write_transaction() as tx:
        gone, stays = require_project(tx, name), require_project(tx, into)
        if gone.n == stays.n:
            raise UsageError(f"{name} and {into} are one project already")
        members = tx.projects.members(gone.n)
        if app.channel != "user":
            remedy = f"ask your user to run: {command_line('recall', 'projects', 'merge', name, into)}"
            if tx.projects.count_user_stated(gone.n):
                raise NotStored(
                    "not merged: it holds the user's own words or pins, and only the user moves them", remedy
                )
            if not tx.view.whole and len(tx.memories.by_number(members)) < len(members):
                raise NotStored("not merged: it holds memories that you may not see", remedy)
        op = tx.operations.add("merge-project", trust=app.channel, note=f"{gone.name} into {stays.name}")
        if is_unclaimed(tx, gone):
            tx.projects.add_mark(UNCLAIMED_PREFIX + gone.name, gone.n)
        tx.contests.move_to_project(op, gone.n, stays.n)
        for number in members:
            tx.memories.change(op, number, {"project": stays.n})
        tx.operations.add_touched(op, len(members))
        tx.projects.move_marks(op, gone.n, stays.n)
    return stays, len(members), op


class ClaimedFolder(Record):
    """The result of assigning a folder to a project."""

    project: "Project"
    op: "int | None"
    """The operation; None if the folder belonged to the project already."""
    top: "str | None"
    """The top folder of the repository that was assigned as a whole; None for a plain folder."""
    former: "Project | None"
    """The project that the folder belonged to before. Its memories stay with it."""


def claim_folder(app: "App", name: str) -> ClaimedFolder:
    """Assign the current folder to a project, or the whole repository that it is in."""
    place = current_workplace()
    if not place.marks:
        raise UsageError("this folder is no project", "run it in the project's folder")
    root = root_commit(place.git) if place.git else None
    with app.write_transaction() as tx:
        found = project_by_name(tx, name)
        former = project_of_workplace(tx, place, ask_git=True)
        if app.channel != "user" and former is not None and (found is None or found.n != former.n):
            raise NotStored(
                f"not changed: this folder is the project {former.name}, and only a person makes another of it",
                f"ask your user to run: {command_line('recall', 'projects', 'set', name)}",
            )
        if app.channel != "user" and unproven_project_text(tx, place):
            raise NotStored(
                "not changed: this repository only claims the remote of a project, and only a person can confirm it",
                f"ask your user to run: {command_line('recall', 'projects', 'set', name)}",
            )
        project = found if found is not None else tx.projects.add(validate_name(name))
        holders = {
            mark: tx.projects.by_mark(mark)
            for mark in (*place.marks, *([root] if root else ()))
            if not (place.git and mark.startswith("path:"))
        }
        moved = {
            mark: holder
            for mark, holder in holders.items()
            if holder is None or (app.channel == "user" and holder.n != project.n)  # the user takes it from another
        }
        op = _assign_marks(app, tx, project, moved, place.names[0]) if moved else None
        if former is not None and (former.n == project.n or not tx.projects.members(former.n)):
            former = None
    return ClaimedFolder(project=project, op=op, top=place.top, former=former)


def _assign_marks(
    app: "App", tx: "Transaction", project: "Project", moved: "dict[str, Project | None]", folder: str
) -> int:
    """Let marks stand for a project, each with the project that it stood for; returns the operation."""
    op = tx.operations.add(ASSIGN_KIND, trust=app.channel, note=f"{folder} to {project.name}")
    for mark, holder in moved.items():
        tx.projects.record_mark(op, mark, project.n, None if holder is None else holder.n)
        tx.projects.add_mark(mark, project.n)
    return op
