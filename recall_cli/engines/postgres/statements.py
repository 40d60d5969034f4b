"""The SQL statements of `sql/`, with the same names as SQLite's.

A value is written `:name`, as in SQLite. PostgreSQL has to know the type of each, so a value gets the type that its
name has in `PARAMETER_TYPES`, unless the statement gives another one (`:name::type`). A statement that writes many
rows at once takes a list for each column (`:name[]`).
"""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

POSTGRES_FOLDER = os.path.dirname(__file__)

_NAMES_BY_TYPE = {
    "bigint": """
        access_count accessed_at after answer as_of asked_at at attempts before born by came_as came_with
        classification clearance created_at deleted_at enabled expires_at fence finished_at first first_key fresh
        hash helpful into is_proposal keep last lease lease_until least letters level limit longest memory more most
        n newer_n now offset older_n one op opened_at origin per_minute pinned project question read_at revoked_at
        run_after second_key seen_at seen_count shared shortest since superseded_at superseded_by target then times
        token tokens_in tokens_out turn undoes undone undone_by unhelpful until unused updated_at used_at valid_from
        valid_until version was_at whole word_count
    """,
    "double precision": """
        access_rate cap claim confidence decay_score duration_ms floor importance length mild_days mild_factor
        min_confidence rate strong_days strong_factor usd usefulness weight
    """,
    "boolean": "deleted ended everywhere expired own superseded",
    "bytea": "bytes prints",
    "halfvec": "embedding",
}
PARAMETER_TYPES = {name: kind for kind, names in _NAMES_BY_TYPE.items() for name in names.split()}
"""The type of every value that is not text."""
_LIST_TYPES: "dict[str, Callable[[Any], Any]]" = {"double precision": float, "double": float, "bigint": int}
"""A list has values of one type: not some numbers as whole ones, and some not."""
_file_texts: "dict[str, str]" = {}
_statements: "dict[tuple[str, str, bool], str]" = {}
_list_types: "dict[tuple[str, str], dict[str, str]]" = {}


def statement(table: str, name: str, *, narrowed: bool = True) -> str:
    """The SQL of one named statement, as psycopg takes it; without `narrowed` for a view that is not narrowed."""
    known = _statements.get((table, name, narrowed))
    if known is None:
        known = _bind_values(raw_statement(table, name, narrowed=narrowed))
        _statements[table, name, narrowed] = known
    return known


def raw_statement(table: str, name: str, *, narrowed: bool = True) -> str:
    """The SQL of one named statement with its fragments, its values still written `:name`."""
    first, *rest = _find_block(table, name).split("{{")
    parts = [first]
    for piece in rest:
        fragment, _, after = piece.partition("}}")
        if narrowed or fragment != "narrowed":
            parts.append(raw_statement("fragments", fragment, narrowed=narrowed))
        parts.append(after)
    return "".join(parts)


def list_types(table: str, name: str) -> "dict[str, str]":
    """The values that a statement takes as lists (`:name[]`, one entry a row), with the types of the entries."""
    known = _list_types.get((table, name))
    if known is None:
        import re

        found = re.findall(r"(?<![:\w]):([a-z_]+)(?:::(\w+))?\[\]", raw_statement(table, name))
        known = {value: own_type or PARAMETER_TYPES.get(value, "text") for value, own_type in found}
        _list_types[table, name] = known
    return known


def values_in_lists(rows: "list[dict[str, Any]]", types: "dict[str, str]") -> "dict[str, Any]":
    """Many rows as one set of values: a list for each column that the statement takes as one."""
    values = dict(rows[0])
    for name, kind in types.items():
        convert = _LIST_TYPES.get(kind)
        column = [row[name] for row in rows]
        values[name] = [None if entry is None else convert(entry) for entry in column] if convert else column
    return values


def migrations() -> "Iterator[tuple[int, str]]":
    """All migrations with their numbers, in order."""
    folder = os.path.join(POSTGRES_FOLDER, "migrations")
    for file in sorted(os.listdir(folder)):
        if file.endswith(".sql"):
            with open(os.path.join(folder, file), encoding="utf-8") as script:
                yield int(file[:4]), script.read()


def _bind_values(sql: str) -> str:
    """The statement with its values as psycopg writes them, each with its type."""
    import re

    def bound(match: "re.Match[str]") -> str:
        name, own_type = match[1], match[2]
        if own_type:
            return f"%({name})s{own_type}"
        kind = PARAMETER_TYPES.get(name, "text")
        return f"(%({name})s::bigint <> 0)" if kind == "boolean" else f"%({name})s::{kind}"

    parts = sql.replace("%", "%%").split("'")  # every second part is a quoted text
    parts[::2] = [re.sub(r"(?<![:\w]):([a-z_]+)\b(::\w+)?", bound, part) for part in parts[::2]]
    return "'".join(parts)


def _find_block(table: str, name: str) -> str:
    text = _file_text(table)
    at = text.index(f"\n-- {name} --\n") + 1
    end = text.find("\n\n-- ", at)
    block = text[at : end if end >= 0 else None]
    return "\n".join(line for line in block.split("\n") if not line.startswith("-- ")).strip()


def _file_text(table: str) -> str:
    if table not in _file_texts:
        with open(os.path.join(POSTGRES_FOLDER, "sql", f"{table}.sql"), encoding="utf-8") as file:
            _file_texts[table] = "\n" + file.read()
    return _file_texts[table]
