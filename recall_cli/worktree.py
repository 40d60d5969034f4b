"""Files of the work tree that a command runs in, and what its history says of them: read carefully, never for long.

What an anchor names may come from an import, so nothing outside the tree is read, nothing that is no ordinary file, and
nothing large. Git is never started.
"""

import os

from recall_cli.repository.location import find_repository
from recall_cli.repository.refs import head_commit

MAX_FILE_BYTES = 2_000_000
"""Bytes of a file beyond which nothing can be anchored in it."""
MAX_HISTORY_LOOKUPS = 8
"""So many files are looked up in the history at once."""


def path_inside(top: str, path: str) -> "str | None":
    """The whole path of a file in the tree; None where it would be outside, or in git's own folder."""
    root = os.path.realpath(top)
    whole = os.path.realpath(os.path.join(root, path))
    below = os.path.relpath(whole, root)
    if whole == root or below.startswith("..") or below.split(os.sep)[0] == ".git":
        return None
    return whole


def read_text(top: str, path: str) -> "str | None":
    """What a file of the tree says; None where there is no ordinary file of that name, or too large a one."""
    from stat import S_ISREG

    try:
        whole = path_inside(top, path)
        if whole is None:
            return None
        told = os.stat(whole)
        if not S_ISREG(told.st_mode) or told.st_size > MAX_FILE_BYTES:
            return None
        with open(whole, encoding="utf-8", errors="surrogateescape", newline="") as file:
            return file.read().replace("\r\n", "\n")
    except (OSError, ValueError):
        return None


def checked_out_commit(top: str) -> "str | None":
    """The commit that is checked out."""
    found = find_repository(os.path.realpath(top))
    return head_commit(found.private, found.shared) if found else None


def current_name(top: str, path: str, commit: str) -> "str | None":
    """What a file is called now that was called `path` at a commit; None where no file is enough like it."""
    found = find_repository(os.path.realpath(top))
    if found is None:
        return None
    from recall_cli.repository.renames import find_new_name

    return find_new_name(found, path, commit, lambda other: read_text(top, other))


def text_at_commit(top: str, path: str, commit: str) -> "str | None":
    """What a file said at a commit."""
    from recall_cli.repository.history import History

    found = find_repository(os.path.realpath(top))
    if found is None:
        return None
    with History(found) as history:
        blob = history.blob_id_at(commit, path)
        raw = history.content(blob) if blob else None
    return (
        None
        if raw is None or len(raw) > MAX_FILE_BYTES
        else raw.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    )


def count_commits_since(top: str, files: "list[tuple[str, str]]", seconds: float) -> "dict[tuple[str, str], int]":
    """How many commits changed a file since a commit, for pairs of both.

    What cannot be told in time is left out.
    """
    from time import monotonic

    from recall_cli.repository.history import History

    deadline = monotonic() + seconds
    location = find_repository(os.path.realpath(top))
    found: dict[tuple[str, str], int] = {}
    if location is None:
        return found
    with History(location) as history:
        for commit, path in [*dict.fromkeys(files)][:MAX_HISTORY_LOOKUPS]:
            count = history.count_changes_since(commit, path, lambda: monotonic() < deadline)
            if count is not None:
                found[commit, path] = count
    return found
