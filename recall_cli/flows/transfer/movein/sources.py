"""What a file or a folder is, told by its content, and its memories as import lines: read, never written to."""

import os

from recall_cli.domain.errors import Unreadable
from recall_cli.domain.jsontext import loads
from recall_cli.domain.record import Record
from recall_cli.engines.sqlite.foreign import MAGIC, Foreign
from recall_cli.flows.transfer.movein import databases, documents, texts
from recall_cli.flows.transfer.movein.files import MAX_DOCUMENT, MAX_FILE, files_below, lines_of, open_file, read_text
from recall_cli.rules.text.decoding import UTF16, decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Told = tuple[int, dict[str, Any] | bytes | None]

FIRST = 65_536
KNOWN = (
    "recall reads its own exports and stores, JSON, CSV, text and Markdown files and folders of them, databases of "
    "Memori, szl-recall and claude-mem, exports of mem0 and OpenMemory"
)
VENDORED = frozenset({
    "node_modules", "bower_components", "__pycache__", "venv", "site-packages", "dist-packages", "vendor",
    "third_party", "dist", "build", "target",
})  # fmt: skip
"""Folders of other people's code and of what was made by a program: not read unless they are named themselves."""
MARKDOWN = (".md", ".markdown", ".mdx", ".mdc")
TABLES = (".csv", ".tsv")
PLAIN = (".txt", ".text", ".rst", ".org", ".adoc", "")
LISTED = (*MARKDOWN, *TABLES, ".txt", ".text", ".json", ".jsonl", ".ndjson")
"""The files of a folder that are looked into."""
STDIN = "standard input"


class Source(Record):
    """Something to move in from."""

    program: str
    """Whose it is; lines for JSON lines, recall for another store of ours."""
    path: str
    records: "Callable[[], Iterator[Told]]"
    """Its memories, each with its line or its place; None, or the reason, for what is not worth keeping."""
    everywhere: bool = False
    """Do its memories belong to no project, where nobody says?"""
    name: str = ""
    """What it is called in a report."""
    note: str = ""
    """What the user should know of how it is read."""
    own_place: bool = False
    """Do its memories belong to the project of its folder?"""
    mark: str = ""
    """By what its statements are known again when it is imported anew; empty where they are not."""


class Folder(Record):
    """What a folder holds."""

    sources: "tuple[Source, ...]"
    faults: "tuple[tuple[str, str], ...]"
    """Files that should be read and cannot be, each with the reason."""
    skipped: "tuple[str, ...]"
    """Files that are nothing to recall."""


LINES = "lines"
STORE = "recall"


def recognised(path: str, *, root: "str | None" = None, name: str = "") -> Source:
    """What is there; Unreadable says what recall can read where it is nothing of that."""
    with open_file(path, root) as file:
        first = file.read(FIRST)
    called = name or (os.path.relpath(path, root) if root else path)
    if first.startswith(MAGIC):
        return _database(path).but(name=called)
    if first.startswith(b"PK\x03\x04"):
        return _archive(path).but(name=called)
    extension = os.path.splitext(called)[1].casefold() if name != STDIN else ""
    if extension in MARKDOWN:
        return _markdown(path, root, called)
    if extension in TABLES:
        return _table(path, root, called)
    return _text(path, first, root, called, extension)


def in_folder(path: str) -> Folder:
    """Every file in a folder and below that recall can read, hidden ones and those of other people's code left out."""
    below = files_below(path, VENDORED, LISTED)
    wanted = [one for one in below.files if os.path.splitext(one)[1].casefold() in LISTED]
    rest = [one for one in below.files if os.path.splitext(one)[1].casefold() not in LISTED]
    rest += [os.path.join(one, "") for one in below.vendored]
    faults = [*below.faults]
    sources: list[Source] = []
    for one in wanted:
        try:
            sources.append(recognised(one, root=path))
        except Unreadable as error:
            if os.path.splitext(one)[1].casefold() == ".json" and error.hint == KNOWN:
                rest.append(one)
            else:
                faults.append((os.path.relpath(one, path), error.message.removeprefix(f"cannot read {one}: ")))
    if not sources and not faults:
        raise Unreadable(f"cannot read {path}: a folder without files that recall reads", KNOWN)
    return Folder(sources=tuple(sources), faults=tuple(faults), skipped=tuple(_below(one, path) for one in rest))


