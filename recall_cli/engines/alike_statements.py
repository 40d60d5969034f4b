"""The statements that are alike for many tables, made from the names of their columns, as both engines share them.

A move reads each table of a user in pages and writes its rows; erasing a user empties each table. A statement of the
same name in a file takes the place of one that is made here.
"""

from recall_cli.domain.record import Record


class MovedTable(Record):
    """A table as it is moved."""

    name: str
    table: str
    columns: "tuple[str, ...]"
    """Its columns, of which the first ones are its key."""
    key: int
    text_keys: "tuple[int, ...]"
    """Which parts of the key are texts."""


def _moved(name: str, table: str, columns: str, key: int = 1, text_keys: "tuple[int, ...]" = ()) -> MovedTable:
    return MovedTable(name=name, table=table, columns=tuple(columns.split()), key=key, text_keys=text_keys)


MOVED_TABLES = (
    _moved("facts", "meta", "name value", text_keys=(0,)),
    _moved("projects", "project", "n name enabled created_at"),
    _moved("identities", "identity", "mark project", text_keys=(0,)),
    _moved("operations", "operation", "n kind at trust agent session touched note undoes came_as"),
    _moved("operation_ends", "operation", "n undone_by came_with"),
    _moved("moved_marks", "moved_mark", "op mark origin target", key=2, text_keys=(1,)),
    _moved(
        "memories",
        "memory",
        "n id text type topic project importance confidence classification shared source trust agent session entity "
        "attribute value qualifier tags created_at updated_at accessed_at access_count decay_score usefulness helpful "
        "unhelpful seen_count seen_at valid_from valid_until superseded_at deleted_at held pinned anchors metadata "
        "extracted_by span hash fact grams born",
    ),
    _moved("memory_ends", "memory", "n superseded_by"),
    _moved("changes", "change", "op memory before after", key=2),
    _moved("links", "link", "one other kind weight created_at op", key=2),
    _moved("contests", "contest", "n project fact reason opened_at op"),
    _moved("resolutions", "resolution", "n project fact kind at answer op"),
    _moved("update_questions", "update_question", "n newer older reason asked_at op"),
    _moved("update_answers", "update_answer", "n question choice is_proposal agent at op"),
    _moved(
        "jobs",
        "job",
        "n id key kind state payload created_at run_after attempts fence lease_until finished_at result error op",
    ),
    _moved("spends", "spend", "n at model outcome tokens_in tokens_out usd"),
    _moved("shown", "told", "memory first at prints"),
    _moved("shown_in_sessions", "shown", "session memory agent at", key=2, text_keys=(0,)),
    _moved("transcripts", "transcript", "path agent at mark read_at", text_keys=(0,)),
    _moved("turns", "heard", "turn at"),
    _moved("audit_rows", "audit", "n at name op inputs outcome duration_ms tokens_in tokens_out usd salt seal digest"),
    _moved("models", "embedding", "op model name folder file"),
    _moved("missing_vectors", "vector_missing", "model n", key=2, text_keys=(0,)),
    _moved("questions", "asked", "n at agent query projects times"),
    _moved(
        "tokens",
        "token",
        "n id hash name agent rights level its_topics projects per_minute created_at expires_at used_at revoked_at op",
    ),
    _moved(
        "tasks",
        "task",
        "n id token key context state request progress created_at updated_at version holder lease_until",
    ),
)
"""In an order in which each row finds those that it names."""
ERASED_TABLES = tuple(
    """task token job asked embedding vector_missing told shown transcript heard update_answer update_question contest
    resolution spend moved_mark identity project operation""".split()
)
"""What a user has beside memories, in an order that leaves no reference to a removed row."""
_COLUMN_NAMES = {"level": "clearance", "its_topics": "topics"}
"""The columns of a token whose names a view binds to other values."""
_INDEX_COLUMNS = ("stems", "word_count")
"""What the index of words has of a memory, as columns of PostgreSQL's table."""
_TYPES = {
    ("operation", "touched"): "bigint",
    ("change", "before"): "text",
    ("change", "after"): "text",
    ("link", "other"): "bigint",
    ("update_question", "newer"): "bigint",
    ("update_question", "older"): "bigint",
    ("token", "hash"): "bytea",
}
"""The types of values that PostgreSQL would take for others."""
_WRITTEN = frozenset(("facts", "operation_ends", "memory_ends", "changes"))
"""What is not simply the rows of a table: its statements are in the files."""


