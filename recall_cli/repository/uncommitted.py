"""The files of a work tree that differ from the last commit. Git is not run: a repository could name programs."""

import os

from recall_cli.repository.history import History
from recall_cli.repository.index import read_index_entries
from recall_cli.repository.location import find_repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from recall_cli.repository.index import IndexEntry

MAX_TRACKED_FILES = 50_000
"""Further files of a larger repository are not compared."""
MAX_CHANGED_FILES = 500
REGULAR_FILE = 0x8000


def changed_files(
    top: str, read: "Callable[[str], str | None]", in_time: "Callable[[], bool]"
) -> "Iterator[tuple[str, str, str]]":
    """Each tracked file that differs from the last commit: its path, its text there, and its text now.

    `read` gives the text of a file in the work tree; None if it was removed or is no text. It ends when time is up.
    """
    repository = find_repository(top)
    if repository is None:
        return
    with History(repository) as history:
        head = history.head
        if head is None:
            return
        count = 0
        for number, entry in enumerate(read_index_entries(repository.private, len(head) // 2)):
            if number >= MAX_TRACKED_FILES or count >= MAX_CHANGED_FILES or not in_time():
                return
            if entry.mode & 0xF000 != REGULAR_FILE:
                continue
            committed = history.blob_id_at(head, entry.path)
            if committed == entry.blob_id and _is_untouched(top, entry):
                continue
            raw = history.content(committed) if committed is not None else b""
            before = None if raw is None else raw.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
            after = read(entry.path)
            if before is not None and before != (after or ""):
                count += 1
                yield entry.path, before, after or ""


def _is_untouched(top: str, entry: "IndexEntry") -> bool:
    try:
        status = os.lstat(os.path.join(top, entry.path))
    except (OSError, ValueError):
        return False
    seconds, nanoseconds = divmod(status.st_ctime_ns, 1_000_000_000)
    return (
        entry.inode == status.st_ino & 0xFFFFFFFF
        and entry.changed[0] == seconds & 0xFFFFFFFF
        and entry.changed[1] in (0, nanoseconds)
    )
