"""What a file or a folder is, told by its content, and its memories as import lines: read, never written to."""

import os

from recall_cli.domain.errors import UnreadableFile
from recall_cli.domain.json_text import loads
from recall_cli.domain.record import Record
from recall_cli.engines.sqlite.foreign_database import SQLITE_HEADER, ForeignDatabase
from recall_cli.flows.transfer.movein import databases, json_exports, text_files
from recall_cli.flows.transfer.movein.files import (
    MAX_DOCUMENT_BYTES,
    MAX_FILE_BYTES,
    files_below,
    open_file,
    read_lines,
    read_text,
)
from recall_cli.rules.text.decoding import UTF16_BYTE_ORDER_MARKS, decode_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    SourceLine = tuple[int, dict[str, Any] | bytes | None]

HEAD_BYTES = 65_536
READABLE_HINT = (
    "recall reads its own exports and stores, JSON, CSV, text and Markdown files and folders of them, databases of "
    "Memori, szl-recall and claude-mem, exports of mem0 and OpenMemory"
)
VENDORED_FOLDERS = frozenset({
    "node_modules", "bower_components", "__pycache__", "venv", "site-packages", "dist-packages", "vendor",
    "third_party", "dist", "build", "target",
})  # fmt: skip
"""Folders of other people's code and of what was made by a program: not read unless they are named themselves."""
MARKDOWN_SUFFIXES = (".md", ".markdown", ".mdx", ".mdc")
TABLE_SUFFIXES = (".csv", ".tsv")
TEXT_SUFFIXES = (".txt", ".text", ".rst", ".org", ".adoc", "")
FOLDER_SUFFIXES = (*MARKDOWN_SUFFIXES, *TABLE_SUFFIXES, ".txt", ".text", ".json", ".jsonl", ".ndjson")
"""The files of a folder that are looked into."""
STDIN_NAME = "standard input"


class Source(Record):
    """Something to move in from."""

    program: str
    """Whose it is; lines for JSON lines, recall for another store of ours."""
    path: str
    records: "Callable[[], Iterator[SourceLine]]"
    """Its memories, each with its line or its place; None, or the reason, for what is not worth keeping."""
    everywhere: bool = False
    """Do its memories belong to no project, where nobody says?"""
    name: str = ""
    """What it is called in a report."""
    note: str = ""
    """What the user should know of how it is read."""
    uses_folder_project: bool = False
    """Do its memories belong to the project of its folder?"""
    mark: str = ""
    """By what its statements are known again when it is imported anew; empty where they are not."""


class FolderContent(Record):
    """What a folder holds."""

    sources: "tuple[Source, ...]"
    faults: "tuple[tuple[str, str], ...]"
    """Files that should be read and cannot be, each with the reason."""
    skipped: "tuple[str, ...]"
    """Files that are nothing to recall."""


JSON_LINES = "lines"
RECALL_STORE = "recall"


def detect_source(path: str, *, root: "str | None" = None, name: str = "") -> Source:
    """What is there; Unreadable says what recall can read where it is nothing of that."""
    with open_file(path, root) as file:
        first = file.read(HEAD_BYTES)
    called = name or (os.path.relpath(path, root) if root else path)
    if first.startswith(SQLITE_HEADER):
        return _database_source(path).but(name=called)
    if first.startswith(b"PK\x03\x04"):
        return _archive_source(path).but(name=called)
    extension = os.path.splitext(called)[1].casefold() if name != STDIN_NAME else ""
    if extension in MARKDOWN_SUFFIXES:
        return _markdown_source(path, root, called)
    if extension in TABLE_SUFFIXES:
        return _table_source(path, root, called)
    return _text_source(path, first, root, called, extension)


def find_sources(path: str) -> FolderContent:
    """Every file in a folder and below that recall can read, hidden ones and those of other people's code left out."""
    below = files_below(path, VENDORED_FOLDERS, FOLDER_SUFFIXES)
    wanted = [one for one in below.files if os.path.splitext(one)[1].casefold() in FOLDER_SUFFIXES]
    rest = [one for one in below.files if os.path.splitext(one)[1].casefold() not in FOLDER_SUFFIXES]
    rest += [os.path.join(one, "") for one in below.vendored]
    faults = [*below.faults]
    sources: list[Source] = []
    for one in wanted:
        try:
            sources.append(detect_source(one, root=path))
        except UnreadableFile as error:
            if os.path.splitext(one)[1].casefold() == ".json" and error.hint == READABLE_HINT:
                rest.append(one)
            else:
                faults.append((os.path.relpath(one, path), error.message.removeprefix(f"cannot read {one}: ")))
    if not sources and not faults:
        raise UnreadableFile(f"cannot read {path}: a folder without files that recall reads", READABLE_HINT)
    return FolderContent(
        sources=tuple(sources), faults=tuple(faults), skipped=tuple(_relative_path(one, path) for one in rest)
    )


