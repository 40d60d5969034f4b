"""The inbox of `recall serve`: no answer waits for the lock of the store, and nothing that was answered is lost."""

import contextlib
import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recall_cli.engines.sqlite import text_inbox
from recall_cli.engines.sqlite.text_inbox import MAX_AGE_SECONDS, TextInbox, WaitingText
from tests.command import ROOT, Home, open_sqlite
from tests.faults.small_disk import needs_root, resize_disk, small_disk, store_until_full
from tests.serve.http_client import HttpClient, HttpServer, serve_http, wait_until

TEXT = "We decided to keep the blue door because it is old."
OTHER = "We decided to keep the red door because it is new."


def inbox_path(recall: Home) -> Path:
    return Path(f"{recall.db}.inbox")


def begin_client(server: HttpServer) -> HttpClient:
    client = HttpClient(server, server.token("mine", "--rate", "100000"))
    client.begin()
    client.call("store_memory", text="The first text opens the store.")
    return client


@contextlib.contextmanager
def locked_store(recall: Home) -> Iterator[None]:
    """Another process holds the lock of the store meanwhile."""
    with open_sqlite(recall.db, isolation_level=None) as holder:
        holder.execute("BEGIN IMMEDIATE")
        yield
        holder.execute("ROLLBACK")


def stored_texts(recall: Home) -> set[str]:
    recall.quick("worker", "--once")
    return {memory["text"] for memory in recall.json("list")["memories"]}


def waiting_text(id_: str, key: str = "text:1") -> WaitingText:
    return WaitingText(id=id_, user="owner", key=key, kind="store", payload={"said": id_}, created_at=1)


def test_a_store_does_not_wait_for_the_lock_and_survives_a_kill(recall: Home) -> None:
    """Another process writes all the time. The text is answered meanwhile, and is there after the server was killed."""
    recall.store("The store is there.")
    with serve_http(recall, env={"RECALL_BUSY_SECONDS": "60"}) as server:
        client = begin_client(server)
        wait_until(lambda: inbox_path(recall).stat().st_size == 0)
        with locked_store(recall):
            assert client.call("store_memory", text=TEXT) == (
                "stored; it is being read now, and later searches find it",
                False,
            )
            assert client.call("store_memory", text=TEXT)[0].startswith("known")
            assert not client.call("store_memory", text=OTHER)[1]
            assert TEXT in inbox_path(recall).read_text()
            assert inbox_path(recall).stat().st_mode & 0o777 == 0o600
            server.process.send_signal(signal.SIGKILL)
            server.process.wait()
        jobs = recall.json("jobs")["jobs"]
        assert sum(job["state"] == "queued" for job in jobs) >= 2
        assert not inbox_path(recall).exists()
    assert {TEXT, OTHER} <= stored_texts(recall)


def test_a_new_server_stores_what_was_left(recall: Home) -> None:
    """It reads the texts without being asked, each once."""
    recall.store("The store is there.")
    with serve_http(recall, env={"RECALL_BUSY_SECONDS": "60"}) as server:
        client = begin_client(server)
        with locked_store(recall):
            client.call("store_memory", text=TEXT)
            server.process.send_signal(signal.SIGKILL)
            server.process.wait()
    with serve_http(recall) as server:
        second = HttpClient(server, client.token)
        second.begin()
        assert "blue door" in second.call("search_memories", query="blue door")[0]
        wait_until(lambda: TEXT in [memory["text"] for memory in recall.json("list")["memories"]])
    assert not inbox_path(recall).exists()
    assert [memory["text"] for memory in recall.json("list")["memories"]].count(TEXT) == 1


def test_a_clean_end_leaves_no_inbox(recall: Home) -> None:
    """What was accepted is in the store then."""
    recall.store("The store is there.")
    with serve_http(recall) as server:
        client = begin_client(server)
        for number in range(20):
            assert not client.call("store_memory", text=f"We decided to keep rule {number} because it is right.")[1]
        assert inbox_path(recall).exists()
        server.stop()
    assert not inbox_path(recall).exists()
    recall.quick("worker", "--once")
    assert [job["state"] for job in recall.json("jobs", "--limit", "100")["jobs"]] == ["complete"] * 21


def test_a_store_that_stays_locked_is_reported(recall: Home) -> None:
    """The inbox does not accept texts for ever: later ones get the error of the store."""
    recall.store("The store is there.")
    with serve_http(recall, env={"RECALL_BUSY_SECONDS": "0.2"}) as server:
        client = begin_client(server)
        with locked_store(recall):
            assert not client.call("store_memory", text=TEXT)[1]
            time.sleep(MAX_AGE_SECONDS + 0.2)
            text, failed = client.call("store_memory", text=OTHER)
            assert failed and "busy" in text
            assert client.call("store_memory", text=TEXT)[0].startswith("known")
        wait_until(lambda: inbox_path(recall).stat().st_size == 0)
        assert not client.call("store_memory", text=OTHER)[1]
        server.stop()
    assert {TEXT, OTHER} <= stored_texts(recall)


def leave_text(recall: Home) -> None:
    """The inbox as a killed server leaves it."""
    inbox = TextInbox(str(inbox_path(recall)))
    request = {"text": "Vellichor is the word of the inbox."}
    inbox.put(waiting_text("018f0000-0000-7000-8000-000000000001").but(payload={"said": request}))
    inbox.sync()
    os.close(inbox._file)


def test_the_next_command_that_writes_stores_what_was_left(recall: Home) -> None:
    """Any command that writes, with no server about."""
    recall.store("The store is there.")
    leave_text(recall)
    recall.quick("store", "Another text is stored.")
    assert not inbox_path(recall).exists()
    assert any(job["id"].startswith("018f") for job in recall.json("jobs")["jobs"])


