"""Memories in plain files: paragraphs of a text, rows of a table, values of a JSON document."""

from recall_cli.domain.errors import UnreadableFile
from recall_cli.domain.json_text import dumps, loads
from recall_cli.flows.transfer.movein import field_values
from recall_cli.rules.text.paragraphs import split_paragraphs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    NumberedLine = tuple[int, dict[str, Any] | bytes]

TEXT_COLUMNS = ("text", "memory", "content", "statement", "note", "notes", "fact", "description", "summary")
"""What a column of texts may be called, the likeliest first."""
NAME_COLUMNS = frozenset({
    "type", "topic", "project", "entity", "attribute", "value", "qualifier", "agent", "session", "classification",
    "source",
})  # fmt: skip
NUMBER_COLUMNS = frozenset({"importance", "confidence"})
TIME_COLUMNS = frozenset({"created_at", "updated_at", "valid_from", "valid_until"})
DATE_COLUMNS = {"date": "created_at", "created": "created_at", "updated": "updated_at"}
SAMPLE_ROWS = 50
"""Rows in which a column of texts is looked for."""
MIN_TEXT_WORDS = 3
"""A text has at least so many words; a name in the first row has no more."""


def read_paragraphs(text: str, name: str, file: str, modified_at: "str | None") -> "Iterator[NumberedLine]":
    """Every paragraph of a text file."""
    for number, paragraph in split_paragraphs(text):
        yield (
            number,
            field_values.make_line(paragraph, None, modified_at, tags={"file": name}, metadata={"files": [file]}),
        )


def read_json_list(value: "Any") -> "Iterator[NumberedLine]":
    """Every text or object of a list; what is neither is told as a broken line."""
    for number, one in enumerate(value, 1):
        if isinstance(one, str):
            yield number, {"text": one, "trust": "imported"}
        else:
            yield number, one if isinstance(one, dict) else dumps(one).encode()


def listed_texts(value: "Any") -> "list[Any] | None":
    """The texts or memories of a JSON document; None where it holds none."""
    if isinstance(value, dict) and isinstance(value.get("text"), str):
        return [value]
    if isinstance(value, dict):
        for name in ("memories", "results", "data", "items"):
            if isinstance(value.get(name), list):
                value = value[name]
                break
    if not isinstance(value, list):
        return None
    plain = (isinstance(one, str) or (isinstance(one, dict) and isinstance(one.get("text"), str)) for one in value)
    return value if not value or any(plain) else None


def find_separator(text: str) -> "str | None":
    """The separator of a table whose first row names a column of texts; None where a text is no such table."""
    first = text.partition("\n")[0]
    for separator in ("\t", ",", ";"):
        names = [one.strip().strip('"').casefold() for one in first.split(separator)]
        if (
            len(names) > 1
            and not frozenset(names).isdisjoint(TEXT_COLUMNS)
            and all(len(one.split()) <= MIN_TEXT_WORDS for one in names)
        ):
            return separator
    return None


def read_table(text: str, path: str, separator: "str | None") -> "Iterator[NumberedLine]":
    """Every row of a table of comma- or tab-separated values."""
    import csv

    separator = separator or find_separator(text) or _guess_separator(text)
    csv.field_size_limit(16 * 1024 * 1024)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=separator)
    rows: list[tuple[int, list[str]]] = []
    names: list[str] | None = None
    column = 0
    start = 1
    try:
        for row in reader:
            rows.append((start, row))
            start = reader.line_num + 1
            if names is None and len(rows) < SAMPLE_ROWS:
                continue
            if names is None:
                names, column, rows = _find_columns(rows, path)
            yield from (_read_row(number, values, names, column) for number, values in rows if any(values))
            rows = []
    except csv.Error as error:
        yield start, {"broken": f"not a table ({error})"}
    if names is None and rows:
        names, column, rows = _find_columns(rows, path)
    yield from (_read_row(number, values, names or [], column) for number, values in rows if any(values))


def _guess_separator(text: str) -> str:
    first = text.partition("\n")[0]
    return max("\t,;", key=first.count)


def _find_columns(
    rows: "list[tuple[int, list[str]]]", path: str
) -> "tuple[list[str], int, list[tuple[int, list[str]]]]":
    """The names of the columns, which of them holds the texts, and the rows below the names."""
    names = [name.strip().casefold().replace(" ", "_") for name in rows[0][1]]
    named = [names.index(name) for name in TEXT_COLUMNS if name in names]
    if named:
        return names, named[0], rows[1:]
    below = [row for _, row in rows[1:]] or [row for _, row in rows]
    for at in range(len(rows[0][1])):
        words = [len(row[at].split()) for row in below if at < len(row) and row[at].strip()]
        if words and sum(words) >= MIN_TEXT_WORDS * len(words):
            headed = len(rows) > 1 and all(len(name.split("_")) <= MIN_TEXT_WORDS for name in names)
            return (names, at, rows[1:]) if headed else ([""] * len(names), at, rows)
    raise UnreadableFile(f"cannot read {path}: no column of texts", "call the column with the texts: text")


def _read_row(number: int, values: "list[str]", names: "list[str]", column: int) -> "NumberedLine":
    said: dict[str, Any] = {"text": values[column] if column < len(values) else "", "trust": "imported"}
    tags: dict[str, str] = {}
    for at, (name, value) in enumerate(zip(names, values, strict=False)):
        value = value.strip()
        name = DATE_COLUMNS.get(name, name)
        if at == column or not value or not name:
            continue
        if name in NAME_COLUMNS:
            said[name] = field_values.memory_type(value) or value if name == "type" else value
        elif name in TIME_COLUMNS:
            said[name] = field_values.iso_time(value) or value
        elif name in NUMBER_COLUMNS:
            said[name] = _parse_number(value)
        elif name == "tags":
            tags.update(_parse_tags(value))
        else:
            tags[name] = value
    return number, {**said, "tags": tags} if tags else said


def _parse_number(value: str) -> "float | str":
    try:
        return float(value)
    except ValueError:
        return value


def _parse_tags(value: str) -> "dict[str, str]":
    """Tags as `a=b; c=d`, as a JSON object, or as words."""
    try:
        found = loads(value)
    except ValueError:
        found = None
    if isinstance(found, dict):
        return {str(key): str(one) for key, one in found.items()}
    parts = [part.strip() for part in value.replace(";", ",").split(",") if part.strip()]
    pairs = {key.strip(): one.strip() for key, equals, one in (part.partition("=") for part in parts) if equals}
    words = [part for part in parts if "=" not in part]
    return {**pairs, "tags": ", ".join(words)} if words else pairs
