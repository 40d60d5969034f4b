"""Opening a store: created if missing, upgraded once, left alone if it is another program's."""

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from recall_cli.domain.errors import StoreError, UsageError
from recall_cli.domain.store_errors import NewerStore, NotAStore, StoreBusy, StoreDamaged, StoreReadOnly
from recall_cli.engines.sqlite.driver import APPLICATION_ID, SCHEMA_VERSION
from recall_cli.engines.statements import SQLITE
from tests.command import Home
from tests.engines.stores import add_memory, begin_transaction, open_store


def file_mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_store_has_the_newest_schema(tmp_path: Path) -> None:
    """A new store has the latest version, the application id and the list of migrations."""
    engine = open_store(tmp_path / "s.db")
    assert engine.connection.pragma("user_version") == SCHEMA_VERSION
    assert engine.connection.pragma("application_id") == APPLICATION_ID
    ledger = engine.connection.execute("SELECT version, recall FROM migration ORDER BY version").fetchall()
    assert ledger == [(number, "test") for number, _ in SQLITE.migrations()]
    assert ledger[-1] == (SCHEMA_VERSION, "test")
    engine.close()


def test_it_is_safe_against_power_loss_and_forgets_what_is_erased(tmp_path: Path) -> None:
    """A store uses a WAL, durable commits, secure delete and foreign keys."""
    connection = open_store(tmp_path / "s.db").connection
    wanted = {"journal_mode": "wal", "synchronous": 2, "secure_delete": 1, "foreign_keys": 1}
    wanted["fullfsync"] = int(sys.platform == "darwin")
    assert {name: connection.pragma(name) for name in wanted} == wanted
    assert connection.execute("SELECT v FROM memory_fts_config WHERE k = 'secure-delete'").get == 1
    connection.close()


def test_only_its_owner_can_read_it(tmp_path: Path) -> None:
    """The file and its WAL have mode 0600 in a folder of mode 0700, for any umask."""
    before = os.umask(0)
    try:
        engine = open_store(tmp_path / "deep/er/s.db")
        with begin_transaction(engine) as tx:
            add_memory(tx, "x")
        assert file_mode(tmp_path / "deep") == file_mode(tmp_path / "deep/er") == 0o700
        assert {file_mode(path) for path in (tmp_path / "deep/er").iterdir()} == {0o600}
        engine.close()
    finally:
        os.umask(before)


def test_reading_where_nothing_is_leaves_no_trace(tmp_path: Path) -> None:
    """A first search creates no file and no folder."""
    engine = open_store(tmp_path / "none/s.db", write=False)
    with begin_transaction(engine, write=False) as tx:
        assert tx.memories.count_by_group() == []
    engine.close()
    assert [*tmp_path.iterdir()] == []


def test_a_newer_store_is_refused_and_left_alone(recall: Home) -> None:
    """A store of a newer recall: exit 5, one line with the next step, nothing changed."""
    recall.store("x")
    connection = apsw.Connection(str(recall.db))
    connection.pragma("user_version", SCHEMA_VERSION + 1)
    connection.close()
    for args in (("list",), ("store", "y"), ("search", "x"), ("count",)):
        answer = recall.quick(*args)
        assert (answer.status, answer.out) == (5, "")
        assert answer.err == (
            f"recall: the store is from a newer recall (schema {SCHEMA_VERSION + 1}, this one knows {SCHEMA_VERSION}) "
            "(upgrade recall, or use --db for another file)\n"
        )
    with pytest.raises(NewerStore):
        open_store(recall.db)


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    """No table is added to another program's database."""
    path = tmp_path / "other.db"
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)")
    connection.close()
    before = path.read_bytes()
    for write in (True, False):
        with pytest.raises(NotAStore, match="another program"):
            open_store(path, write=write)
    assert path.read_bytes() == before


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    """`touch` before the first store does no harm."""
    path = tmp_path / "s.db"
    path.touch()
    engine = open_store(path)
    assert engine.connection.pragma("user_version") == SCHEMA_VERSION
    engine.close()


def test_a_text_file_is_no_store(tmp_path: Path) -> None:
    """A text file is refused and stays as it was."""
    path = tmp_path / "notes.txt"
    path.write_text("buy milk\n" * 200)
    for write in (True, False):
        with pytest.raises(NotAStore, match="is not a recall store"):
            open_store(path, write=write)
    assert path.read_text() == "buy milk\n" * 200


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    """A folder is refused as a usage error."""
    with pytest.raises(UsageError, match="is a folder"):
        open_store(tmp_path)