def _below(place: str, folder: str) -> str:
    """Where a file or a folder is, seen from a folder above it; a folder ends in a slash."""
    return os.path.relpath(place, folder) + ("/" if place.endswith(os.sep) else "")


def _database(path: str) -> Source:
    """Another store of ours, or another program's."""
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
        number = 0
        with Foreign(path) as theirs:
            for statement, read in databases.READERS[program]:
                if statement != "claude_mem_summaries" or "session_summaries" in tables:
                    for row in theirs.rows(statement):
                        number += 1
                        yield number, read(row)

    return Source(program=program, path=path, records=records, everywhere=True)


def _archive(path: str) -> Source:
    """An archive as OpenMemory exports it, with `memories.json` in it."""
    import zipfile

    try:
        with zipfile.ZipFile(path) as archive:
            inside = [one for one in archive.infolist() if one.filename.rpartition("/")[2] == "memories.json"]
            if not inside or inside[0].file_size > MAX_DOCUMENT:
                raise Unreadable(f"cannot read {path}: an archive without memories.json", KNOWN)
            value = _value(archive.read(inside[0]), path)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
        raise Unreadable(f"cannot read {path}", str(error).lower()) from None
    return _document(path, value, path)


def _text(path: str, first: bytes, root: "str | None", name: str, extension: str) -> Source:
    """A JSON document, lines of JSON, a table, or plain text."""
    head = (
        decoded(first, "replace")
        if first.startswith(UTF16)
        else first.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    )
    start = head.lstrip()[:1]
    if not start or start == "{" or (start != "[" and _has_json_lines(head)):
        line = _first_line(head)
        if isinstance(line, dict) or start != "{":
            return _of_lines(path, line if isinstance(line, dict) else {}, root, name, wide=first.startswith(UTF16))
    if start in ("{", "["):
        return _document_of(path, root, name)
    if texts.is_table(head):
        return _table(path, root, name)
    if extension not in PLAIN:
        raise Unreadable(f"cannot read {name}: not a kind of file that recall knows", KNOWN)
    return _plain(path, root, name)


def _has_json_lines(head: str) -> bool:
    """Are there lines of JSON, although the first is none?"""
    return any(line.lstrip().startswith('{"') for line in head.split("\n")[:20])


def _document_of(path: str, root: "str | None", name: str) -> Source:
    """A JSON file that is read as a whole; where it is none, its lines say what is wrong with each."""
    with open_file(path, root, MAX_DOCUMENT) as file:
        raw = file.read(MAX_DOCUMENT + 1)
    try:
        value = _value(raw, name)
    except Unreadable:
        if raw.lstrip()[:1] == b"[":
            raise
        return Source(program=LINES, path=path, name=name, records=lambda: _lines(path, root))
    return _document(path, value, name)


def _lines(path: str, root: "str | None") -> "Iterator[Told]":
    with open_file(path, root) as file:
        yield from lines_of(file, MAX_FILE, path)


def _wide_lines(path: str, root: "str | None") -> "Iterator[Told]":
    """The lines of a file in UTF-16, as some shells write it."""
    text, _ = read_text(path, root, MAX_DOCUMENT)
    for number, line in enumerate(text.split("\n"), 1):
        yield number, line.encode("utf-8", "surrogatepass")


def _first_line(head: str) -> "Any":
    """The first line as a document; None where it is none by itself, or the whole of it."""
    line, more, rest = head.lstrip().partition("\n")
    try:
        value = loads(line)
    except ValueError:
        return None
    return value if (more and rest.strip()) or (isinstance(value, dict) and not documents.listed(value)) else None


