"""Repositories of other users: they are used only where the user's own git settings say `safe.directory`.

Only the system's and the user's git settings count, as for git itself; those of a repository never do.
"""

import os

from recall_cli.repository.location import MAX_CONFIG_BYTES, parse_config

SYSTEM_CONFIG_FILES = ("/etc/gitconfig", "/usr/local/etc/gitconfig", "/opt/homebrew/etc/gitconfig")
MAX_INCLUDES = 10
"""So many files are read that the user's settings include."""


def may_use_repository(owners: "set[int]", top: str) -> bool:
    """May a repository of these owners be used? Root's sudo counts for who called it, as for git."""
    ours = {os.geteuid()}
    caller = os.environ.get("SUDO_UID", "")
    if ours == {0} and caller.isdecimal() and len(caller) < 12:
        ours.add(int(caller))
    return owners <= ours or _is_safe_directory(top)


def _is_safe_directory(top: str) -> bool:
    """Do the settings name this folder as safe? An empty value forgets those before it."""
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
    """The system's and the user's settings files, those first that are overruled; as git finds them."""
    environment = os.environ
    found: list[str] = []
    if environment.get("GIT_CONFIG_NOSYSTEM", "").lower() in ("", "0", "false", "no", "off"):
        own = environment.get("GIT_CONFIG_SYSTEM")
        found += [own] if own else SYSTEM_CONFIG_FILES
    if environment.get("GIT_CONFIG_GLOBAL") is not None:
        return [*found, environment["GIT_CONFIG_GLOBAL"]]
    folder = environment.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return [*found, os.path.join(folder, "git/config"), os.path.expanduser("~/.gitconfig")]


def _read_safe_directories(path: str, includes_left: "list[int]") -> "list[str]":
    """The values of safe.directory in a file of the user's, with those of the files that it includes."""
    from recall_cli.repository import read_regular_file

    found: list[str] = []
    raw = read_regular_file(os.path.realpath(path), MAX_CONFIG_BYTES) or b""  # the user's own file may be a link
    for section, subsection, name, value in parse_config(raw):
        if (section, subsection, name) == ("safe", "", "directory"):
            found.append(value)
        elif (section, subsection, name) == ("include", "", "path") and value and includes_left[0] > 0:
            includes_left[0] -= 1
            found += _read_safe_directories(
                os.path.join(os.path.dirname(path), os.path.expanduser(value)), includes_left
            )
    return found
