"""A file from elsewhere brings nothing of its own: its schema is compared with ours before anything of it runs."""

from pathlib import Path

import apsw
import pytest

from tests.command import Home

FOREIGN_OBJECTS = {
    "trigger": "CREATE TRIGGER evil AFTER INSERT ON memory BEGIN DELETE FROM memory; END",
    "trigger of another table": "CREATE TRIGGER evil AFTER UPDATE ON meta BEGIN DELETE FROM memory; END",
    "view": "CREATE VIEW evil AS SELECT * FROM memory",
    "table": "CREATE TABLE evil (x)",
    "index": "CREATE INDEX evil ON memory (lower(text))",
    "generated column": "ALTER TABLE memory ADD COLUMN evil TEXT AS (hex(zeroblob(1000000)))",
    "constraint": "DROP TABLE spend; CREATE TABLE spend (n INTEGER PRIMARY KEY CHECK (length(hex(zeroblob(9))) > n))",
    "other words": "DROP VIEW memory_words; CREATE VIEW memory_words AS SELECT 1 AS n, 2 AS text, 3 AS tags, 4 AS about, 5 AS grams",
    "missing trigger": "DROP TRIGGER memory_removed",
    "full-text table": "CREATE VIRTUAL TABLE evil USING fts5 (text, content = 'memory')",
}


@pytest.fixture
def store_copy(recall: Home, tmp_path: Path) -> Path:
    """A copy of a store with some memories."""
    recall.store("The queue is NATS.")
    copy = tmp_path / "copy.db"
    recall.quick("backup", str(copy))
    return copy


@pytest.mark.parametrize("statement", FOREIGN_OBJECTS.values(), ids=FOREIGN_OBJECTS.keys())
def test_a_file_with_a_schema_of_its_own_is_refused(recall: Home, store_copy: Path, statement: str) -> None:
    """Restoring it fails in one line that names what is strange, and nothing is made; doctor finds it in a store."""
    connection = apsw.Connection(str(store_copy))
    connection.execute(statement)
    connection.close()
    target = recall.path / "other.db"
    answer = recall.quick("--db", str(target), "restore", str(store_copy))
    assert (answer.status, len(answer.err.splitlines()) <= 2, target.exists()) == (5, True, False), answer
    assert "recall" in answer.err
    told = recall.quick("--db", str(store_copy), "doctor").out
    assert "the store has" in told or "is not a store as recall makes it" in told


RUNNABLE_OBJECTS = [
    name for name in FOREIGN_OBJECTS if name in ("trigger", "trigger of another table", "view", "other words")
]
"""What SQLite would run, or read, in the midst of one of our statements."""


@pytest.mark.parametrize("name", [*RUNNABLE_OBJECTS, "missing trigger"])
@pytest.mark.parametrize(
    "command", [("store", "Anything."), ("search", "queue"), ("count",), ("context",), ("erase", "--query", "queue")]
)
def test_no_command_opens_it(recall: Home, store_copy: Path, command: tuple[str, ...], name: str) -> None:
    """Every command refuses such a file in one line, with the way out; nothing in it is changed."""
    connection = apsw.Connection(str(store_copy))
    connection.execute(FOREIGN_OBJECTS[name])
    connection.close()
    before = store_copy.read_bytes()
    answer = recall.quick("--db", str(store_copy), *command)
    assert (answer.status, answer.out, store_copy.read_bytes() == before) == (5, "", True), answer
    assert "not a store as recall makes it" in answer.err
    assert "--salvage" in answer.err
    new = str(recall.path / "saved.db")
    assert recall.quick("--db", str(store_copy), "doctor", "--salvage", new).status == 0
    assert recall.json("--db", new, "count")["count"] == 1


def test_one_of_an_older_recall_is_not_brought_up_to_date(recall: Home, store_copy: Path) -> None:
    """A trigger on a table that a migration changes does not run with it."""
    connection = apsw.Connection(str(store_copy))
    connection.execute("DROP INDEX memory_own; DROP INDEX memory_anchored")
    connection.execute(
        "DROP INDEX link_contest; DROP INDEX link_outdates; DROP TABLE task; DROP TABLE token; DROP TABLE shown; "
        "DROP TABLE update_answer; DROP TABLE update_question"
    )
    connection.execute("DELETE FROM migration WHERE version >= 5; PRAGMA user_version = 4")
    connection.execute("CREATE TRIGGER evil AFTER INSERT ON migration BEGIN DELETE FROM memory; END")
    connection.close()
    assert recall.quick("--db", str(store_copy), "count").status == 5
    connection = apsw.Connection(str(store_copy))
    assert connection.execute("SELECT count(*) FROM memory").fetchall() == [(1,)]
    connection.execute("DROP TRIGGER evil")
    connection.close()
    assert recall.json("--db", str(store_copy), "count")["count"] == 1


def test_the_same_schema_in_other_spaces_passes(recall: Home, store_copy: Path) -> None:
    """What is ours but for its line breaks is ours."""
    connection = apsw.Connection(str(store_copy))
    sql = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'memory_removed'").get
    connection.execute("DROP TRIGGER memory_removed; " + sql.replace("\n", " \n  "))
    connection.close()
    assert recall.json("--db", str(store_copy), "count")["count"] == 1


def test_our_own_copies_pass(recall: Home, store_copy: Path) -> None:
    """A copy that recall made comes back, and doctor has nothing to say of it."""
    target = recall.path / "other.db"
    assert recall.quick("--db", str(target), "restore", str(store_copy)).status == 0
    assert "the schema is unmodified" in recall.quick("--db", str(target), "doctor").out


def test_a_copy_that_a_killed_decrypt_left_is_named(recall: Home) -> None:
    """Whoever converts the store later is told of the plain copy, by its whole path."""
    from recall_cli.app import App
    from recall_cli.flows.transfer.encryption import _report_leftovers

    recall.store("The queue is NATS.")
    left = Path(f"{recall.db}.12345.new")
    left.write_bytes(recall.db.read_bytes())
    app = App(environment=recall.environment())
    _report_leftovers(app, str(recall.db))
    assert [note for note in app.notes if "a plain copy" in note and str(left) in note] == app.notes != []