def made_statements(*, in_lists: bool) -> "dict[tuple[str, str], str]":
    """All statements that are made here, by the table of their class and their name.

    With `in_lists`, which PostgreSQL can, many rows are written at once: each column is a list.
    """
    statements = {("erase", f"user_{table}"): f"DELETE FROM {table} WHERE user = :user" for table in ERASED_TABLES}
    for moved in MOVED_TABLES:
        if moved.name not in _WRITTEN:
            statements["moving", f"{moved.name}_page"] = _page_statement(moved)
        if moved.name not in _WRITTEN or moved.name == "changes":
            statements["moving", f"{moved.name}_put"] = _put_statement(moved, in_lists=in_lists)
        if moved.name == "memories" and in_lists:
            statements["memories", "add_new"] = _add_statement(moved)
    return statements


def _page_statement(moved: MovedTable) -> str:
    keys, values = [], []
    for place, (column, value) in enumerate(zip(moved.columns[: moved.key], ("first_key", "second_key"), strict=False)):
        is_text = place in moved.text_keys
        keys.append(f"t.{column}" + ' /* COLLATE "C" */' * is_text)
        values.append(f":{value}" + "/* ::text */" * is_text)
    order, after = ", ".join(keys), ", ".join(values)
    beyond = f"({order}) > ({after})" if moved.key > 1 else f"{order} > {after}"
    columns = ", ".join(f"t.{_COLUMN_NAMES.get(column, column)}" for column in moved.columns)
    return f"SELECT {columns} FROM {moved.table} t WHERE t.user = :user AND {beyond} ORDER BY {order} LIMIT :limit"


def _put_statement(moved: MovedTable, *, in_lists: bool) -> str:
    if in_lists:
        columns, lists = _lists(moved, moved.columns)
        return f"INSERT INTO {moved.table} (user, {columns}) SELECT :user, r.* FROM unnest({lists}) r"
    columns = ", ".join(_COLUMN_NAMES.get(column, column) for column in moved.columns)
    types = {column: _TYPES.get((moved.table, column)) for column in moved.columns}
    values = ", ".join(f":{column}" + (f"/* ::{kind} */" if kind else "") for column, kind in types.items())
    return f"INSERT INTO {moved.table} (user, {columns}) VALUES (:user, {values})"


def _add_statement(memories: MovedTable) -> str:
    """Many new memories, numbered on from the last one; their ids are known to be free."""
    columns, lists = _lists(memories, memories.columns[1:])
    last = "(SELECT coalesce(max(b.n), 0) FROM memory b WHERE b.user = :user)"
    values = ", ".join(f"r.{column}" for column in columns.split(", "))
    rows = f"unnest({lists}) WITH ORDINALITY r ({columns}, place)"
    return f"INSERT INTO memory (user, n, {columns}) SELECT :user, {last} + r.place, {values} FROM {rows}"


def _lists(moved: MovedTable, columns: "tuple[str, ...]") -> "tuple[str, str]":
    """Some columns, and the list of values for each; of a memory also those for the index of words."""
    values = (*columns, *(_INDEX_COLUMNS if moved.table == "memory" else ()))
    types = [_TYPES.get((moved.table, value)) for value in values]
    lists = [f":{value}{f'::{kind}' if kind else ''}[]" for value, kind in zip(values, types, strict=True)]
    return ", ".join(_COLUMN_NAMES.get(value, value) for value in values), ", ".join(lists)