def _relative_path(path: str, folder: str) -> str:
    """Where a file or a folder is, seen from a folder above it; a folder ends in a slash."""
    return os.path.relpath(path, folder) + ("/" if path.endswith(os.sep) else "")


def _database_source(path: str) -> Source:
    """Another store of ours, or another program's."""
    with ForeignDatabase(path) as theirs:
        if theirs.ours:
            return Source(program=RECALL_STORE, path=path, records=lambda: iter(()))
        columns = theirs.columns("memories") if "memories" in theirs.tables else frozenset()
        program = databases.detect_program(theirs.tables, columns)
        if program is None:
            hint = (
                "recall import transcripts reads its sessions"
                if {"session", "part"} <= theirs.tables
                else READABLE_HINT
            )
            raise UnreadableFile(f"cannot read {path}: a database of a program that recall does not know", hint)
        tables = theirs.tables

    def records() -> "Iterator[SourceLine]":
        number = 0
        with ForeignDatabase(path) as theirs:
            for statement, read in databases.ROW_READERS[program]:
                if statement != "claude_mem_summaries" or "session_summaries" in tables:
                    for row in theirs.rows(statement):
                        number += 1
                        yield number, read(row)

    return Source(program=program, path=path, records=records, everywhere=True)


def _archive_source(path: str) -> Source:
    """An archive as OpenMemory exports it, with `memories.json` in it."""
    import zipfile

    try:
        with zipfile.ZipFile(path) as archive:
            inside = [one for one in archive.infolist() if one.filename.rpartition("/")[2] == "memories.json"]
            if not inside or inside[0].file_size > MAX_DOCUMENT_BYTES:
                raise UnreadableFile(f"cannot read {path}: an archive without memories.json", READABLE_HINT)
            value = _parse_document(archive.read(inside[0]), path)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
        raise UnreadableFile(f"cannot read {path}", str(error).lower()) from None
    return _document_source(path, value, path)


def _text_source(path: str, head_bytes: bytes, root: "str | None", name: str, extension: str) -> Source:
    """A JSON document, lines of JSON, a table, or plain text."""
    head = (
        decode_text(head_bytes, "replace")
        if head_bytes.startswith(UTF16_BYTE_ORDER_MARKS)
        else head_bytes.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    )
    start = head.lstrip()[:1]
    if not start or start == "{" or (start != "[" and _has_json_lines(head)):
        line = _parse_first_line(head)
        if isinstance(line, dict) or start != "{":
            return _json_lines_source(
                path,
                line if isinstance(line, dict) else {},
                root,
                name,
                utf16=head_bytes.startswith(UTF16_BYTE_ORDER_MARKS),
            )
    if start in ("{", "["):
        return _json_file_source(path, root, name)
    if text_files.find_separator(head):
        return _table_source(path, root, name)
    if extension not in TEXT_SUFFIXES:
        raise UnreadableFile(f"cannot read {name}: not a kind of file that recall knows", READABLE_HINT)
    return _plain_text_source(path, root, name)


def _has_json_lines(head: str) -> bool:
    """Are there lines of JSON, although the first is none?"""
    return any(line.lstrip().startswith('{"') for line in head.split("\n")[:20])


def _json_file_source(path: str, root: "str | None", name: str) -> Source:
    """A JSON file that is read as a whole; where it is none, its lines say what is wrong with each."""
    with open_file(path, root, MAX_DOCUMENT_BYTES) as file:
        raw = file.read(MAX_DOCUMENT_BYTES + 1)
    try:
        value = _parse_document(raw, name)
    except UnreadableFile:
        if raw.lstrip()[:1] == b"[":
            raise
        return Source(program=JSON_LINES, path=path, name=name, records=lambda: _read_lines(path, root))
    return _document_source(path, value, name)


def _read_lines(path: str, root: "str | None") -> "Iterator[SourceLine]":
    with open_file(path, root) as file:
        yield from read_lines(file, MAX_FILE_BYTES, path)


def _read_utf16_lines(path: str, root: "str | None") -> "Iterator[SourceLine]":
    """The lines of a file in UTF-16, as some shells write it."""
    text, _ = read_text(path, root, MAX_DOCUMENT_BYTES)
    for number, line in enumerate(text.split("\n"), 1):
        yield number, line.encode("utf-8", "surrogatepass")


