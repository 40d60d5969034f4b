"""No room, no right, no sense: the disk is full, the file is read-only, its pages are torn, the clock runs back."""

import contextlib
import json
import os
import subprocess
import time
from pathlib import Path

import apsw
import pytest

from recall_cli.domain.job import LEASE_MS
from tests.command import Home
from tests.faults.small_disk import needs_root, resize_disk, small_disk
from tests.faults.store_check import count_texts, find_faults
from tests.long_run import repetitions


@needs_root
def test_a_full_disk_keeps_what_was_acknowledged(recall: Home) -> None:
    """Stores until it is full: the failing ones say so and leave nothing; reading goes on; with room it goes on."""
    with small_disk(recall.path / "small", "3m") as folder:
        recall.more["RECALL_DB"] = str(folder / "recall.db")
        acknowledged, refused = [], []
        for n in range(400):
            text = f"memory {n} " + os.urandom(9000).hex()
            answer = recall.quick("store", text)
            (refused if answer.status else acknowledged).append(text)
            if answer.status:
                assert answer.status == 5
                assert answer.err == answer.err.splitlines()[0] + "\n"
                assert "disk" in answer.err
            if len(refused) == 5:
                break
        assert refused
        assert acknowledged
        assert recall.json("count")["count"] == len(acknowledged)
        assert recall.quick("search", "memory 1").status == 0
        copied = recall.quick("backup", str(folder / "copy.db"))
        assert (copied.status, ".new" in copied.err, "copy.db" in copied.err) == (5, False, True), copied
        assert [path.name for path in folder.iterdir() if "copy" in path.name] == [], "no draft is left"
        resize_disk(folder, "40m")
        assert recall.quick("store", "there is room again").status == 0
        found = count_texts(folder / "recall.db")
        assert set(found) == {*acknowledged, "there is room again"}
        assert find_faults(folder / "recall.db") == []


def checkpoint(path: Path) -> None:
    """Move the WAL into the file."""
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.close()


@needs_root
@pytest.mark.parametrize("is_in_wal", [True, False])
def test_a_store_is_read_where_there_is_no_room_beside_it(recall: Home, is_in_wal: bool) -> None:
    """Not one free byte, and the index of the WAL is gone: everything is read; a write says that the disk is full."""
    with small_disk(recall.path / "small", "3m") as folder:
        recall.more["RECALL_DB"] = str(folder / "recall.db")
        recall.store("The gate opens at nine.", "--global")
        if not is_in_wal:
            checkpoint(folder / "recall.db")
        (folder / "recall.db-shm").unlink(missing_ok=True)
        fill(folder)
        before = {name: (folder / name).read_bytes() for name in ("recall.db", "recall.db-wal") if is_in_wal}
        for words in (["list"], ["search", "gate opens"], ["context"]):
            read = recall.quick(*words)
            assert (read.status, "The gate opens at nine." in read.out) == (0, True), read
        event = json.dumps({"hook_event_name": "SessionStart", "session_id": "s", "cwd": str(recall.path)})
        assert "The gate opens at nine." in recall.quick("hook", "session-start", "--agent", "codex", stdin=event).out
        at_once = [recall.start("list", stdout=-1, stderr=-1) for _ in range(6)]
        answers = [process.communicate() for process in at_once]
        assert all(b"The gate opens" in out for out, _ in answers), answers
        for words in (["store", "The shop opens at ten."], ["delete", "-q", "gate", "--yes"]):
            refused = recall.quick(*words)
            assert (refused.status, "the disk is full: nothing was changed" in refused.err) == (5, True), refused
        assert all((folder / name).read_bytes().startswith(content) for name, content in before.items())
        resize_disk(folder, "40m")
        assert recall.quick("store", "there is room again").status == 0
        assert set(count_texts(folder / "recall.db")) == {"The gate opens at nine.", "there is room again"}
        assert find_faults(folder / "recall.db") == []


