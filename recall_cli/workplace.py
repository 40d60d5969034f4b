"""Where a command runs: which repository, recognised by what it is and not by what its folder is called.

`.git` is read as files, and git itself is never started: a repository's settings could name programs to run.
Nothing inside a repository can switch memory on or say where it is kept.
"""

import os

from recall_cli.domain.record import Record
from recall_cli.repository import read_regular
from recall_cli.repository.location import MAX_CONFIG, find_repository, first_remote


class Workplace(Record):
    """A folder as a project: the marks to recognise it by, best first, and what to call it."""

    marks: "tuple[str, ...]"
    names: "tuple[str, ...]"
    git: "str | None" = None
    """The folder of the repository's common data, if it is one."""
    top: "str | None" = None
    """The work tree's top folder."""


NOWHERE = Workplace(marks=(), names=())


def here(folder: "str | None" = None) -> Workplace:
    """The workplace of a folder (by default the current one), from files alone; no secret is a part of it."""
    found = _found(folder)
    if not any(map(_telling, found.marks)):
        return found
    return found.but(marks=tuple(map(covered, found.marks)), names=tuple(map(without_secret, found.names)))


def _found(folder: "str | None") -> Workplace:
    try:
        folder = os.path.realpath(folder or os.getcwd())
    except OSError:  # the current folder is gone
        return NOWHERE
    if "/projects/" in folder and (kept := _of_claude_code(folder)) is not None:
        return kept
    found = find_repository(folder)
    if found is None:
        if folder in ("/", os.path.realpath(os.path.expanduser("~"))):
            return NOWHERE
        return Workplace(marks=("path:" + readable(folder),), names=(readable(os.path.basename(folder)),))
    top, common = found.top, found.shared
    own = _folder_mark(common)
    before = "path:" + readable(top)  # a folder may have been a project before it became a repository
    raw = read_regular(os.path.join(common, "config"), MAX_CONFIG)
    remote = first_remote(raw) if raw else None
    if remote is not None:
        from recall_cli.rules.places.remotes import normalised, remote_name

        mark = normalised(remote)
        return Workplace(marks=("git:" + mark, own, before), names=remote_name(mark), git=common, top=top)
    name = readable(os.path.basename(top))
    return Workplace(marks=(own, before), names=(name,), git=common, top=top)


def _of_claude_code(folder: str) -> "Workplace | None":
    """The project that Claude Code's own memory is about, where this is its folder."""
    from recall_cli.agents.claude_memory import project_folder

    kept = project_folder(folder)
    if kept is None:
        return None
    own, project = kept
    if project is not None and project_folder(os.path.realpath(project)) is None:
        return _found(project)
    return Workplace(marks=("path:" + readable(own),), names=(readable(os.path.basename(own)).strip("-"),))


def readable(path: str) -> str:
    """A path as text: bytes of it that are no UTF-8 stand there as their numbers, so that it can be written down."""
    return path if path.isascii() else os.fsencode(path).decode("utf-8", "backslashreplace")


_TELLING = ("=", "@", "?", "pass", "pw", "secret", "token", "key", "cred")


def _telling(mark: str) -> bool:
    """Might this hold a secret? Asked of every folder, so it only looks for the plainest signs."""
    low = mark.lower()
    return any(word in low for word in _TELLING) or any(map(_random, mark.replace(":", "/").split("/")))


def _random(part: str) -> bool:
    """A long word with several digits, or with one and with letters of both sizes."""
    digits = sum(map(part.count, "0123456789")) if len(part) >= 20 else 0
    return digits > 2 or (digits > 0 and part.lower() != part != part.upper())


def without_secret(mark: str) -> str:
    """A mark, or a name, as it can be written down."""
    if not _telling(mark):
        return mark
    from recall_cli.rules.secrets import mask

    kind, _, rest = mark.partition(":")
    return f"{kind}:{mask(rest).text}" if kind in ("path", "git", "gitdir", "root") else mask(mark).text


def covered(mark: str) -> str:
    """A mark without its secrets; a folder's number keeps it apart from others that look the same then."""
    clean = without_secret(mark)
    if clean != mark and mark.startswith("path:"):
        try:
            return f"{clean}:{os.stat(mark[5:]).st_ino}"
        except OSError:
            pass
    return clean


def path_key(path: str) -> str:
    """What a file is remembered by for good: its path without a secret; then its number tells it from others."""
    return covered("path:" + readable(path))[5:]


def root_commit(common: str, limit: int = 0) -> "str | None":
    """The repository's first commit, as a mark; None where the history has no end that can be read.

    With a limit, a history of more commits is followed along first parents only, and not for long.
    """
    from recall_cli.repository.history import History
    from recall_cli.repository.location import Location

    with History(Location(top=common, private=common, shared=common)) as history:
        first = history.first_commit(limit)
    return "root:" + first if first else None


def known_root(common: str, roots: "list[str]") -> "str | None":
    """The repository's first commit, if it is one of these marks; most repositories hold none of them at all."""
    from recall_cli.repository.history import History
    from recall_cli.repository.location import Location

    with History(Location(top=common, private=common, shared=common)) as history:
        if not any(history.objects.has(mark[5:]) for mark in roots):
            return None
        mark = f"root:{history.first_commit()}"
    return mark if mark in roots else None


def _folder_mark(common: str) -> str:
    """A repository by its place and its inode: another one made later at the same place is another."""
    try:
        return f"gitdir:{readable(common)}:{os.stat(common).st_ino}"
    except OSError:
        return f"gitdir:{readable(common)}"
