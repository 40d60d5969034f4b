"""The SQL statements as PostgreSQL takes them.

Most are those of `engines/sql`, which are written as SQLite understands them and translated here. The others are in
`sql/`, with the same names as SQLite's.

A value is written `:name`, as in SQLite. PostgreSQL has to know the type of each, so a value gets the type that its
name has in `PARAMETER_TYPES`, unless the statement gives another one (`:name::type`). A statement that writes many
rows at once takes a list for each column (`:name[]`).
"""

from recall_cli.engines.statements import Statements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

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
_SEVERAL_VALUES = r"(?=(?:[^(),]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*,)"
"""What follows has a comma before its bracket ends: it is not the greatest or least of a column."""
_TRANSLATIONS = (
    (r"/\* (.*?) \*/", r"\1"),  # in a comment stands what PostgreSQL alone needs
    (  # the numbers of a tenant's rows; SQLite numbers the rows of a table itself
        r"next_number\((\w+)\)",
        r"(SELECT greatest(coalesce(max(b.n), 0), 0) + 1 FROM \1 b WHERE b.tenant_id = :user)",
    ),
    (r" INDEXED BY \w+", ""),  # it chooses its indexes itself
    (r":user IS NOT NULL", "user = :user"),  # what is all of a file is all of a tenant here
    (r"(?<![:'\w])user\b", "tenant_id"),
    (r"ON CONFLICT \((?!tenant_id)", "ON CONFLICT (tenant_id, "),  # numbers and ids are those of a tenant
    (r"LIMIT :limit\b", "LIMIT nullif(:limit, -1)"),
    (r"LIMIT -1 ", ""),
    (r"X''", "''::bytea"),
    (r"CROSS JOIN (\w+ \w+) ON", r"JOIN \1 ON"),
    (r"\binstr\(", "strpos("),
    (r"\bsubstr\(([\w.]+), -(:\w+|length\(:\w+\))\)", r"right(\1, \2::integer)"),
    (rf"\bmax\({_SEVERAL_VALUES}", "greatest("),
    (rf"\bmin\({_SEVERAL_VALUES}", "least("),
    (r"(:?[\w.]+) ->> ", r"\1::jsonb ->> "),
    (r"json_type\(([\w.]+), '\$\.(\w+)'\) IS NOT NULL", r"\1::jsonb ? '\2'"),
    (r"json_set\((\w+), '\$\.(\w+)', NULL\)", r"json_put(\1, '\2', 'null')"),
    (r"json_set\((\w+), '\$\.(\w+)', ([\w.]+)\)", r"json_put(\1, '\2', \3::text)"),
    (r"json_remove\((\w+), '\$\.(\w+)'\)", r"(\1::jsonb - '\2')::text"),
    (r"json_group_array\(([\w.]+)\)", r"coalesce(json_agg(\1), '[]'::json)::text"),
    (r"json_each\(([a-z][\w.]*)\) (\w+)", r"jsonb_each_text(\1::jsonb) \2 (key, value)"),
    (r"json_each\(:(except|hashes|memories|numbers|projects|told|turns)\)", r"numbers(:\1)"),  # JSON lists of numbers
    (r"json_each\(:(\w+)\)", r"strings(:\1)"),  # all others are lists of texts
    (r"\bNOT IN \(SELECT value FROM (\w+\(:\w+\))\)", r"<> ALL (\1)"),
    (r"\bIN \(SELECT value FROM (\w+\(:\w+\))\)", r"= ANY (\1)"),
    (r"FROM (\w+\(:\w+\)) (\w+)", r"FROM unnest(\1) WITH ORDINALITY \2 (value, key)"),
)
"""What PostgreSQL spells in another way: patterns of the statements in `engines/sql`, and what takes their place."""
_statements: "dict[tuple[str, str, bool], str]" = {}
_list_types: "dict[tuple[str, str], dict[str, str]]" = {}


def statement(table: str, name: str, *, narrowed: bool = True) -> str:
    """The SQL of one named statement, as psycopg takes it; without `narrowed` for a view that is not narrowed."""
    known = _statements.get((table, name, narrowed))
    if known is None:
        known = _bind_values(POSTGRES.get(table, name, narrowed=narrowed))
        _statements[table, name, narrowed] = known
    return known


def list_types(table: str, name: str) -> "dict[str, str]":
    """The values that a statement takes as lists (`:name[]`, one entry a row), with the types of the entries."""
    known = _list_types.get((table, name))
    if known is None:
        import re

        found = re.findall(r"(?<![:\w]):([a-z_]+)(?:::(\w+))?\[\]", POSTGRES.get(table, name))
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


def _translate(sql: str) -> str:
    import re

    for pattern, replacement in _TRANSLATIONS:
        sql = re.sub(pattern, replacement, sql, flags=re.DOTALL)
    return sql


POSTGRES = Statements("postgres", _translate)
