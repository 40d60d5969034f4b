"""Memories in plain files: paragraphs of a text, rows of a table, values of a JSON document."""

from recall_cli.domain.errors import UnreadableFile
from recall_cli.domain.json_text import dumps, loads
from recall_cli.flows.transfer.import_report import LineFault
from recall_cli.flows.transfer.movein.field_values import import_line, iso_time, memory_type
from recall_cli.flows.transfer.movein.json_exports import LIST_NAMES
from recall_cli.rules.text.paragraphs import split_paragraphs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.flows.transfer.movein.files import SourceLine

TEXT_COLUMNS = ("text", "memory", "content", "statement", "note", "notes", "fact", "description", "summary")
"""Names for the column that holds the texts, the most likely first."""
NAME_COLUMNS = frozenset(
    "type topic project entity attribute value qualifier agent session classification source".split()
)
NUMBER_COLUMNS = frozenset({"importance", "confidence"})
TIME_COLUMNS = frozenset({"created_at", "updated_at", "valid_from", "valid_until"})
DATE_COLUMNS = {"date": "created_at", "created": "created_at", "updated": "updated_at"}
SAMPLE_ROWS = 50
"""The column that holds the texts is looked for in this many rows."""
MIN_TEXT_WORDS = 3
"""A text has at least this many words on average; the name of a column has at most this many."""


def read_paragraphs(text: str, name: str, mark: str, modified_at: "str | None") -> "Iterator[SourceLine]":
    """Every paragraph of a text file. `name` and `mark` are those of `read_markdown`."""
    for number, paragraph in split_paragraphs(text):
        yield number, import_line(paragraph, created_at=modified_at, tags={"file": name}, metadata={"files": [mark]})


def read_json_list(entries: "list[object]") -> "Iterator[SourceLine]":
    """Every text or object of a list; the import reports any other value as an invalid line."""
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, str):
            yield number, {"text": entry, "trust": "imported"}
        else:
            yield number, entry if isinstance(entry, dict) else dumps(entry).encode()


def texts_in_document(value: object) -> "list[object] | None":
    """The texts or memories of a JSON document; None if it has none."""
    if isinstance(value, dict) and isinstance(value.get("text"), str):
        return [value]
    if isinstance(value, dict):
        value = next((value[name] for name in LIST_NAMES if isinstance(value.get(name), list)), None)
    if not isinstance(value, list):
        return None
    return value if not value or any(map(_has_text, value)) else None


def _has_text(entry: object) -> bool:
    return isinstance(entry, str) or (isinstance(entry, dict) and isinstance(entry.get("text"), str))


def find_separator(text: str) -> "str | None":
    """The separator of a table whose first row names a column of texts; None if the text is not such a table."""
    first_row = text.partition("\n")[0]
    for separator in ("\t", ",", ";"):
        names = [name.strip().strip('"').casefold() for name in first_row.split(separator)]
        if (
            len(names) > 1
            and not frozenset(names).isdisjoint(TEXT_COLUMNS)
            and all(len(name.split()) <= MIN_TEXT_WORDS for name in names)
        ):
            return separator
    return None


def read_table(text: str, path: str, separator: "str | None") -> "Iterator[SourceLine]":
    """Every row of a table of comma- or tab-separated values."""
    import csv

    separator = separator or find_separator(text) or _guess_separator(text)
    csv.field_size_limit(16 * 1024 * 1024)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=separator)
    rows: list[tuple[int, list[str]]] = []
    names: list[str] | None = None
    text_column = 0
    start = 1
    try:
        for row in reader:
            rows.append((start, row))
            start = reader.line_num + 1
            if names is None and len(rows) < SAMPLE_ROWS:
                continue
            if names is None:
                names, text_column, rows = _find_columns(rows, path)
            yield from ((number, _read_row(values, names, text_column)) for number, values in rows if any(values))
            rows = []
    except csv.Error as error:
        yield start, LineFault(line=start, reason=f"not a table ({error})")
    if names is None and rows:
        names, text_column, rows = _find_columns(rows, path)
    yield from ((number, _read_row(values, names or [], text_column)) for number, values in rows if any(values))


def _guess_separator(text: str) -> str:
    first_row = text.partition("\n")[0]
    return max("\t,;", key=first_row.count)


def _find_columns(
    rows: "list[tuple[int, list[str]]]", path: str
) -> "tuple[list[str], int, list[tuple[int, list[str]]]]":
    """The names of the columns, the number of the column with the texts, and the rows below the names."""
    names = [name.strip().casefold().replace(" ", "_") for name in rows[0][1]]
    named = [names.index(name) for name in TEXT_COLUMNS if name in names]
    if named:
        return names, named[0], rows[1:]
    below = [row for _, row in rows[1:]] or [row for _, row in rows]
    for column in range(len(rows[0][1])):
        word_counts = [len(row[column].split()) for row in below if column < len(row) and row[column].strip()]
        if word_counts and sum(word_counts) >= MIN_TEXT_WORDS * len(word_counts):
            has_names = len(rows) > 1 and all(len(name.split("_")) <= MIN_TEXT_WORDS for name in names)
            return (names, column, rows[1:]) if has_names else ([""] * len(names), column, rows)
    raise UnreadableFile(f"cannot read {path}: no column of texts", "call the column with the texts: text")


def _read_row(values: "list[str]", names: "list[str]", text_column: int) -> "dict[str, object]":
    """A row as an import line. A value that does not fit its column stays as it is, so that the import reports it."""
    line: dict[str, object] = {"text": values[text_column] if text_column < len(values) else "", "trust": "imported"}
    tags: dict[str, str] = {}
    for column, (name, value) in enumerate(zip(names, values, strict=False)):
        value = value.strip()
        name = DATE_COLUMNS.get(name, name)
        if column == text_column or not value or not name:
            continue
        if name in NAME_COLUMNS:
            line[name] = memory_type(value) or value if name == "type" else value
        elif name in TIME_COLUMNS:
            line[name] = iso_time(value) or value
        elif name in NUMBER_COLUMNS:
            line[name] = _parse_number(value)
        elif name == "tags":
            tags.update(_parse_tags(value))
        else:
            tags[name] = value
    return {**line, "tags": tags} if tags else line


def _parse_number(value: str) -> "float | str":
    try:
        return float(value)
    except ValueError:
        return value


def _parse_tags(text: str) -> "dict[str, str]":
    """Tags written as `a=b; c=d`, as a JSON object, or as words."""
    try:
        values = loads(text)
    except ValueError:
        values = None
    if isinstance(values, dict):
        return {str(key): str(value) for key, value in values.items()}
    parts = [part.strip() for part in text.replace(";", ",").split(",") if part.strip()]
    pairs = {key.strip(): value.strip() for key, equals, value in (part.partition("=") for part in parts) if equals}
    words = [part for part in parts if "=" not in part]
    return {**pairs, "tags": ", ".join(words)} if words else pairs
