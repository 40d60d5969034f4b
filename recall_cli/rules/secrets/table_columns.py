"""Secrets in the columns of tables: Markdown, tabs, commas, semicolons, or columns aligned by spaces."""

from recall_cli.language.patterns import compile_pattern, compile_patterns
from recall_cli.rules.secrets.forms import NAMES_AND_VALUES, find_forms, is_secret_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_HEADINGS = compile_patterns("sentences", "headings")
_LINE_END = compile_pattern(r"\n")
_SEPARATORS = ("|", "\t", ";", ",")
_CELLS: "dict[str | None, re.Pattern[str]]" = {sign: compile_pattern(f"[^{sign}]+") for sign in _SEPARATORS}
_CELLS |= {"  ": compile_pattern(r"\S+(?: \S+)*"), None: compile_pattern(r"[^\n]+")}
"""What a cell can be, for each separator of cells."""


def find_in_tables(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """Every value below a heading that names a secret."""
    secrets = [*find_forms(NAMES_AND_VALUES, text, lowercase)]
    lines = _line_spans(lowercase)
    at = 0
    while at < len(lines) - 1:
        start, end = lines[at]
        at += 1
        heading = lowercase[start:end]
        if len(heading) > 400 or not heading.strip():
            continue
        separator = next((sign for sign in _SEPARATORS if sign in heading), "  " if "  " in heading.strip() else None)
        columns = [
            place
            for place, cell in enumerate(_cell_spans(lowercase, start, end, separator))
            if _names_secret(lowercase, cell)
        ]
        if separator and columns:
            at = _find_in_rows(text, lines, at, (separator, heading, columns), secrets)
    return secrets


def _line_spans(lowercase: str) -> "list[tuple[int, int]]":
    """The start and end of each line; empty for a text of one line."""
    ends = [match.start() for match in _LINE_END.finditer(lowercase)] if "\n" in lowercase else []
    return list(zip([0, *(end + 1 for end in ends)], [*ends, len(lowercase)], strict=True)) if ends else []


def _cell_spans(text: str, start: int, end: int, separator: "str | None") -> "list[tuple[int, int]]":
    """The positions of a line's cells, without the spaces and quotes around them."""
    cells = []
    for match in _CELLS[separator].finditer(text[start:end]):
        cell = match.group()
        left = len(cell) - len(cell.lstrip(" \t*`\"'"))
        right = len(cell.rstrip(" \t\r*`\"'"))
        if right > left or separator != "|":
            cells.append((start + match.start() + left, start + match.start() + max(left, right)))
    return cells


def _names_secret(lowercase: str, cell: "tuple[int, int]") -> bool:
    return cell[1] - cell[0] <= 40 and _HEADINGS["secret"].fullmatch(lowercase[cell[0] : cell[1]]) is not None


def _find_in_rows(
    text: str,
    lines: "list[tuple[int, int]]",
    first: int,
    table: "tuple[str, str, list[int]]",
    found: "list[tuple[int, int, str]]",
) -> int:
    """Add the values in these columns, from the first row on; returns the first line after the table."""
    separator, heading, columns = table
    wanted = heading.count(separator)
    for number in range(first, len(lines)):
        start, end = lines[number]
        row = text[start:end]
        if not row.strip() or len(row) > 2_000 or (separator == "|" and "|" not in row and "+" not in row):
            return number
        cells = _cell_spans(text, start, end, separator)
        if separator in ",;" and row.count(separator) != wanted:
            return number
        for column in columns:
            if column < len(cells) and _is_secret_cell(text[cells[column][0] : cells[column][1]], heading):
                found.append((*cells[column], "password"))
    return len(lines)


def _is_secret_cell(value: str, heading: str) -> bool:
    if value.isdigit() and _HEADINGS["pin"].search(heading):
        return 4 <= len(value) <= 8
    return is_secret_value(value, heading)
