"""Files of others, opened and read within limits: ordinary files alone, none outside the folder that was given."""

import os
import stat

from recall_cli.domain.errors import UnreadableFile
from recall_cli.domain.record import Record
from recall_cli.rules.text.decoding import NotText, decode_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, BinaryIO

MB = 1024 * 1024
MAX_TEXT_BYTES = 32 * MB
"""A Markdown, text or CSV file that is read as a whole is no larger."""
MAX_DOCUMENT_BYTES = 64 * MB
"""Nor is a JSON document."""
MAX_FILE_BYTES = 4096 * MB
"""A file that is read line by line, or a database."""
MAX_LINE_BYTES = 16 * MB
"""No line of ours comes near this; a longer one is skipped without being held in memory."""
MAX_FILES = 10_000
"""A folder with more files that recall reads is refused as a whole."""
MAX_ENTRIES = 100_000
"""So is one with more files and folders of any kind: it is rather a machine than a folder of notes."""
MAX_BYTES = 256 * MB
"""So is one whose files are larger than this together."""
MAX_FOLDER_DEPTH = 40
"""So deep are folders looked into."""
MAX_NAMED_FOLDERS = 5
"""So many folders that are not read are named in a line."""


def open_file(path: str, root: "str | None" = None, max_bytes: int = MAX_FILE_BYTES) -> "BinaryIO":
    """An ordinary file, opened for reading; Unreadable says why it is not.

    A file that was found in a folder must really stand in that folder: a link may not lead out of it.
    """
    try:
        target = path
        if root is not None:
            target, top = os.path.realpath(path), os.path.realpath(root)
            if os.path.commonpath((target, top)) != top:
                raise UnreadableFile(f"cannot read {path}: a link that leads out of the folder")
        opened = os.open(target, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) * bool(root))
        file = os.fdopen(opened, "rb")
    except OSError as error:
        raise UnreadableFile(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from error
    try:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise UnreadableFile(f"cannot read {path}: not an ordinary file")
        if status.st_size > max_bytes:
            raise UnreadableFile(
                f"cannot read {path}: larger than {max_bytes // MB:,} MB, the most that is read of such a file"
            )
    except BaseException:
        file.close()
        raise
    return file


def read_text(path: str, root: "str | None" = None, max_bytes: int = MAX_TEXT_BYTES) -> "tuple[str, str]":
    """The text of a file, and its encoding where it is neither UTF-8 nor marked."""
    with open_file(path, root, max_bytes) as file:
        raw = file.read(max_bytes + 1)
    try:
        text, encoding = decode_file(raw)
    except NotText as error:
        raise UnreadableFile(f"cannot read {path}: {error}") from None
    return text, encoding


def read_lines(
    source: "BinaryIO", max_bytes: int = MAX_FILE_BYTES, name: str = ""
) -> "Iterator[tuple[int, dict[str, Any] | bytes]]":
    """The lines of a file or a stream with their numbers."""
    number = taken = 0
    while line := source.readline(MAX_LINE_BYTES):
        number += 1
        taken += len(line)
        told: dict[str, Any] | bytes = line
        if len(line) == MAX_LINE_BYTES and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n") and taken <= max_bytes:
                line = source.readline(MAX_LINE_BYTES)
                taken += len(line)
            told = {"broken": f"a line of more than {MAX_LINE_BYTES // MB} MB"}
        if taken > max_bytes:
            raise UnreadableFile(f"{name} is not read further: more than {max_bytes // MB:,} MB")
        yield number, told


class FolderListing(Record):
    """What a folder and the folders below it hold."""

    files: "tuple[str, ...]"
    faults: "tuple[tuple[str, str], ...]"
    """What should be read and is not: where it is, and why."""
    vendored: "tuple[str, ...]"
    """Folders of other people's code, which are not read."""


def files_below(folder: str, vendored_folders: "frozenset[str]", readable_suffixes: "tuple[str, ...]") -> FolderListing:
    """The files in a folder and below, on one file system; hidden files and folders are left out.

    Unreadable where there are more of them than anybody's notes: nothing of such a folder is read, and no part of it
    is chosen by chance. `read` are the endings of the files that recall reads.
    """
    found: list[str] = []
    deep: list[str] = []
    foreign: list[str] = []
    closed: list[str] = []
    theirs: list[str] = []
    device = _device_number(folder)
    entries = wanted = size = 0
    for top, folders, files in os.walk(folder, onerror=lambda error: closed.append(str(error.filename))):
        entries += len(folders) + len(files)
        open_to_us = sorted(one for one in folders if not one.startswith("."))
        theirs += [os.path.join(top, one) for one in open_to_us if one in vendored_folders]
        below = [os.path.join(top, one) for one in open_to_us if one not in vendored_folders]
        if below and os.path.relpath(top, folder).count(os.sep) + 1 >= MAX_FOLDER_DEPTH:
            deep.append(top)
            below = []
        elsewhere = {one for one in below if not os.path.islink(one) and _device_number(one) not in (device, None)}
        foreign += sorted(elsewhere)
        folders[:] = [os.path.basename(one) for one in below if one not in elsewhere]
        here = [os.path.join(top, one) for one in sorted(files) if not one.startswith(".")]
        fitting = [one for one in here if os.path.splitext(one)[1].casefold() in readable_suffixes]
        found += here
        wanted += len(fitting)
        size += sum(map(_file_size, fitting))
        _check_bounds(folder, entries, wanted, size)
    faults = [
        *((top, f"folders below this are not read: more than {MAX_FOLDER_DEPTH} levels deep") for top in deep),
        *_describe_unread(folder, foreign, "on another file system: name it to read it"),
        *_describe_unread(folder, closed, "it cannot be opened"),
    ]
    return FolderListing(files=tuple(found), faults=tuple(faults), vendored=tuple(theirs))


def _check_bounds(folder: str, entries: int, wanted: int, size: int) -> None:
    """Unreadable where a folder holds more than is read of one."""
    too_much = (
        f"more than {MAX_ENTRIES:,} files and folders"
        if entries > MAX_ENTRIES
        else f"more than {MAX_FILES:,} files that recall reads"
        if wanted > MAX_FILES
        else f"more than {MAX_BYTES // MB:,} MB to read"
        if size > MAX_BYTES
        else ""
    )
    if too_much:
        raise UnreadableFile(
            f"cannot read {folder}: {too_much}, so nothing of it was imported", "name a folder further down"
        )


def _describe_unread(folder: str, places: "list[str]", why: str) -> "list[tuple[str, str]]":
    """One line about folders that are not read for the same reason."""
    if not places:
        return []
    named = ", ".join(os.path.relpath(one, folder) for one in places[:MAX_NAMED_FOLDERS])
    more = f" and {len(places) - MAX_NAMED_FOLDERS:,} more folders" if len(places) > MAX_NAMED_FOLDERS else ""
    return [(named + more, why)]


def _device_number(path: str) -> "int | None":
    """Which file system a path is on; None where that cannot be told."""
    try:
        return os.stat(path).st_dev
    except OSError:
        return None


def _file_size(path: str) -> int:
    """How large an ordinary file is; 0 for everything else, which is not read."""
    try:
        status = os.lstat(path)
    except OSError:
        return 0
    return status.st_size if stat.S_ISREG(status.st_mode) else 0
