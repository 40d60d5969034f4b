"""SQL out of Python: each file of `sql/` holds named blocks, `-- name --`, a sentence, a statement.

`{{fragment}}` stands for a block of `fragments.sql`: constants put together once, never values.
"""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SQLITE_FOLDER = os.path.dirname(__file__)
_MAX_FILE_BYTES = 1 << 16
"""No file has as many bytes; a test would fail for the statements behind them."""
_file_texts: "dict[str, str]" = {}
_statements: "dict[tuple[str, str, bool], str]" = {}


def statement(table: str, name: str, *, narrowed: bool = True) -> str:
    """The SQL of one named statement: a command uses a few, so a file is searched and not taken apart.

    Without `narrowed` it is for a view that neither an agent nor topics narrow. Most views are so, and the conditions
    that every row would fulfil are a good part of what it takes to prepare a statement.
    """
    known = _statements.get((table, name, narrowed))
    if known is None:
        known = _statements[table, name, narrowed] = _expand_fragments(_find_block(table, name), narrowed=narrowed)
    return known


def statement_names() -> "list[tuple[str, str]]":
    """Every statement there is, as (table, name)."""
    tables = sorted(file[:-4] for file in os.listdir(os.path.join(SQLITE_FOLDER, "sql")) if file.endswith(".sql"))
    return [(table, name) for table in tables if table != "fragments" for name in _block_names(table)]


def quote_word(word: str) -> str:
    """A word as an FTS5 string: nothing in it is syntax."""
    return '"' + word.replace("\0", " ").replace('"', '""') + '"'


def _find_block(table: str, name: str) -> str:
    text = _file_text(table)
    at = text.index(f"\n-- {name} --\n") + 1
    end = text.find("\n\n-- ", at)
    return _strip_comments(text[at : end if end >= 0 else None])


def _strip_comments(block: str) -> str:
    """A block's statement, without its name and the sentence about it."""
    return "\n".join(line for line in block.split("\n") if not line.startswith("-- ")).strip()


def first_migration() -> str:
    """The script that makes the tables; every trigger and view of a store is in it."""
    return _file_text("../migrations/0001")


def migrations() -> "Iterator[tuple[int, str]]":
    """Every migration with its number, in order."""
    folder = os.path.join(SQLITE_FOLDER, "migrations")
    for file in sorted(os.listdir(folder)):
        if file.endswith(".sql"):
            with open(os.path.join(folder, file), encoding="utf-8") as script:
                yield int(file[:4]), script.read()


def _file_text(table: str) -> str:
    if table not in _file_texts:
        file = os.open(f"{SQLITE_FOLDER}/sql/{table}.sql", os.O_RDONLY)
        try:
            _file_texts[table] = "\n" + os.read(file, _MAX_FILE_BYTES).decode()
        finally:
            os.close(file)
    return _file_texts[table]


def _block_names(table: str) -> "list[str]":
    """The names of a file's blocks."""
    lines = _file_text(table).split("\n")
    return [line[3:-3] for line in lines if line.startswith("-- ") and line.endswith(" --") and " " not in line[3:-3]]


def _expand_fragments(sql: str, *, narrowed: bool) -> str:
    """The statement with its fragments in their places."""
    first, *rest = sql.split("{{")
    parts = [first]
    for piece in rest:
        name, _, after = piece.partition("}}")
        if narrowed or name != "narrowed":
            parts.append(statement("fragments", name, narrowed=narrowed))
        parts.append(after)
    return "".join(parts)
