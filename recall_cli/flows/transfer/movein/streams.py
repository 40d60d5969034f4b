"""Standard input and pipes. Lines of JSON are imported as they arrive; anything else is first read to its end."""

import os

from recall_cli.domain.errors import UnreadableFile
from recall_cli.domain.json_text import loads
from recall_cli.flows.transfer.movein.files import MAX_DOCUMENT_BYTES, MAX_FILE_BYTES, MAX_LINE_BYTES, MB, read_lines
from recall_cli.flows.transfer.movein.sources import JSON_LINES, STDIN_NAME, Source, detect_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from recall_cli.flows.transfer.movein.files import SourceLine


class InputStream:
    """`with InputStream(stream) as source:` gives the source in a stream, recognized by its content."""

    def __init__(self, stream: "BinaryIO", *, needs_file: bool = False) -> None:
        self._stream = stream
        self._needs_file = needs_file
        """Must the content be in a file, because it is read twice?"""
        self._folder = ""
        """The temporary folder of that file, if there is one."""

    def __enter__(self) -> Source:
        first = self._stream.readline(MAX_LINE_BYTES)
        if not self._needs_file and (not first.strip() or _is_json_line(first)):
            return Source(program=JSON_LINES, path=STDIN_NAME, name=STDIN_NAME, records=self._lines(first))
        return detect_source(self._write_to_file(first), name=STDIN_NAME)

    def _lines(self, first: bytes) -> "Callable[[], Iterator[SourceLine]]":
        def records() -> "Iterator[SourceLine]":
            if first:
                yield 1, first
            for number, line in read_lines(self._stream, MAX_FILE_BYTES, STDIN_NAME):
                yield number + 1, line

        return records

    def _write_to_file(self, first: bytes) -> str:
        """Write the whole stream to a private file; returns its path."""
        import tempfile

        if b"\0" in first[:1000] and not first.startswith((b"\xff\xfe", b"\xfe\xff", b"SQLite format 3\0", b"PK")):
            raise UnreadableFile(f"cannot read {STDIN_NAME}: binary, not text")
        self._folder = tempfile.mkdtemp(prefix="recall-")
        path = os.path.join(self._folder, "input")
        max_bytes = MAX_FILE_BYTES if first.startswith((b"{", b"SQLite")) else MAX_DOCUMENT_BYTES
        size = 0
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            part = first
            while part:
                size += len(part)
                if size > max_bytes:
                    raise UnreadableFile(f"cannot read {STDIN_NAME}: more than {max_bytes // MB:,} MB")
                out.write(part)
                part = self._stream.read(MB)
        return path

    def __exit__(self, *_: object) -> None:
        if self._folder:
            import shutil

            shutil.rmtree(self._folder, ignore_errors=True)


def _is_json_line(line: bytes) -> bool:
    """Is this a JSON object, and not a document with a list of memories?"""
    if not line.lstrip(b"\xef\xbb\xbf \t").startswith(b"{"):
        return False
    try:
        value = loads(line.decode("utf-8", "replace").lstrip("\ufeff"))
    except ValueError:
        return False
    return isinstance(value, dict) and not any(isinstance(value.get(name), list) for name in ("memories", "results"))
