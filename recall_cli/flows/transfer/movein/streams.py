"""Standard input and pipes: lines of JSON as they come, everything else once all of it is there."""

import os

from recall_cli.domain.errors import Unreadable
from recall_cli.domain.jsontext import loads
from recall_cli.flows.transfer.movein.files import MAX_DOCUMENT, MAX_FILE, MAX_LINE, MB, lines_of
from recall_cli.flows.transfer.movein.sources import LINES, STDIN, Source, recognised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from recall_cli.flows.transfer.movein.sources import Told


class Stream:
    """`with Stream(stream) as source:` what a stream holds, recognised by its content."""

    def __init__(self, stream: "BinaryIO", *, whole: bool = False) -> None:
        self._stream = stream
        self._whole = whole
        """Has it to be there as a whole, since it is read twice?"""
        self._folder = ""

    def __enter__(self) -> Source:
        first = self._stream.readline(MAX_LINE)
        if not self._whole and (not first.strip() or _is_line(first)):
            return Source(program=LINES, path=STDIN, name=STDIN, records=self._lines(first))
        return recognised(self._spooled(first), name=STDIN)

    def _lines(self, first: bytes) -> "Callable[[], Iterator[Told]]":
        def records() -> "Iterator[Told]":
            if first:
                yield 1, first
            for number, line in lines_of(self._stream, MAX_FILE, STDIN):
                yield number + 1, line

        return records

    def _spooled(self, first: bytes) -> str:
        """All of it in a private file."""
        import tempfile

        if b"\0" in first[:1000] and not first.startswith((b"\xff\xfe", b"\xfe\xff", b"SQLite format 3\0", b"PK")):
            raise Unreadable(f"cannot read {STDIN}: binary, not text")
        self._folder = tempfile.mkdtemp(prefix="recall-")
        path = os.path.join(self._folder, "input")
        most = MAX_FILE if first.startswith((b"{", b"SQLite")) else MAX_DOCUMENT
        taken = 0
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            part = first
            while part:
                taken += len(part)
                if taken > most:
                    raise Unreadable(f"cannot read {STDIN}: more than {most // MB:,} MB")
                out.write(part)
                part = self._stream.read(MB)
        return path

    def __exit__(self, *_: object) -> None:
        if self._folder:
            import shutil

            shutil.rmtree(self._folder, ignore_errors=True)


def _is_line(line: bytes) -> bool:
    """Is this a whole JSON object by itself?"""
    if not line.lstrip(b"\xef\xbb\xbf \t").startswith(b"{"):
        return False
    try:
        value = loads(line.decode("utf-8", "replace").lstrip("\ufeff"))
    except ValueError:
        return False
    return isinstance(value, dict) and not any(isinstance(value.get(name), list) for name in ("memories", "results"))
