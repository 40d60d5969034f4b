"""Recognizes a file or a folder by its content, and gives its memories as import lines. Nothing is written to it."""

import os

from recall_cli.domain.errors import UnreadableFile
from recall_cli.domain.json_text import loads
from recall_cli.domain.moment import format_iso
from recall_cli.domain.record import Record
from recall_cli.engines.sqlite.foreign_database import SQLITE_HEADER, ForeignDatabase
from recall_cli.flows.transfer.movein import databases, json_exports
from recall_cli.flows.transfer.movein.files import (
    MAX_DOCUMENT_BYTES,
    MAX_FILE_BYTES,
    MAX_LINE_BYTES,
    files_below,
    open_file,
    read_lines,
    read_text,
)
from recall_cli.rules.text.decoding import UTF16_BYTE_ORDER_MARKS, decode_text
from recall_cli.rules.text.mirror_pages import MIRROR_MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from recall_cli.flows.transfer.movein.files import SourceLine


HEAD_BYTES = 65_536
"""The first bytes of a file, by which it is recognized."""
SAMPLE_LINES = 20
"""Lines in which JSON is looked for, if the first line is none."""
READABLE_HINT = (
    "recall reads its own exports and stores, JSON, text and Markdown files and folders of them, databases of "
    "Memori, szl-recall and claude-mem, exports of mem0 and OpenMemory"
)
VENDORED_FOLDERS = frozenset(
    """node_modules bower_components __pycache__ venv site-packages dist-packages vendor third_party dist build
    target""".split()
)
"""Folders of other people's code, or of files that a program made. They are read only if the user names them."""
HIDDEN_RULES = (
    ".cursor/rules",
    ".cursorrules",
    ".windsurf/rules",
    ".windsurfrules",
    ".clinerules",
    ".github/copilot-instructions.md",
    ".github/instructions",
    ".claude/CLAUDE.md",
    ".claude/rules",
)
"""Hidden files and folders of a project with rules for agents; they are read only if they are named."""
MARKDOWN_SUFFIXES = (".md", ".markdown", ".mdx", ".mdc")
TEXT_SUFFIXES = (".txt", ".text", ".rst", ".org", ".adoc", "")
FOLDER_SUFFIXES = (*MARKDOWN_SUFFIXES, ".txt", ".text", ".json", ".jsonl", ".ndjson")
"""The files of a folder that are read."""
MIRROR_HINT = "recall export FILE writes what can be imported; recall edit changes memories"
"""For a page of recall's own mirror: it holds blocks with fields, and no notes."""


class Source(Record):
    """A file to import from."""

    program: str
    """The program that wrote it; JSON_LINES for lines of JSON, RECALL_STORE for another store of recall."""
    path: str
    records: "Callable[[], Iterator[SourceLine]]"
    """Reads its memories, each with the number of its line or row. A part that is not worth storing gives None or the
    reason."""
    everywhere: bool = False
    """Do its memories belong to no project, unless the user names one?"""
    name: str = ""
    """Its name in a report."""
    note: str = ""
    """What the user should know about how it is read."""
    uses_folder_project: bool = False
    """Do its memories belong to the project of its folder?"""
    mark: str = ""
    """Identifies the file when it is imported again, so that statements it no longer has end; empty if they do not."""


class FolderContent(Record):
    """The files of a folder, by what can be done with them."""

    sources: "tuple[Source, ...]"
    faults: "tuple[tuple[str, str], ...]"
    """Files that cannot be read, each with the reason."""
    skipped: "tuple[str, ...]"
    """Files that recall does not read, or reads in another way."""
    hidden_rules: "tuple[str, ...]" = ()
    """Hidden rules for agents in the folder, which were not read."""


JSON_LINES = "lines"
RECALL_STORE = "recall"


def detect_source(path: str, *, root: "str | None" = None) -> Source:
    """The source in a file; UnreadableFile if it is of no known kind."""
    with open_file(path, root) as file:
        head = file.read(HEAD_BYTES)
    name = os.path.relpath(path, root) if root else path
    if head.startswith(SQLITE_HEADER):
        return _database_source(path).but(name=name)
    if head.startswith(b"PK\x03\x04"):
        return _archive_source(path).but(name=name)
    extension = os.path.splitext(name)[1].casefold()
    if extension in MARKDOWN_SUFFIXES:
        return _statement_source(path, root, name, "markdown")
    return _text_source(path, head, root, name, extension)


