"""Markdown notes as statements: what agents are told in CLAUDE.md and AGENTS.md, what basic-memory keeps.

Each list item and each paragraph is one statement, under the heading that it stands below. So is a row of a table,
told with the names of its columns, and a few lines of code together with the sentence that introduces them. Whatever
is left out is listed with the reason.
"""

from recall_cli.domain.record import Record

MIN_STANDALONE_WORDS = 4
"""Fewer words than this are told together with their heading."""
MAX_CODE_LINES = 5
"""Lines of code that are kept with the sentence that introduces them."""


class Note(Record):
    """One statement of a file."""

    text: str
    line: int = 0
    heading: str = ""
    category: str = ""
    """What an observation of basic-memory says it is."""
    tags: "tuple[str, ...]" = ()
    whole: bool = False
    """Is it kept as it stands? A row of a table is no sentence that could be judged."""


class SkippedPassage(Record):
    """A passage that is not kept."""

    text: str
    line: int
    reason: str


class NotesFile(Record):
    """A file: what its head says of it, its statements, and what is left out."""

    head: "dict[str, str]"
    notes: "tuple[Note, ...]"
    left: "tuple[SkippedPassage, ...]" = ()

    @property
    def is_basic_memory(self) -> bool:
        """Is it a note of basic-memory's?"""
        return "permalink" in self.head or any(note.category for note in self.notes)


