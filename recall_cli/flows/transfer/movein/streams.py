"""Standard input and pipes: lines of JSON as they come, everything else once all of it is there."""

import os

from recall_cli.domain.errors import UnreadableFile
from recall_cli.domain.json_text import loads
from recall_cli.flows.transfer.movein.files import MAX_DOCUMENT_BYTES, MAX_FILE_BYTES, MAX_LINE_BYTES, MB, read_lines
from recall_cli.flows.transfer.movein.sources import JSON_LINES, STDIN_NAME, Source, detect_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from recall_cli.flows.transfer.movein.sources import SourceLine


class InputStream:
    """`with Stream(stream) as source:` what a stream holds, recognised by its content."""

    def __init__(self, stream: "BinaryIO", *, needs_file: bool = False) -> None:
        self._import_stream = stream
        self._whole = needs_file
        """Has it to be there as a whole, since it is read twice?"""
        self._folder = ""

    def __enter__(self) -> Source:
        first = self._import_stream.readline(MAX_LINE_BYTES)
        if not self._whole and (not first.strip() or _is_json_line(first)):
            return Source(program=JSON_LINES, path=STDIN_NAME, name=STDIN_NAME, records=self._lines(first))
        return detect_source(self._write_to_file(first), name=STDIN_NAME)

    def _lines(self, first: bytes) -> "Callable[[], Iterator[SourceLine]]":
        def records() -> "Iterator[SourceLine]":
            if first:
                yield 1, first
            for number, line in read_lines(self._import_stream, MAX_FILE_BYTES, STDIN_NAME):
                yield number + 1, line

        return records

    def _write_to_file(self, first: bytes) -> str:
        """All of it in a private file."""
        import tempfile

        if b"\0" in first[:1000] and not first.startswith((b"\xff\xfe", b"\xfe\xff", b"SQLite format 3\0", b"PK")):
            raise UnreadableFile(f"cannot read {STDIN_NAME}: binary, not text")
        self._folder = tempfile.mkdtemp(prefix="recall-")
        path = os.path.join(self._folder, "input")
        most = MAX_FILE_BYTES if first.startswith((b"{", b"SQLite")) else MAX_DOCUMENT_BYTES
        taken = 0
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            part = first
            while part:
                taken += len(part)
                if taken > most:
                    raise UnreadableFile(f"cannot read {STDIN_NAME}: more than {most // MB:,} MB")
                out.write(part)
                part = self._import_stream.read(MB)
        return path

    def __exit__(self, *_: object) -> None:
        if self._folder:
            import shutil

            shutil.rmtree(self._folder, ignore_errors=True)


def _is_json_line(line: bytes) -> bool:
    """Is this a whole JSON object by itself?"""
    if not line.lstrip(b"\xef\xbb\xbf \t").startswith(b"{"):
        return False
    try:
        value = loads(line.decode("utf-8", "replace").lstrip("\ufeff"))
    except ValueError:
        return False
    return isinstance(value, dict) and not any(isinstance(value.get(name), list) for name in ("memories", "results"))
