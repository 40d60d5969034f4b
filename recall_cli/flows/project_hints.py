"""What a person is told in a folder that recall does not know, but that is perhaps a known project.

Only a person joins the two: a first commit is public, and anybody can name a folder as they like. So agents are not
told, and nothing is joined without the command.
"""

import os

from recall_cli.domain.shell_words import quote
from recall_cli.workplace import MAX_ROOTS, client, known_root_commit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction
    from recall_cli.workplace import Workplace

MAX_FOLDERS = 2_000
"""So many folders of projects are compared with an unknown one."""
MASK_BEGINNING = "[secret"
"""A path with this was masked."""


def describe_former_project(app: "App", tx: "Transaction", place: "Workplace") -> str:
    """What a person is told of the project that an unknown folder perhaps was, with the command that assigns it.

    Empty for agents, and if there is no such project.
    """
    name, reason = find_former_project(app, tx, place)
    return f"{reason} (if it is that project: recall projects set {quote(name)})" if name else ""


def describe_merge(former: "tuple[str, str]", new_name: str) -> str:
    """The same where a new project was just begun in that folder, with the command that merges the two."""
    name, reason = former
    return f"{reason} (if it is that project: recall projects merge {quote(new_name)} {quote(name)})"


def find_former_project(app: "App", tx: "Transaction", place: "Workplace") -> "tuple[str, str]":
    """The project that a folder which recall does not know perhaps was, and why; empty texts if there is none."""
    if not app.at_terminal or not place.marks:
        return "", ""
    return _find_by_first_commit(tx, place) or _find_by_folder(tx, place) or ("", "")


def _find_by_first_commit(tx: "Transaction", place: "Workplace") -> "tuple[str, str] | None":
    """The project that began with the same commit, and the reason in words."""
    roots = tx.projects.root_commit_marks(MAX_ROOTS) if place.git else []
    root = known_root_commit(str(place.git), roots) if roots else None
    found = tx.projects.by_mark(root) if root else None
    return (found.name, f"this repository has the same first commit as the project {found.name!r}") if found else None


def _find_by_folder(tx: "Transaction", place: "Workplace") -> "tuple[str, str] | None":
    """The one project of a folder that is gone, with this name or inode or once beside this, or of one inside."""
    top = next((mark[5:] for mark in place.marks if mark.startswith("path:")), "")
    inside, moved, beside = set(), set(), set()
    for mark, name in tx.projects.folder_marks(MAX_FOLDERS):
        kind, _, path = mark.partition(":")
        inode = ""
        if kind == "gitdir":
            path, _, inode = path.rpartition(":")
        if kind == "path" and place.git and path.startswith(top + "/"):
            inside.add((name, path))
        elif _is_same_folder(place, top, path, inode) and _is_gone(path):
            moved.add((name, os.path.dirname(path) if kind == "gitdir" else path))
        elif kind == "path" and not place.git and os.path.dirname(path) == os.path.dirname(top) and _is_gone(path):
            beside.add((name, path))
    reasons = ((inside, "is inside this repository"), (moved, "no longer exists"), (beside, "no longer exists"))
    for found, is_what in reasons:
        if len({name for name, _ in found}) == 1:
            name, path = min(found)
            return name, f"the folder of the project {name!r}, {path!r}, {is_what}"
    return None


def _is_same_folder(place: "Workplace", top: str, path: str, inode: str) -> bool:
    """Whether a recorded folder has the name of this one, or the inode of its repository."""
    folder = os.path.dirname(path) if inode else path
    if os.path.basename(folder) == os.path.basename(top):
        return True
    return bool(inode) and any(mark.startswith("gitdir:") and mark.endswith(":" + inode) for mark in place.marks)


def _is_gone(path: str) -> bool:
    """Whether there is no such folder. A path with escapes, or one that was masked, says nothing about that."""
    if "\\" in path or MASK_BEGINNING in path:
        return False
    if (served := client()) is not None:
        return served.ask("is gone", path) is True
    try:
        os.lstat(path)
    except FileNotFoundError:
        return True
    except (OSError, ValueError):
        pass
    return False
