"""The repository of a folder, found from files alone, and its settings.

A repository is used only if it belongs to the user and to that folder: a `.git` file could name any other repository on
the machine. Another user's repository is used only if git's `safe.directory` allows it. As in git, only the system's
and the user's settings count for that, never those of a repository.
"""

import os
from stat import S_ISDIR, S_ISLNK, S_ISREG

from recall_cli.domain.record import Record
from recall_cli.repository import read_regular_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_POINTER_BYTES = 8_192
"""Bytes of a `.git` file and similar ones that are read: a path and a little more."""
MAX_CONFIG_BYTES = 256_000
"""Bytes of a configuration file that are read."""
MAX_CONFIG_LINE_LENGTH = 8_192
"""Longer lines are ignored: no setting that recall needs has one."""
MAX_URL_LENGTH = 2_000
"""Longer addresses of a remote are ignored."""
SYSTEM_CONFIG_FILES = ("/etc/gitconfig", "/usr/local/etc/gitconfig", "/opt/homebrew/etc/gitconfig")
MAX_INCLUDES = 10
"""Included files that are read per settings file."""


class Location(Record):
    """The folders of a repository, without symbolic links in their paths."""

    top: str
    """The top folder of the work tree."""
    private: str
    """The folder with this work tree's own data, such as HEAD."""
    shared: str
    """The folder with the data that all its work trees share."""


def find_repository(folder: str) -> "Location | None":
    """The repository of a folder (a path without symbolic links); None if there is none that may be used."""
    while True:
        git_path = os.path.join(folder, ".git")
        try:
            mode = os.lstat(git_path).st_mode
        except (OSError, ValueError):
            mode = 0
        if S_ISDIR(mode):
            return _check_owner(git_path, Location(top=folder, private=git_path, shared=git_path))
        if S_ISREG(mode) or S_ISLNK(mode):
            target = _git_file_target(folder, git_path, mode)
            if target:
                return _linked_location(folder, git_path, target)
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def _git_file_target(folder: str, git_path: str, mode: int) -> str:
    """The folder to which a `.git` file or link leads; empty if it leads to none."""
    if S_ISLNK(mode):
        return os.path.realpath(git_path) if os.path.isdir(git_path) else ""
    line = read_first_line(git_path)
    return _resolve_path(folder, line[7:].strip()) if line.startswith("gitdir:") else ""


def _linked_location(folder: str, git_path: str, private: str) -> "Location | None":
    shared_name = read_first_line(os.path.join(private, "commondir"))
    shared = _resolve_path(private, shared_name) if shared_name else private
    location = Location(top=folder, private=private, shared=shared)
    if not shared or not os.path.isdir(shared) or not _belongs_to_folder(location):
        return None
    return _check_owner(git_path, location)


def _belongs_to_folder(location: Location) -> bool:
    """Whether the repository that a `.git` file names knows this folder."""
    private, shared = location.private, location.shared
    if private != shared and os.path.dirname(private) != os.path.join(shared, "worktrees"):
        return False  # another repository's data
    if private == shared and private.startswith(location.top + os.sep):
        return True
    back = read_first_line(os.path.join(private, "gitdir")) if private != shared else ""
    if back and _resolve_path(private, os.path.dirname(back)) == location.top and os.path.basename(back) == ".git":
        return True
    if private == shared and _config_names_work_tree(location):
        return True
    from recall_cli.repository.index import is_index_of

    return is_index_of(private, location.top)


def _config_names_work_tree(location: Location) -> bool:
    """Whether the settings name this folder as the work tree, as a submodule's do."""
    raw = read_regular_file(os.path.join(location.private, "config"), MAX_CONFIG_BYTES) or b""
    trees = [value for section, _, name, value in parse_config(raw) if (section, name) == ("core", "worktree")]
    return bool(trees) and _resolve_path(location.private, trees[-1]) == location.top


def _check_owner(git_path: str, location: Location) -> "Location | None":
    """The same location if it belongs to the user, or if git's own settings call the folder safe; else None."""
    try:
        owners = {os.lstat(git_path).st_uid, os.stat(location.private).st_uid, os.stat(location.shared).st_uid}
    except (OSError, ValueError):
        return None
    if owners == {os.geteuid()}:
        return location
    return location if may_use_repository(owners, location.top) else None


def may_use_repository(owners: "set[int]", top: str) -> bool:
    """Whether a repository of these owners may be used. Under sudo, the calling user's repositories count too, as
    in git.
    """
    ours = {os.geteuid()}
    caller = os.environ.get("SUDO_UID", "")
    if ours == {0} and caller.isdecimal() and len(caller) < 12:
        ours.add(int(caller))
    return owners <= ours or _is_safe_directory(top)


