"""Markdown notes as statements: what agents are told in CLAUDE.md and AGENTS.md, what basic-memory keeps.

Each list item and each paragraph is one statement, under the heading that it stands below; code, tables, links to
other notes and comments are none.
"""

from recall_cli.domain.record import Record

SHORT = 4
"""Fewer words than this are told together with their heading."""


class Note(Record):
    """One statement of a file."""

    text: str
    heading: str = ""
    category: str = ""
    """What an observation of basic-memory says it is."""
    tags: "tuple[str, ...]" = ()


class Page(Record):
    """A file: what its head says of it, and its statements."""

    head: "dict[str, str]"
    notes: "tuple[Note, ...]"

    @property
    def observed(self) -> bool:
        """Is it a note of basic-memory's?"""
        return "permalink" in self.head or any(note.category for note in self.notes)


def page(text: str) -> Page:
    """A Markdown file as its statements."""
    head, lines = _head(text.replace("\r\n", "\n").removeprefix("\ufeff").split("\n"))
    notes: list[Note] = []
    heading = ""
    block: list[str] = []
    fence = ""
    for line in [*_uncommented(lines), ""]:
        bare = line.strip()
        if fence or bare.startswith(("```", "~~~")):
            fence = _fenced(fence, bare)
            bare = ""
        item = _item(bare)
        title = bare.startswith("#") and bare.lstrip("#").startswith(" ")
        if block and (not bare or item is not None or title):
            notes += _note(" ".join(block), heading)
            block = []
        if title:
            heading = bare.lstrip("#").strip(" #")
        elif item is not None:
            block = [item]
        elif bare and not bare.startswith(("|", "---", "===", "<", "![", "@")):
            block.append(bare)
    return Page(head=head, notes=tuple(notes))


def _head(lines: "list[str]") -> "tuple[dict[str, str], list[str]]":
    """The fields between the first two lines of dashes, and what follows."""
    if not lines or lines[0].strip() != "---":
        return {}, lines
    fields: dict[str, str] = {}
    for number, line in enumerate(lines[1:200], 1):
        if line.strip() == "---":
            return fields, lines[number + 1 :]
        key, colon, value = line.partition(":")
        if colon and key.strip() and not key.startswith((" ", "-")):
            fields[key.strip().casefold()] = value.strip().strip("\"'")
    return {}, lines


def _uncommented(lines: "list[str]") -> "list[str]":
    """The lines without HTML comments."""
    kept: list[str] = []
    inside = False
    for line in lines:
        if not inside and line.lstrip().startswith("<!--"):
            inside = True
        if not inside:
            kept.append(line)
        if inside and "-->" in line:
            inside = False
    return kept


def _fenced(fence: str, bare: str) -> str:
    """The mark that ends the code that a line stands in; empty outside."""
    if not fence:
        return bare[:3]
    return "" if bare.startswith(fence) else fence


def _item(bare: str) -> "str | None":
    """The content of a list item; None where a line is none."""
    for mark in ("- ", "* ", "+ ", "• "):
        if bare.startswith(mark):
            content = bare[2:].strip()
            return content[3:].strip() if content.startswith(("[ ]", "[x]", "[X]")) else content
    digits = len(bare) - len(bare.lstrip("0123456789"))
    return bare[digits + 2 :].strip() if 0 < digits < 4 and bare[digits : digits + 2] in (". ", ") ") else None


def _note(text: str, heading: str) -> "list[Note]":
    """The statement of a block; none where it only leads to another note or says nothing."""
    category, text = _category(text)
    if not category and "[[" in text and text.endswith(("]]", ")")) and len(text.partition("[[")[0].split()) <= 2:
        return []
    words = text.split()
    tags = tuple(word[1:].strip(".,;") for word in words if len(word) > 1 and word[0] == "#" and word[1:2].isalpha())
    text = " ".join(word for word in words if not (word[0] == "#" and word[1:2].isalpha())) if category else text
    text = text.replace("**", "").replace("__", "").strip()
    if not any(letter.isalpha() for letter in text) or text.endswith(":"):
        return []
    if len(text.split()) < SHORT and heading:
        text = f"{heading}: {text}"
    return [Note(text=text, heading=heading, category=category, tags=tags if category else ())]


def _category(text: str) -> "tuple[str, str]":
    """What stands in brackets before an observation, and the observation."""
    if not text.startswith("[") or text.startswith("[["):
        return "", text
    inside, closed, rest = text[1:].partition("]")
    if not closed or not rest.startswith(" ") or not inside.strip() or len(inside) > 40:
        return "", text
    return inside.strip().casefold(), rest.strip()
