"""Where a command runs: which repository, recognised by what it is and not by what its folder is called.

`.git` is read as files, and git itself is never started: a repository's settings could name programs to run.
Nothing inside a repository can switch memory on or say where it is kept.
"""

import os

from recall_cli.domain.record import Record
from recall_cli.repository import read_regular_file
from recall_cli.repository.location import MAX_CONFIG_BYTES, find_repository, first_remote_url


class Workplace(Record):
    """A folder as a project: the marks to recognise it by, best first, and what to call it."""

    marks: "tuple[str, ...]"
    names: "tuple[str, ...]"
    git: "str | None" = None
    """The folder of the repository's common data, if it is one."""
    top: "str | None" = None
    """The work tree's top folder."""


NO_WORKPLACE = Workplace(marks=(), names=())


def current_workplace(folder: "str | None" = None) -> Workplace:
    """The workplace of a folder (by default the current one), from files alone; no secret is a part of it."""
    found = _find_workplace(folder)
    if not any(map(_may_hold_secret, found.marks)):
        return found
    return found.but(marks=tuple(map(mask_mark_uniquely, found.marks)), names=tuple(map(mask_mark, found.names)))


def _find_workplace(folder: "str | None") -> Workplace:
    try:
        folder = os.path.realpath(folder or os.getcwd())
    except OSError:  # the current folder is gone
        return NO_WORKPLACE
    if "/projects/" in folder and (kept := _claude_memory_workplace(folder)) is not None:
        return kept
    found = find_repository(folder)
    if found is None:
        if folder in ("/", os.path.realpath(os.path.expanduser("~"))):
            return NO_WORKPLACE
        return Workplace(marks=("path:" + printable_path(folder),), names=(printable_path(os.path.basename(folder)),))
    top, common = found.top, found.shared
    own = _repository_mark(common)
    before = "path:" + printable_path(top)  # a folder may have been a project before it became a repository
    raw = read_regular_file(os.path.join(common, "config"), MAX_CONFIG_BYTES)
    remote = first_remote_url(raw) if raw else None
    if remote is not None:
        from recall_cli.rules.places.remotes import normalize_address, project_name_choices

        mark = normalize_address(remote)
        return Workplace(marks=("git:" + mark, own, before), names=project_name_choices(mark), git=common, top=top)
    name = printable_path(os.path.basename(top))
    return Workplace(marks=(own, before), names=(name,), git=common, top=top)


def _claude_memory_workplace(folder: str) -> "Workplace | None":
    """The project that Claude Code's own memory is about, where this is its folder."""
    from recall_cli.agents.claude_memory import resolve_project_folder

    kept = resolve_project_folder(folder)
    if kept is None:
        return None
    own, project = kept
    if project is not None and resolve_project_folder(os.path.realpath(project)) is None:
        return _find_workplace(project)
    return Workplace(marks=("path:" + printable_path(own),), names=(printable_path(os.path.basename(own)).strip("-"),))


def printable_path(path: str) -> str:
    """A path as text: bytes of it that are no UTF-8 stand there as their numbers, so that it can be written down."""
    return path if path.isascii() else os.fsencode(path).decode("utf-8", "backslashreplace")


_SECRET_HINTS = ("=", "@", "?", "pass", "pw", "secret", "token", "key", "cred")


def _may_hold_secret(mark: str) -> bool:
    """Might this hold a secret? Asked of every folder, so it only looks for the plainest signs."""
    low = mark.lower()
    return any(word in low for word in _SECRET_HINTS) or any(map(_looks_random, mark.replace(":", "/").split("/")))


def _looks_random(part: str) -> bool:
    """A long word with several digits, or with one and with letters of both sizes."""
    digits = sum(map(part.count, "0123456789")) if len(part) >= 20 else 0
    return digits > 2 or (digits > 0 and part.lower() != part != part.upper())


def mask_mark(mark: str) -> str:
    """A mark, or a name, as it can be written down."""
    if not _may_hold_secret(mark):
        return mark
    from recall_cli.rules.secrets import mask

    kind, _, rest = mark.partition(":")
    return f"{kind}:{mask(rest).text}" if kind in ("path", "git", "gitdir", "root") else mask(mark).text


def mask_mark_uniquely(mark: str) -> str:
    """A mark without its secrets; a folder's number keeps it apart from others that look the same then."""
    clean = mask_mark(mark)
    if clean != mark and mark.startswith("path:"):
        try:
            return f"{clean}:{os.stat(mark[5:]).st_ino}"
        except OSError:
            pass
    return clean


def path_key(path: str) -> str:
    """What a file is remembered by for good: its path without a secret; then its number tells it from others."""
    return mask_mark_uniquely("path:" + printable_path(path))[5:]


def root_commit(common: str, limit: int = 0) -> "str | None":
    """The repository's first commit, as a mark; None where the history has no end that can be read.

    With a limit, a history of more commits is followed along first parents only, and not for long.
    """
    from recall_cli.repository.history import History
    from recall_cli.repository.location import Location

    with History(Location(top=common, private=common, shared=common)) as history:
        first = history.first_commit(limit)
    return "root:" + first if first else None


def known_root_commit(common: str, roots: "list[str]") -> "str | None":
    """The repository's first commit, if it is one of these marks; most repositories hold none of them at all."""
    from recall_cli.repository.history import History
    from recall_cli.repository.location import Location

    with History(Location(top=common, private=common, shared=common)) as history:
        if not any(history.objects.has(mark[5:]) for mark in roots):
            return None
        mark = f"root:{history.first_commit()}"
    return mark if mark in roots else None


def _repository_mark(common: str) -> str:
    """A repository by its place and its inode: another one made later at the same place is another."""
    try:
        return f"gitdir:{printable_path(common)}:{os.stat(common).st_ino}"
    except OSError:
        return f"gitdir:{printable_path(common)}"