def test_erased_words_do_not_stay_in_the_inbox(recall: Home) -> None:
    """Not after everything of a user is erased."""
    recall.store("The store is there.")
    leave_text(recall)
    assert recall("erase", "--user", "owner", "--confirm", tty=True).status == 0
    assert not files_with(recall, b"Vellichor")


def test_an_encrypted_store_has_no_inbox(recall: Home, ciphers: Path) -> None:
    """Its texts are never on the disk in plain: what was left is taken in first, and a server stores directly."""
    recall.more["PYTHONPATH"] = f"{ciphers}{os.pathsep}{ROOT}"
    recall.store("The store is there.")
    token = recall.json("token", "create", "mine")["token"]
    leave_text(recall)
    assert recall("encrypt", "--key-file", str(recall.path / "key"), tty=True).status == 0
    assert not files_with(recall, b"Vellichor")
    with serve_http(recall) as server:
        client = HttpClient(server, token)
        client.begin()
        assert not client.call("store_memory", text=TEXT)[1]
        assert not inbox_path(recall).exists()
    assert recall("worker", "--once").status == 0
    assert TEXT in recall("list", "--json").out


def files_with(recall: Home, word: bytes) -> list[Path]:
    """The files beside the store that hold a word."""
    return [path for path in recall.db.parent.iterdir() if path.is_file() and word in path.read_bytes()]


def test_a_text_with_a_key_and_one_with_a_project_that_is_off(recall: Home) -> None:
    """What the store has to decide goes to the store: a key of the caller, and a project without memory."""
    recall.store("The store is there.", "--project", "shop")
    assert recall.quick("config", "project", "disable", "shop", person=True).status == 0
    with serve_http(recall) as server:
        client = begin_client(server)
        text, failed = client.call("store_memory", text=TEXT, project="shop")
        assert failed and "shop" in text
        assert not client.call("store_memory", text=TEXT, key="one")[1]
        text, failed = client.call("store_memory", text=OTHER, key="one")
        assert failed and "another text" in text


def test_an_unwritten_line_is_left_out_and_whole_ones_are_read(tmp_path: Path) -> None:
    """A crash in the middle of a write, and a line that somebody changed."""
    path = tmp_path / "store.db.inbox"
    inbox = TextInbox(str(path))
    for number in range(3):
        inbox.put(waiting_text(f"id-{number}", f"text:{number}"))
    inbox.sync()
    os.close(inbox._file)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1].replace(b"id-1", b"id-9") + lines[2] + lines[0][:30])
    again = TextInbox(str(path))
    assert [text.id for text in again.wait_for_texts(0)] == ["id-0", "id-2"]
    assert again.find("owner", "text:2") == "id-2"
    assert again.find("bob", "text:2") is None
    again.close()


def test_a_failed_sync_stores_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller gets the error, and the text is not stored behind their back."""
    inbox = TextInbox(str(tmp_path / "store.db.inbox"))
    inbox.put(waiting_text("safe"))
    inbox.sync()
    size = (tmp_path / "store.db.inbox").stat().st_size

    def fail(_file: int) -> None:
        raise OSError(5, "Input/output error")

    inbox.put(waiting_text("lost", "text:2"))
    with monkeypatch.context() as broken:
        broken.setattr(text_inbox.os, "fdatasync", fail)
        with pytest.raises(OSError, match="Input"):
            inbox.sync()
    assert (tmp_path / "store.db.inbox").stat().st_size == size
    assert [text.id for text in inbox.wait_for_texts(0)] == ["safe"]
    assert inbox.find("owner", "text:2") is None
    inbox.close()


def test_one_process_holds_the_inbox(tmp_path: Path) -> None:
    """A second server stores directly; a pipe or a link in its place is no inbox."""
    path = tmp_path / "store.db.inbox"
    first = TextInbox(str(path))
    assert TextInbox.open(str(path)) is None
    first.close()
    assert not path.exists()
    os.mkfifo(path)
    assert TextInbox.open(str(path)) is None
    path.unlink()
    path.symlink_to(tmp_path / "elsewhere")
    assert TextInbox.open(str(path)) is None
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.slow
@needs_root
def test_a_full_disk(recall: Home) -> None:
    """Storing says that the disk is full; every text that was answered is there, and with room it goes on."""
    with small_disk(recall.path / "small", "3m") as folder:
        recall.more["RECALL_DB"] = str(folder / "recall.db")
        with serve_http(recall) as server:
            client = HttpClient(server, server.token("mine", "--rate", "100000"))
            client.begin()
            stored, error = store_until_full(client.call)
            assert "disk" in error and "\n" not in error
            resize_disk(folder, "80m")
            wait_until(lambda: not client.call("store_memory", text=TEXT)[1])
            server.stop()
        jobs = recall.json("jobs", "--limit", "1000")["jobs"]
        assert stored > 5
        assert len(jobs) == stored + 1


def entries_of(log: list[Any], event: str) -> list[Any]:
    return [entry for entry in log if entry["event"] == event]


def test_a_lock_that_is_held_for_a_moment(recall: Home) -> None:
    """Nothing is written to another place; the texts wait for the store, and the log says so once."""
    recall.store("The store is there.")
    with serve_http(recall, env={"RECALL_BUSY_SECONDS": "0.2"}) as server:
        client = begin_client(server)
        with locked_store(recall):
            assert not client.call("store_memory", text=TEXT)[1]
            time.sleep(1.5)
        wait_until(lambda: inbox_path(recall).stat().st_size == 0)
        log = [*server.stop()]
    assert len(entries_of(log, "inbox_waits")) == 1, json.dumps(log)
    assert TEXT in stored_texts(recall)