def find_sources(path: str) -> FolderContent:
    """The files in a folder and below, without hidden ones and other people's code."""
    below = files_below(path, VENDORED_FOLDERS, FOLDER_SUFFIXES)
    readable = [file for file in below.files if os.path.splitext(file)[1].casefold() in FOLDER_SUFFIXES]
    skipped = [file for file in below.files if os.path.splitext(file)[1].casefold() not in FOLDER_SUFFIXES]
    skipped += [os.path.join(folder, "") for folder in below.vendored]
    faults = [*below.faults]
    sources: list[Source] = []
    for file in readable:
        try:
            sources.append(detect_source(file, root=path))
        except UnreadableFile as error:
            is_other_json = os.path.splitext(file)[1].casefold() == ".json" and error.hint == READABLE_HINT
            if is_other_json or error.hint == MIRROR_HINT:
                skipped.append(file)
            else:
                faults.append((os.path.relpath(file, path), error.message.removeprefix(f"cannot read {file}: ")))
    hidden_rules = tuple(name for name in HIDDEN_RULES if os.path.exists(os.path.join(path, name)))
    if not sources and not faults:
        rules = f"recall import {os.path.normpath(os.path.join(path, hidden_rules[0]))}" if hidden_rules else ""
        raise UnreadableFile(f"cannot read {path}: a folder without files that recall reads", rules or READABLE_HINT)
    return FolderContent(
        sources=tuple(sources),
        faults=tuple(faults),
        skipped=tuple(os.path.relpath(file, path) + ("/" if file.endswith(os.sep) else "") for file in skipped),
        hidden_rules=tuple(os.path.normpath(os.path.join(path, name)) for name in hidden_rules),
    )


def _database_source(path: str) -> Source:
    """Another store of recall, or the database of another program."""
    with ForeignDatabase(path) as database:
        if database.ours:
            return Source(program=RECALL_STORE, path=path, records=lambda: iter(()))
        columns = database.columns("memories") if "memories" in database.tables else frozenset()
        program = databases.detect_program(database.tables, columns)
        if program is None:
            hint = (
                "recall import transcripts reads its sessions"
                if {"session", "part"} <= database.tables
                else READABLE_HINT
            )
            raise UnreadableFile(f"cannot read {path}: a database of a program that recall does not know", hint)
        tables = database.tables

    def records() -> "Iterator[SourceLine]":
        number = 0
        with ForeignDatabase(path) as database:
            for statement, read in databases.ROW_READERS[program]:
                if statement != "claude_mem_summaries" or "session_summaries" in tables:
                    for row in database.rows(statement):
                        number += 1
                        yield number, read(row)

    return Source(program=program, path=path, records=records, everywhere=True)


def _archive_source(path: str) -> Source:
    """An archive that OpenMemory exported, with `memories.json` in it."""
    import zipfile

    try:
        with zipfile.ZipFile(path) as archive:
            members = [file for file in archive.infolist() if file.filename.rpartition("/")[2] == "memories.json"]
            if not members or members[0].file_size > MAX_DOCUMENT_BYTES:
                raise UnreadableFile(f"cannot read {path}: an archive without memories.json", READABLE_HINT)
            value = parse_document(archive.read(members[0]), path)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
        raise UnreadableFile(f"cannot read {path}", str(error).lower()) from None
    return document_source(path, value, path)


def _text_source(path: str, head_bytes: bytes, root: "str | None", name: str, extension: str) -> Source:
    """A JSON document, lines of JSON, or plain text."""
    utf16 = head_bytes.startswith(UTF16_BYTE_ORDER_MARKS)
    if utf16:
        head = decode_text(head_bytes, "replace")
    else:
        head = head_bytes.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    start = head.lstrip()[:1]
    has_json_lines = any(line.lstrip().startswith('{"') for line in head.split("\n")[:SAMPLE_LINES])
    if not start or start == "{" or (start != "[" and has_json_lines):
        line = _parse_first_line(head)
        if isinstance(line, dict) or start != "{":
            return _json_lines_source(path, line if isinstance(line, dict) else {}, root, name, utf16=utf16)
    if start in ("{", "["):
        return _json_file_source(path, root, name)
    if extension not in TEXT_SUFFIXES:
        raise UnreadableFile(f"cannot read {name}: not a kind of file that recall knows", READABLE_HINT)
    return _statement_source(path, root, name, "text")


def _json_file_source(path: str, root: "str | None", name: str) -> Source:
    """A JSON document. If the file is not one, its lines are read, so that each gets its own error."""
    with open_file(path, root, MAX_DOCUMENT_BYTES) as file:
        raw = file.read(MAX_DOCUMENT_BYTES + 1)
    try:
        value = parse_document(raw, name)
    except UnreadableFile:
        if raw.lstrip()[:1] == b"[":
            raise
        return Source(program=JSON_LINES, path=path, name=name, records=lambda: _read_lines(path, root))
    return document_source(path, value, name)