def _is_safe_directory(top: str) -> bool:
    """Whether the settings name this folder as safe. An empty value clears those before it."""
    safe = False
    for path in _config_files():
        for value in _read_safe_directories(path, [MAX_INCLUDES]):
            if not value:
                safe = False
            elif value == "*" or _matches_folder(value, top):
                safe = True
    return safe


def _matches_folder(value: str, top: str) -> bool:
    below = value.endswith("/*")
    path = os.path.expanduser(value[:-2] if below else value)
    if not os.path.isabs(path):
        return False
    try:
        path = os.path.realpath(path)
    except (OSError, ValueError):
        return False
    return top == path or (below and top.startswith(path.rstrip("/") + "/"))


def _config_files() -> "list[str]":
    """The system's and the user's settings files in git's order; later ones override earlier ones."""
    environment = os.environ
    paths: list[str] = []
    if environment.get("GIT_CONFIG_NOSYSTEM", "").lower() in ("", "0", "false", "no", "off"):
        path = environment.get("GIT_CONFIG_SYSTEM")
        paths += [path] if path else SYSTEM_CONFIG_FILES
    if environment.get("GIT_CONFIG_GLOBAL") is not None:
        return [*paths, environment["GIT_CONFIG_GLOBAL"]]
    folder = environment.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return [*paths, os.path.join(folder, "git/config"), os.path.expanduser("~/.gitconfig")]


def _read_safe_directories(path: str, includes_left: "list[int]") -> "list[str]":
    """The values of safe.directory in a settings file and in the files that it includes."""
    folders: list[str] = []
    raw = read_regular_file(os.path.realpath(path), MAX_CONFIG_BYTES) or b""  # the user's own file may be a link
    for section, subsection, name, value in parse_config(raw):
        if (section, subsection, name) == ("safe", "", "directory"):
            folders.append(value)
        elif (section, subsection, name) == ("include", "", "path") and value and includes_left[0] > 0:
            includes_left[0] -= 1
            folders += _read_safe_directories(
                os.path.join(os.path.dirname(path), os.path.expanduser(value)), includes_left
            )
    return folders


def read_first_line(path: str) -> str:
    """The first line of one of git's files: a path in any encoding; empty if it cannot be read."""
    raw = read_regular_file(path, MAX_POINTER_BYTES) or b""
    return os.fsdecode(raw.partition(b"\n")[0]).strip()


def _resolve_path(folder: str, path: str) -> str:
    """A path from one of git's files, without symbolic links; empty if it is not valid."""
    try:
        return os.path.realpath(os.path.join(folder, path)) if path else ""
    except (OSError, ValueError):  # a NUL, or circular links
        return ""


def parse_config(raw: bytes) -> "Iterator[tuple[str, str, str, str]]":
    """The values of a configuration file: section and name in lower case, subsection, value. Includes are not
    followed.
    """
    section, subsection = "", ""
    for line in raw.decode("utf-8", "replace").split("\n"):
        line = line.strip() if len(line) <= MAX_CONFIG_LINE_LENGTH else ""
        if line.startswith("["):
            head, closed, line = _split_header(line)
            if not closed:
                continue
            section, _, subsection = head.partition(" ")
            section, subsection = section.lower(), _unquote(subsection.strip())
            line = line.strip()
        if line and line[0] not in "#;":
            name, equals, value = line.partition("=")
            yield section, subsection, name.strip().lower(), _unquote(value.strip()) if equals else "true"


def _split_header(line: str) -> "tuple[str, bool, str]":
    """The text in the brackets, whether they are closed, and the rest of the line."""
    quoted = False
    for at, letter in enumerate(line):
        if letter == '"' and line[at - 1] != "\\":
            quoted = not quoted
        elif letter == "]" and not quoted:
            return line[1:at], True, line[at + 1 :]
    return "", False, ""


def _unquote(value: str) -> str:
    """A value without quotes, escapes and a comment after it."""
    if not any(sign in value for sign in '"\\#;'):
        return value
    text, quoted, escaped = "", False, False
    for letter in value:
        if escaped:
            text, escaped = text + {"n": "\n", "t": "\t", "b": "\b"}.get(letter, letter), False
        elif letter == "\\":
            escaped = True
        elif letter == '"':
            quoted = not quoted
        elif letter in "#;" and not quoted:
            return text.rstrip()
        else:
            text += letter
    return text


def first_remote_url(raw: bytes) -> "str | None":
    """The address of the first remote that has a usable one."""
    for section, subsection, name, value in parse_config(raw):
        is_remote_url = section == "remote" and subsection and name == "url"
        if is_remote_url and 0 < len(value) <= MAX_URL_LENGTH and value.isprintable():
            return value
    return None
