"""Files of others, opened and read within limits: ordinary files alone, none outside the folder that was given."""

import os
import stat

from recall_cli.domain.errors import Unreadable
from recall_cli.rules.decoding import NotText, text_of_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, BinaryIO

MB = 1024 * 1024
MAX_TEXT = 32 * MB
"""A Markdown, text or CSV file that is read as a whole is no larger."""
MAX_DOCUMENT = 64 * MB
"""Nor is a JSON document."""
MAX_FILE = 4096 * MB
"""A file that is read line by line, or a database."""
MAX_LINE = 16 * MB
"""No line of ours comes near this; a longer one is skipped without being held in memory."""
MAX_FILES = 10_000
"""So many files of one folder are read."""
MAX_FOLDERS = 40
"""So deep are folders looked into."""


def open_file(path: str, root: "str | None" = None, most: int = MAX_FILE) -> "BinaryIO":
    """An ordinary file, opened for reading; Unreadable says why it is not.

    A file that was found in a folder must really stand in that folder: a link may not lead out of it.
    """
    try:
        target = path
        if root is not None:
            target, top = os.path.realpath(path), os.path.realpath(root)
            if os.path.commonpath((target, top)) != top:
                raise Unreadable(f"cannot read {path}: a link that leads out of the folder")
        opened = os.open(target, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) * bool(root))
        file = os.fdopen(opened, "rb")
    except OSError as error:
        raise Unreadable(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from error
    try:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise Unreadable(f"cannot read {path}: not an ordinary file")
        if status.st_size > most:
            raise Unreadable(f"cannot read {path}: larger than {most // MB:,} MB, the most that is read of such a file")
    except BaseException:
        file.close()
        raise
    return file


def read_text(path: str, root: "str | None" = None, most: int = MAX_TEXT) -> "tuple[str, str]":
    """The text of a file, and its encoding where it is neither UTF-8 nor marked."""
    with open_file(path, root, most) as file:
        raw = file.read(most + 1)
    try:
        text, encoding = text_of_file(raw)
    except NotText as error:
        raise Unreadable(f"cannot read {path}: {error}") from None
    return text, encoding


def lines_of(
    source: "BinaryIO", most: int = MAX_FILE, name: str = ""
) -> "Iterator[tuple[int, dict[str, Any] | bytes]]":
    """The lines of a file or a stream with their numbers."""
    number = taken = 0
    while line := source.readline(MAX_LINE):
        number += 1
        taken += len(line)
        told: dict[str, Any] | bytes = line
        if len(line) == MAX_LINE and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n") and taken <= most:
                line = source.readline(MAX_LINE)
                taken += len(line)
            told = {"broken": f"a line of more than {MAX_LINE // MB} MB"}
        if taken > most:
            raise Unreadable(f"{name} is not read further: more than {most // MB:,} MB")
        yield number, told


def files_below(folder: str, skipped: "frozenset[str]") -> "tuple[list[str], list[str]]":
    """The files in a folder and below, and what is said of parts that are not looked into."""
    found: list[str] = []
    told: list[str] = []
    for top, folders, files in os.walk(folder):
        folders[:] = sorted(one for one in folders if not one.startswith(".") and one not in skipped)
        if os.path.relpath(top, folder).count(os.sep) + 1 >= MAX_FOLDERS and folders:
            told.append(f"{top}: folders below this are not read: more than {MAX_FOLDERS} levels deep")
            folders[:] = []
        found += [os.path.join(top, one) for one in sorted(files) if not one.startswith(".")]
        if len(found) > MAX_FILES * 10:
            break
    return found, told
