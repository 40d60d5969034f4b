"""Finds the project of a command: the named one, that of the current folder, all, or none."""

from recall_cli.app import is_recall_error
from recall_cli.workplace import (
    MAX_ROOTS,
    Workplace,
    client,
    current_workplace,
    has_commit,
    has_inode,
    inode_of,
    known_root_commit,
    mask_mark,
    root_commit,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.tables.projects import Project
    from recall_cli.engines.transaction import Transaction

ALL_PROJECTS = "*"
UNCLAIMED_PREFIX = "name:"
"""Begins a mark that is a former name of a project which no folder was recognised as yet."""
MAX_COMMITS_READ = 2_000
"""Commits that are read to find the first commit of a repository with a remote."""
MAX_LISTED_PROJECTS = 8
"""So many projects are listed where none is written like the one that there is not."""


def projects_to_read(
    app: "App",
    tx: "Transaction",
    name: "str | None",
    *,
    only_global: bool = False,
    folder: "str | Workplace | None" = None,
) -> "tuple[int, ...] | None":
    """The projects that a reading command searches; None for all. Memories without a project are always included."""
    if only_global:
        return ()
    if name == ALL_PROJECTS:
        return None
    if name:
        project = project_by_name(tx, name)
        if project is None:
            app.note(unknown_project_text(tx, name))
    else:
        place = folder if isinstance(folder, Workplace) else current_workplace(folder)
        project = project_of_workplace(tx, place, ask_git=True)
        if project is None and app.at_terminal:
            if text := unproven_project_text(tx, place):
                app.note(text)
            else:
                _note_former_project(app, tx, place)
    return (project.n,) if project else ()


def _note_former_project(app: "App", tx: "Transaction", place: Workplace) -> None:
    from recall_cli.flows.project_hints import describe_former_project

    text = describe_former_project(app, tx, place)
    if text and text not in app.notes:
        app.note(text)


def project_to_write(app: "App", name: "str | None", *, only_global: bool = False) -> "Workplace | str | None":
    """What a writing command will settle on: worked out before the transaction, since git may have to be asked."""
    if name and (only_global or name == ALL_PROJECTS):
        from recall_cli.domain.errors import UsageError

        if only_global:
            raise UsageError("--project and --global exclude each other", "a memory is in one project, or in none")
        raise UsageError(
            "--project '*' means every project, and a memory is written to one", "--global writes to no project"
        )
    if only_global:
        return None
    if name:
        from recall_cli.rules.secrets import reject_secret_name

        return reject_secret_name(name, "the project's name")
    return workplace_to_write(app)


def workplace_to_write(app: "App", folder: "str | None" = None) -> "Workplace | None":
    """What a folder is recognised by, its root commit too where it is not known yet; None where it is no project."""
    place = current_workplace(folder)
    if place.git and not place.marks[0].startswith("git:"):
        try:
            with app.read_transaction() as tx:
                known = project_of_workplace(tx, place)
                rooted = known is not None and any(mark.startswith("root:") for mark in tx.projects.marks(known.n))
        except Exception as error:
            if not is_recall_error(error):
                raise
            rooted = False  # a deferred text does without the store; for others the write says what is wrong
        if not rooted:  # unknown, or stored in before its first commit
            root = root_commit(place.git)
            place = place.but(marks=(*place.marks, root) if root else place.marks)
    return place if place.marks else None


def ensure_project(tx: "Transaction", choice: "Workplace | str | None") -> "Project | None":
    """The project to write to; a new one is made, with all marks that identify it."""
    if choice is None:
        return None
    if isinstance(choice, str):
        found = project_by_name(tx, choice)
        return found if found is not None else tx.projects.add(validate_name(choice))
    found = project_of_workplace(tx, choice, ask_git=True)
    if found is None:
        from recall_cli.rules.text.project_names import safe_project_name

        tried = [safe_project_name(mask_mark(name)) for name in choice.names if name.isprintable()] or ["project"]
        tried += [f"{tried[0]}-{number}" for number in range(2, 1000)]
        found = tx.projects.add(next(name for name in tried if tx.projects.by_name(name) is None))
    known = tx.projects.marks(found.n)
    if _is_new_copy(choice, known):
        _note_first_commit_later(tx, choice, found.n)
    for mark in choice.marks:
        is_lasting = not (choice.git and mark.startswith("path:"))  # a repository may get another path
        if is_lasting and mark not in known and mask_mark(mark) == mark and tx.projects.by_mark(mark) is None:
            tx.projects.add_mark(mark, found.n)
    if choice.git and choice.names and UNCLAIMED_PREFIX + choice.names[0] in known:  # claimed now
        tx.projects.forget_mark(UNCLAIMED_PREFIX + choice.names[0])
    return found


def ensure_project_and_note(app: "App", tx: "Transaction", choice: "Workplace | str | None") -> "Project | None":
    """The project to write to. Where this begins one, a person is told of the project that the folder perhaps was."""
    if not app.at_terminal or not isinstance(choice, Workplace) or known_project(tx, choice) is not None:
        return ensure_project(tx, choice)
    from recall_cli.flows.project_hints import describe_merge, find_former_project

    former = find_former_project(app, tx, choice)
    project = ensure_project(tx, choice)
    if former[0] and project is not None:
        app.note(describe_merge(former, project.name))
    return project


def _is_new_copy(place: Workplace, known: "list[str]") -> bool:
    """Is this a copy of a repository with a remote that was never stored in?"""
    if not place.git or not place.top or not place.marks[0].startswith("git:"):
        return False
    return not any(mark in known for mark in place.marks if mark.startswith("gitdir:"))


def _note_first_commit_later(tx: "Transaction", place: Workplace, project: int) -> None:
    """A project is recognised by its first commit too. Finding that takes a while, so nobody waits for it at the lock.

    Where the store is busy again by then, the project goes without.
    """

    asked = (
        root_commit(str(place.git), MAX_COMMITS_READ) if client() is not None else None
    )  # before anything is written

    def note() -> None:
        root = asked or root_commit(str(place.git), MAX_COMMITS_READ)
        if root is None:
            return
        try:
            with tx.new_transaction() as later:
                if later.projects.by_mark(root) is None:
                    later.projects.add_mark(root, project)
        except Exception as error:
            if not is_recall_error(error):
                raise

    tx.after_commit(note)


def is_memory_enabled(tx: "Transaction", choice: "Workplace | str | None") -> bool:
    """True if memory is on for this project; checked before its text is sent anywhere."""
    found = known_project(tx, choice)
    return found is None or found.enabled


def known_project(tx: "Transaction", choice: "Workplace | str | None") -> "Project | None":
    """The existing project of a name or a workplace, if there is one."""
    if choice is None:
        return None
    return project_by_name(tx, choice) if isinstance(choice, str) else project_of_workplace(tx, choice, ask_git=True)


def project_by_name(tx: "Transaction", name: str) -> "Project | None":
    """The project with this name, or with this remote address."""
    return tx.projects.by_name(name) or tx.projects.by_mark("git:" + name) or tx.projects.by_mark(name)


def require_project(tx: "Transaction", name: str, *, guesses: bool = True) -> "Project":
    """The project with this name; raises an error that names a similar one, unless it may not guess, or lists them."""
    found = project_by_name(tx, name)
    if found is None or not (tx.view.whole or found.n in {project.n for project in tx.projects.all()}):
        from recall_cli.domain.errors import NotFound

        listed = _did_you_mean(tx, name) if guesses else ""
        raise NotFound(f"there is no project {name!r}", listed or _listed_projects(tx))
    return found


def unknown_project_text(tx: "Transaction", name: str) -> str:
    """What a reading command notes of a project that there is not, with the one that was meant."""
    return f"there is no project {name!r} ({_did_you_mean(tx, name) or _listed_projects(tx)})"


def _listed_projects(tx: "Transaction") -> str:
    """The first projects by their names, or that there is none."""
    names = [project.name for project in tx.projects.all()]
    if not names:
        return "none was stored yet"
    more = "; recall projects shows all" if len(names) > MAX_LISTED_PROJECTS else ""
    return f"there {'is' if len(names) == 1 else 'are'} {', '.join(names[:MAX_LISTED_PROJECTS])}{more}"


def new_project_text(tx: "Transaction", choice: "Workplace | str | None") -> str:
    """What is noted before a new project is made, with the one that was perhaps meant; nothing otherwise."""
    if not isinstance(choice, str):
        return unproven_project_text(tx, choice)
    if project_by_name(tx, choice) is not None:
        return ""
    meant = _did_you_mean(tx, choice)
    return f"new project {choice!r}" + (f" ({meant} recall projects merge joins the two)" if meant else "")


def _did_you_mean(tx: "Transaction", name: str) -> str:
    """A question that names the projects that were meant: those written nearly so, or those that hold this name."""
    from recall_cli.rules.text.spelling import MAX_SUGGESTIONS, MIN_PREFIX_LENGTH, closest_words

    names = [project.name for project in tx.projects.all()]
    wanted = name.strip().lower()
    found = [one for one in names if one.lower() == wanted] or closest_words(name, names)
    if not found and len(wanted) >= MIN_PREFIX_LENGTH:
        found = [
            one for one in names if wanted in one.lower() or (len(one) >= MIN_PREFIX_LENGTH and one.lower() in wanted)
        ]
    return f"did you mean {' or '.join(found)}?" if 0 < len(found) <= MAX_SUGGESTIONS else ""


def project_of_workplace(tx: "Transaction", place: Workplace, *, ask_git: bool = False) -> "Project | None":
    """The project that a workplace is known as: by its marks, else by a name that nothing else has claimed."""
    for mark in place.marks:
        found = tx.projects.by_mark(mark)
        if found is not None and not (mark.startswith("git:") and _is_unproven_copy(tx, place, found)):
            return found
    if ask_git and place.git and place.top:
        found = _find_moved_project(tx, place)
        if found is not None:
            return found
    if place.git and place.names:
        found = tx.projects.by_mark(UNCLAIMED_PREFIX + place.names[0]) or tx.projects.by_name(place.names[0])
        if found is not None and (is_unclaimed(tx, found) or found.name != place.names[0]):
            return found
    return None


def _is_unproven_copy(tx: "Transaction", place: Workplace, project: "Project") -> bool:
    """Whether a repository only claims the remote of a project: recall does not know it, and it has no common history.

    The remote is one line in a file that any archive can bring along. Each clone has the first commit. Where recall
    knows no first commit of the project, the remote is enough.
    """
    if place.git is None:
        return False
    own = (tx.projects.by_mark(mark) for mark in place.marks if mark.startswith("gitdir:"))
    if any(found is not None and found.n == project.n for found in own):
        return False
    roots = [mark for mark in tx.projects.marks(project.n) if mark.startswith("root:")]
    return bool(roots) and not has_commit(place.git, roots)


def unproven_project_text(tx: "Transaction", place: "Workplace | str | None") -> str:
    """What a person is asked in a repository that recall does not know and that claims a project's remote."""
    if not isinstance(place, Workplace) or not place.git:
        return ""
    claimed = tx.projects.by_mark(place.marks[0]) if place.marks[0].startswith("git:") else None
    is_known = any(tx.projects.by_mark(mark) for mark in place.marks if mark.startswith("gitdir:"))
    if claimed is None or is_known or not _is_unproven_copy(tx, place, claimed):
        return ""
    from recall_cli.domain.shell_words import quote

    return (
        f"this repository has the remote of the project {claimed.name!r}, but not its first commit, so it counts as "
        f"another project (if it is the same one: recall projects set {quote(claimed.name)})"
    )


def is_unclaimed(tx: "Transaction", project: "Project") -> bool:
    """True if only its name identifies it, like an imported project."""
    return all(mark.startswith(UNCLAIMED_PREFIX) for mark in tx.projects.marks(project.n))


def _find_moved_project(tx: "Transaction", place: Workplace) -> "Project | None":
    """The project that a repository is by its first commit.

    Others may have begun with the same commit: templates and forks, and whoever copies a public one. So where the
    repository or the project has a remote, it is the same project only if the project is nowhere else any more, and it
    has the same name, or its folder has the same inode.
    """
    assert place.git is not None
    roots = tx.projects.root_commit_marks(MAX_ROOTS)
    root = known_root_commit(place.git, roots) if roots else None
    found = tx.projects.by_mark(root) if root else None
    if found is None:
        return None
    marks = tx.projects.marks(found.n)
    if not any(mark.startswith("git:") for mark in (place.marks[0], *marks)):
        return found
    names = {mark.rpartition("/")[2] for mark in marks if mark.startswith("git:")} | {found.name}
    places = [mark[7:].rpartition(":") for mark in marks if mark.startswith("gitdir:")]
    inode = inode_of(place.git)
    if any(has_inode(path, number) for path, _, number in places):
        return None
    return found if place.names[0] in names or inode in {number for _, _, number in places} else None


def validate_name(name: str) -> str:
    """The name, if shells and completions can handle it; raises an error otherwise."""
    if not name.strip() or not name.isprintable() or name.startswith("-") or len(name) > 200 or name == ALL_PROJECTS:
        from recall_cli.domain.errors import UsageError

        raise UsageError(f"{name!r} cannot be a project's name", "use letters, digits, - _ . /")
    from recall_cli.rules.secrets import reject_secret_name

    return reject_secret_name(name, "the project's name")
