"""A store of a newer recall: every command leaves each byte of it alone and says in one line what to do."""

import apsw
import pytest

from recall_cli.cli.registry import COMMANDS
from recall_cli.engines.sqlite.driver import SCHEMA_VERSION
from tests.command import Home

COMMAND_ARGUMENTS = {
    "audit": ("verify",), "backup": ("other.db",), "delete": ("{id}",), "diff": ("--since", "yesterday"), "edit": ("{id}",),
    "erase": ("--query", "word", "--confirm"), "feedback": ("{id}", "--helpful"), "get": ("{id}",), "history": ("x",),
    "import": ("lines.jsonl",), "join": ("--off", "--yes"), "migrate": ("{store}", "new.db"), "pin": ("{id}",), "related": ("{id}",), "resolve": ("entity", "attribute"),
    "restore": ("copy.db", "--force"), "search": ("word",), "setup": ("--dry-run",), "store": ("A new one.",), "tag": ("{id}", "a=b"),
    "unpin": ("{id}",), "update": ("{id}", "--text", "Another."), "why": ("{id}",),
}  # fmt: skip
"""What a command needs to begin its work."""
WITHOUT_STORE = {
    "admin",
    "bench",
    "browse",
    "completion",
    "config",
    "decrypt",
    "doctor",
    "encrypt",
    "help",
    "hook",
    "hooks",
    "join",
    "mcp",
    "schedule",
    "setup",
    "share",
    "sync",
    "team",
    "uninstall",
}
"""Those that need no store, look for themselves, or must not fail whoever calls them."""


@pytest.fixture
def newer_store(recall: Home) -> Home:
    """A store with one memory, a copy of it, lines to import; then the store's schema is of tomorrow."""
    recall.more["MEMORY"] = recall.fill_once("newer store", make_newer_store)
    return recall


def make_newer_store(recall: Home) -> str:
    id_ = recall.store("One word.")
    recall.quick("backup", "copy.db")
    (recall.path / "lines.jsonl").write_text('{"text": "A line."}\n')
    connection = apsw.Connection(str(recall.db))
    connection.pragma("user_version", SCHEMA_VERSION + 1)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.close()
    return id_


@pytest.mark.parametrize("name", COMMANDS)
def test_a_newer_store_is_left_alone_by_every_command(newer_store: Home, name: str) -> None:
    """Nothing is changed, not even by force and by a person; whoever needs the store ends with 5 and one line."""
    before = newer_store.db.read_bytes()
    values = {"id": newer_store.more["MEMORY"], "store": str(newer_store.db)}
    words = [word.format(**values) for word in COMMAND_ARGUMENTS.get(name, ())]
    answer = newer_store.quick(name, *words, stdin="{}", person=True)
    assert newer_store.db.read_bytes() == before
    assert answer.err.count("\n") <= 1
    assert "unexpected error" not in answer.err
    if name not in WITHOUT_STORE:
        assert (answer.status, answer.out) == (5, "")
        assert answer.err.startswith(f"recall: the store is from a newer recall (schema {SCHEMA_VERSION + 1}, ")
        assert "upgrade recall" in answer.err
    assert not (newer_store.path / "other.db").exists()
