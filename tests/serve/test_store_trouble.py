"""What can happen to a store while a server has it: each gets one clear answer, and nothing is lost."""

import os
import shutil
import time
from pathlib import Path

import apsw
import pytest

from recall_cli.engines.sqlite.driver import SCHEMA_VERSION
from tests.command import ROOT, Home, open_sqlite
from tests.faults.small_disk import needs_root, resize_disk, small_disk, store_until_full
from tests.serve.client import Client, serve

TEXT = "We chose NATS because replay was too slow."


def one_line(answer: tuple[str, bool], *words: str) -> None:
    """The answer is an error of one line that has these words."""
    text, failed = answer
    assert failed, text
    assert "\n" not in text
    for word in words:
        assert word in text
    assert "Traceback" not in text


def wait_until_closed(client: Client, recall: Home) -> None:
    """An idle server closes the store a moment after the last call."""
    folder = Path(f"/proc/{client.process.pid}/fd")
    for _ in range(200):
        if not any(os.path.realpath(entry).startswith(str(recall.db)) for entry in folder.iterdir()):
            return
        time.sleep(0.05)
    pytest.fail("the store is still open")


def begun(client: Client) -> Client:
    client.begin()
    return client


@pytest.mark.parametrize("wait", [False, True], ids=["read later", "waited for"])
def test_a_lock_that_another_command_holds(recall: Home, wait: bool) -> None:
    """Reading goes on; a text is kept in a file, found at once, and stored when the store is free. Once, though the
    client stores it again.
    """
    id_ = recall.store(TEXT)
    note = "Another memory is stored here."
    with serve(recall, env={"RECALL_BUSY_SECONDS": "0.2"}) as client:
        begun(client)
        with open_sqlite(recall.db, isolation_level=None) as holder:
            holder.execute("BEGIN IMMEDIATE")
            answer, failed = client.call("store_memory", text=note, wait=wait)
            assert not failed and "stored" in answer and "busy" in answer and "the text is kept" in answer
            assert not client.call("store_memory", text=note, wait=wait)[1]
            assert "NATS" in client.call("search_memories", query="NATS")[0]
            assert note in client.call("search_memories", query="another memory here")[0]
            one_line(client.call("update_memory", id=id_, text="It is NATS."), "busy")
            holder.execute("ROLLBACK")
        assert not client.call("store_memory", text="It is free again.", wait=True)[1]
    recall.quick("worker", "--once")
    assert sorted(one["text"] for one in recall.json("list")["memories"]) == sorted((TEXT, note, "It is free again."))


def test_a_store_that_a_newer_recall_has_upgraded(recall: Home) -> None:
    """It is noticed at the next call, though the connection was open, and no byte is changed."""
    recall.store(TEXT)
    with serve(recall) as client:
        begun(client)
        assert not client.call("store_memory", text="It is open for writing.", wait=True)[1]
        connection = apsw.Connection(str(recall.db))
        connection.pragma("user_version", SCHEMA_VERSION + 1)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        connection.close()
        before = recall.db.read_bytes()
        for _ in range(2):
            one_line(client.call("store_memory", text="One more memory."), "newer")
            one_line(client.call("search_memories", query="NATS"), "newer")
        assert recall.db.read_bytes() == before


def test_a_store_that_was_moved_away(recall: Home) -> None:
    """The server says so instead of beginning a new one; when it is back, all is there."""
    recall.store(TEXT)
    with serve(recall) as client:
        begun(client)
        assert "NATS" in client.call("search_memories", query="NATS")[0]
        moved = recall.path / "moved"
        recall.db.parent.rename(moved)
        one_line(client.call("store_memory", text="Where does this go?"), "gone from", str(recall.db))
        one_line(client.call("search_memories", query="NATS"), "gone from")
        assert not recall.db.exists()
        if recall.db.parent.exists():
            recall.db.parent.rmdir()
        moved.rename(recall.db.parent)
        assert "NATS" in client.call("search_memories", query="NATS")[0]


