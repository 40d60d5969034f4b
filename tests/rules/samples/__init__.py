"""Texts and conversations that several tests use; the texts are in files, in sections under a name in brackets."""

import re
from pathlib import Path

_ESCAPE = re.compile(r"\\(?:n|r|t|\\|u[0-9a-f]{4}|U[0-9a-f]{8})")


def read_lines(file: str, section: str) -> list[str]:
    """The lines of a section."""
    text = (Path(__file__).parent / f"{file}.txt").read_text(encoding="utf-8")
    return text.partition(f"\n[{section}]\n")[2].partition("\n\n[")[0].strip("\n").split("\n")


def read_texts(file: str, section: str) -> list[str]:
    """The texts of a section, one on each line, with escapes as in Python."""
    return [decode(line) for line in read_lines(file, section)]


def read_pairs(file: str, section: str) -> list[tuple[str, str]]:
    """The texts of a section, two on each line, with a tab between them."""
    pairs = (line.partition("\t") for line in read_lines(file, section))
    return [(decode(first), decode(second)) for first, _, second in pairs]


def decode(line: str) -> str:
    """A line with the letters that its escapes stand for."""
    return _ESCAPE.sub(lambda escape: escape.group().encode().decode("unicode_escape"), line)
