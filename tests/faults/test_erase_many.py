"""Very many memories erased, killed midway: all are there or none, and in the end no byte of them, seen from outside."""

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.command import Home
from tests.faults.store_check import find_faults
from tests.faults.tally import count
from tests.faults.test_kill_upkeep import query_rows
from tests.faults.trial_counts import ERASED_AT_ONCE, KILLS
from tests.long_run import LONG_RUN

KILL_TRIALS = max(6 if LONG_RUN else 4, KILLS // 30)
COUNT_SCRIPT = """
import re, sys
found = set()
for path in sys.argv[1:]:
    with open(path, "rb") as file:
        found.update(re.findall(rb"quux[0-9]{7}", file.read().lower()))
print(len(found))
"""


def words_on_disk(recall: Home) -> int:
    """How many of the words are in the bytes of any file of the store, as a program finds them that knows no SQLite."""
    files = [str(path) for path in recall.db.parent.iterdir() if path.is_file()]
    counted = subprocess.run([sys.executable, "-c", COUNT_SCRIPT, *files], capture_output=True, text=True, check=True)
    return int(counted.stdout)


@pytest.fixture
def large_store(recall: Home) -> Home:
    """A store of very many memories with a word of their own each, and some others that stay."""
    lines: list[dict[str, Any]] = [{"text": f"Note {n} of quux{n:07d}.", "topic": "big"} for n in range(ERASED_AT_ONCE)]
    lines += [{"text": f"What stays is number {n}."} for n in range(100)]
    random.Random(1).shuffle(lines)
    (recall.path / "many.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert recall.json("import", "many.jsonl")["created"] == ERASED_AT_ONCE + 100
    (recall.path / "many.jsonl").unlink()
    query_rows(recall.db, "PRAGMA wal_checkpoint(TRUNCATE)")
    return recall


def memories_left(recall: Home) -> int:
    return int(query_rows(recall.db, "SELECT count(*) FROM memory WHERE topic = 'big'")[0][0])


def test_very_many_erased_and_killed_midway(large_store: Home) -> None:
    """After every kill all are there or none; erasing again, or the doctor, ends it with a receipt and no byte left."""
    before, dice = large_store.db.read_bytes(), random.Random(43)
    assert words_on_disk(large_store) == ERASED_AT_ONCE
    started = time.monotonic()
    receipt = large_store("--json", "erase", "--topic", "big", "--confirm", timeout=600).data
    took = time.monotonic() - started
    assert (len(receipt["erased"]), receipt["left"], receipt["finished"]) == (ERASED_AT_ONCE, 0, True)
    assert words_on_disk(large_store) == 0
    for turn in range(KILL_TRIALS):
        for path in large_store.db.parent.glob("recall.db*"):
            path.unlink()
        large_store.db.write_bytes(before)
        running = large_store.start("erase", "--topic", "big", "--confirm", stdout=subprocess.DEVNULL)
        time.sleep(took * (0.1 + 0.9 * turn / KILL_TRIALS) * dice.uniform(0.8, 1.0))
        running.send_signal(signal.SIGKILL)
        running.wait()
        there = memories_left(large_store)
        count("erasures killed before they were done" if there else "erasures killed while the file was cleaned")
        assert there in (0, ERASED_AT_ONCE)
        assert large_store.json("count")["count"] == there + 100
        assert find_faults(large_store.db) == []
        if there:
            assert large_store("--json", "erase", "--topic", "big", "--confirm", timeout=600).data["left"] == 0
        else:
            large_store.quick("doctor", "--fix")
        assert words_on_disk(large_store) == 0
        assert large_store.json("count")["count"] == 100
        assert large_store.json("audit")["whole"]


def test_many_deleted_at_once_leave_no_byte(large_store: Home, tmp_path: Path) -> None:
    """`delete --now` of scattered ids: out of every byte, and a copy made before is named as holding them still."""
    large_store.quick("backup", str(tmp_path / "copy.db"))
    every = [row[0] for row in query_rows(large_store.db, "SELECT id FROM memory WHERE topic = 'big' ORDER BY id")]
    ids = random.Random(7).sample(every, 60)
    gone = {
        row[0]
        for row in query_rows(large_store.db, f"SELECT text FROM memory WHERE id IN ({','.join(map(repr, ids))})")
    }
    answer = large_store.quick("--json", "delete", "--now", *ids)
    receipt = json.loads(answer.out)
    assert answer.status == 1, "a copy holds them still"
    assert {place["kind"]: place["left"] > 0 for place in receipt["files"]} == {
        "store": False,
        "wal": False,
        "copy": True,
    }
    assert words_on_disk(large_store) == ERASED_AT_ONCE - 60
    raw = b"".join(path.read_bytes() for path in large_store.db.parent.iterdir())
    assert [text for text in gone if text.split()[-1].rstrip(".").encode() in raw] == []
    assert [id_ for id_ in ids if id_.encode() in raw] == []
    assert find_faults(large_store.db) == []
