"""SQL out of Python: each file of `sql/` holds named blocks, `-- name --`, a sentence, a statement.

`{{fragment}}` stands for a block of `fragments.sql`: constants put together once, never values.
"""

import os

HERE = os.path.dirname(__file__)
_loaded: "dict[str, dict[str, str]]" = {}


def statement(table: str, name: str) -> str:
    """The SQL of one named statement."""
    if table not in _loaded:
        _loaded[table] = _blocks(table)
    return _whole(_loaded[table][name])


def names() -> "list[tuple[str, str]]":
    """Every statement there is, as (table, name)."""
    tables = sorted(file[:-4] for file in os.listdir(os.path.join(HERE, "sql")) if file.endswith(".sql"))
    return [(table, name) for table in tables if table != "fragments" for name in _blocks(table)]


def _blocks(table: str) -> "dict[str, str]":
    return blocks(os.path.join(HERE, "sql", table + ".sql"))


def blocks(path: str) -> "dict[str, str]":
    """The named blocks of a file, as they stand there."""
    with open(path, encoding="utf-8") as file:
        pieces = ("\n" + file.read()).split("\n-- ")[1:]
    found: dict[str, str] = {}
    name = ""
    for piece in pieces:
        head, _, rest = piece.partition("\n")
        if head.endswith(" --") and " " not in head[:-3]:
            name = head[:-3]
        else:  # the sentence, then the statement
            found[name] = rest.strip()
    return found


def _whole(sql: str) -> str:
    if "{{" not in sql:
        return sql
    if "fragments" not in _loaded:
        _loaded["fragments"] = _blocks("fragments")
    for name, text in _loaded["fragments"].items():
        sql = sql.replace("{{" + name + "}}", text)
    return sql
