"""Sixteen processes of every kind at once, on an empty folder and in the middle of life: nothing lost, nothing doubled."""

import random
import select
import time
from typing import Any

import apsw
import pytest

from tests.command import Home
from tests.faults.store_check import count_texts, find_faults
from tests.faults.tally import count
from tests.faults.test_kill import kill_all, start_driver
from tests.faults.trial_counts import KILLS
from tests.long_run import LONG_RUN

CROWD_KINDS = ("store",) * 3 + ("defer", "aging", "worker", "worker", "import", "backup", "erase", "undo", "maintain")
CROWD_KINDS += ("twins", "consolidate", "read", "read")
CROWD_ROUNDS = max(1, KILLS // 60)
MOMENT = 2 if LONG_RUN else 0.5
"""Seconds in which a crowd works on, once it is at work."""


def wait_for_answers(running: list[Any], count: int) -> None:
    """Wait until so many processes have acknowledged something, or for half a minute."""
    waiting, end = {process.stdout for process in running}, time.monotonic() + 30
    while len(waiting) > len(running) - count and time.monotonic() < end:
        waiting -= set(select.select(list(waiting), [], [], 1)[0])


@pytest.mark.parametrize("begun", [False, True], ids=["an empty folder", "in use"])
def test_a_crowd_loses_and_doubles_nothing(recall: Home, begun: bool) -> None:
    """All that was acknowledged to any of sixteen is there once, all that was erased is gone, and the store is whole."""
    recall.more["RECALL_BUSY_SECONDS"] = "60"
    promised = set[str]()
    if begun:
        recall.store("there before")
    for turn in range(CROWD_ROUNDS):
        readers = [LongReader(recall) for _ in range(3 if begun else 0)]
        running = [start_driver(recall, kind, f"{kind}x{turn}x{at}") for at, kind in enumerate(CROWD_KINDS)]
        wait_for_answers(running, len(CROWD_KINDS) // 4)
        for reader in readers:
            time.sleep(MOMENT)
            reader.finish_reading()
        time.sleep(MOMENT)
        promised |= set(kill_all(running, random.Random(turn), silent=False))
        count("crowds of sixteen")
        assert find_faults(recall.db) == []
    recall.later(minutes=60)
    assert recall.quick("worker").status == 0
    _check_all_kept(recall, promised)


def _check_all_kept(recall: Home, promised: set[str]) -> None:
    """What was acknowledged as kept, once; nothing of what was undone or erased."""
    found = count_texts(recall.db)
    undone = {text.removesuffix(" undone") for text in promised if text.endswith(" undone")}
    kept = {text for text in promised if not text.endswith(("erased", ".db", " undone"))}
    assert kept
    assert kept - found.keys() == set()
    assert undone & found.keys() == set()
    assert [text for text, times in found.items() if times > 1 and "Python" not in text] == []
    assert find_faults(recall.db) == []
    assert recall.json("audit")["whole"]
    count("acknowledged writes found again", len(kept))


class LongReader:
    """Somebody who looks at one moment for a long time."""

    def __init__(self, recall: Home) -> None:
        self._connection = apsw.Connection(str(recall.db))
        self._connection.execute("BEGIN").fetchall()
        self._seen = self._look()

    def _look(self) -> object:
        return self._connection.execute("SELECT count(*), max(n), sum(length(text)) FROM memory").fetchall()

    def finish_reading(self) -> None:
        """It has seen the same all the time."""
        assert self._look() == self._seen
        self._connection.close()


def test_sixteen_race_for_one_key_after_the_other(recall: Home) -> None:
    """Under each key one text is kept, that of the one who was told so, whoever was killed meanwhile."""
    recall.more["RECALL_BUSY_SECONDS"] = "60"
    first: dict[str, str] = {}
    for turn in range(CROWD_ROUNDS):
        running = [start_driver(recall, "race", f"runner{turn}x{at}") for at in range(16)]
        wait_for_answers(running, 4)  # who comes second everywhere acknowledges nothing
        time.sleep(2 * MOMENT)
        for line in kill_all(running, random.Random(turn), silent=False):  # other texts under the key are refused
            key, status, name = line.split()
            if status == "stored":
                assert first.setdefault(key, name) == name, f"key {key} was won twice"
    found = count_texts(recall.db)
    kept: dict[str, str] = {}
    for text, times in found.items():
        _, key, _, _, name = text.split()
        assert times == 1
        assert kept.setdefault(key, name) == name, f"two texts under key {key}"
    assert len(first) > 3
    assert first.items() <= kept.items()
    assert find_faults(recall.db) == []
    count("keys raced for by sixteen", len(kept))