def read_notes_file(text: str) -> NotesFile:
    """A Markdown file as its statements."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff").split("\n")
    head, first = _read_front_matter(lines)
    reader = _NotesReader()
    for number, line in _lines_without_comments(lines, first, reader.left):
        reader.take(number, line)
    reader.take(len(lines) + 1, "")
    reader.end()
    return NotesFile(head=head, notes=tuple(reader.notes), left=tuple(sorted(reader.left, key=lambda one: one.line)))


class _NotesReader:
    """Goes through a page line by line."""

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self.left: list[SkippedPassage] = []
        self._heading = ""
        self._block: list[str] = []
        self._start = 0
        self._lead: tuple[int, str] | None = None
        """A sentence that ends with a colon: code may follow that belongs to it."""
        self._fence = ""
        self._code: list[str] = []
        self._code_at = 0
        self._table: list[tuple[int, str]] = []

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        bare = line.strip()
        if self._fence:
            if bare.startswith(self._fence) and not bare.strip(self._fence[0]):
                self._close_code()
            else:
                self._code.append(line.rstrip())
            return
        if bare.startswith("|"):
            self._close_block()
            self._table.append((number, bare))
            return
        self._close_table()
        if bare.startswith(("```", "~~~")):
            self._close_block()
            self._fence = bare[: len(bare) - len(bare.lstrip(bare[0]))]
            self._code, self._code_at = [], number
            return
        item = _list_item(bare)
        title = bare.startswith("#") and bare.lstrip("#").startswith(" ")
        if not bare or item is not None or title:
            self._close_block()
        if title:
            self._drop_lead()
            self._heading = bare.lstrip("#").strip(" #")
        elif item is not None:
            self._block, self._start = [item], number
        elif bare.startswith(("<", "![", "@")):
            kind = "HTML" if bare[0] == "<" else "a picture" if bare[0] == "!" else "a link to another file"
            self.left.append(SkippedPassage(text=bare, line=number, reason=kind))
        elif bare and not bare.startswith(("---", "===")):
            self._start = number if not self._block else self._start
            self._block.append(bare)

    def end(self) -> None:
        """The file is over."""
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
        found = _read_note(text, self._heading, self._start)
        if isinstance(found, SkippedPassage):
            self.left.append(found)
        else:
            self.notes.append(found)

    def _drop_lead(self) -> None:
        if self._lead is not None:
            number, text = self._lead
            self.left.append(SkippedPassage(text=text, line=number, reason="only introduces what follows"))
        self._lead = None

    def _close_code(self) -> None:
        lines = [line for line in self._code if line.strip()]
        text, lead = "\n".join(lines), self._lead
        self._fence = ""
        self._lead = None
        if lead is not None and 0 < len(lines) <= MAX_CODE_LINES:
            said = lead[1].replace("**", "").replace("__", "")
            said = f"{said} {lines[0].strip()}" if len(lines) == 1 else f"{said}\n{text}"
            self.notes.append(Note(text=said, line=lead[0], heading=self._heading, whole=True))
            return
        if lead is not None:
            self._lead = lead
            self._drop_lead()
        if lines:
            many = f"{len(lines)} lines of code" if lead is not None else "code without a sentence that introduces it"
            self.left.append(SkippedPassage(text=text, line=self._code_at, reason=many))

    def _close_table(self) -> None:
        rows, self._table = self._table, []
        if not rows:
            return
        self._lead = None
        if len(rows) < 2 or _table_cells(rows[1][1]) is None or rows[1][1].strip("|:- \t"):
            self.left += [
                SkippedPassage(text=row, line=number, reason="a table without a header") for number, row in rows
            ]
            return
        names = _table_cells(rows[0][1])
        for number, row in rows[2:]:
            said = _row_text(names, _table_cells(row))
            if said:
                text = f"{self._heading}: {said}" if self._heading else said
                self.notes.append(Note(text=text, line=number, heading=self._heading, whole=True))
            else:
                self.left.append(SkippedPassage(text=row, line=number, reason="an empty row of a table"))


def _table_cells(row: str) -> "list[str]":
    """The cells of a row; an escaped bar is part of one."""
    inside = row.strip().removeprefix("|").removesuffix("|").replace("\\|", "\0")
    return [cell.replace("\0", "|").replace("**", "").strip(" `\t") for cell in inside.split("|")]


def _row_text(names: "list[str]", cells: "list[str]") -> str:
    """A row as a statement: each cell with the name of its column; nothing where fewer than two say something."""
    pairs = [(name, cell) for name, cell in zip(names, cells, strict=False) if cell.strip("-–— ")]
    if len(pairs) < min(2, len(names)) or not any(letter.isalpha() for _, cell in pairs for letter in cell):
        return ""
    return ", ".join(f"{name}: {cell}" if name else cell for name, cell in pairs)


def _read_front_matter(lines: "list[str]") -> "tuple[dict[str, str], int]":
    """The fields between the first two lines of dashes, and how many lines that are; a list is told with commas."""
    if not lines or lines[0].strip() != "---":
        return {}, 0
    fields: dict[str, str] = {}
    last = ""
    for number, line in enumerate(lines[1:200], 1):
        if line.strip() == "---":
            return fields, number + 1
        key, colon, value = line.partition(":")
        if line.lstrip().startswith("- ") and last:
            fields[last] = ", ".join(one for one in (fields[last], line.strip()[2:].strip("\"' ")) if one)
        elif colon and key.strip() and not key.startswith((" ", "-")):
            last = key.strip().casefold()
            fields[last] = value.strip().strip("\"'")
    return {}, 0


def _lines_without_comments(lines: "list[str]", first: int, skipped: "list[SkippedPassage]") -> "list[tuple[int, str]]":
    """The lines with their numbers, without HTML comments."""
    kept: list[tuple[int, str]] = []
    inside, fence = False, ""
    for number, line in enumerate(lines[first:], first + 1):
        bare = line.strip()
        if not inside and (bare.startswith(("```", "~~~")) if not fence else bare.startswith(fence)):
            fence = "" if fence else bare[:3]
        if not inside and not fence and bare.startswith("<!--"):
            inside = True
            skipped.append(SkippedPassage(text=bare, line=number, reason="a comment"))
        if not inside:
            kept.append((number, line))
        if inside and "-->" in line:
            inside = False
    return kept


def _list_item(bare: str) -> "str | None":
    """The content of a list item; None where a line is none."""
    for mark in ("- ", "* ", "+ ", "• "):
        if bare.startswith(mark):
            content = bare[2:].strip()
            return content[3:].strip() if content.startswith(("[ ]", "[x]", "[X]")) else content
    digits = len(bare) - len(bare.lstrip("0123456789"))
    return bare[digits + 2 :].strip() if 0 < digits < 4 and bare[digits : digits + 2] in (". ", ") ") else None


def _read_note(text: str, heading: str, line: int) -> "Note | SkippedPassage":
    """The statement of a block; what is left out only leads to another note or says nothing."""
    given = text
    category, text = _split_category(text)
    if not category and "[[" in text and text.endswith(("]]", ")")) and len(text.partition("[[")[0].split()) <= 2:
        return SkippedPassage(text=given, line=line, reason="a link to another note")
    words = text.split()
    tags = tuple(word[1:].strip(".,;") for word in words if len(word) > 1 and word[0] == "#" and word[1:2].isalpha())
    text = " ".join(word for word in words if not (word[0] == "#" and word[1:2].isalpha())) if category else text
    text = text.replace("**", "").replace("__", "").strip()
    if not any(letter.isalpha() for letter in text):
        return SkippedPassage(text=given, line=line, reason="no words")
    if len(text.split()) < MIN_STANDALONE_WORDS and heading:
        text = f"{heading}: {text}"
    return Note(text=text, line=line, heading=heading, category=category, tags=tags if category else ())


def _split_category(text: str) -> "tuple[str, str]":
    """What stands in brackets before an observation, and the observation."""
    if not text.startswith("[") or text.startswith("[["):
        return "", text
    inside, closed, rest = text[1:].partition("]")
    if not closed or not rest.startswith(" ") or not inside.strip() or len(inside) > 40:
        return "", text
    return inside.strip().casefold(), rest.strip()
