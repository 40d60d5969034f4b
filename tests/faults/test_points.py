"""kill -9 at every step of a command that reaches the disk: what is there then is whole, and the same command finishes it.

Some steps of each, all of them where `RECALL_KILLS` is large.
"""

import json
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from recall_cli.domain.ids import uuid7
from tests.command import Home
from tests.engines.test_migrating import first_schema
from tests.faults.extent import KILLS
from tests.faults.later import NEW, SCHEMA
from tests.faults.tally import count
from tests.faults.test_kill_upkeep import rows
from tests.faults.whole import faults


class Command(NamedTuple):
    """What is killed."""

    words: tuple[str, ...]
    prepare: Callable[[Home], Any]
    in_one: bool = True
    """Is it there wholly or not at all? Else several transactions, each whole."""
    repeated: bool = True
    """Does the same command, given again, come to the same?"""


def some(recall: Home) -> None:
    """A few memories of every kind, something deleted, something put off."""
    for n in range(6):
        recall.store(f"Note {n} about the build of house {n * 7}.")
    for value in ("morning", "afternoon", "morning", "afternoon"):
        fact = ("--entity", "user", "--attribute", "meeting_time", "--value", value)
        recall.store(f"Meetings in the {value}, since {recall.moment[:10]}.", *fact)
        recall.later(days=3)
    recall.quick("delete", *(recall.store(f"A mistake about quux{n}.") for n in range(4)))
    recall.quick("store", "Put off: the office moves in May.", "--defer")
    recall.quick("store", "Put off: the lift is out of order.", "--defer", "--key", "lift")


def old(recall: Home) -> None:
    """The same, two months ago."""
    some(recall)
    recall.later(days=61)


def twins(recall: Home) -> None:
    """Pairs that say the same."""
    recall.more["RECALL_CONSOLIDATE_SHARE"] = "1"
    for who in ("Ada", "Bob", "Cyd"):
        recall.store(f"{who} prefers Python for scripting.")
        recall.store(f"{who} mentioned that he prefers Python for scripting.")


def lines(recall: Home) -> None:
    """A file to bring in."""
    some(recall)
    told = [{"id": uuid7(recall.now, n, bytes([n] * 8)), "text": f"Line {n} of a file."} for n in range(40)]
    (recall.path / "lines.jsonl").write_text("".join(json.dumps(line) + "\n" for line in told))


def copied(recall: Home) -> None:
    """A copy, and later something else."""
    recall.more["FAULTS_PERSON"] = "1"
    recall.store("In the copy.")
    recall.quick("backup", "copy.db")
    recall.store("Not in the copy.")
    recall.later()


def scanned(recall: Home) -> None:
    """A secret that came in before its kind was known."""
    some(recall)
    import apsw

    connection = apsw.Connection(str(recall.db))
    connection.execute("UPDATE memory SET text = 'The password is hunter2hunter2Z9 there.' WHERE n = 2")
    connection.close()


COMMANDS = {
    "store, the first": Command(("store", "The very first."), lambda _: None),
    "store": Command(("store", "Note 9 about the build of house 63."), some),
    "import": Command(("import", "lines.jsonl"), lines),
    "worker": Command(("worker",), some, in_one=False),
    "maintain": Command(("maintain",), old, in_one=False),
    "consolidate": Command(("consolidate",), twins),
    "undo": Command(("undo", "2"), some, repeated=False),
    "erase": Command(("erase", "--query", "house", "--confirm"), some, repeated=False),
    "delete --now": Command(("delete", "--now", "{first}"), some, repeated=False),
    "update": Command(("update", "{first}", "--text", "Another word about a house."), some, repeated=False),
    "scan": Command(("scan", "--fix"), scanned, in_one=False),
    "backup": Command(("backup", "one.db", "--force"), some),
    "restore": Command(("restore", "copy.db", "--force"), copied, repeated=False),
}

STATE = """SELECT text, type, deleted_at IS NULL, superseded_at IS NULL, seen_count, held, project FROM memory
ORDER BY text, type, deleted_at IS NULL, superseded_at IS NULL"""


def state(recall: Home) -> Any:
    """What is believed, what is put off, what is contested, and what may be undone; no ids, no times."""
    if not recall.db.exists() or rows(recall.db, "SELECT count(*) FROM sqlite_schema") == [(0,)]:
        return [], [], [], []
    jobs = rows(recall.db, "SELECT key, state, payload <> '' FROM job ORDER BY 1, 2")
    contests = rows(recall.db, "SELECT fact, reason FROM contest ORDER BY 1, 2")
    log = rows(recall.db, "SELECT kind, count(*), sum(touched) FROM operation GROUP BY kind ORDER BY 1")
    return rows(recall.db, STATE), jobs, contests, log


