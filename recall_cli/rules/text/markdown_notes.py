"""Markdown files as statements: instruction files such as CLAUDE.md and AGENTS.md, and notes of basic-memory.

Each list item and each paragraph is one statement under its heading. A table row is a statement with the names of its
columns. A few lines of code form a statement with the sentence that introduces them. Everything else is listed as
skipped, with the reason.
"""

from recall_cli.domain.record import Record

MIN_STANDALONE_WORDS = 4
"""A statement with fewer words than this gets its heading as a prefix."""
MAX_HEAD_WORDS = 12
"""A longer sentence is not repeated in each item of the list that it introduces."""
MAX_CODE_LINES = 5
"""Longer code blocks are not kept with the sentence that introduces them."""


class Note(Record):
    """One statement of a file."""

    text: str
    line: int = 0
    heading: str = ""
    category: str = ""
    """The category of a basic-memory observation."""
    tags: "tuple[str, ...]" = ()


class SkippedPassage(Record):
    """A passage that is not imported."""

    text: str
    line: int
    reason: str


class NotesFile(Record):
    """A parsed file: its front matter, its statements, and the passages that were skipped."""

    head: "dict[str, str]"
    notes: "tuple[Note, ...]"
    skipped: "tuple[SkippedPassage, ...]" = ()

    @property
    def is_basic_memory(self) -> bool:
        """Whether this is a note of basic-memory."""
        return "permalink" in self.head or any(note.category for note in self.notes)


