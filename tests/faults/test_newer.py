"""A store of a newer recall: every command leaves each byte of it alone and says in one line what to do."""

import apsw
import pytest

from recall_cli.cli.doors.registry import COMMANDS
from recall_cli.engines.sqlite.connection import SCHEMA
from tests.command import Home

GIVEN = {
    "audit": ("verify",), "backup": ("other.db",), "delete": ("{id}",), "diff": ("--since", "yesterday"),
    "erase": ("--query", "word", "--confirm"), "feedback": ("{id}", "--helpful"), "get": ("{id}",), "history": ("x",),
    "import": ("lines.jsonl",), "pin": ("{id}",), "related": ("{id}",), "resolve": ("entity", "attribute"),
    "restore": ("copy.db", "--force"), "search": ("word",), "store": ("A new one.",), "tag": ("{id}", "a=b"),
    "unpin": ("{id}",), "update": ("{id}", "--text", "Another."), "why": ("{id}",),
}  # fmt: skip
"""What a command needs to begin its work."""
WITHOUT = {"bench", "completion", "config", "decrypt", "doctor", "encrypt", "hook", "hooks", "schedule"}
"""Those that need no store, look for themselves, or must not fail whoever calls them."""


@pytest.fixture
def newer(recall: Home) -> Home:
    """A store with one memory, a copy of it, lines to import; then the store's schema is of tomorrow."""
    recall.more["MEMORY"] = recall.store("One word.")
    recall.quick("backup", "copy.db")
    (recall.path / "lines.jsonl").write_text('{"text": "A line."}\n')
    connection = apsw.Connection(str(recall.db))
    connection.pragma("user_version", SCHEMA + 1)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.close()
    return recall


@pytest.mark.parametrize("name", COMMANDS)
def test_a_newer_store_is_left_alone_by_every_command(newer: Home, name: str) -> None:
    """Nothing is changed, not even by force and by a person; whoever needs the store ends with 5 and one line."""
    before = newer.db.read_bytes()
    words = [word.replace("{id}", newer.more["MEMORY"]) for word in GIVEN.get(name, ())]
    answer = newer.quick(name, *words, stdin="{}", person=True)
    assert newer.db.read_bytes() == before
    assert answer.err.count("\n") <= 1
    assert "something unexpected" not in answer.err
    if name not in WITHOUT:
        assert (answer.status, answer.out) == (5, "")
        assert answer.err.startswith(f"recall: the store is from a newer recall (schema {SCHEMA + 1}, ")
        assert "upgrade recall" in answer.err
    assert not (newer.path / "other.db").exists()
