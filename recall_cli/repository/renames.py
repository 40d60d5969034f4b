"""Find a file of a work tree under its new name."""

import os

from recall_cli.repository.history import History
from recall_cli.repository.index import IndexEntry, read_index_entries
from recall_cli.repository.refs import is_object_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from recall_cli.repository.location import Location

MIN_SIMILARITY = 0.5
"""The share of its text that a renamed file must keep, as in git."""
MAX_COMPARED_FILES = 400
"""Files that are compared, those of the same content, name and type first."""
MAX_COMPARED_CHARS = 50_000_000
"""Letters of them that are read."""


def find_new_name(
    location: "Location", path: str, commit: str, read_text: "Callable[[str], str | None]"
) -> "str | None":
    """The new name of a file that was called `path` at a commit; None if no file is similar enough.

    Only files that git tracks now, and that did not exist at the commit, are compared.
    """
    if not is_object_id(commit):
        return None
    with History(location) as history:
        blob = history.blob_id_at(commit, path)
        if blob is None:
            return None
        files = (
            entry for entry in read_index_entries(location.private, len(commit) // 2) if entry.mode & 0xF000 == 0x8000
        )
        similar = _most_similar(path, blob, (entry for entry in files if history.surely_lacks(commit, entry.path)))
        for other in similar:
            if other.blob_id == blob and read_text(other.path) is not None:
                return other.path
        raw = history.content(blob)
        if raw is None:
            return None
        before = raw.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
        best_share, best_path, letters_left = MIN_SIMILARITY, None, MAX_COMPARED_CHARS
        for other in similar:
            after = read_text(other.path) if letters_left > 0 else None
            share = line_similarity(before, after) if after is not None else 0.0
            letters_left -= len(after or "")
            if share >= best_share and (best_path is None or share > best_share):
                best_share, best_path = share, other.path
    return best_path


def line_similarity(first: str, second: str) -> float:
    """The share of the longer text that both have in common, line by line."""
    longest = max(len(first), len(second))
    if not longest or min(len(first), len(second)) < MIN_SIMILARITY * longest:
        return 0.0
    lines_left: dict[str, int] = {}
    for line in first.split("\n"):
        lines_left[line] = lines_left.get(line, 0) + 1
    shared = 0
    for line in second.split("\n"):
        if lines_left.get(line, 0):
            lines_left[line] -= 1
            shared += len(line) + 1
    return min(1.0, shared / (longest + 1))


def _most_similar(path: str, blob: str, entries: "Iterable[IndexEntry]") -> "list[IndexEntry]":
    """The most similar files, the best first: by content, name, folder and type."""
    from heapq import nsmallest

    folder, name = os.path.split(path)
    kind = os.path.splitext(name)[1]

    def differences(other: IndexEntry) -> "tuple[bool, bool, bool, bool, str]":
        other_folder, other_name = os.path.split(other.path)
        unlike = (other_name != name, other_folder != folder, os.path.splitext(other_name)[1] != kind)
        return other.blob_id != blob, *unlike, other.path

    return nsmallest(MAX_COMPARED_FILES, entries, key=differences)