def _parse_first_line(head: str) -> "Any":
    """The first line as a document; None where it is none by itself, or the whole of it."""
    line, more, rest = head.lstrip().partition("\n")
    try:
        value = loads(line)
    except ValueError:
        return None
    return value if (more and rest.strip()) or (isinstance(value, dict) and not json_exports.find_rows(value)) else None


def _json_lines_source(
    path: str, first_line: "dict[str, Any]", root: "str | None", name: str, *, utf16: bool
) -> Source:
    """Lines of one of the programs that write such; lines with a `text` are read by the ordinary import."""
    if not {"recall", "text"} & first_line.keys() and {"sessionId", "session_meta"} & {
        *first_line,
        str(first_line.get("type")),
    }:
        raise UnreadableFile(f"cannot read {path}: an agent's session", "recall import transcripts reads those")
    program = json_exports.detect_export([first_line]) if "text" not in first_line else None
    if (
        program is None
        and first_line
        and not {"recall", "text"} & first_line.keys()
        and name.casefold().endswith(".json")
    ):
        raise UnreadableFile(f"cannot read {path}: a document that recall does not know", READABLE_HINT)
    read = _read_utf16_lines if utf16 else _read_lines
    if program is None:
        return Source(program=JSON_LINES, path=path, name=name, records=lambda: read(path, root))

    def records() -> "Iterator[SourceLine]":
        for number, raw in read(path, root):
            try:
                value = loads(raw.decode("utf-8", "replace")) if isinstance(raw, bytes) and raw.strip() else None
            except ValueError:
                yield number, b"broken"
                continue
            if value is not None:
                yield from ((number, one) for one in json_exports.read_export([value], program))

    return Source(program=program, path=path, name=name, records=records, everywhere=True)


def _document_source(path: str, value: "Any", name: str) -> Source:
    program = json_exports.detect_export(value)
    if program is not None:
        return Source(
            program=program,
            path=path,
            name=name,
            everywhere=True,
            records=lambda: enumerate(json_exports.read_export(value, program), 1),
        )
    listed = text_files.listed_texts(value)
    if listed is None:
        raise UnreadableFile(f"cannot read {path}: a document that recall does not know", READABLE_HINT)
    return Source(program="json", path=path, name=name, records=lambda: text_files.read_json_list(listed))


def _parse_document(raw: bytes, path: str) -> "Any":
    try:
        return loads(decode_text(raw, "replace"))
    except ValueError as error:
        raise UnreadableFile(f"cannot read {path}: not JSON", str(error)) from None


def _markdown_source(path: str, root: "str | None", name: str) -> Source:
    from recall_cli.flows.transfer.movein.markdown import read_markdown

    text, encoding = read_text(path, root)
    short = name if root else os.path.basename(name)
    return _statement_source(
        path, name, encoding, "markdown", lambda mark: read_markdown(text, short, mark, _modified_time(path))
    )


def _plain_text_source(path: str, root: "str | None", name: str) -> Source:
    text, encoding = read_text(path, root)
    short = name if root else os.path.basename(name)
    return _statement_source(
        path, name, encoding, "text", lambda mark: text_files.read_paragraphs(text, short, mark, _modified_time(path))
    )


def _statement_source(
    path: str, name: str, encoding: str, program: str, records: "Callable[[str], Iterator[SourceLine]]"
) -> Source:
    mark = "" if name == STDIN_NAME else _file_mark(path)
    return Source(
        program=program,
        path=path,
        name=name,
        uses_folder_project=name != STDIN_NAME,
        mark=mark,
        note=_encoding_note(name, encoding),
        records=lambda: records(mark or name),
    )


def _table_source(path: str, root: "str | None", name: str) -> Source:
    text, encoding = read_text(path, root)
    tabs = "\t" if name.casefold().endswith(".tsv") else None
    return Source(
        program="csv",
        path=path,
        name=name,
        note=_encoding_note(name, encoding),
        records=lambda: text_files.read_table(text, name, tabs),
    )


def _encoding_note(name: str, encoding: str) -> str:
    return f"{name} is not UTF-8 and is read as {encoding}" if encoding == "Windows-1252" else ""


def _modified_time(path: str) -> "str | None":
    """When a file was last changed."""
    from recall_cli.domain.moment import format_iso

    return format_iso(int(os.stat(path).st_mtime * 1000))


def _file_mark(path: str) -> str:
    """Where a file stands: in which repository, the same for each clone of it, or on this machine."""
    from recall_cli.flows.write.masking import mask_text
    from recall_cli.workplace import current_workplace, printable_path

    whole = os.path.realpath(path)
    place = current_workplace(os.path.dirname(whole))
    if place.top is None:
        return mask_text(printable_path(whole))
    return mask_text(f"{place.marks[0]}: {printable_path(os.path.relpath(whole, os.path.realpath(place.top)))}")