def fill(folder: Path) -> None:
    """Leave no byte free on the disk of a folder."""
    with contextlib.suppress(OSError), open(folder / "fill", "wb", buffering=0) as file:
        while True:
            file.write(bytes(1024))


@needs_root
def test_a_store_in_use_is_not_read_alone(recall: Home) -> None:
    """While another connection is open, the file is not locked as a whole: the other could not write any more.

    Nobody waits with half of the lock: two that do so at once would wait for each other.
    """
    from recall_cli.engines.sqlite import full_disk

    recall.store("The gate opens at nine.")
    other = apsw.Connection(str(recall.db))
    other.execute("SELECT count(*) FROM memory").fetchall()
    error = apsw.IOError("disk I/O error")
    waits: list[int] = []

    def connect() -> apsw.Connection:
        connection = apsw.Connection(str(recall.db))
        connection.set_busy_handler(lambda tries: waits.append(tries) or tries < 3)
        return connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(full_disk, "is_disk_full", lambda _path: True)
        with pytest.raises(apsw.IOError):
            full_disk.read_alone(str(recall.db), connect, error, 0)
        assert waits == []
        other.close()
        alone = full_disk.read_alone(str(recall.db), connect, error, 0)
    with pytest.raises(apsw.BusyError):
        apsw.Connection(str(recall.db)).execute("SELECT count(*) FROM memory").fetchall()
    alone.close()
    assert recall.json("count")["count"] == 1


@needs_root
def test_a_read_only_file_system_is_named(recall: Home) -> None:
    """A write says what is read-only, and so does the doctor: no right of a file would help."""
    with small_disk(recall.path / "small", "3m") as folder:
        recall.more["RECALL_DB"] = str(folder / "recall.db")
        recall.store("The gate opens at nine.", "--global")
        checkpoint(folder / "recall.db")
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        assert "The gate opens at nine." in recall.quick("list").out
        refused = recall.quick("store", "The shop opens at ten.")
        assert (refused.status, refused.err.count("\n")) == (5, 1)
        assert "the file system is read-only" in refused.err
        checked = recall.quick("doctor").out
        assert "the file system is read-only" in checked
        assert "chmod" not in checked


def test_a_torn_wal_never_stops_the_store(recall: Home) -> None:
    """Cut, garbled or missing: the store opens, is whole, and has all that had been moved into the file."""
    for n in range(10):
        recall.store(f"in the file {n}")
    connection = apsw.Connection(str(recall.db))
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.close()
    for n in range(10):
        recall.store(f"in the wal {n}")
    wal = Path(f"{recall.db}-wal")
    file, whole = recall.db.read_bytes(), wal.read_bytes()
    assert len(whole) > 4096
    half = len(whole) // 2
    for torn in (whole[:half], whole[:-1], whole[:10], whole[:half] + os.urandom(500) + whole[half + 500 :], b""):
        recall.db.write_bytes(file)
        wal.write_bytes(torn)
        Path(f"{recall.db}-shm").unlink(missing_ok=True)
        assert recall.quick("count").status == 0
        assert find_faults(recall.db) == []
        assert len([text for text in count_texts(recall.db) if text.startswith("in the file")]) == 10
        assert recall.quick("store", "after the harm").status == 0


