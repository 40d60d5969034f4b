"""kill -9 at any moment: what was acknowledged is there, what was not is there wholly or not at all, nothing twice."""

import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.command import Home
from tests.faults import driver
from tests.faults.forked_process import start_process
from tests.faults.store_check import count_texts, find_faults
from tests.faults.tally import count
from tests.faults.trial_counts import KILLS, LIFETIME_SHARE

ALLOWED_NOTES = (
    "recall: no near-duplicate memories",
    "recall: an earlier erasure, which was interrupted, is finished too",
)
"""What may be said where nothing went wrong."""


def start_driver(recall: Home, kind: str, name: str) -> Any:
    """A process that works until it is killed."""
    return start_process(driver.main, (kind, name), recall.environment(), recall.path)


def kill_all(running: list[Any], dice: random.Random, *, silent: bool = True) -> list[str]:
    """Kill them one after the other at odd moments; every line that they got out whole. None complained, if `silent`."""
    for process in dice.sample(running, len(running)):
        process.send_signal(signal.SIGKILL)
        time.sleep(dice.choice((0, 0, 0.003, 0.02)))
    acknowledged: list[str] = []
    count("processes killed", len(running))
    for process in running:
        out, err = process.communicate()
        complaints = [line for line in err.decode().splitlines() if line not in ALLOWED_NOTES]
        assert not (complaints and silent), complaints
        assert b"Traceback" not in err and b"something unexpected" not in err, err.decode()
        acknowledged += out.decode().split("\n")[:-1]
    return acknowledged


def has_content(path: Path) -> bool:
    """Is there a store? Whoever is killed at once leaves an empty file, or none."""
    return path.exists() and path.stat().st_size > 0


def run_and_kill(
    recall: Home,
    kinds: tuple[str, ...],
    kills: int,
    seed: int,
    longest: float = 0.6,
    ending: str = "",
    reached: Callable[[], object] = lambda: True,
) -> set[str]:
    """Rounds of processes that are started and killed, with a look at the store after each; all that was promised.

    On a machine where none lives long enough to promise anything (with such an ending), or to reach what the test
    looks at, they are given longer.
    """
    dice = random.Random(seed)
    recall.more["RECALL_BUSY_SECONDS"] = "60"
    promised: set[str] = set()
    longest *= LIFETIME_SHARE
    rounds, turn = max(1, kills // len(kinds)), -1
    while (turn := turn + 1) < rounds or (
        turn < rounds + 8 and not (any(word.endswith(ending) for word in promised) and reached())
    ):
        longest *= 1 if turn < rounds else 2
        running = [start_driver(recall, kind, f"{kind}{turn}x{at}") for at, kind in enumerate(kinds)]
        time.sleep(dice.uniform(0.02, longest))
        promised |= set(kill_all(running, dice))
        if has_content(recall.db):
            assert recall.quick("count").status == 0
            assert find_faults(recall.db) == [], f"round {turn}"
    return promised


@pytest.mark.parametrize("kinds", [("store",) * 3, ("store", "import"), ("import",) * 2], ids="+".join)
def test_what_was_kept_stays_kept(recall: Home, kinds: tuple[str, ...]) -> None:
    """Stores and imports killed at any moment, from the first opening of an empty folder on."""
    promised = run_and_kill(recall, kinds, KILLS, seed=len(kinds))
    found = count_texts(recall.db)
    assert promised - found.keys() == set()
    assert promised, "some lived long enough to keep something"
    count("acknowledged writes found again", len(promised))
    assert [text for text, count in found.items() if count > 1] == []
    for start, lines in _lines_by_file(found).items():
        assert lines == 40, f"{start}: an import of a batch is whole or nothing"


def _lines_by_file(found: Counter[str]) -> Counter[str]:
    return Counter(text.partition(" line ")[0] for text in found if " line " in text)


def test_what_was_put_off_is_done_once(recall: Home) -> None:
    """Deferred stores and their workers killed at any moment: in the end every job is done, and done once."""
    promised = run_and_kill(recall, ("defer", "defer", "worker", "worker"), KILLS, seed=5)
    recall.later(minutes=60)  # the leases of the dead run out
    assert recall.quick("worker").status == 0
    states = {job["state"] for job in recall.json("jobs", "-n", "10000")["jobs"]}
    assert states <= {"complete"}
    found = count_texts(recall.db)
    assert promised
    count("acknowledged writes found again", len(promised))
    assert promised - found.keys() == set()
    assert find_faults(Path(recall.db)) == []


def test_a_copy_is_there_whole_or_not_at_all(recall: Home) -> None:
    """Copying killed at any moment, under a writer: every file of the name that was asked for is a whole store."""
    recall.store("the first")
    promised = run_and_kill(recall, ("backup", "backup", "store"), KILLS // 2, seed=7, ending=".db")
    copies = sorted(recall.path.glob("*.db"))
    assert {path for path in promised if path.endswith(".db")} <= {path.name for path in copies}
    assert copies
    for copy in copies:
        assert find_faults(copy) == []
    known = {one["file"] for one in recall.json("backup", "--list")["backups"]}
    drafts = {str(path).rsplit(".", 2)[0] for path in recall.path.glob("*.new")}
    assert {str(copy) for copy in copies} | drafts <= known, "an erasure finds each of them, and what is left of them"


def test_an_erasure_is_whole_or_can_be_finished(recall: Home) -> None:
    """Erasing killed at any moment: all three are there or none; what was acknowledged, or finished, is in no byte."""
    promised = run_and_kill(recall, ("erase", "store"), KILLS // 4, seed=11, longest=2.5, ending="erased")
    erased = {word for word in promised if word.endswith("erased")}
    assert erased
    recall.quick("doctor", "--fix")
    found = count_texts(recall.db)
    raw = b"".join(path.read_bytes() for path in recall.db.parent.iterdir())
    for word in erased:
        assert word.encode() not in raw
    for text in found:
        if text.startswith("The word "):
            assert found[text] == 1
    assert {one["state"] for one in recall.json("doctor")["findings"]} <= {"ok", "note"}
    assert recall.json("audit")["whole"]


def test_a_migration_is_whole_or_not_begun(recall: Home) -> None:
    """The first opening killed at any moment: the next command finds a whole store or makes one."""
    dice = random.Random(3)
    for turn in range(KILLS // 2):
        for path in [*recall.db.parent.glob("recall.db*")] if recall.db.parent.exists() else []:
            path.unlink()
        running = [start_driver(recall, "store", f"first{turn}x{at}") for at in range(2)]
        deadline = time.monotonic() + 5
        while not recall.db.exists() and time.monotonic() < deadline:
            time.sleep(0.001)
        time.sleep(dice.uniform(0, 0.03))
        promised = set(kill_all(running, dice))
        assert recall.quick("store", "after the kill").status == 0
        assert find_faults(recall.db) == []
        assert promised <= count_texts(recall.db).keys()
