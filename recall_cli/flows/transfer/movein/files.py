"""Opens and reads the files of an import within limits: only ordinary files, and none outside the given folder."""

import os
import stat

from recall_cli.domain.errors import UnreadableFile
from recall_cli.domain.record import Record
from recall_cli.flows.transfer.import_report import LineFault
from recall_cli.rules.text.decoding import NotText, decode_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from recall_cli.flows.transfer.import_report import ReportEntry

    SourceLine = tuple[int, dict[str, object] | bytes | LineFault | ReportEntry | None]

MB = 1024 * 1024
MAX_TEXT_BYTES = 32 * MB
"""The limit for a Markdown or text file, which is read as a whole."""
MAX_DOCUMENT_BYTES = 64 * MB
"""The limit for a JSON document."""
MAX_FILE_BYTES = 4096 * MB
"""The limit for a database, or a file that is read line by line."""
MAX_LINE_BYTES = 16 * MB
"""A longer line is reported and skipped, without being held in memory. Lines of recall are much shorter."""
MAX_FILES = 10_000
"""A folder with more readable files than this is refused as a whole."""
MAX_ENTRIES = 100_000
"""A folder with more files and folders of any kind is refused too: it is hardly a folder of notes."""
MAX_BYTES = 256 * MB
"""A folder whose readable files are larger than this together is refused too."""
MAX_FOLDER_DEPTH = 40
"""Folders further down are not read."""
MAX_NAMED_FOLDERS = 5
"""A message about folders that are not read names this many of them."""


def open_file(path: str, root: "str | None" = None, max_bytes: int = MAX_FILE_BYTES) -> "BinaryIO":
    """An ordinary file, opened for reading; UnreadableFile if it cannot be read.

    With `root`, the file must really be inside that folder: a link may not lead out of it.
    """
    try:
        target = path
        if root is not None:
            target, top = os.path.realpath(path), os.path.realpath(root)
            if os.path.commonpath((target, top)) != top:
                raise UnreadableFile(f"cannot read {path}: a link that leads out of the folder")
        no_follow = getattr(os, "O_NOFOLLOW", 0) if root else 0
        file = os.fdopen(os.open(target, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | no_follow), "rb")
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
        file.seek(0)  # on some systems an open file that is opened again goes on where it was
    except BaseException:
        file.close()
        raise
    return file


def read_text(path: str, root: "str | None" = None, max_bytes: int = MAX_TEXT_BYTES) -> "tuple[str, str]":
    """The text of a file, and its encoding."""
    with open_file(path, root, max_bytes) as file:
        raw = file.read(max_bytes + 1)
    try:
        text, encoding = decode_file(raw)
    except NotText as error:
        raise UnreadableFile(f"cannot read {path}: {error}") from None
    return text, encoding


def read_lines(
    source: "BinaryIO", max_bytes: int = MAX_FILE_BYTES, name: str = ""
) -> "Iterator[tuple[int, bytes | LineFault]]":
    """The lines of a file or a stream with their numbers. A line that is too long is a fault."""
    number = size = 0
    while line := source.readline(MAX_LINE_BYTES):
        number += 1
        size += len(line)
        result: bytes | LineFault = line
        if len(line) == MAX_LINE_BYTES and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n") and size <= max_bytes:
                line = source.readline(MAX_LINE_BYTES)
                size += len(line)
            result = LineFault(line=number, reason=f"a line of more than {MAX_LINE_BYTES // MB} MB")
        if size > max_bytes:
            raise UnreadableFile(f"{name} is not read further: more than {max_bytes // MB:,} MB")
        yield number, result


class FolderListing(Record):
    """The content of a folder and the folders below it."""

    files: "tuple[str, ...]"
    faults: "tuple[tuple[str, str], ...]"
    """Folders that could not be read, each with the reason."""
    vendored: "tuple[str, ...]"
    """Folders of other people's code, which are not read."""


def files_below(folder: str, vendored_folders: "frozenset[str]", readable_suffixes: "tuple[str, ...]") -> FolderListing:
    """The files in a folder and below, on one file system, without hidden files and folders.

    UnreadableFile if there are too many. Then nothing of the folder is read, since any part would be a random choice.
    """
    files: list[str] = []
    too_deep: list[str] = []
    other_devices: list[str] = []
    closed: list[str] = []
    vendored: list[str] = []
    device = _device_number(folder)
    entries = readable_files = readable_bytes = 0
    for top, folder_names, file_names in os.walk(folder, onerror=lambda error: closed.append(str(error.filename))):
        entries += len(folder_names) + len(file_names)
        visible = sorted(name for name in folder_names if not name.startswith("."))
        vendored += [os.path.join(top, name) for name in visible if name in vendored_folders]
        below = [os.path.join(top, name) for name in visible if name not in vendored_folders]
        if below and os.path.relpath(top, folder).count(os.sep) + 1 >= MAX_FOLDER_DEPTH:
            too_deep.append(top)
            below = []
        elsewhere = {path for path in below if not os.path.islink(path) and _device_number(path) not in (device, None)}
        other_devices += sorted(elsewhere)
        folder_names[:] = [os.path.basename(path) for path in below if path not in elsewhere]
        paths = [os.path.join(top, name) for name in sorted(file_names) if not name.startswith(".")]
        readable = [path for path in paths if os.path.splitext(path)[1].casefold() in readable_suffixes]
        files += paths
        readable_files += len(readable)
        readable_bytes += sum(map(_file_size, readable))
        _check_limits(folder, entries, readable_files, readable_bytes)
    faults = [
        *((top, f"folders below this are not read: more than {MAX_FOLDER_DEPTH} levels deep") for top in too_deep),
        *_describe_unread(folder, other_devices, "on another file system: name it to read it"),
        *_describe_unread(folder, closed, "it cannot be opened"),
    ]
    return FolderListing(files=tuple(files), faults=tuple(faults), vendored=tuple(vendored))


def _check_limits(folder: str, entries: int, readable_files: int, readable_bytes: int) -> None:
    """UnreadableFile if a folder is too large."""
    if entries > MAX_ENTRIES:
        excess = f"more than {MAX_ENTRIES:,} files and folders"
    elif readable_files > MAX_FILES:
        excess = f"more than {MAX_FILES:,} files that recall reads"
    elif readable_bytes > MAX_BYTES:
        excess = f"more than {MAX_BYTES // MB:,} MB to read"
    else:
        return
    raise UnreadableFile(f"cannot read {folder}: {excess}, so nothing of it was imported", "name a folder further down")


def _describe_unread(folder: str, unread: "list[str]", reason: str) -> "list[tuple[str, str]]":
    """One fault for all folders that are not read for the same reason; none if there is no such folder."""
    if not unread:
        return []
    names = ", ".join(os.path.relpath(path, folder) for path in unread[:MAX_NAMED_FOLDERS])
    more = f" and {len(unread) - MAX_NAMED_FOLDERS:,} more folders" if len(unread) > MAX_NAMED_FOLDERS else ""
    return [(names + more, reason)]


def _device_number(path: str) -> "int | None":
    """The number of the file system that holds a path; None if it is unknown."""
    try:
        return os.stat(path).st_dev
    except OSError:
        return None


def _file_size(path: str) -> int:
    """The size of an ordinary file; 0 for anything else, which is not read."""
    try:
        status = os.lstat(path)
    except OSError:
        return 0
    return status.st_size if stat.S_ISREG(status.st_mode) else 0