@pytest.mark.parametrize("seed", range(repetitions(8)))
def test_damage_anywhere_is_one_clear_line(recall: Home, seed: int) -> None:
    """A bad page anywhere: every command works, or says in one line what is wrong and ends with 5; never a traceback."""
    import random

    dice = random.Random(seed)
    lines = (json.dumps({"text": f"memory {n} " + "x" * dice.randrange(900)}) for n in range(60))
    assert recall.json("import", "-", stdin="\n".join(lines))["created"] == 60
    connection = apsw.Connection(str(recall.db))
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.close()
    whole = recall.db.read_bytes()
    for _ in range(6):
        at = dice.randrange(len(whole) // 4096) * 4096
        recall.db.write_bytes(whole[:at] + dice.choice((dice.randbytes(4096), bytes(4096))) + whole[at + 4096 :])
        for words in (("list",), ("search", "memory 7"), ("store", "one more"), ("context",), ("log",), ("undo",)):
            answer = recall.quick(*words)
            assert answer.status in (0, 1, 4, 5), (words, answer)
            assert "Traceback" not in answer.err
            assert "unexpected error" not in answer.err, (words, answer)
            assert answer.err.count("\n") <= 2
        assert recall.quick("doctor").status in (0, 1)


def test_the_clock_may_run_back(recall: Home) -> None:
    """Set back by a year: stores, undo, search and the record work, nothing is lost, and the doctor says so."""
    ids = [recall.store(f"zebra {n}") for n in range(3)]
    recall.later(days=-400)
    ids += [recall.store(f"after {n}") for n in range(3)]
    assert len({*ids}) == 6
    assert recall.json("count")["count"] == 6
    assert recall.json("undo")["operation"]
    assert recall.json("count")["count"] == 5
    assert recall.json("search", "zebra")["total"] == 3
    assert recall.json("audit")["whole"]
    assert find_faults(recall.db) == []
    warned = [one for one in recall.json("doctor")["findings"] if one["check"] == "clock"]
    assert [one["state"] for one in warned] == ["warning"]


def test_a_worker_whose_lease_ran_out_finishes_nothing(recall: Home) -> None:
    """Two workers have the same job, the first too late: its memories are given up, the job is done once."""
    from recall_cli.app import App
    from recall_cli.flows.write.worker import run_job

    recall.quick("store", "The work of two.", "--defer")
    slow, quick = App(environment=recall.environment()), None
    with slow.write_transaction() as tx:
        first = tx.jobs.claim(tx.now + LEASE_MS)
    recall.now += LEASE_MS + 1
    quick = App(environment=recall.environment())
    with quick.write_transaction() as tx:
        second = tx.jobs.claim(tx.now + LEASE_MS)
    assert first is not None and second is not None
    assert (first.id, first.fence + 1) == (second.id, second.fence)
    assert run_job(quick, second) is not None
    assert run_job(slow, first) is None
    slow.close()
    quick.close()
    assert count_texts(recall.db) == {"The work of two.": 1}
    assert find_faults(recall.db) == []


def test_reading_goes_on_where_nothing_can_be_written(recall: Home) -> None:
    """A read-only file in a read-only folder: reading answers, writing is one line and exit 5, as anybody but root."""
    recall.store("kept")
    connection = apsw.Connection(str(recall.db))
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.close()
    for tail in ("-wal", "-shm"):
        Path(f"{recall.db}{tail}").unlink(missing_ok=True)
    recall.db.chmod(0o444)
    recall.db.parent.chmod(0o555)
    try:
        if os.geteuid() == 0:
            pytest.skip("root writes everywhere")
        assert recall.json("count")["count"] == 1
        assert recall.quick("store", "x").status == 5
        assert recall.quick("doctor").status in (0, 1)
    finally:
        recall.db.parent.chmod(0o755)


def test_a_long_reader_holds_nobody_up(recall: Home) -> None:
    """While somebody reads one old state, writers go on; the WAL is emptied once he is gone."""
    recall.store("the first")
    reader = apsw.Connection(str(recall.db))
    reader.execute("BEGIN").fetchall()
    assert reader.execute("SELECT count(*) FROM memory").get == 1
    started = time.monotonic()
    for n in range(30):
        assert recall.quick("store", f"note {n} " + "x" * 20_000).status == 0
    assert time.monotonic() - started < 60
    assert reader.execute("SELECT count(*) FROM memory").get == 1
    wal = Path(f"{recall.db}-wal")
    assert wal.stat().st_size > 1_000_000
    reader.close()
    recall.store("the last")
    assert wal.stat().st_size < 1_000_000
    assert find_faults(recall.db) == []
