"""Power cuts: after every one the store is whole and has every memory that was acknowledged before it."""

import random
from pathlib import Path

import apsw
import pytest

from recall_cli.engines.sqlite import connection as engine_module
from tests.command import Home
from tests.faults.recording_disk import RecordingDisk, files_after_cut
from tests.faults.store_check import count_texts, find_faults
from tests.faults.tally import count
from tests.faults.trial_counts import POWER_CUTS


def record_store_life(
    recall: Home, monkeypatch: pytest.MonkeyPatch
) -> tuple[RecordingDisk, list[tuple[int, str, bool]]]:
    """A life of a store on a recording disk: after which step which text was acknowledged, or erased."""
    disk = RecordingDisk("recording")
    plain = apsw.Connection

    def opened(path: str, **more: object) -> apsw.Connection:
        return plain(path, vfs="recording", **more) if path.endswith("recall.db") else plain(path, **more)  # type: ignore[arg-type]

    promises: list[tuple[int, str, bool]] = []
    monkeypatch.setattr(engine_module.apsw, "Connection", opened)
    for n in range(24):
        text = f"acknowledged number {n} " + "x" * (1 + n * 37 % 900)
        id_ = recall.store(text)
        promises.append((len(disk.log), text, True))
        if n % 8 == 5:
            assert recall.quick("delete", "--now", id_).status == 0
            promises.append((len(disk.log), text, False))
        if n % 8 == 7:
            recall.quick("update", id_, "--importance", "0.9")
        if n % 8 == 4:
            assert recall.quick("undo").status == 0
            promises.append((len(disk.log), text, False))
        if n % 8 == 2:
            recall.quick("store", f"put off number {n}", "--defer")
            assert recall.quick("worker").status == 0
            promises.append((len(disk.log), f"put off number {n}", True))
        if n in (14, 22):
            recall.later(days=31)
            assert recall.quick("maintain").status == 0  # what was undone is purged
    monkeypatch.setattr(engine_module.apsw, "Connection", plain)
    return disk, promises


def test_a_power_cut_loses_nothing_that_was_acknowledged(
    recall: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At steps all over the life of a store, with torn writes: whole, complete, and what was erased stays erased."""
    disk, promises = record_store_life(recall, monkeypatch)
    assert len([step for step in disk.log if step[0] == "sync"]) > 20
    dice = random.Random(1)
    first = promises[0][0]
    for cut in range(POWER_CUTS):
        end = dice.randrange(first, len(disk.log) + 1)
        folder = tmp_path / f"cut{cut}"
        folder.mkdir()
        for name, held in files_after_cut(disk.log, end, dice).items():
            if name and not name.endswith("-shm"):  # a file without a name does not outlive its process
                (folder / name).write_bytes(held)
        count("power cuts")
        store = folder / "recall.db"
        kept = {text: there for step, text, there in promises if step <= end}
        assert find_faults(store) == [], f"cut {cut} after step {end}"
        found = count_texts(store)
        assert {text for text, there in kept.items() if there} - found.keys() <= _being_erased(promises, end), (
            f"cut {cut}"
        )
        assert {text for text, there in kept.items() if not there} & found.keys() == set()


def _being_erased(promises: list[tuple[int, str, bool]], end: int) -> set[str]:
    """What was just being erased when the power went: it may be gone."""
    later = [text for step, text, there in promises if step > end and not there]
    return set(later[:1])


def test_the_recording_disk_can_lose(tmp_path: Path) -> None:
    """Without syncing, the same cuts do lose what was acknowledged: the test above can fail."""
    disk = RecordingDisk("careless")
    connection = apsw.Connection(str(tmp_path / "careless.db"), vfs="careless")
    connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; CREATE TABLE t (x)").fetchall()
    for n in range(20):
        connection.execute("INSERT INTO t VALUES (?)", (n,))
    ends = len(disk.log)
    connection.close()
    files = files_after_cut(disk.log, ends, random.Random(1))
    assert len(files.get("careless.db-wal", b"")) < sum(len(step[3]) for step in disk.log[:ends] if step[0] == "write")