def test_a_store_that_was_replaced(recall: Home) -> None:
    """After a restore the next call sees the restored memories, and writes into them."""
    recall.store(TEXT)
    recall.quick("backup", str(recall.path / "copy.db"))
    recall.store("A later memory.")
    with serve(recall) as client:
        begun(client)
        assert "later" in client.call("search_memories", query="later memory")[0]
        client.call("store_memory", text="Before the restore.", wait=True)
        wait_until_closed(client, recall)
        assert recall("restore", str(recall.path / "copy.db"), "--force", tty=True).status == 0
        assert "A later memory" not in client.call("search_memories", query="later memory")[0]
        client.call("store_memory", text="After the restore.", wait=True)
    assert {memory["text"] for memory in recall.json("list")["memories"]} == {TEXT, "After the restore."}


@pytest.mark.parametrize("content", [b"", b"no database at all, only text\n" * 100], ids=["empty", "text"])
def test_a_file_that_is_no_store(recall: Home, content: bytes) -> None:
    """An empty file is a store to be; any other file is left as it is."""
    recall.db.parent.mkdir(parents=True)
    recall.db.write_bytes(content)
    with serve(recall) as client:
        begun(client)
        if content:
            one_line(client.call("store_memory", text="One memory."), "not a")
            one_line(client.call("search_memories", query="x"), "not a")
            assert recall.db.read_bytes() == content
        else:
            assert not client.call("store_memory", text="One memory.", wait=True)[1]


def test_a_damaged_store(recall: Home) -> None:
    """One line, and the server goes on answering."""
    for n in range(50):
        recall.store(f"Memory number {n} is stored because of reasons.")
    recall.quick("maintain")
    content = bytearray(recall.db.read_bytes())
    for at in range(4096, len(content), 4096):
        content[at : at + 64] = os.urandom(64)
    recall.db.write_bytes(content)
    for beside in ("-wal", "-shm"):
        Path(f"{recall.db}{beside}").unlink(missing_ok=True)
    with serve(recall) as client:
        begun(client)
        one_line(client.call("store_memory", text="One more memory."))
        one_line(client.call("search_memories", query="memory"))
        assert client.result("ping") == {}
        client.process.stdin.close()
        client.process.wait(timeout=30)
        assert b"Traceback" not in client.process.stderr.read()


@needs_root
def test_a_full_disk(recall: Home) -> None:
    """Storing says that the disk is full; what was acknowledged is there; with room it goes on."""
    with small_disk(recall.path / "small", "3m") as folder:
        recall.more["RECALL_DB"] = str(folder / "recall.db")
        with serve(recall) as client:
            begun(client)
            stored, error = store_until_full(client.call, wait=True)
            one_line((error, True), "disk")
            assert not client.call("memory_stats")[1]
            resize_disk(folder, "40m")
            assert not client.call("store_memory", text="There is room again.", wait=True)[1]
        assert recall.json("count")["count"] == stored + 1


@pytest.mark.slow
def test_an_encrypted_store(recall: Home, ciphers: Path) -> None:
    """Encrypted while the server runs, it is opened with its key; without the key, one line."""
    recall.more["PYTHONPATH"] = f"{ciphers}{os.pathsep}{ROOT}"
    recall("store", TEXT)
    with serve(recall) as client:
        begun(client)
        assert "NATS" in client.call("search_memories", query="NATS")[0]
        wait_until_closed(client, recall)
        assert recall("encrypt", "--key-file", "key", tty=True).status == 0
        assert "NATS" in client.call("search_memories", query="NATS")[0]
        assert not client.call("store_memory", text="It is encrypted now.", wait=True)[1]
        shutil.move(recall.path / "key", recall.path / "hidden")
        client.process.stdin.close()
    with serve(recall) as client:
        begun(client)
        one_line(client.call("search_memories", query="NATS"), "key")
        one_line(client.call("store_memory", text="One more."), "key")
        shutil.move(recall.path / "hidden", recall.path / "key")
        assert "NATS" in client.call("search_memories", query="NATS")[0]


def test_a_store_that_cannot_be_written(recall: Home) -> None:
    """A folder in the place of the store is said in one line."""
    recall.db.mkdir(parents=True)
    with serve(recall) as client:
        begun(client)
        one_line(client.call("store_memory", text="One memory."), "is a folder")
