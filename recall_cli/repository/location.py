"""The repository that a folder is in, found from files alone, and what its settings say.

A repository is used only where it belongs to the user, and where it belongs to that folder: a `.git` file could name
any other repository on the machine.
"""

import os
from stat import S_ISDIR, S_ISLNK, S_ISREG

from recall_cli.domain.record import Record
from recall_cli.repository import read_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_POINTER = 8_192
"""Bytes of a `.git` file and its like that are read: a path and a little more."""
MAX_CONFIG = 256_000
"""Bytes of a configuration file that are read."""
MAX_LINE = 8_192
"""A longer line is no setting that recall needs."""
MAX_ADDRESS = 2_000
"""A longer address of a remote is not one."""


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


def config_values(raw: bytes) -> "Iterator[tuple[str, str, str, str]]":
    """The values of a configuration file: section and name in small letters, subsection, value. No includes."""
    section, subsection = "", ""
    for line in raw.decode("utf-8", "replace").split("\n"):
        line = line.strip() if len(line) <= MAX_LINE else ""
        if line.startswith("["):
            head, closed, line = _after_header(line)
            if not closed:
                continue
            section, _, subsection = head.partition(" ")
            section, subsection = section.lower(), _unquoted(subsection.strip())
            line = line.strip()
        if line and line[0] not in "#;":
            name, equals, value = line.partition("=")
            yield section, subsection, name.strip().lower(), _unquoted(value.strip()) if equals else "true"


def _after_header(line: str) -> "tuple[str, bool, str]":
    """What stands in the brackets, whether they are closed, and the rest of the line."""
    quoted = False
    for at, letter in enumerate(line):
        if letter == '"' and line[at - 1] != "\\":
            quoted = not quoted
        elif letter == "]" and not quoted:
            return line[1:at], True, line[at + 1 :]
    return "", False, ""


def _unquoted(value: str) -> str:
    """A value without quotation marks, escapes and the comment behind it."""
    if not any(sign in value for sign in '"\\#;'):
        return value
    found, quoted, escaped = "", False, False
    for letter in value:
        if escaped:
            found, escaped = found + {"n": "\n", "t": "\t", "b": "\b"}.get(letter, letter), False
        elif letter == "\\":
            escaped = True
        elif letter == '"':
            quoted = not quoted
        elif letter in "#;" and not quoted:
            return found.rstrip()
        else:
            found += letter
    return found


def first_remote(raw: bytes) -> "str | None":
    """The address of the first remote that has a usable one."""
    for section, subsection, name, value in config_values(raw):
        named = section == "remote" and subsection and name == "url"
        if named and 0 < len(value) <= MAX_ADDRESS and value.isprintable():
            return value
    return None
