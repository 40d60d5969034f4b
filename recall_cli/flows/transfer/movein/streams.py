"""Standard input and pipes. Lines of JSON are imported as they arrive; anything else is first read to its end."""

import os

from recall_cli.domain.errors import UnreadableFile
from recall_cli.domain.json_text import loads
from recall_cli.engines.sqlite.foreign_database import OPEN_FILE_FOLDER, SQLITE_HEADER
from recall_cli.flows.transfer.movein.files import MAX_DOCUMENT_BYTES, MAX_FILE_BYTES, MAX_LINE_BYTES, MB, read_lines
from recall_cli.flows.transfer.movein.sources import JSON_LINES, STDIN_NAME, Source, detect_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from recall_cli.flows.transfer.movein.files import SourceLine


MAX_HELD_BYTES = 512 * MB
"""The limit for a database, or lines of JSON that are read twice, from a stream; a named file may be larger."""


class InputStream:
    """`with InputStream(stream) as source:` gives the source in a stream, recognized by its content."""

    def __init__(self, stream: "BinaryIO") -> None:
        self._stream = stream
        self._file: BinaryIO | None = None
        """That file, which has no name: when the process ends, in whatever way, nothing of it is left."""

    def __enter__(self) -> Source:
        first = self._stream.readline(MAX_LINE_BYTES)
        if not first.strip() or _is_json_line(first):
            return Source(program=JSON_LINES, path=STDIN_NAME, name=STDIN_NAME, records=self._lines(first))
        return detect_source(self._hold_in_file(first), name=STDIN_NAME)

    def _lines(self, first: bytes) -> "Callable[[], Iterator[SourceLine]]":
        def records() -> "Iterator[SourceLine]":
            if first:
                yield 1, first
            for number, line in read_lines(self._stream, MAX_FILE_BYTES, STDIN_NAME):
                yield number + 1, line

        return records

    def _hold_in_file(self, first: bytes) -> str:
        """Read the whole stream into a file without a name; returns a path by which this process can open it."""
        if b"\0" in first[:1000] and not first.startswith((b"\xff\xfe", b"\xfe\xff", SQLITE_HEADER, b"PK")):
            raise UnreadableFile(f"cannot read {STDIN_NAME}: binary, not text")
        self._file = _open_unnamed_file()
        max_bytes = MAX_HELD_BYTES if first.startswith((b"{", SQLITE_HEADER)) else MAX_DOCUMENT_BYTES
        size = 0
        part = first
        while part:
            size += len(part)
            if size > max_bytes:
                too_long = f"cannot read {STDIN_NAME}: more than {max_bytes // MB:,} MB"
                raise UnreadableFile(too_long, "name a file instead")
            self._file.write(part)
            part = self._stream.read(MB)
        self._file.flush()
        return f"{OPEN_FILE_FOLDER}{self._file.fileno()}"

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()


def _open_unnamed_file() -> "BinaryIO":
    """A new file that no folder lists; in memory, where the system can do that."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("recall"), "w+b")
    import tempfile

    return tempfile.TemporaryFile()


def _is_json_line(line: bytes) -> bool:
    """Is this a JSON object, and not a document with a list of memories?"""
    if not line.lstrip(b"\xef\xbb\xbf \t").startswith(b"{"):
        return False
    try:
        value = loads(line.decode("utf-8", "replace").lstrip("\ufeff"))
    except ValueError:
        return False
    return isinstance(value, dict) and not any(isinstance(value.get(name), list) for name in ("memories", "results"))