def _read_lines(path: str, root: "str | None", *, utf16: bool = False) -> "Iterator[SourceLine]":
    """The lines of a file in UTF-8, or in UTF-16, as some shells write it."""
    if utf16:
        text, _ = read_text(path, root, MAX_DOCUMENT_BYTES)
        for number, line in enumerate(text.split("\n"), 1):
            yield number, line.encode("utf-8", "surrogatepass")
        return
    with open_file(path, root) as file:
        yield from read_lines(file, MAX_FILE_BYTES, path)


def _parse_first_line(head: str) -> object:
    """The first line as a JSON document; None if it is not one, or if it is the whole file and lists memories."""
    line, _, rest = head.lstrip().partition("\n")
    try:
        value: object = loads(line)
    except ValueError:
        return None
    is_one_memory = isinstance(value, dict) and not json_exports.find_rows(value)
    return value if rest.strip() or is_one_memory else None


def _json_lines_source(
    path: str, first_line: "dict[str, object]", root: "str | None", name: str, *, utf16: bool
) -> Source:
    """Lines of JSON, of recall or of a program whose lines are known."""
    is_own = bool({"recall", "text"} & first_line.keys())
    if not is_own and {"sessionId", "session_meta"} & {*first_line, str(first_line.get("type"))}:
        raise UnreadableFile(f"cannot read {path}: an agent's session", "recall import transcripts reads those")
    program = json_exports.detect_export([first_line]) if "text" not in first_line else None
    if program is None and first_line and not is_own and name.casefold().endswith(".json"):
        raise UnreadableFile(f"cannot read {path}: a document that recall does not know", READABLE_HINT)
    if program is None:
        return Source(program=JSON_LINES, path=path, name=name, records=lambda: _read_lines(path, root, utf16=utf16))

    def records() -> "Iterator[SourceLine]":
        for number, raw in _read_lines(path, root, utf16=utf16):
            try:
                value = loads(raw.decode("utf-8", "replace")) if isinstance(raw, bytes) and raw.strip() else None
            except ValueError:
                yield number, b"broken"  # the import reports it as invalid JSON
                continue
            if value is not None:
                yield from ((number, line) for line in json_exports.read_export([value], program))

    return Source(program=program, path=path, name=name, records=records, everywhere=True)


def document_source(path: str, value: object, name: str) -> Source:
    """The memories of a JSON document; UnreadableFile if it has none."""
    program = json_exports.detect_export(value)
    if program is not None:
        return Source(
            program=program,
            path=path,
            name=name,
            everywhere=True,
            records=lambda: enumerate(json_exports.read_export(value, program), 1),
        )
    entries = json_exports.texts_in_document(value)
    if entries is None:
        raise UnreadableFile(f"cannot read {path}: a document that recall does not know", READABLE_HINT)
    return Source(program="json", path=path, name=name, records=lambda: json_exports.read_json_list(entries))


def parse_document(raw: bytes, path: str) -> object:
    """The value of a JSON document; UnreadableFile if it is none."""
    try:
        value: object = loads(decode_text(raw, "replace"))
    except ValueError as error:
        raise UnreadableFile(f"cannot read {path}: not JSON", str(error)) from None
    return value


def _statement_source(path: str, root: "str | None", name: str, program: str) -> Source:
    """A Markdown or text file: each statement is a memory."""
    from recall_cli.flows.transfer.movein import notes

    text, encoding = read_text(path, root)
    if program == "markdown" and text.startswith(MIRROR_MARK):
        raise UnreadableFile(f"cannot read {path}: a page of recall's own mirror", MIRROR_HINT)
    read = notes.read_markdown if program == "markdown" else notes.read_paragraphs
    mark = _file_mark(path)
    short = name if root else os.path.basename(name)
    return Source(
        program=program,
        path=path,
        name=name,
        uses_folder_project=True,
        mark=mark,
        note=f"{name} is not UTF-8 and is read as {encoding}" if encoding == "Windows-1252" else "",
        records=lambda: read(text, short, mark, format_iso(int(os.stat(path).st_mtime * 1000))),
    )


def _file_mark(path: str) -> str:
    """Identifies a file: its path in a repository, the same for each clone, or its path on this machine."""
    from recall_cli.rules.secrets import mask_text
    from recall_cli.workplace import current_workplace, printable_path

    real_path = os.path.realpath(path)
    workplace = current_workplace(os.path.dirname(real_path))
    if workplace.top is None:
        return mask_text(printable_path(real_path))
    path_in_tree = os.path.relpath(real_path, os.path.realpath(workplace.top))
    return mask_text(f"{workplace.marks[0]}: {printable_path(path_in_tree)}")


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
