"""The repository that a folder is in, found from files alone.

A repository is used only where it belongs to the user, and where it belongs to that folder: a `.git` file could name
any other repository on the machine.
"""

import os
from stat import S_ISDIR, S_ISLNK, S_ISREG

from recall_cli.domain.record import Record
from recall_cli.repository.files import read_regular

MAX_POINTER = 8_192
"""Bytes of a `.git` file and its like that are read: a path and a little more."""


class Location(Record):
    """Where a repository is; no path has symbolic links."""

    top: str
    """The work tree's top folder."""
    private: str
    """The folder with this work tree's own data, such as HEAD."""
    shared: str
    """The folder with what all its work trees share."""


def find_repository(folder: str) -> "Location | None":
    """The repository of a folder (without symbolic links); None where there is none, or none that may be used."""
    while True:
        mark = os.path.join(folder, ".git")
        try:
            mode = os.lstat(mark).st_mode
        except (OSError, ValueError):
            mode = 0
        if S_ISDIR(mode):
            return _allowed(mark, Location(top=folder, private=mark, shared=mark))
        if S_ISREG(mode) or S_ISLNK(mode):
            target = _target(folder, mark, mode)
            if target:
                return _linked(folder, mark, target)
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def _target(folder: str, mark: str, mode: int) -> str:
    """The folder that a `.git` file or link leads to; nothing where it leads to no folder."""
    if S_ISLNK(mode):
        return os.path.realpath(mark) if os.path.isdir(mark) else ""
    line = first_line(mark)
    return _resolved(folder, line[7:].strip()) if line.startswith("gitdir:") else ""


def _linked(folder: str, mark: str, private: str) -> "Location | None":
    shared_name = first_line(os.path.join(private, "commondir"))
    shared = _resolved(private, shared_name) if shared_name else private
    location = Location(top=folder, private=private, shared=shared)
    if not shared or not os.path.isdir(shared) or not _belongs(location):
        return None
    return _allowed(mark, location)


def _belongs(location: Location) -> bool:
    """Does the repository that a `.git` file names know of this folder?"""
    private, shared = location.private, location.shared
    if private != shared and os.path.dirname(private) != os.path.join(shared, "worktrees"):
        return False  # data of another repository
    if private == shared and private.startswith(location.top + os.sep):
        return True
    back = first_line(os.path.join(private, "gitdir")) if private != shared else ""
    if back and _resolved(private, os.path.dirname(back)) == location.top and os.path.basename(back) == ".git":
        return True
    if private == shared and _names_as_tree(location):
        return True
    from recall_cli.repository.index import is_index_of

    return is_index_of(private, location.top)


def _names_as_tree(location: Location) -> bool:
    """Do the settings name this folder as the work tree, as those of a submodule do?"""
    from recall_cli.repository.config import MAX_CONFIG, config_values

    raw = read_regular(os.path.join(location.private, "config"), MAX_CONFIG) or b""
    trees = [value for section, _, name, value in config_values(raw) if (section, name) == ("core", "worktree")]
    return bool(trees) and _resolved(location.private, trees[-1]) == location.top


def _allowed(mark: str, location: Location) -> "Location | None":
    """The same location where it belongs to the user, or where git's own settings call the folder safe."""
    try:
        owners = {os.lstat(mark).st_uid, os.stat(location.private).st_uid, os.stat(location.shared).st_uid}
    except (OSError, ValueError):
        return None
    if owners == {os.geteuid()}:
        return location
    from recall_cli.repository.ownership import is_trusted

    return location if is_trusted(owners, location.top) else None


def first_line(path: str) -> str:
    """The first line of one of git's files: a path, in whatever encoding; nothing where it cannot be read."""
    raw = read_regular(path, MAX_POINTER) or b""
    return os.fsdecode(raw.partition(b"\n")[0]).strip()


def _resolved(folder: str, path: str) -> str:
    """A path from a file of git's, without symbolic links; nothing where it is none."""
    try:
        return os.path.realpath(os.path.join(folder, path)) if path else ""
    except (OSError, ValueError):  # a NUL, or links that go round in a circle
        return ""