def ran(recall: Home, at: int, words: tuple[str, ...]) -> tuple[int, str]:
    """The command, killed at a step; its status and what it said on standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.point", str(at), *words],
        env=recall.environment(), cwd=recall.path, stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    return done.returncode, done.stderr


def put_back(recall: Home, saved: Path) -> None:
    """The home as it was before."""
    shutil.rmtree(recall.path)
    shutil.copytree(saved, recall.path)


@pytest.mark.parametrize("name", COMMANDS)
def test_killed_at_any_step_it_is_whole_and_can_be_finished(recall: Home, tmp_path: Path, name: str) -> None:
    """Before or after, nothing in between, where it is one transaction; given again, it comes to what it would have."""
    command = COMMANDS[name]
    command.prepare(recall)
    if recall.db.exists():
        rows(recall.db, "PRAGMA wal_checkpoint(TRUNCATE)")
    saved, now, before = tmp_path / "saved", recall.now, state(recall)
    shutil.copytree(recall.path, saved)
    command = command._replace(words=tuple(_filled(recall, word) for word in command.words))
    status, err = ran(recall, 0, command.words)
    assert status == 0, err
    steps, after = int(err.split()[-1]), state(recall)
    assert steps > 3
    for at in sorted(random.Random(name).sample(range(1, steps + 1), min(steps, max(8, KILLS // 4)))):
        put_back(recall, saved)
        recall.now = now
        assert ran(recall, at, command.words)[0] == -signal.SIGKILL, f"step {at} of {steps}"
        count("crash points")
        looked_at(recall, command, before, after, f"step {at} of {steps}")


def _filled(recall: Home, word: str) -> str:
    """The id of the first memory, where that is meant."""
    return rows(recall.db, "SELECT id FROM memory ORDER BY n LIMIT 1")[0][0] if word == "{first}" else word


def test_a_migration_killed_at_any_step_is_whole_or_not_begun(recall: Home, tmp_path: Path) -> None:
    """A later recall opens a store with rows in it: the old schema with all of them or the new one, and then the new."""
    some(recall)
    rows(recall.db, "PRAGMA wal_checkpoint(TRUNCATE)")
    saved, before = tmp_path / "saved", state(recall)
    shutil.copytree(recall.path, saved)
    recall.more["FAULTS_LATER"] = "1"
    status, err = ran(recall, 0, ("store", "By the later one."))
    steps, versions = int(err.split()[-1]), set[int]()
    assert status == 0
    for at in sorted(random.Random(1).sample(range(1, steps + 1), min(steps, max(16, KILLS // 4)))):
        put_back(recall, saved)
        assert ran(recall, at, ("store", "By the later one."))[0] == -signal.SIGKILL
        count("crash points")
        [(version,)] = rows(recall.db, "PRAGMA user_version")
        versions.add(version)
        names = {name for (name,) in rows(recall.db, "SELECT name FROM sqlite_schema")}
        assert NEW & names == (NEW if version == SCHEMA else set()), f"step {at} of {steps}"
        assert [one for one in state(recall)[0] if one[0] != "By the later one."] == before[0]
        assert ran(recall, 0, ("store", "By the later one."))[0] == 0
        assert rows(recall.db, "PRAGMA user_version") == [(SCHEMA,)]
        assert rows(recall.db, "SELECT count(*) FROM memory WHERE text = 'By the later one.'") == [(1,)]
        assert faults(recall.db) == [], f"step {at} of {steps}"
    assert versions == {SCHEMA - 1, SCHEMA}


def test_a_store_of_the_first_schema_killed_at_any_step(recall: Home, tmp_path: Path) -> None:
    """This recall opens it: all of its vectors stand where they stood, or where they stand now; the next command ends it."""
    recall.db.parent.mkdir(parents=True)
    first_schema(recall.db)
    saved, words = tmp_path / "saved", ("store", "By the later one.")
    shutil.copytree(recall.path, saved)
    status, err = ran(recall, 0, words)
    steps = int(err.split()[-1])
    assert status == 0
    for at in sorted(random.Random(2).sample(range(1, steps + 1), min(steps, max(16, KILLS // 4)))):
        put_back(recall, saved)
        assert ran(recall, at, words)[0] == -signal.SIGKILL
        count("crash points")
        [(version,)] = rows(recall.db, "PRAGMA user_version")
        old = "n < 7" if version == 1 else "place < 7 * 64"
        assert rows(recall.db, f"SELECT count(*) FROM vector WHERE {old}") == [(7,)], f"step {at} of {steps}"
        assert ran(recall, 0, words)[0] == 0
        assert rows(recall.db, "PRAGMA user_version") == [(SCHEMA - 1,)]
        assert rows(recall.db, "SELECT count(*) FROM vector WHERE place < 7 * 64") == [(7,)]
        assert rows(recall.db, "SELECT count(*) FROM memory WHERE text = 'By the later one.'") == [(1,)]
        assert [one for one in faults(recall.db) if not one.startswith("the same words")] == [], f"step {at} of {steps}"


def looked_at(recall: Home, command: Command, before: Any, after: Any, where: str) -> None:
    """Whole; as before or as after; and finished by the next command."""
    if state(recall) != ([], [], [], []):
        assert faults(recall.db) == [], where
    found = state(recall)
    assert not command.in_one or found in (before, after), where
    assert recall.quick("count").status == 0, where
    recall.later(minutes=60)  # the lease of the dead runs out
    if found != after and (command.repeated or found == before):
        done = recall.quick(*command.words, person="FAULTS_PERSON" in recall.more)
        assert done.status == 0, (where, done)
    assert state(recall)[0] == after[0], where
    assert state(recall)[2] == after[2], where
    assert {job[1] for job in state(recall)[1]} <= {job[1] for job in after[1]}, where
    assert recall.quick("store", "The next command works.").status == 0, where
    assert recall.json("audit")["whole"], where
    assert faults(recall.db) == [], where
