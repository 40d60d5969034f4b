"""Tables of words and of patterns made of words, as text files in this folder; each is read at its first use.

A section of a table begins with its name in brackets. `#` begins a comment, and a line that begins with two spaces
belongs to the one before it.
"""

import os

_FOLDER = os.path.dirname(__file__)
_tables: "dict[str, bytes]" = {}


def read_table(name: str) -> bytes:
    """The text of a table."""
    if name not in _tables:
        with open(os.path.join(_FOLDER, f"{name}.txt"), "rb", buffering=0) as file:
            _tables[name] = file.read()
    return _tables[name]


def read_lines(table: str, section: str, joint: str = " ") -> "list[str]":
    """The lines of a section; `joint` stands between the parts of a line that goes on."""
    raw = read_table(table)
    start = raw.index(b"\n[%s]\n" % section.encode())
    end = raw.find(b"\n[", start + 1)
    text = raw[start : end if end > 0 else None].decode().replace("\n  ", joint)
    return [line for line in text.split("\n")[2:] if line and line[0] != "#"]


class PairTable:
    """The pairs of a section, `key=value`, one line for each first letter of the keys.

    The few keys of a text are searched in their line: a dictionary of all pairs would take longer to build.
    """

    def __init__(self, table: str, section: str) -> None:
        self._lines = {line[0]: f" {line} " for line in read_lines(table, section)}

    def get(self, key: str) -> str:
        """The value of a key; empty if there is none."""
        line = self._lines.get(key[:1], "")
        start = line.find(f" {key}=")
        return line[start + len(key) + 2 : line.index(" ", start + 1)] if start >= 0 else ""

    def pairs(self) -> "dict[str, str]":
        """All pairs."""
        return dict(pair.rsplit("=", 1) for line in self._lines.values() for pair in line.split())


def read_pairs(table: str, section: str) -> "dict[str, str]":
    """The pairs of words of a section."""
    words = " ".join(read_lines(table, section)).split()
    return dict(zip(words[::2], words[1::2], strict=True))


def read_rows(table: str, section: str) -> "dict[str, str]":
    """The rows of a section, each a name with its words: `name: words`."""
    return dict(line.split(": ", 1) for line in read_lines(table, section))


def read_patterns(table: str, section: str) -> "dict[str, str]":
    """The rows of a section, each a name with a regular expression; `{name}` stands for an earlier row."""
    patterns: dict[str, str] = {}
    for line in read_lines(table, section, ""):
        name, pattern = line.split(": ", 1)
        for earlier, part in patterns.items():
            pattern = pattern.replace("{" + earlier + "}", part)
        patterns[name] = pattern
    return patterns


def read_entries(table: str, section: str) -> "list[list[str]]":
    """The lines of a section, each with the lines that belong to it."""
    return [line.split("\0") for line in read_lines(table, section, "\0")]


def read_phrases(table: str, section: str) -> "tuple[str, ...]":
    """The words of a section in their order, each as a phrase."""
    return tuple(to_phrase(word) for line in read_lines(table, section) for word in line.split())


def to_phrase(word: str) -> str:
    """A word of a table, in which `_` stands for a space, and `\\_` for itself."""
    return word.replace("\\_", "\0").replace("_", " ").replace("\0", "_")


def read_words(table: str, section: str) -> "frozenset[str]":
    """The words of a section."""
    return frozenset(" ".join(read_lines(table, section)).split())


def read_groups(table: str, section: str) -> "list[tuple[str, str]]":
    """The lines of a section under headings (`> heading`), each with its heading."""
    heading = ""
    grouped: list[tuple[str, str]] = []
    for line in read_lines(table, section):
        if line[0] == ">":
            heading = line[2:]
        else:
            grouped.append((heading, line))
    return grouped