def _of_lines(path: str, line: "dict[str, Any]", root: "str | None", name: str, *, wide: bool) -> Source:
    """Lines of one of the programs that write such; lines with a `text` are read by the ordinary import."""
    if not {"recall", "text"} & line.keys() and {"sessionId", "session_meta"} & {*line, str(line.get("type"))}:
        raise Unreadable(f"cannot read {path}: an agent's session", "recall import transcripts reads those")
    program = documents.recognised([line]) if "text" not in line else None
    if program is None and line and not {"recall", "text"} & line.keys() and name.casefold().endswith(".json"):
        raise Unreadable(f"cannot read {path}: a document that recall does not know", KNOWN)
    read = _wide_lines if wide else _lines
    if program is None:
        return Source(program=LINES, path=path, name=name, records=lambda: read(path, root))

    def records() -> "Iterator[Told]":
        for number, raw in read(path, root):
            try:
                value = loads(raw.decode("utf-8", "replace")) if isinstance(raw, bytes) and raw.strip() else None
            except ValueError:
                yield number, b"broken"
                continue
            if value is not None:
                yield from ((number, one) for one in documents.read([value], program))

    return Source(program=program, path=path, name=name, records=records, everywhere=True)


def _document(path: str, value: "Any", name: str) -> Source:
    program = documents.recognised(value)
    if program is not None:
        return Source(
            program=program, path=path, name=name, everywhere=True,
            records=lambda: enumerate(documents.read(value, program), 1),
        )  # fmt: skip
    listed = texts.listed_texts(value)
    if listed is None:
        raise Unreadable(f"cannot read {path}: a document that recall does not know", KNOWN)
    return Source(program="json", path=path, name=name, records=lambda: texts.from_json(listed))


def _value(raw: bytes, path: str) -> "Any":
    try:
        return loads(decoded(raw, "replace"))
    except ValueError as error:
        raise Unreadable(f"cannot read {path}: not JSON", str(error)) from None


def _markdown(path: str, root: "str | None", name: str) -> Source:
    from recall_cli.flows.transfer.movein.notes import notes

    text, encoding = read_text(path, root)
    short = name if root else os.path.basename(name)
    return _noted(path, name, encoding, "markdown", lambda mark: notes(text, short, mark, _written(path)))


def _plain(path: str, root: "str | None", name: str) -> Source:
    text, encoding = read_text(path, root)
    short = name if root else os.path.basename(name)
    return _noted(path, name, encoding, "text", lambda mark: texts.from_text(text, short, mark, _written(path)))


def _noted(path: str, name: str, encoding: str, program: str, records: "Callable[[str], Iterator[Told]]") -> Source:
    mark = "" if name == STDIN else _mark(path)
    return Source(
        program=program, path=path, name=name, own_place=name != STDIN, mark=mark, note=_read_as(name, encoding),
        records=lambda: records(mark or name),
    )  # fmt: skip


def _table(path: str, root: "str | None", name: str) -> Source:
    text, encoding = read_text(path, root)
    tabs = "\t" if name.casefold().endswith(".tsv") else None
    return Source(
        program="csv", path=path, name=name, note=_read_as(name, encoding),
        records=lambda: texts.from_table(text, name, tabs),
    )  # fmt: skip


def _read_as(name: str, encoding: str) -> str:
    return f"{name} is not UTF-8 and is read as {encoding}" if encoding == "Windows-1252" else ""


def _written(path: str) -> "str | None":
    """When a file was last changed."""
    from recall_cli.domain.moment import iso

    return iso(int(os.stat(path).st_mtime * 1000))


def _mark(path: str) -> str:
    """Where a file stands: in which repository, the same for each clone of it, or on this machine."""
    from recall_cli.flows.write.masking import harmless_text
    from recall_cli.workplace import here, readable

    whole = os.path.realpath(path)
    place = here(os.path.dirname(whole))
    if place.top is None:
        return harmless_text(readable(whole))
    return harmless_text(f"{place.marks[0]}: {readable(os.path.relpath(whole, os.path.realpath(place.top)))}")
