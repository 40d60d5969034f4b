"""The SQL statements: each file has blocks of a name (`-- name --`), a sentence and a statement.

What both engines share is in `sql/` here, as SQLite understands it; each engine's own statements are in its `sql/`.
In a comment (`/* … */`) stands what PostgreSQL alone needs. `{{fragment}}` stands for a block of `fragments.sql`.
Fragments are constants, never values.
"""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

ENGINES_FOLDER = os.path.dirname(__file__)
_MAX_FILE_BYTES = 1 << 16
"""Every file is shorter; a test would fail for a statement beyond it."""
_file_texts: "dict[str, str]" = {}


class Statements:
    """The statements of an engine; `translate` gives a shared one as the engine spells it."""

    def __init__(self, engine: str, translate: "Callable[[str], str] | None" = None) -> None:
        self.folder = f"{ENGINES_FOLDER}/{engine}"
        self._translate = translate
        self._known: dict[tuple[str, str, bool], str] = {}

    def get(self, table: str, name: str, *, narrowed: bool = True) -> str:
        """The SQL of one named statement. A command uses a few, so a file is searched and not parsed.

        Without `narrowed` it is for a view that is not narrowed to an agent or to topics, as most are not. Leaving out
        conditions that every row fulfils makes a statement much cheaper to prepare.
        """
        sql = self._known.get((table, name, narrowed))
        if sql is None:
            sql = self._known[table, name, narrowed] = self._expand(self.block(table, name), narrowed=narrowed)
        return sql

    def for_view(self, table: str, name: str, values: "Mapping[str, object]") -> str:
        """The SQL of a statement for the view in these values; without a view in them, for a narrowed one."""
        return self.get(table, name, narrowed=is_narrowed(values))

    def block(self, table: str, name: str) -> str:
        """A statement without its fragments: a shared one, the engine's own, or one made from columns."""
        shared = find_block(f"{ENGINES_FOLDER}/sql/{table}.sql", name)
        if not shared:
            own = find_block(f"{self.folder}/sql/{table}.sql", name)
            if own:
                return own
            from recall_cli.engines.alike_statements import made_statements

            shared = made_statements(in_lists=self._translate is not None)[table, name]
        return self._translate(shared) if self._translate else shared

    def _expand(self, sql: str, *, narrowed: bool) -> str:
        first, *pieces = sql.split("{{")
        parts = [first]
        for piece in pieces:
            name, _, after = piece.partition("}}")
            if narrowed or name != "narrowed":
                parts.append(self.get("fragments", name, narrowed=narrowed))
            parts.append(after)
        return "".join(parts)

    def migrations(self) -> "Iterator[tuple[int, str]]":
        """All migrations with their numbers, in order."""
        folder = os.path.join(self.folder, "migrations")
        for file in sorted(os.listdir(folder)):
            if file.endswith(".sql"):
                with open(os.path.join(folder, file), encoding="utf-8") as script:
                    yield int(file[:4]), script.read()


def is_narrowed(values: "Mapping[str, object]") -> bool:
    """Whether the view in some values is narrowed to an agent, topics or projects, or is missing."""
    return any(values.get(name, "") is not None for name in ("viewer", "topics", "granted"))


def find_block(path: str, name: str) -> str:
    """The SQL of one named statement in a file; empty if it is not there."""
    text = read_sql(path)
    at = text.find(f"\n-- {name} --\n") + 1
    if not at:
        return ""
    end = text.find("\n\n-- ", at)
    lines = text[at : end if end >= 0 else None].split("\n")
    return "\n".join(line for line in lines if not line.startswith("-- ")).strip()


def read_sql(path: str) -> str:
    """The text of a file, after an empty line; empty if all statements about its table are in another folder."""
    if path not in _file_texts:
        try:
            file = os.open(path, os.O_RDONLY)
        except FileNotFoundError:
            _file_texts[path] = ""
        else:
            try:
                _file_texts[path] = "\n" + os.read(file, _MAX_FILE_BYTES).decode()
            finally:
                os.close(file)
    return _file_texts[path]


def quote_word(word: str) -> str:
    """A word as an FTS5 string, in which nothing is syntax."""
    return '"' + word.replace("\0", " ").replace('"', '""') + '"'


SQLITE = Statements("sqlite")
