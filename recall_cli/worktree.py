"""Reads files of the current work tree, and their history, within limits of size and time.

The path of an anchor may come from an import. So only ordinary files inside the tree are read, and no large ones.
Git is never started.
"""

import os

from recall_cli.repository.location import find_repository
from recall_cli.repository.refs import head_commit

MAX_FILE_BYTES = 2_000_000
"""Larger files cannot have anchors."""
MAX_HISTORY_LOOKUPS = 8
"""Files whose history is read at once."""


def path_inside(top: str, path: str) -> "str | None":
    """The absolute path of a file in the tree; None if it is outside, or in git's own folder."""
    root = os.path.realpath(top)
    whole = os.path.realpath(os.path.join(root, path))
    below = os.path.relpath(whole, root)
    if whole == root or below.startswith("..") or below.split(os.sep)[0] == ".git":
        return None
    return whole


def read_text(top: str, path: str) -> "str | None":
    """The text of a file in the tree; None if it is no ordinary file, or too large."""
    from stat import S_ISREG

    try:
        whole = path_inside(top, path)
        if whole is None:
            return None
        status = os.stat(whole)
        if not S_ISREG(status.st_mode) or status.st_size > MAX_FILE_BYTES:
            return None
        with open(whole, encoding="utf-8", errors="surrogateescape", newline="") as file:
            return file.read().replace("\r\n", "\n")
    except (OSError, ValueError):
        return None


def checked_out_commit(top: str) -> "str | None":
    """The id of the commit that is checked out, if there is one."""
    repository = find_repository(os.path.realpath(top))
    return head_commit(repository.private, repository.shared) if repository else None


def current_name(top: str, path: str, commit: str) -> "str | None":
    """The present path of a file that was at `path` in a commit; None if no file is similar enough."""
    repository = find_repository(os.path.realpath(top))
    if repository is None:
        return None
    from recall_cli.repository.renames import find_new_name

    return find_new_name(repository, path, commit, lambda other: read_text(top, other))


def text_at_commit(top: str, path: str, commit: str) -> "str | None":
    """The text of a file at a commit."""
    from recall_cli.repository.history import History

    repository = find_repository(os.path.realpath(top))
    if repository is None:
        return None
    with History(repository) as history:
        blob = history.blob_id_at(commit, path)
        raw = history.content(blob) if blob else None
    return (
        None
        if raw is None or len(raw) > MAX_FILE_BYTES
        else raw.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    )


def count_commits_since(top: str, files: "list[tuple[str, str]]", seconds: float) -> "dict[tuple[str, str], int]":
    """How many commits changed each file since its commit, for pairs of commit and path.

    Pairs that cannot be counted in time are left out.
    """
    from time import monotonic

    from recall_cli.repository.history import History

    deadline = monotonic() + seconds
    location = find_repository(os.path.realpath(top))
    counts: dict[tuple[str, str], int] = {}
    if location is None:
        return counts
    with History(location) as history:
        for commit, path in [*dict.fromkeys(files)][:MAX_HISTORY_LOOKUPS]:
            count = history.count_changes_since(commit, path, lambda: monotonic() < deadline)
            if count is not None:
                counts[commit, path] = count
    return counts
