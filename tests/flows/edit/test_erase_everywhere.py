"""Erasing by words looks everywhere: every column of every table, every file, also where no memory has the words."""

import sqlite3

import pytest

from recall_cli.engines.tables.upkeep import erase_records
from tests import engine_choice
from tests.command import Home, open_sqlite

WORD = "zyxquartz"
NAMES_OF_USERS = ("user", "by")
INDEX_TABLES = ("memory_fts", "memory_term", "sqlite_")
"""The word index, which is made of memories, and SQLite's own tables."""


def text_columns(store: sqlite3.Connection) -> list[str]:
    """Every column of the schema that can hold a text, but for names of users."""
    tables = [name for (name,) in store.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return [
        f"{table}.{column[1]}"
        for table in sorted(tables)
        if not table.startswith(INDEX_TABLES)
        for column in store.execute(f"PRAGMA table_info({table})")
        if column[2] in ("TEXT", "BLOB", "") and column[1] not in NAMES_OF_USERS
    ]


def all_bytes(recall: Home) -> bytes:
    """Every byte that recall keeps, in small letters."""
    return b"".join(path.read_bytes() for path in recall.db.parent.rglob("*") if path.is_file()).lower()


def test_every_column_is_erased_by_a_rule_or_listed(recall: Home) -> None:
    """A new column fails here until somebody has decided what an erasure does with it."""
    recall.store("We deploy from the main branch.")
    with open_sqlite(recall.db) as store:
        columns = text_columns(store)
    listed = erase_records.listed_columns()
    assert sorted(set(columns) - set(listed)) == []
    assert sorted({*listed} - {*columns}) == [], "listed, but no column of the schema"
    assert len(listed) == len({*listed}), "listed twice"


def test_on_a_server_every_column_is_listed_too(recall: Home, request: pytest.FixtureRequest) -> None:
    """The tables of the server have no column that is not listed, but for the tenant and the keys of logins."""
    if request.config.getoption("--engine") != "postgres":
        pytest.skip("about PostgreSQL")
    import psycopg

    recall.store("We deploy from the main branch.")
    query = """SELECT table_name || '.' || column_name FROM information_schema.columns
        WHERE table_schema = current_schema() AND data_type IN ('text', 'bytea', 'jsonb') AND column_name NOT LIKE 'tenant%'"""
    with psycopg.connect(recall.store_environment["RECALL_DB"]) as server:
        columns = {column for (column,) in server.execute(query)}
    on_server_only = {
        "word.stem",
        "login_tenant.login",
        "login_key.login",
        "login_key.inner_pad",
        "login_key.outer_pad",
    }
    on_server_only |= {  # what a user shares goes with the next sync; these tables are nobody's to read
        *("team_space.founder", "team_space.name", "team_invitation.founder", "team_invitation.name"),
        *("team_invitation.member", "team_invitation.invited_by", "team_chain.founder", "team_chain.name"),
        *("team_chain.device", "team_chain.member", "team_chain.head"),
    }
    on_server_only |= {"server.secret", "token_owner.id", "token_owner.login"}
    assert columns - {*erase_records.listed_columns()} - on_server_only == set()


def fill_all_tables(recall: Home) -> None:
    """A store with a row in as many tables as commands can fill."""
    id_ = recall.store("The build needs node 20 to pass.", "--session", "s1", "--agent", "bot")
    recall.quick("update", id_, "--topic", "build")
    recall.quick("feedback", id_, "--helpful", "--note", "it helped")
    recall.quick("store", "Tests need pytest 8 to pass.", "--key", "first")
    recall.quick("store", "The cache lives in Redis 7 now.", "--defer", "--key", "second")
    recall.quick("search", "which node does the build need")
    recall.quick("store", "Something about the other project.", "--project", "third")
    recall.quick("projects", "rename", "third", "fourth")
    recall.quick("projects", "merge", "fourth", "fifth")
    recall.quick("token", "create", "laptop", person=True)
    recall.quick("backup", str(recall.path / "copy.db"))


RULES = {column: kind.name for kind in erase_records.RECORD_KINDS for column in kind.columns.split()}
JSON_TEXTS = {
    "anchors": f'[{{"path": "{WORD}.py", "lines": null, "commit": null, "hash": "00"}}]',
    "metadata": f'{{"files": ["{WORD}.md"]}}',
    "result": f'{{"memories": [], "note": "{WORD}"}}',
    "topics": f'["{WORD}"]',
    "projects": f'["{WORD}"]',
}
"""What stands in columns that hold JSON."""
COLUMNS = [*RULES, *erase_records.COLUMNS_IN_USE.split()]


@pytest.mark.parametrize("column", COLUMNS)
def test_a_word_in_any_column_goes_or_is_reported(recall: Home, column: str) -> None:
    """After an erasure no byte has the word, or the answer says what still uses it; never that nothing was there."""
    recall.fill_once("all tables", fill_all_tables)
    table, name = column.split(".")
    with open_sqlite(recall.db) as store:
        where = "WHERE key LIKE 'brief/%'" if table == "meta" else "WHERE project = 1" if table == "identity" else ""
        store.execute(f"UPDATE OR IGNORE {table} SET {name} = ? {where}", (JSON_TEXTS.get(name, f"name:{WORD}"),))
        if not any(WORD in str(row) for row in store.execute(f"SELECT {name} FROM {table}")):
            pytest.skip(f"no command of this test fills {table}")
    answer = recall.quick("erase", "--query", WORD, "--confirm", person=True)
    if WORD.encode() in all_bytes(recall):
        assert "also used by" in answer.out or "are only in" in answer.err, answer
    else:
        assert answer.status == 0, answer
    assert "nothing matches" not in answer.err


PLACES = {
    "a deferred text": [["store", f"The {WORD} wiki is at home.", "--defer"]],
    "a past question": [["search", f"who is {WORD}"]],
    "a key": [["store", "The build needs node 20.", "--key", f"{WORD}-1"]],
    "a key of a waiting job": [["store", "The build needs node 20.", "--key", f"{WORD}-1", "--defer"]],
    "a session": [["store", "The build needs node 20.", "--session", f"{WORD}-1"]],
    "an agent": [["store", "The build needs node 20.", "--agent", f"{WORD}-bot"]],
    "a renamed project": [
        ["store", "The build needs node 20.", "--project", WORD],
        ["projects", "rename", WORD, "other"],
    ],
    "a merged project": [
        ["store", "The build needs node 20.", "--project", WORD],
        ["store", "Tests need pytest 8.", "--project", "other"],
        ["projects", "merge", WORD, "other"],
    ],
}


@pytest.mark.parametrize("place", PLACES)
def test_a_word_outside_of_memories_is_erased(recall: Home, place: str) -> None:
    """The preview counts it, the erasure removes it, and a second erasure finds nothing."""
    recall.store("We deploy from the main branch on Tuesdays.")
    for words in PLACES[place]:
        assert recall.quick(*words).status == 0
    shown = recall.json("erase", "--query", WORD)
    assert shown["dry_run"]
    assert shown["jobs"] + sum(shown["records"].values()) > 0
    told = recall.json("erase", "--query", WORD, "--confirm")
    assert (told["erased"], told["left"]) == ([], 0)
    assert recall.quick("erase", "--query", WORD, "--confirm").status == 4


def test_a_deferred_text_of_an_erased_word_is_never_stored(recall: Home) -> None:
    """The worker finds no job any more."""
    recall.quick("store", f"The {WORD} wiki is at home.", "--defer")
    recall.quick("erase", "--query", WORD, "--confirm")
    recall("worker", "--once")
    assert recall.json("count")["count"] == 0


def test_a_name_in_use_is_named_and_stays(recall: Home) -> None:
    """The name of a project is not taken away by a query: the answer says where the word is, and what erases it."""
    recall.store("The build needs node 20.", "--project", WORD)
    answer = recall.quick("erase", "--query", WORD, "--confirm")
    assert answer.status == 4
    assert "the name or folder of a project" in answer.err
    assert "--project" in answer.err
    assert recall.json("erase", "--project", WORD, "--confirm")["left"] == 0


def test_the_names_of_known_agents_stay(recall: Home) -> None:
    """A query for the name of a client takes it out of no memory and out of no log."""
    recall.store("The build needs node 20.", "--agent", "codex")
    recall.quick("erase", "--query", "codex", "--confirm")
    assert recall.json("list")["memories"][0]["agent"] == "codex"


def test_an_agent_takes_no_name_from_what_the_user_stored(recall: Home) -> None:
    """The session of the user's own memory goes only by the user's hand."""
    recall.store("The build needs node 20.", "--session", f"{WORD}-1", person=True)
    assert recall.quick("erase", "--query", WORD, "--confirm").status == 4
    assert recall.json("erase", "--query", WORD, "--confirm", person=True)["records"] == {"session": 1}


@pytest.mark.parametrize("name", ["recall.db.edits/1/memories.md", "hooks/claude-code.runs"])
def test_a_word_in_a_file_alone_is_erased(recall: Home, name: str) -> None:
    """A draft and a log of hooks are read before recall says that nothing was there."""
    recall.store("We deploy from the main branch.")
    if engine_choice.is_postgres:
        pytest.skip("about SQLite alone: the files lie beside the store")
    file = recall.db.parent / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"## new\nThe {WORD} wiki.\n")
    assert recall.quick("erase", "--query", WORD).status == 0
    assert recall.quick("erase", "--query", WORD, "--confirm").status == 0
    assert WORD.encode() not in all_bytes(recall)


def test_a_file_that_recall_does_not_know_is_named(recall: Home) -> None:
    """Words in a file beside the store that recall cannot clean are reported, with the path."""
    recall.store("We deploy from the main branch.")
    file = recall.db.parent / "recall.db.notes"
    file.write_text(WORD)
    answer = recall.quick("erase", "--query", WORD, "--confirm")
    assert answer.status == 1
    assert str(file) in answer.out


def test_only_what_was_searched_is_said_to_be_absent(recall: Home) -> None:
    """A long word is searched in the bytes; a short one stands in bytes by chance, and nothing is said about them."""
    recall.store("We deploy from the main branch.")
    assert "no file of recall holds" in recall.quick("erase", "--query", WORD, "--confirm").err
    assert "no file of recall holds" not in recall.quick("erase", "--query", "qz", "--confirm").err