def test_a_damaged_store_says_so(recall: Home) -> None:
    """A damaged page gives one clear line, not a traceback."""
    for at in range(30):
        recall.store(f"memory number {at} " + "x" * 500)
    engine = open_store(recall.db)
    engine.checkpoint()
    engine.close()
    with recall.db.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (recall.db.stat().st_size - 4096))
    answer = recall.quick("list")
    assert answer.status == 5
    assert answer.err.count("\n") == 1
    assert "damaged" in answer.err or "not a recall store" in answer.err
    assert issubclass(StoreDamaged, StoreError)


def test_a_locked_store_is_busy_for_writers_and_open_to_readers(recall: Home) -> None:
    """While another process writes, reads answer at once, and a write gives up after `busy_seconds`."""
    recall.store("kept")
    holder = apsw.Connection(str(recall.db))
    holder.execute("BEGIN IMMEDIATE")
    recall.more["RECALL_BUSY_SECONDS"] = "0.2"
    [kept] = recall.json("search", "kept")["results"]
    answer = recall.quick("tag", kept["id"], "a=b")
    assert answer.status == 5
    assert answer.err.startswith("recall: the store is busy (another recall has been writing for 0.2 s)")
    holder.execute("ROLLBACK")
    holder.close()
    assert recall.json("get", kept["id"])["tags"] == {}
    with pytest.raises(StoreBusy):
        raise StoreBusy


NOBODY_SCRIPT = """
import os, pkgutil, sys
import difflib, encodings.cp1252, json, tomllib, _blake2, recall_cli
for module in pkgutil.walk_packages(recall_cli.__path__, "recall_cli."):  # later they may be out of reach
    if module.name != "recall_cli.__main__":
        __import__(module.name)
from recall_cli.__main__ import main
os.setuid(65534)
sys.argv[0] = "recall"
main()
"""


def run_as_nobody(recall: Home, *args: str) -> subprocess.CompletedProcess[str]:
    """Run the command without root's rights, because root can write to any folder."""
    code = NOBODY_SCRIPT if os.getuid() == 0 else NOBODY_SCRIPT.replace("os.setuid(65534)", "")
    return subprocess.run(
        [sys.executable, "-c", code, *args], env=recall.environment(), capture_output=True, text=True, cwd="/"
    )


@pytest.fixture
def open_home() -> Iterator[Home]:
    """A home that every user can reach: whenever pytest starts, it makes its own temporary folders private."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    home = Home(folder / "home")
    yield home
    home.drop_databases()
    shutil.rmtree(folder)


def let_everybody_read(path: Path) -> None:
    """Let any user into a folder and into those above it."""
    for folder in [path, *path.parents]:
        if os.getuid() == 0 and len(folder.parts) > 2 and not file_mode(folder) & 0o001:
            folder.chmod(file_mode(folder) | 0o055)


@pytest.mark.parametrize("emptied", [True, False], ids=["after a checkpoint", "with a WAL"])
def test_a_read_only_store_can_be_read(open_home: Home, emptied: bool) -> None:
    """In a read-only folder reads answer, and a write gives one clear line with exit 5."""
    open_home.store("kept for good")
    if emptied:
        engine = open_store(open_home.db)
        engine.checkpoint()
        engine.close()
        for tail in ("-wal", "-shm"):
            Path(f"{open_home.db}{tail}").unlink(missing_ok=True)
    let_everybody_read(open_home.db.parent)
    for file in open_home.db.parent.iterdir():
        file.chmod(0o444)
    open_home.db.parent.chmod(0o555)
    found = run_as_nobody(open_home, "search", "kept")
    assert (found.returncode, "kept for good" in found.stdout) == (0, True), found
    refused = run_as_nobody(open_home, "store", "not kept")
    assert refused.returncode == 5, refused
    assert refused.stderr.count("\n") == 1
    assert "read-only" in refused.stderr or "cannot" in refused.stderr
    open_home.db.parent.chmod(0o700)


def test_a_store_that_cannot_be_made_says_so(open_home: Home) -> None:
    """A folder without write permission gives one clear line with exit 5."""
    closed = open_home.path / "closed"
    closed.mkdir(mode=0o555)
    let_everybody_read(closed)
    answer = run_as_nobody(open_home, "--db", str(closed / "deep/s.db"), "store", "x")
    assert (answer.returncode, answer.stderr.count("\n")) == (5, 1), answer
    assert answer.stderr.startswith("recall: cannot use ")


def test_an_older_store_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    """A read-only store of an older recall is refused, not misread."""
    path = tmp_path / "s.db"
    connection = apsw.Connection(str(path))
    connection.pragma("application_id", APPLICATION_ID)
    connection.close()
    from recall_cli.engines.sqlite.connection import SqliteEngine

    engine = SqliteEngine.__new__(SqliteEngine)
    engine.path, engine.version, engine.now = str(path), "test", lambda: 0
    with pytest.raises(StoreReadOnly, match="older recall"):
        engine._upgrade_schema(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY))
