"""Which file of a work tree is another one under a new name."""

import os

from recall_cli.repository.history import History
from recall_cli.repository.index import IndexEntry, read_index_entries
from recall_cli.repository.refs import is_object_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from recall_cli.repository.location import Location

MIN_SIMILARITY = 0.5
"""The share of its text that a file keeps when it counts as renamed; git's own measure."""
MAX_COMPARED_FILES = 400
"""So many files are compared, those of the same content, name and kind first."""
MAX_COMPARED_CHARS = 50_000_000
"""So many letters of them are read."""


def find_new_name(
    location: "Location", path: str, commit: str, read_text: "Callable[[str], str | None]"
) -> "str | None":
    """What a file is called now that was called `path` at a commit; None where no file is enough like it.

    Only files that git follows now, and that were not there at the commit, are looked at.
    """
    if not is_object_id(commit):
        return None
    with History(location) as history:
        blob = history.blob_id_at(commit, path)
        if blob is None:
            return None
        files = (one for one in read_index_entries(location.private, len(commit) // 2) if one.mode & 0xF000 == 0x8000)
        near = _most_similar(path, blob, (one for one in files if history.surely_lacks(commit, one.path)))
        for other in near:
            if other.blob_id == blob and read_text(other.path) is not None:
                return other.path
        raw = history.content(blob)
        if raw is None:
            return None
        before = raw.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
        best, found, left = MIN_SIMILARITY, None, MAX_COMPARED_CHARS
        for other in near:
            after = read_text(other.path) if left > 0 else None
            share = line_similarity(before, after) if after is not None else 0.0
            left -= len(after or "")
            if share >= best and (found is None or share > best):
                best, found = share, other.path
    return found


def line_similarity(one: str, other: str) -> float:
    """The share of the longer text that both have in common, line by line."""
    longest = max(len(one), len(other))
    if not longest or min(len(one), len(other)) < MIN_SIMILARITY * longest:
        return 0.0
    left: dict[str, int] = {}
    for line in one.split("\n"):
        left[line] = left.get(line, 0) + 1
    shared = 0
    for line in other.split("\n"):
        if left.get(line, 0):
            left[line] -= 1
            shared += len(line) + 1
    return min(1.0, shared / (longest + 1))


def _most_similar(path: str, blob: str, entries: "Iterable[IndexEntry]") -> "list[IndexEntry]":
    """The files that are most like this one, the best first: by what they hold, by name, by folder, by kind."""
    from heapq import nsmallest

    folder, name = os.path.split(path)
    kind = os.path.splitext(name)[1]

    def far(other: IndexEntry) -> "tuple[bool, bool, bool, bool, str]":
        there, called = os.path.split(other.path)
        like = (called != name, there != folder, os.path.splitext(called)[1] != kind)
        return other.blob_id != blob, *like, other.path

    return nsmallest(MAX_COMPARED_FILES, entries, key=far)
