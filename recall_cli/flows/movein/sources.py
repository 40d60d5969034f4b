"""What a file or a folder is, told by its content, and its memories as import lines: read, never written to."""

import os

from recall_cli.domain.errors import Unreadable
from recall_cli.domain.jsontext import loads
from recall_cli.domain.record import Record
from recall_cli.engines.sqlite.foreign import Foreign, is_database
from recall_cli.flows.movein import databases, documents
from recall_cli.rules.decoding import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Told = dict[str, Any] | bytes | None

LARGEST = 512 * 1024 * 1024
"""A document that is read as a whole is no larger."""
MOST_FILES = 10_000
FIRST = 65_536
KNOWN = (
    "recall reads its own exports and stores, JSON lines, databases of Memori, szl-recall and claude-mem, exports of "
    "mem0 and OpenMemory, Markdown files and folders of them"
)
_SKIPPED = frozenset({"node_modules", "__pycache__", "venv", "dist", "build", "target"})


class Source(Record):
    """Something to move in from."""

    program: str
    """Whose it is; lines for what the ordinary import reads, recall for another store of ours."""
    path: str
    records: "Callable[[], Iterator[Told]]"
    """Its memories; None for a statement that is not worth keeping."""
    everywhere: bool = False
    """Do its memories belong to no project, where nobody says?"""


LINES = "lines"
STORE = "recall"


def recognised(path: str) -> Source:
    """What is there; Unreadable says what recall can read where it is nothing of that."""
    try:
        if os.path.isdir(path):
            return _folder(path)
        if os.path.exists(path) and not os.path.isfile(path):  # a pipe is read once, line by line
            return Source(program=LINES, path=path, records=lambda: iter(()))
        if is_database(path):
            return _database(path)
        with open(path, "rb") as file:
            first = file.read(FIRST)
        if first.startswith(b"PK\x03\x04"):
            return _archive(path)
        if path.casefold().endswith((".md", ".markdown")):
            return _markdown([path])
        return _text(path, first)
    except OSError as error:
        raise Unreadable(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from error


def _database(path: str) -> Source:
    with Foreign(path) as theirs:
        if theirs.ours:
            return Source(program=STORE, path=path, records=lambda: iter(()))
        columns = theirs.columns("memories") if "memories" in theirs.tables else frozenset()
        program = databases.recognised(theirs.tables, columns)
        if program is None:
            hint = "recall import transcripts reads its sessions" if {"session", "part"} <= theirs.tables else KNOWN
            raise Unreadable(f"cannot read {path}: a database of a program that recall does not know", hint)
        tables = theirs.tables

    def records() -> "Iterator[Told]":
        with Foreign(path) as theirs:
            for statement, read in databases.READERS[program]:
                if statement != "claude_mem_summaries" or "session_summaries" in tables:
                    yield from map(read, theirs.rows(statement))

    return Source(program=program, path=path, records=records, everywhere=True)


def _archive(path: str) -> Source:
    """An archive as OpenMemory exports it, with `memories.json` in it."""
    import zipfile

    try:
        with zipfile.ZipFile(path) as archive:
            inside = [one for one in archive.infolist() if one.filename.rpartition("/")[2] == "memories.json"]
            if not inside or inside[0].file_size > LARGEST:
                raise Unreadable(f"cannot read {path}: an archive without memories.json", KNOWN)
            value = _value(archive.read(inside[0]), path)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
        raise Unreadable(f"cannot read {path}", str(error).lower()) from None
    return _document(path, value)


def _text(path: str, first: bytes) -> Source:
    """A JSON document, or lines of JSON."""
    start = first.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if start not in (b"{", b"["):
        return Source(program=LINES, path=path, records=lambda: iter(()))
    line = _first_line(first)
    if isinstance(line, dict):
        return _of_lines(path, line)
    if os.path.getsize(path) > LARGEST:
        raise Unreadable(f"cannot read {path}: too large to be read as one document", KNOWN)
    with open(path, "rb") as file:
        raw = file.read()
    try:
        value = _value(raw, path)
    except Unreadable:  # its lines will say what is wrong with each
        return Source(program=LINES, path=path, records=lambda: iter(()))
    return _document(path, value)


def _first_line(first: bytes) -> "Any":
    """The first line as a document; None where it is none by itself, or the whole of it."""
    line, more, rest = first.lstrip().partition(b"\n")
    try:
        value = loads(line.decode("utf-8", "replace"))
    except ValueError:
        return None
    return value if (more and rest.strip()) or (isinstance(value, dict) and not documents.listed(value)) else None


def _of_lines(path: str, line: "dict[str, Any]") -> Source:
    """Lines of one of the programs that write such; lines with a `text` are read by the ordinary import."""
    if not {"recall", "text"} & line.keys() and {"sessionId", "session_meta"} & {*line, str(line.get("type"))}:
        raise Unreadable(f"cannot read {path}: an agent's session", "recall import transcripts reads those")
    program = documents.recognised([line]) if "text" not in line else None
    if program is None:
        return Source(program=LINES, path=path, records=lambda: iter(()))

    def records() -> "Iterator[Told]":
        with open(path, "rb") as file:
            for raw in file:
                try:
                    value = loads(raw.decode("utf-8", "replace")) if raw.strip() else None
                except ValueError:
                    yield b"broken"
                    continue
                if value is not None:
                    yield from documents.read([value], program)

    return Source(program=program, path=path, records=records, everywhere=True)


def _document(path: str, value: "Any") -> Source:
    program = documents.recognised(value)
    if program is None:
        raise Unreadable(f"cannot read {path}: a document that recall does not know", KNOWN)
    return Source(program=program, path=path, records=lambda: documents.read(value, program), everywhere=True)


def _value(raw: bytes, path: str) -> "Any":
    try:
        return loads(decoded(raw, "replace"))
    except ValueError as error:
        raise Unreadable(f"cannot read {path}: not JSON", str(error)) from None


def _folder(path: str) -> Source:
    """Every Markdown file in a folder and below, hidden folders and those of other people's code left out."""
    found: list[str] = []
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(one for one in folders if not one.startswith(".") and one not in _SKIPPED)
        found += [os.path.join(folder, one) for one in sorted(files) if one.casefold().endswith(".md")]
        if len(found) > MOST_FILES:
            raise Unreadable(f"cannot read {path}: more than {MOST_FILES:,} Markdown files", "name one further down")
    if not found:
        raise Unreadable(f"cannot read {path}: a folder without Markdown files", KNOWN)
    return _markdown(found, path)


def _markdown(paths: "list[str]", root: "str | None" = None) -> Source:
    def records() -> "Iterator[Told]":
        from recall_cli.domain.moment import iso
        from recall_cli.flows.movein.notes import notes

        for path in paths:
            if not os.path.isfile(path) or os.path.getsize(path) > LARGEST // 16:
                continue
            with open(path, "rb") as file:
                text = decoded(file.read(), "replace")
            name = os.path.relpath(path, root) if root else os.path.basename(path)
            yield from notes(text, name, iso(int(os.stat(path).st_mtime * 1000)))

    return Source(program="markdown", path=root or paths[0], records=records)
