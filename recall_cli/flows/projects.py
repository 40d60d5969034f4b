"""Which project a command means: the one named, the one it runs in, all of them, or none."""

from recall_cli.domain.errors import NotFound, RecallError, Refused, UsageError
from recall_cli.workplace import Workplace, here, root_commit, without_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.tables.projects import Project
    from recall_cli.engines.transaction import Transaction

ALL = "*"


def to_read(
    app: "App", tx: "Transaction", name: "str | None", *, only_global: bool = False, folder: "str | None" = None
) -> "tuple[int, ...] | None":
    """The projects that a reading command looks into; None for all. What has no project is always found."""
    if only_global:
        return ()
    if name == ALL:
        return None
    if name:
        project = named(tx, name)
        if project is None:
            app.note(unknown(tx, name))
    else:
        project = recognised(tx, here(folder), ask_git=True)
    return (project.n,) if project else ()


def to_write(app: "App", name: "str | None", *, only_global: bool = False) -> "Workplace | str | None":
    """What a writing command will settle on: worked out before the transaction, since git may have to be asked."""
    if only_global or name == ALL:
        return None
    if name:
        from recall_cli.flows.masking import harmless_name

        return harmless_name(name, "the project's name")
    return workplace(app)


def workplace(app: "App", folder: "str | None" = None) -> "Workplace | None":
    """What a folder is recognised by, its root commit too where it is not known yet; None where it is no project."""
    place = here(folder)
    if place.git and not place.marks[0].startswith("git:"):
        with app.reading() as tx:
            known = recognised(tx, place)
            rooted = known is not None and any(mark.startswith("root:") for mark in tx.projects.marks(known.n))
        if not rooted:  # unknown, or stored in before its first commit
            root = root_commit(place.git)
            place = place.but(marks=(*place.marks, root) if root else place.marks)
    return place if place.marks else None


def settle(tx: "Transaction", choice: "Workplace | str | None") -> "Project | None":
    """The project to write to, made if it is new, with everything that it is recognised by."""
    if choice is None:
        return None
    if isinstance(choice, str):
        found = named(tx, choice)
        return found if found is not None else tx.projects.add(checked_name(choice))
    found = recognised(tx, choice)
    if found is None:
        found = tx.projects.add(_free_name(tx, choice.names))
    known = tx.projects.marks(found.n)
    for mark in choice.marks:
        if mark not in known and without_secret(mark) == mark:
            tx.projects.recognise(mark, found.n)
    return found


def switched_on(tx: "Transaction", choice: "Workplace | str | None") -> bool:
    """Would something be kept there? Asked before its words are given to anybody."""
    if choice is None:
        return True
    found = named(tx, choice) if isinstance(choice, str) else recognised(tx, choice)
    return found is None or found.enabled


def named(tx: "Transaction", name: str) -> "Project | None":
    """The project of a name, or of a remote's address."""
    return tx.projects.by_name(name) or tx.projects.by_mark("git:" + name) or tx.projects.by_mark(name)


def existing(tx: "Transaction", name: str) -> "Project":
    """The project of a name, or an error that lists what there is."""
    found = named(tx, name)
    if found is None:
        names = ", ".join(project.name for project in tx.projects.all()[:8])
        raise NotFound(f"there is no project {name!r}", f"there are {names}" if names else "none was stored yet")
    return found


def unknown(tx: "Transaction", name: str) -> str:
    """What a reading command notes of a project that there is not, with the one that was meant."""
    return f"there is no project {name!r} ({_close_names(tx, name) or 'recall config project shows them'})"


def _close_names(tx: "Transaction", name: str) -> str:
    """A question that names the projects that were meant: those written nearly so, or those that hold this name."""
    from recall_cli.rules.spelling import MOST, PREFIX, near

    names = [project.name for project in tx.projects.all()]
    wanted = name.strip().lower()
    found = [one for one in names if one.lower() == wanted] or near(name, names)
    if not found and len(wanted) >= PREFIX:
        found = [one for one in names if wanted in one.lower() or (len(one) >= PREFIX and one.lower() in wanted)]
    return f"did you mean {' or '.join(found)}?" if 0 < len(found) <= MOST else ""


def recognised(tx: "Transaction", place: Workplace, *, ask_git: bool = False) -> "Project | None":
    """The project that a workplace is known as: by its marks, else by a name that nothing else has claimed."""
    for mark in place.marks:
        found = tx.projects.by_mark(mark)
        if found is not None:
            return found
    if ask_git and place.git and not place.marks[0].startswith("git:"):
        root = root_commit(place.git)
        found = tx.projects.by_mark(root) if root else None
        if found is not None:
            return found
    if place.git and place.names:
        found = tx.projects.by_name(place.names[0])
        if found is not None and not tx.projects.marks(found.n):
            return found
    return None


def checked_name(name: str) -> str:
    """A name that a shell and a completion can take, or an error."""
    if not name.strip() or not name.isprintable() or name.startswith("-") or len(name) > 200 or name == ALL:
        raise UsageError(f"{name!r} cannot be a project's name", "use letters, digits, - _ . /")
    from recall_cli.flows.masking import harmless_name

    return harmless_name(name, "the project's name")


def rename(app: "App", name: str, new: str) -> "Project":
    """Call a project something else."""
    with app.writing() as tx:
        project = existing(tx, name)
        if tx.projects.by_name(checked_name(new)) is not None:
            raise RecallError(
                f"there is already a project {new!r}", f"recall config project merge {name} {new} joins them"
            )
        tx.projects.rename(project.n, new)
    return project.but(name=new)


def enable(app: "App", name: str, enabled: bool) -> "Project":
    """Switch a project's memory on or off."""
    with app.writing() as tx:
        project = existing(tx, name)
        tx.projects.enable(project.n, enabled)
    return project.but(enabled=enabled)


def merge(app: "App", name: str, into: str) -> "tuple[Project, int, int]":
    """Everything of one project becomes the other's, as one operation; the other, how many, the operation."""
    with app.writing() as tx:
        gone, stays = existing(tx, name), existing(tx, into)
        if gone.n == stays.n:
            raise UsageError(f"{name} and {into} are one project already")
        own = 0 if app.channel == "user" else tx.projects.said_by_user(gone.n)
        if own:
            raise Refused(
                f"not merged: {own} of its memories are the user's own words, and only he moves them, at a terminal",
                f"ask your user to run: recall config project merge {name} {into}",
            )
        op = tx.operations.add("merge-project", trust=app.channel, note=f"{gone.name} into {stays.name}")
        members = tx.projects.members(gone.n)
        for number in members:
            tx.memories.change(op, number, {"project": stays.n})
        tx.operations.count(op, len(members))
        tx.projects.move_marks(op, gone.n, stays.n)
    return stays, len(members), op


def _free_name(tx: "Transaction", names: "tuple[str, ...]") -> str:
    """The first name that no other project has."""
    tried = [without_secret(name) for name in names if name.isprintable()] or ["project"]
    tried += [f"{tried[0]}-{number}" for number in range(2, 1000)]
    return next(name for name in tried if tx.projects.by_name(name) is None)


def claim(app: "App", name: str) -> "Project":
    """From now on the workplace that the command runs in is this project."""
    place = here()
    if not place.marks:
        raise UsageError("this folder is no project", "run it in the project's folder")
    root = root_commit(place.git) if place.git else None
    with app.writing() as tx:
        found = named(tx, name)
        project = found if found is not None else tx.projects.add(checked_name(name))
        for mark in (*place.marks, *([root] if root else ())):
            tx.projects.recognise(mark, project.n)
    return project
