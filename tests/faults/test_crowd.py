"""Sixteen processes of every kind at once, on an empty folder and in the middle of life: nothing lost, nothing doubled."""

import random
import time

import apsw
import pytest

from tests.command import Home
from tests.faults.test_kill import killed, started
from tests.faults.whole import faults, texts

CROWD = ("store",) * 5 + ("defer",) * 2 + ("worker",) * 2 + ("import", "backup", "erase", "undo") + ("read",) * 3


@pytest.mark.parametrize("begun", [False, True], ids=["an empty folder", "in use"])
def test_a_crowd_loses_and_doubles_nothing(recall: Home, begun: bool) -> None:
    """All that was acknowledged to any of sixteen is there once, all that was erased is gone, and the store is whole."""
    recall.more["RECALL_BUSY_SECONDS"] = "60"
    reader = None
    if begun:
        recall.store("there before")
        reader = apsw.Connection(str(recall.db))
        reader.execute("BEGIN").fetchall()
        reader.execute("SELECT count(*) FROM memory").fetchall()
    running = [started(recall, kind, f"{kind}x{at}") for at, kind in enumerate(CROWD)]
    time.sleep(4)
    if reader is not None:
        reader.close()
    time.sleep(2)
    promised = set(killed(running, random.Random(1)))
    recall.later(minutes=60)
    assert recall.quick("worker").status == 0
    found = texts(recall.db)
    kept = {text for text in promised if not text.endswith(("erased", ".db"))}
    assert kept
    assert kept - found.keys() == set()
    assert [text for text, count in found.items() if count > 1] == []
    assert faults(recall.db) == []
    assert recall.json("audit")["whole"]
