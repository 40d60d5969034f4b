"""The path of a file or folder whose name looks like a secret: written down masked, and found again on the disk.

Nothing is written that could be turned back into the name. The folder above lists the names, and the one whose masked
path and inode number are those that were written down is the right one.
"""

import os

from recall_cli.workplace import mask_mark, path_key, printable_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_MASK, _END = "[secret: ", "]"
MAX_FOUND = 16
"""Paths that mask to the same text, of which the newest is taken if no inode number is known."""


def find_masked_path(masked: str) -> "str | None":
    """The path that was written down as `path_key` gives it; the same path if nothing in it is masked; None if it is
    gone.
    """
    if _MASK not in masked:
        return masked
    text, colon, inode = masked.rpartition(":")
    text = text if colon and inode.isdigit() else masked
    found = []
    for path in _paths_like(os.sep, text.strip(os.sep).split(os.sep)):
        if path_key(path) == masked:
            return path
        if text == masked and mask_mark("path:" + printable_path(path))[len("path:") :] == text:
            found.append(path)  # written down before the file was there
        if len(found) == MAX_FOUND:
            break
    return max(found, key=lambda path: os.stat(path).st_mtime, default=None)


def _paths_like(folder: str, parts: "list[str]") -> "Iterator[str]":
    """The paths below a folder that these parts can stand for, where a masked part stands for any name like it."""
    part, rest = parts[0], parts[1:]
    if _MASK in part:
        try:
            names = sorted(name for name in os.listdir(folder) if _fits_mask(name, part))
        except OSError:
            return
    else:
        names = [part]
    for name in names:
        path = os.path.join(folder, name)
        if rest:
            yield from _paths_like(path, rest)
        elif os.path.exists(path):
            yield path


def _fits_mask(name: str, masked: str) -> bool:
    """Whether a name has the unmasked pieces of a masked one, in order."""
    before, *pieces = masked.split(_MASK)
    pieces = [piece.partition(_END)[2] for piece in pieces]
    at = len(before)
    if not name.startswith(before):
        return False
    for piece in pieces[:-1]:
        at = name.find(piece, at + 1) + len(piece)
        if at < len(piece):
            return False
    return len(name) > at + len(pieces[-1]) and name.endswith(pieces[-1])
