"""Rules that all SQL statements keep."""

import re
from pathlib import Path

import apsw

from recall_cli.engines.statements import ENGINES_FOLDER, SQLITE
from tests.engines.statement_names import statement_names
from tests.engines.stores import begin_transaction, open_store
from tests.for_each import for_each

ALL_STATEMENTS = statement_names(SQLITE.folder)


def test_there_are_statements() -> None:
    """All files of statements are found."""
    assert len(ALL_STATEMENTS) > 60
    files = [*Path(SQLITE.folder, "sql").glob("*.sql"), *Path(ENGINES_FOLDER, "sql").glob("*.sql")]
    assert {table for table, _ in ALL_STATEMENTS} == {path.stem for path in files} - {"fragments"}


@for_each("table, name", ALL_STATEMENTS)
def test_it_names_the_user(table: str, name: str) -> None:
    """Each statement is bound to the user (a table definition has no rows)."""
    if not SQLITE.block(table, name).startswith("CREATE"):
        assert ":user" in SQLITE.get(table, name)


@for_each("table, name", ALL_STATEMENTS)
def test_memories_are_reached_through_the_view_or_the_user(table: str, name: str) -> None:
    """Each use of the memory table is bound to the view or the user."""
    sql = SQLITE.block(table, name)
    mentions = re.findall(r"\b(?:FROM|JOIN|UPDATE|INTO) memory\b(?: (?!WHERE|SET|INDEXED|ON)(\w+))?", sql)
    bound = len(re.findall(r"\{\{seen\}\}|\b(?:\w+\.)?user = :user", sql))
    if (table, name) == ("search", "size"):
        return  # one number for ranking: how large the index is that all share
    if mentions and not sql.startswith("INSERT INTO memory "):
        assert bound >= 1, sql


@for_each("table, name", ALL_STATEMENTS)
def test_no_view_is_escaped_by_reading_whole_memories(table: str, name: str) -> None:
    """Statements that return whole memories check the view."""
    if "{{memory}}" in SQLITE.block(table, name):
        assert "{{seen}}" in SQLITE.block(table, name)


@for_each("table, name", ALL_STATEMENTS)
def test_it_prepares(table: str, name: str, tmp_path: Path) -> None:
    """Each statement is valid SQL in the newest schema, with its fragments."""
    sql = SQLITE.get(table, name)
    assert "{{" not in sql
    engine = open_store(tmp_path / "s.db")
    engine.connection.execute(SQLITE.get("erase", "places"))
    engine.connection.execute(SQLITE.get("search", "past_table"))
    query = apsw.ext.query_info(engine.connection, sql) if hasattr(apsw, "ext") else None
    assert query is None or query.query
    engine.connection.execute("EXPLAIN " + sql.replace("\n", " "), _any_values(sql)).fetchall()
    engine.close()


def _any_values(sql: str) -> dict[str, object]:
    return dict.fromkeys(re.findall(r":(\w+)", sql), "[]")


@for_each("table, name", ALL_STATEMENTS)
def test_it_is_one_statement(table: str, name: str) -> None:
    """Each block has one statement, so that its name says all that it does."""
    assert ";" not in re.sub(r"'[^']*'", "", SQLITE.block(table, name))


def test_another_user_sees_and_changes_nothing(tmp_path: Path) -> None:
    """For a user without rows, all reads are empty and no write changes a row."""
    engine = open_store(tmp_path / "s.db")
    from tests.engines.stores import add_memory

    with begin_transaction(engine) as tx:
        number = add_memory(tx, "a secret of the owner", entity="e", attribute="a", value="v", topic="t")
        id_ = tx.memories.by_number([number])[0].id
        project = tx.projects.add("billing")
        tx.projects.add_mark("git:x", project.n)
        before = engine.connection.execute("SELECT * FROM memory, project, identity, operation").fetchall()
    other = begin_transaction(engine, user="stranger")
    values = {
        "limit": 10, "offset": 0, "except": "[]", "match": '"secret"', "numbers": "[1]", "ids": f'["{id_}"]', "id": id_,
        "low": "0", "high": "g", "terms": '["secret"]', "n": number, "memory": number, "hash": 0, "fact": "e/a",
        "since": 0, "until": 9e12, "after": 0, "project": project.n, "mark": "git:x", "name": "billing", "op": 1,
        "as_of": NOW_LATER, "memories": "[1]", "types": None, "topic": None, "projects": None, "everywhere": 1,
        "agent": None, "tags": None, "min_confidence": 0, "superseded": 1, "held": 1, "expired": 1, "deleted": 1,
        "before": None, "kind": None, "least": 0, "more": 1, "by": None, "into": 99, "enabled": 0, "born": 1,
    }  # fmt: skip
    told = {("memories", "known"), ("search", "counts"), ("search", "size")}
    told.add(("search", "counts_apart"))
    engine.connection.execute(SQLITE.get("erase", "places"))
    # of the file, not of a user:
    told |= {("health", "pages"), ("salvage", "owners"), ("audit", "page"), ("search", "common"), ("vectors", "state")}
    told |= {("erase", "page_keys"), ("moving", "users")}
    for table, name in ALL_STATEMENTS:
        sql = SQLITE.get(table, name)
        bound = {key: values.get(key) for key in re.findall(r":(\w+)", sql)}
        if SQLITE.block(table, name).startswith(("CREATE", "INSERT")) or "temp.past" in sql:
            continue
        engine.begin(write=True)
        rows = other.run(table, name, **bound)
        if sql.startswith("SELECT") and (table, name) not in told:
            assert [row for row in rows if any(value not in (None, 0, "[]") for value in row)] == [], name
        assert engine.connection.execute("SELECT * FROM memory, project, identity, operation").fetchall() == before, (
            name
        )
        engine.rollback()
    engine.close()


NOW_LATER = 9_000_000_000_000


@for_each("table, name", ALL_STATEMENTS)
def test_for_a_whole_view_only_what_narrows_is_left_out(table: str, name: str) -> None:
    """User and clearance are checked in every view; without narrowing the rest is the same."""
    narrowing = SQLITE.get("fragments", "narrowed")
    whole = SQLITE.get(table, name, narrowed=False)
    assert whole == SQLITE.get(table, name).replace(narrowing, "")
    assert whole.count(":clearance") == SQLITE.get(table, name).count(":clearance")


@for_each(
    "values, narrowed",
    [
        ({"viewer": None, "topics": None, "granted": None}, False),
        ({"viewer": "codex", "topics": None, "granted": None}, True),
        ({"viewer": None, "topics": '["build"]', "granted": None}, True),
        ({"viewer": None, "topics": None, "granted": '["shop"]'}, True),
        ({"viewer": None, "topics": None}, True),
        ({"viewer": None}, True),
        ({"topics": None}, True),
        ({}, True),
    ],
)
def test_a_statement_is_narrowed_unless_the_view_is_whole(values: dict[str, object], narrowed: bool) -> None:
    """Without values for a view, the narrowed statement is used."""
    assert SQLITE.for_view("memories", "recent", values) == SQLITE.get("memories", "recent", narrowed=narrowed)
    assert (":topics" in SQLITE.for_view("memories", "recent", values)) is narrowed
