"""The tables of words, and the rules that name their sections."""

import ast
import re
from pathlib import Path

from recall_cli import language
from recall_cli.language.tables import (
    read_groups,
    read_lines,
    read_patterns,
    read_phrases,
    read_rows,
    read_table,
    read_words,
)
from tests.for_each import for_each

READERS = (
    "PairTable",
    "compile_patterns",
    "read_entries",
    "read_groups",
    "read_lines",
    "read_pairs",
    "read_patterns",
    "read_phrases",
    "read_rows",
    "read_words",
)
TABLES = sorted(Path(language.__file__).parent.glob("*.txt"))
PRODUCT_FILES = sorted(Path(language.__file__).parents[1].rglob("*.py"))


def named_sections() -> "set[tuple[str, str]]":
    """Each table and section that the program reads."""
    sources = [source for path in PRODUCT_FILES if "recall_cli.language" in (source := path.read_text())]
    calls = [node for source in sources for node in ast.walk(ast.parse(source)) if is_reading(node)]
    return {tuple(ast.literal_eval(argument) for argument in call.args) for call in calls}  # type: ignore[attr-defined]  # calls


def is_reading(node: ast.AST) -> bool:
    """Whether a node is a call that reads a section of a table, both named by constants."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or len(node.args) != 2:
        return False
    is_named = all(isinstance(argument, ast.Constant) for argument in node.args)
    return is_named and node.func.id in READERS


def test_every_section_is_read_and_there() -> None:
    """No rule names a section that no table has, and no section is left that no rule reads."""
    written = {
        (path.stem, section) for path in TABLES for section in re.findall(r"^\[(.+)\]$", path.read_text(), re.MULTILINE)
    }
    assert named_sections() == written


@for_each("path", TABLES)
def test_a_table_has_each_name_once(path: Path) -> None:
    """A section stands once in a table, and a row once in a section; a second one would hide the first."""
    text = read_table(path.stem).decode()
    sections = re.findall(r"^\[(.+)\]$", text, re.MULTILINE)
    assert len(sections) == len({*sections})
    for section in sections:
        names = [line.partition(": ")[0] for line in read_lines(path.stem, section) if ": " in line]
        assert len(names) == len({*names})
    assert not [line for line in text.split("\n") if line != line.rstrip()]


def test_lines_rows_and_groups() -> None:
    """A row may go on in the next line; comments are left out; a heading belongs to the lines after it.

    A pattern goes on without a space, and may contain an earlier one; a phrase has spaces.
    """
    assert "always" in read_words("orders", "lead words")
    assert read_rows("secrets", "states").keys() == {"en", "de", "fr", "es", "it", "pt"}
    assert "  " not in read_rows("orders", "meanings")["forget"]
    assert {reason[:3] for reason, _ in read_groups("orders", "forms")} == {"it "}
    assert not [line for line in read_lines("secrets", "vendors") if line.startswith("#")]
    assert "kod (?:dost[ęe]pu|" in read_patterns("sentences", "keys and codes")["code of a place"]
    assert read_patterns("sentences", "told values")["begins with as"].startswith(r"(?:^|[\s(])(?P<link>as|als")
    assert {"mot de passe", "mot_de_passe", "key"} <= {*read_phrases("sentences", "naming stems")}