def read_notes_file(text: str) -> NotesFile:
    """The statements of a Markdown file."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff").split("\n")
    head, first = _read_front_matter(lines)
    reader = _NotesReader()
    for number, line in _lines_without_comments(lines, first, reader.skipped):
        reader.take(number, line)
    reader.take(len(lines) + 1, "")
    reader.end()
    return NotesFile(
        head=head, notes=tuple(reader.notes), skipped=tuple(sorted(reader.skipped, key=lambda passage: passage.line))
    )


class _NotesReader:
    """Collects notes and skipped passages line by line."""

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self.skipped: list[SkippedPassage] = []
        self._heading = ""
        self._block: list[str] = []
        self._start = 0
        self._lead: tuple[int, str] | None = None
        """A sentence that ends with a colon, and its line: the code or the list that follows belongs to it."""
        self._list_head = ""
        self._fence = ""
        self._code: list[str] = []
        self._code_at = 0
        self._table: list[tuple[int, str]] = []

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        stripped = line.strip()
        if self._fence:
            if stripped.startswith(self._fence) and not stripped.strip(self._fence[0]):
                self._close_code()
            else:
                self._code.append(line.rstrip())
            return
        if stripped.startswith("|"):
            self._close_block()
            self._table.append((number, stripped))
            return
        self._close_table()
        if stripped.startswith(("```", "~~~")):
            self._close_block()
            self._fence = stripped[: len(stripped) - len(stripped.lstrip(stripped[0]))]
            self._code, self._code_at = [], number
            return
        list_item = _list_item(stripped)
        is_title = stripped.startswith("#") and stripped.lstrip("#").startswith(" ")
        if not stripped or list_item is not None or is_title:
            self._close_block()
        if is_title:
            self._drop_lead()
            self._heading, self._list_head = stripped.lstrip("#").strip(" #"), ""
        elif list_item is not None:
            self._take_item(number, list_item)
        elif stripped.startswith(("<", "![", "@")):
            reason = "HTML" if stripped[0] == "<" else "a picture" if stripped[0] == "!" else "a link to another file"
            self.skipped.append(SkippedPassage(text=stripped, line=number, reason=reason))
        elif stripped and not stripped.startswith(("---", "===")):
            if not self._block:
                self._start, self._list_head = number, ""
            self._block.append(stripped)

    def _take_item(self, number: int, item: str) -> None:
        """Begin a list item; a short sentence that introduces the list is its context."""
        if self._lead is not None and len(self._lead[1].split()) <= MAX_HEAD_WORDS:
            self._list_head = self._lead[1].replace("**", "")
            self._lead = None
        self._block, self._start = [item], number

    def end(self) -> None:
        """Finish whatever is still open at the end of the file."""
        if self._fence:
            self._close_code()
        self._close_block()
        self._close_table()
        self._drop_lead()

    def _close_block(self) -> None:
        if not self._block:
            return
        self._drop_lead()
        text, self._block = " ".join(self._block), []
        if text.endswith(":"):
            self._lead = (self._start, text)
            return
        note = _read_note(text, self._heading, self._start, self._list_head)
        if isinstance(note, SkippedPassage):
            self.skipped.append(note)
        else:
            self.notes.append(note)

    def _drop_lead(self) -> None:
        if self._lead is not None:
            number, text = self._lead
            self.skipped.append(SkippedPassage(text=text, line=number, reason="only introduces what follows"))
        self._lead = None

    def _close_code(self) -> None:
        lines = [line for line in self._code if line.strip()]
        text, lead = "\n".join(lines), self._lead
        self._fence = ""
        self._lead = None
        if lead is not None and 0 < len(lines) <= MAX_CODE_LINES:
            statement = lead[1].replace("**", "").replace("__", "")
            statement = f"{statement} {lines[0].strip()}" if len(lines) == 1 else f"{statement}\n{text}"
            self.notes.append(Note(text=statement, line=lead[0], heading=self._heading))
            return
        if lead is not None:
            self._lead = lead
            self._drop_lead()
        if lines:
            reason = f"{len(lines)} lines of code" if lead is not None else "code without a sentence that introduces it"
            self.skipped.append(SkippedPassage(text=text, line=self._code_at, reason=reason))

    def _close_table(self) -> None:
        rows, self._table = self._table, []
        if not rows:
            return
        self._lead = None
        if len(rows) < 2 or _table_cells(rows[1][1]) is None or rows[1][1].strip("|:- \t"):
            self.skipped += [
                SkippedPassage(text=row, line=number, reason="a table without a header") for number, row in rows
            ]
            return
        names = _table_cells(rows[0][1])
        for number, row in rows[2:]:
            row_text = _row_text(names, _table_cells(row))
            if row_text:
                text = f"{self._heading}: {row_text}" if self._heading else row_text
                self.notes.append(Note(text=text, line=number, heading=self._heading))
            else:
                self.skipped.append(SkippedPassage(text=row, line=number, reason="an empty row of a table"))


def _table_cells(row: str) -> "list[str]":
    """The cells of a row; an escaped bar is part of its cell."""
    inside = row.strip().removeprefix("|").removesuffix("|").replace("\\|", "\0")
    return [cell.replace("\0", "|").replace("**", "").strip(" `\t") for cell in inside.split("|")]


def _row_text(names: "list[str]", cells: "list[str]") -> str:
    """A row as a statement: each cell with the name of its column; empty if fewer than two cells have content."""
    pairs = [(name, cell) for name, cell in zip(names, cells, strict=False) if cell.strip("-–— ")]
    if len(pairs) < min(2, len(names)) or not any(letter.isalpha() for _, cell in pairs for letter in cell):
        return ""
    return ", ".join(f"{name}: {cell}" if name else cell for name, cell in pairs)


def _read_front_matter(lines: "list[str]") -> "tuple[dict[str, str], int]":
    """The fields between the first two lines of dashes, and how many lines they take; lists are joined with commas."""
    if not lines or lines[0].strip() != "---":
        return {}, 0
    fields: dict[str, str] = {}
    last = ""
    for number, line in enumerate(lines[1:200], 1):
        if line.strip() == "---":
            return fields, number + 1
        key, colon, value = line.partition(":")
        if line.lstrip().startswith("- ") and last:
            fields[last] = ", ".join(part for part in (fields[last], line.strip()[2:].strip("\"' ")) if part)
        elif colon and key.strip() and not key.startswith((" ", "-")):
            last = key.strip().casefold()
            fields[last] = value.strip().strip("\"'")
    return {}, 0


def _lines_without_comments(lines: "list[str]", first: int, skipped: "list[SkippedPassage]") -> "list[tuple[int, str]]":
    """The lines with their numbers, without HTML comments."""
    numbered: list[tuple[int, str]] = []
    inside, fence = False, ""
    for number, line in enumerate(lines[first:], first + 1):
        stripped = line.strip()
        if not inside and (stripped.startswith(("```", "~~~")) if not fence else stripped.startswith(fence)):
            fence = "" if fence else stripped[:3]
        if not inside and not fence and stripped.startswith("<!--"):
            inside = True
            skipped.append(SkippedPassage(text=stripped, line=number, reason="a comment"))
        if not inside:
            numbered.append((number, line))
        if inside and "-->" in line:
            inside = False
    return numbered


def _list_item(stripped: str) -> "str | None":
    """The content of a list item; None if the line is not one."""
    for mark in ("- ", "* ", "+ ", "• "):
        if stripped.startswith(mark):
            content = stripped[2:].strip()
            return content[3:].strip() if content.startswith(("[ ]", "[x]", "[X]")) else content
    digits = len(stripped) - len(stripped.lstrip("0123456789"))
    return stripped[digits + 2 :].strip() if 0 < digits < 4 and stripped[digits : digits + 2] in (". ", ") ") else None


def _read_note(text: str, heading: str, line: int, list_head: str = "") -> "Note | SkippedPassage":
    """A block as a note, or as a skipped passage if it only links to another note or has no words."""
    block = text
    category, text = _split_category(text)
    if not category and "[[" in text and text.endswith(("]]", ")")) and len(text.partition("[[")[0].split()) <= 2:
        return SkippedPassage(text=block, line=line, reason="a link to another note")
    words = text.split()
    tags = tuple(word[1:].strip(".,;") for word in words if len(word) > 1 and word[0] == "#" and word[1:2].isalpha())
    text = " ".join(word for word in words if not (word[0] == "#" and word[1:2].isalpha())) if category else text
    text = text.replace("**", "").replace("__", "").strip()
    if not any(letter.isalpha() for letter in text):
        return SkippedPassage(text=block, line=line, reason="no words")
    if list_head:
        text = f"{list_head} {text}"
    elif len(text.split()) < MIN_STANDALONE_WORDS and heading:
        text = f"{heading}: {text}"
    return Note(text=text, line=line, heading=heading, category=category, tags=tags if category else ())


def _split_category(text: str) -> "tuple[str, str]":
    """The category in brackets before an observation, and the observation; an empty category if there is none."""
    if not text.startswith("[") or text.startswith("[["):
        return "", text
    inside, bracket, following = text[1:].partition("]")
    if not bracket or not following.startswith(" ") or not inside.strip() or len(inside) > 40:
        return "", text
    return inside.strip().casefold(), following.strip()
