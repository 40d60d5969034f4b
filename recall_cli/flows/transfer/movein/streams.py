"""Standard input and pipes: lines of JSON, imported as they arrive, or one JSON document."""

from recall_cli.domain.errors import UnreadableFile
from recall_cli.domain.json_text import loads
from recall_cli.flows.transfer.movein.files import MAX_DOCUMENT_BYTES, MAX_FILE_BYTES, MAX_LINE_BYTES, read_lines
from recall_cli.flows.transfer.movein.sources import JSON_LINES, Source, document_source, parse_document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from recall_cli.flows.transfer.movein.files import SourceLine

STREAM_NAME = "standard input"


def stream_source(stream: "BinaryIO") -> Source:
    """The JSON in a stream; UnreadableFile if it is something else."""
    first = stream.readline(MAX_LINE_BYTES)
    if first.strip() and not _is_json_line(first):
        raw = first + stream.read(MAX_DOCUMENT_BYTES - len(first) + 1)
        if len(raw) > MAX_DOCUMENT_BYTES or raw.lstrip()[:1] not in (b"[", b"{"):
            hint = "name a file; recall store - stores a text"
            raise UnreadableFile(f"cannot read {STREAM_NAME}: not lines of JSON, and no JSON document", hint)
        return document_source(STREAM_NAME, parse_document(raw, STREAM_NAME), STREAM_NAME)

    def records() -> "Iterator[SourceLine]":
        if first:
            yield 1, first
        for number, line in read_lines(stream, MAX_FILE_BYTES, STREAM_NAME):
            yield number + 1, line

    return Source(program=JSON_LINES, path=STREAM_NAME, name=STREAM_NAME, records=records)


def _is_json_line(line: bytes) -> bool:
    """Is this a JSON object, and not a document with a list of memories?"""
    try:
        value = loads(line.decode("utf-8", "replace").lstrip("\ufeff"))
    except ValueError:
        return False
    return isinstance(value, dict) and not any(isinstance(value.get(name), list) for name in ("memories", "results"))
