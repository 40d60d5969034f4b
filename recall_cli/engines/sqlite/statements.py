"""The SQL statements: each file has blocks of a name (`-- name --`), a sentence and a statement.

What both engines share is in `engines/sql`, as SQLite understands it; SQLite's own statements are in `sql/` here.
In a comment (`/* … */`) stands what PostgreSQL alone needs. `{{fragment}}` stands for a block of `fragments.sql`.
Fragments are constants, never values.
"""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SQLITE_FOLDER = os.path.dirname(__file__)
_SHARED_FOLDER = os.path.dirname(SQLITE_FOLDER)
_MAX_FILE_BYTES = 1 << 16
"""Every file is shorter; a test would fail for a statement beyond it."""
_file_texts: "dict[str, str]" = {}
_statements: "dict[tuple[str, str, bool], str]" = {}


def statement(table: str, name: str, *, narrowed: bool = True) -> str:
    """The SQL of one named statement. A command uses a few, so a file is searched and not parsed.

    Without `narrowed` it is for a view that is not narrowed to an agent or to topics, as most are not. Leaving out
    conditions that every row fulfils makes a statement much cheaper to prepare.
    """
    sql = _statements.get((table, name, narrowed))
    if sql is None:
        sql = _statements[table, name, narrowed] = _expand_fragments(_find_block(table, name), narrowed=narrowed)
    return sql


def statement_of_file(file_name: str, name: str) -> str:
    """The SQL of one named statement in a file beside `sql/`, for another database than the store."""
    with open(os.path.join(SQLITE_FOLDER, file_name), encoding="utf-8") as file:
        block = ("\n" + file.read()).partition(f"\n-- {name} --\n")[2].partition("\n\n-- ")[0]
    return "\n".join(line for line in block.split("\n") if not line.startswith("-- "))


def quote_word(word: str) -> str:
    """A word as an FTS5 string, in which nothing is syntax."""
    return '"' + word.replace("\0", " ").replace('"', '""') + '"'


def _find_block(table: str, name: str) -> str:
    """A statement of both engines, one of SQLite's own, or one that is made from the columns of a table."""
    for folder in (_SHARED_FOLDER, SQLITE_FOLDER):
        text = _file_text(f"{folder}/sql/{table}.sql")
        at = text.find(f"\n-- {name} --\n") + 1
        if at:
            end = text.find("\n\n-- ", at)
            lines = text[at : end if end >= 0 else None].split("\n")
            return "\n".join(line for line in lines if not line.startswith("-- ")).strip()
    from recall_cli.engines.alike_statements import made_statements

    return made_statements()[table, name]


def first_migration() -> str:
    """The script that makes the tables, with all triggers and views of a store."""
    return _file_text(f"{SQLITE_FOLDER}/migrations/0001.sql")


def migrations() -> "Iterator[tuple[int, str]]":
    """All migrations with their numbers, in order."""
    folder = os.path.join(SQLITE_FOLDER, "migrations")
    for file in sorted(os.listdir(folder)):
        if file.endswith(".sql"):
            with open(os.path.join(folder, file), encoding="utf-8") as script:
                yield int(file[:4]), script.read()


def _file_text(path: str) -> str:
    if path not in _file_texts:
        try:
            file = os.open(path, os.O_RDONLY)
        except FileNotFoundError:  # all statements about a table are in the other folder
            _file_texts[path] = ""
        else:
            try:
                _file_texts[path] = "\n" + os.read(file, _MAX_FILE_BYTES).decode()
            finally:
                os.close(file)
    return _file_texts[path]


def _expand_fragments(sql: str, *, narrowed: bool) -> str:
    """The statement with its fragments inserted."""
    first, *pieces = sql.split("{{")
    parts = [first]
    for piece in pieces:
        name, _, after = piece.partition("}}")
        if narrowed or name != "narrowed":
            parts.append(statement("fragments", name, narrowed=narrowed))
        parts.append(after)
    return "".join(parts)
