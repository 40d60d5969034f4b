"""A dry run writes nothing at all; and the small writes that may be lost are as clean as every other write."""

import json
from importlib import import_module
from pathlib import Path

import apsw
import pytest

from recall_cli.app import App
from recall_cli.cli.registry import COMMANDS, command_module_name
from tests.command import Home

ARGUMENTS = {
    "store": [["The zyxquartz port is 9090.", "--dry-run"], ["The queue is NATS.", "--dry-run"]],
    "import": [["more.jsonl", "--dry-run"], ["notes.md", "--dry-run"]],
    "migrate": [[".local/share/recall/recall.db", "new.db", "--dry-run"]],
    "setup": [["codex", "--dry-run"]],
    "uninstall": [["--dry-run"]],
    "undo": [["--dry-run"]],
    "maintain": [["--dry-run"]],
    "consolidate": [["--dry-run"]],
    "scan": [["--dry-run"], []],
    "embed": [["--dry-run"]],
    "hooks": [["install", "codex", "--dry-run"], ["remove", "codex", "--dry-run"]],
    "mcp": [["install", "codex", "--dry-run"]],
    "completion": [["install", "bash", "--dry-run"]],
    "erase": [["--query", "nats"], ["--topic", "queues"]],
    "review": [["--sessions", "--remove", "--dry-run"]],
    "delete": [["--type", "fact", "--dry-run"], ["--query", "nats", "--dry-run"]],
    "tag": [["a=b", "--type", "fact", "--dry-run"]],
    "edit": [["--type", "fact", "--dry-run"]],
    "tags": [["forget", "area", "--dry-run"]],
    "topics": [["forget", "queues", "--dry-run"]],
    "projects": [["forget", "shop", "--dry-run"]],
}
"""How each command is tried without doing anything; `erase` does nothing without --confirm."""


def dry_run_commands() -> set[str]:
    """The commands of the registry that can be tried; sync, join, share and team need another machine, and their own tests try them."""
    return {
        name
        for name in COMMANDS
        if any(one.name == "dry_run" for one in import_module(command_module_name(name)).PARAMS)
    } - {"join", "share", "sync", "team"} | {"erase"}


def folder_state(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file with its bytes and the moment of its last change, but for SQLite's shared memory."""
    return {
        str(path): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith("-shm")
    }


def test_every_command_with_a_dry_run_is_tried() -> None:
    """A new command that can be tried joins the list above."""
    assert dry_run_commands() == set(ARGUMENTS)


def fill_home(recall: Home) -> None:
    """Memories of three years, a project, tags, and files to import."""
    for text in ("The queue is NATS.", "The API listens on port 8080.", "We left RabbitMQ for NATS."):
        recall.store(text, "--topic", "queues")
        recall.later(days=200)
    recall.store("The shop closes at nine.", "--project", "shop")
    recall.store("Deploys go out on Monday.", "--tag", "area=ops")
    recall.quick("delete", recall.store("Gone long ago."))
    recall.later(days=200)
    lines = (json.dumps({"text": f"Note {n} of what was said at {n} o'clock."}) for n in range(3_000))
    (recall.path / "more.jsonl").write_text("\n".join(lines))
    (recall.path / "notes.md").write_text("# Rules\n\n- Always run the linter.\n- The port is 5432.\n")


@pytest.mark.parametrize(("name", "args"), [(name, args) for name, some in ARGUMENTS.items() for args in some])
def test_a_dry_run_changes_no_byte(recall: Home, name: str, args: list[str]) -> None:
    """Whatever is tried: every file has the same bytes and the same time of its last change."""
    recall.fill_once("three years", fill_home)
    recall.more["EDITOR"] = "true"
    before = folder_state(recall.path)
    assert recall.quick(name, *args).status in (0, 1)
    assert recall(name, *args).status in (0, 1)
    assert folder_state(recall.path) == before


def test_a_dry_run_is_given_up_even_where_nobody_does_it(recall: Home) -> None:
    """Whoever forgets to give it up has still written nothing."""
    id_ = recall.store("The queue is NATS.")
    app = App(environment=recall.environment())
    with app.dry_run() as tx:
        found = tx.memories.by_id(id_)
        assert found is not None
        tx.memories.touch([found.n])
    with app.read_transaction() as tx:
        again = tx.memories.by_id(id_)
    app.close()
    assert again is not None
    assert again.access_count == 0


def test_a_write_that_may_be_lost_removes_as_cleanly_as_every_other(recall: Home) -> None:
    """Removed bytes are overwritten and what it points to is checked; only nobody waits for the disk."""
    recall.store("The queue is NATS.")
    app = App(environment=recall.environment())
    with app.read_transaction():
        pass
    with app.best_effort_write():
        pass
    easy = app.engine().connection  # type: ignore[attr-defined]  # SQLite's own
    settings = [easy.pragma(name) for name in ("secure_delete", "synchronous", "foreign_keys")]
    strict = app.engine(write=True).connection  # type: ignore[attr-defined]  # SQLite's own
    assert settings == [1, 1, 1]
    settings = [strict.pragma(name) for name in ("secure_delete", "synchronous", "foreign_keys")]
    assert settings == [1, 2, 1]
    app.close()


@pytest.mark.parametrize("forget", ["shadow", "evicted", "setting"])
def test_a_forgotten_question_is_out_of_the_file(recall: Home, forget: str) -> None:
    """Forgotten on request, pushed out by newer ones, or no longer wanted: no byte of it is left after maintenance."""
    recall.store("The queue is NATS.")
    recall.more["RECALL_QUERIES"] = "30"
    for n in range(25):
        recall.quick("search", f"where is zyxquartz{n:03d} of the queue")
        recall.later()
    if forget == "shadow":
        recall.quick("shadow", "--forget")
    elif forget == "evicted":
        for n in range(40):
            recall.quick("search", f"who has queue number {n}")
            recall.later()
        recall.quick("maintain")
    else:
        recall.more["RECALL_QUERIES"] = "0"
        recall.quick("maintain")
    connection = apsw.Connection(str(recall.db))
    assert not connection.execute("SELECT 1 FROM asked WHERE instr(query, 'zyxquartz')").fetchall()
    connection.close()
    raw = b"".join(path.read_bytes() for path in recall.db.parent.rglob("*") if path.is_file())
    assert b"zyxquartz" not in raw
