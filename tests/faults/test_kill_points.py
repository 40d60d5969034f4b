"""kill -9 at every step of a command that reaches the disk: what is there then is whole, and the same command finishes it.

Some steps of each, all of them where `RECALL_KILLS` is large.
"""

import json
import random
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from recall_cli.domain.ids import uuid7
from tests.command import Home
from tests.engines.test_migrate import make_first_schema
from tests.faults import kill_point
from tests.faults.forked_process import start_process
from tests.faults.newer_recall import NEW_TABLES, NEWER_SCHEMA
from tests.faults.store_check import find_faults
from tests.faults.tally import count
from tests.faults.test_kill_upkeep import query_rows
from tests.faults.trial_counts import CRASH_POINTS, MIGRATION_CRASH_POINTS


class KilledCommand(NamedTuple):
    """What is killed."""

    words: tuple[str, ...]
    prepare: Callable[[Home], Any]
    is_atomic: bool = True
    """Is it there wholly or not at all? Else several transactions, each whole."""
    is_repeatable: bool = True
    """Does the same command, given again, come to the same?"""


def store_some(recall: Home) -> None:
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


def store_old(recall: Home) -> None:
    """The same, two months ago."""
    store_some(recall)
    recall.later(days=61)


def store_duplicates(recall: Home) -> None:
    """Pairs that say the same; a person agrees to merge all of the store."""
    recall.more["FAULTS_PERSON"] = "1"
    for who in ("Ada", "Bob", "Cyd"):
        recall.store(f"{who} prefers Python for scripting.")
        recall.store(f"{who} prefers Python for scripting. Python scripts of {who} stay short.")


def write_import_file(recall: Home) -> None:
    """A file to bring in."""
    store_some(recall)
    lines = [{"id": uuid7(recall.now, n, bytes([n] * 8)), "text": f"Line {n} of a file."} for n in range(40)]
    (recall.path / "lines.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def make_copy(recall: Home) -> None:
    """A copy, and later something else."""
    recall.more["FAULTS_PERSON"] = "1"
    recall.store("In the copy.")
    recall.quick("backup", "copy.db")
    recall.store("Not in the copy.")
    recall.later()


def store_unmasked_secret(recall: Home) -> None:
    """A secret that came in before its kind was known."""
    store_some(recall)
    import apsw

    connection = apsw.Connection(str(recall.db))
    connection.execute("UPDATE memory SET text = 'The password is hunter2hunter2Z9 there.' WHERE n = 2")
    connection.close()


COMMANDS = {
    "store, the first": KilledCommand(("store", "The very first."), lambda _: None),
    "store": KilledCommand(("store", "Note 9 about the build of house 63."), store_some),
    "import": KilledCommand(("import", "lines.jsonl"), write_import_file),
    "worker": KilledCommand(("worker",), store_some, is_atomic=False),
    "maintain": KilledCommand(("maintain",), store_old, is_atomic=False),
    "consolidate": KilledCommand(("consolidate", "--yes"), store_duplicates),
    "undo": KilledCommand(("undo", "2"), store_some, is_repeatable=False),
    "erase": KilledCommand(("erase", "--query", "house", "--confirm"), store_some, is_repeatable=False),
    "delete --now": KilledCommand(("delete", "--now", "{first}"), store_some, is_repeatable=False),
    "update": KilledCommand(
        ("update", "{first}", "--text", "Another word about a house."), store_some, is_repeatable=False
    ),
    "scan": KilledCommand(("scan", "--fix"), store_unmasked_secret, is_atomic=False),
    "backup": KilledCommand(("backup", "one.db", "--force"), store_some),
    "restore": KilledCommand(("restore", "copy.db", "--force"), make_copy, is_repeatable=False),
}

STATE_SQL = """SELECT text, type, deleted_at IS NULL, superseded_at IS NULL, seen_count, held, project FROM memory
ORDER BY text, type, deleted_at IS NULL, superseded_at IS NULL"""


def store_state(recall: Home) -> Any:
    """What is believed, what is put off, what is contested, and what may be undone; no ids, no times."""
    if not recall.db.exists() or query_rows(recall.db, "SELECT count(*) FROM sqlite_schema") == [(0,)]:
        return [], [], [], []
    jobs = query_rows(recall.db, "SELECT key, state, payload <> '' FROM job ORDER BY 1, 2")
    contests = query_rows(recall.db, "SELECT fact, reason FROM contest ORDER BY 1, 2")
    log = query_rows(recall.db, "SELECT kind, count(*), sum(touched) FROM operation GROUP BY kind ORDER BY 1")
    return query_rows(recall.db, STATE_SQL), jobs, contests, log


def run_killed_at(recall: Home, at: int, words: tuple[str, ...]) -> tuple[int, str]:
    """The command, killed at a step; its status and what it said on standard error."""
    process = start_process(kill_point.main, (at, *words), recall.environment(), recall.path)
    _, errors = process.communicate()
    return process.returncode, errors.decode()


def restore_home(recall: Home, saved: Path) -> None:
    """The home as it was before."""
    shutil.rmtree(recall.path)
    shutil.copytree(saved, recall.path)


@pytest.mark.parametrize("name", COMMANDS)
def test_killed_at_any_step_it_is_whole_and_can_be_finished(recall: Home, tmp_path: Path, name: str) -> None:
    """Before or after, nothing in between, where it is one transaction; given again, it comes to what it would have."""
    command = COMMANDS[name]
    command.prepare(recall)
    if recall.db.exists():
        query_rows(recall.db, "PRAGMA wal_checkpoint(TRUNCATE)")
    saved, now, before = tmp_path / "saved", recall.now, store_state(recall)
    shutil.copytree(recall.path, saved)
    command = command._replace(words=tuple(_fill_arguments(recall, word) for word in command.words))
    status, err = run_killed_at(recall, 0, command.words)
    assert status == 0, err
    steps, after = int(err.split()[-1]), store_state(recall)
    assert steps > 3
    for at in sorted(random.Random(name).sample(range(1, steps + 1), min(steps, CRASH_POINTS))):
        restore_home(recall, saved)
        recall.now = now
        assert run_killed_at(recall, at, command.words)[0] == -signal.SIGKILL, f"step {at} of {steps}"
        count("crash points")
        check_after_kill(recall, command, before, after, f"step {at} of {steps}")


def _fill_arguments(recall: Home, word: str) -> str:
    """The id of the first memory, where that is meant."""
    return query_rows(recall.db, "SELECT id FROM memory ORDER BY n LIMIT 1")[0][0] if word == "{first}" else word


def test_a_migration_killed_at_any_step_is_whole_or_not_begun(recall: Home, tmp_path: Path) -> None:
    """A later recall opens a store with rows in it: the old schema with all of them or the new one, and then the new."""
    store_some(recall)
    query_rows(recall.db, "PRAGMA wal_checkpoint(TRUNCATE)")
    saved, before = tmp_path / "saved", store_state(recall)
    shutil.copytree(recall.path, saved)
    recall.more["FAULTS_LATER"] = "1"
    status, err = run_killed_at(recall, 0, ("store", "By the later one."))
    steps, versions = int(err.split()[-1]), set[int]()
    assert status == 0
    for at in sorted(random.Random(1).sample(range(1, steps + 1), min(steps, MIGRATION_CRASH_POINTS))):
        restore_home(recall, saved)
        assert run_killed_at(recall, at, ("store", "By the later one."))[0] == -signal.SIGKILL
        count("crash points")
        [(version,)] = query_rows(recall.db, "PRAGMA user_version")
        versions.add(version)
        names = {name for (name,) in query_rows(recall.db, "SELECT name FROM sqlite_schema")}
        assert NEW_TABLES & names == (NEW_TABLES if version == NEWER_SCHEMA else set()), f"step {at} of {steps}"
        assert [one for one in store_state(recall)[0] if one[0] != "By the later one."] == before[0]
        assert run_killed_at(recall, 0, ("store", "By the later one."))[0] == 0
        assert query_rows(recall.db, "PRAGMA user_version") == [(NEWER_SCHEMA,)]
        assert query_rows(recall.db, "SELECT count(*) FROM memory WHERE text = 'By the later one.'") == [(1,)]
        assert find_faults(recall.db) == [], f"step {at} of {steps}"
    assert versions == {NEWER_SCHEMA - 1, NEWER_SCHEMA}


def test_a_store_of_the_first_schema_killed_at_any_step(recall: Home, tmp_path: Path) -> None:
    """This recall opens it: all of its vectors stand where they stood, or where they stand now; the next command ends it."""
    recall.db.parent.mkdir(parents=True)
    make_first_schema(recall.db)
    saved, words = tmp_path / "saved", ("store", "By the later one.")
    shutil.copytree(recall.path, saved)
    status, err = run_killed_at(recall, 0, words)
    steps = int(err.split()[-1])
    assert status == 0
    for at in sorted(random.Random(2).sample(range(1, steps + 1), min(steps, MIGRATION_CRASH_POINTS))):
        restore_home(recall, saved)
        assert run_killed_at(recall, at, words)[0] == -signal.SIGKILL
        count("crash points")
        [(version,)] = query_rows(recall.db, "PRAGMA user_version")
        old = "n < 7" if version == 1 else "place < 7 * 64"
        assert query_rows(recall.db, f"SELECT count(*) FROM vector WHERE {old}") == [(7,)], f"step {at} of {steps}"
        assert run_killed_at(recall, 0, words)[0] == 0
        assert query_rows(recall.db, "PRAGMA user_version") == [(NEWER_SCHEMA - 1,)]
        assert query_rows(recall.db, "SELECT count(*) FROM vector WHERE place < 7 * 64") == [(7,)]
        assert query_rows(recall.db, "SELECT count(*) FROM memory WHERE text = 'By the later one.'") == [(1,)]
        assert [one for one in find_faults(recall.db) if not one.startswith("the same words")] == [], (
            f"step {at} of {steps}"
        )


def check_after_kill(recall: Home, command: KilledCommand, before: Any, after: Any, where: str) -> None:
    """Whole; as before or as after; and finished by the next command."""
    if store_state(recall) != ([], [], [], []):
        assert find_faults(recall.db) == [], where
    found = store_state(recall)
    assert not command.is_atomic or found in (before, after), where
    assert recall.quick("count").status == 0, where
    recall.later(minutes=60)  # the lease of the dead runs out
    if found != after and (command.is_repeatable or found == before):
        done = recall.quick(*command.words, person="FAULTS_PERSON" in recall.more)
        assert done.status == 0, (where, done)
    assert store_state(recall)[0] == after[0], where
    assert store_state(recall)[2] == after[2], where
    assert {job[1] for job in store_state(recall)[1]} <= {job[1] for job in after[1]}, where
    assert recall.quick("store", "The next command works.").status == 0, where
    assert recall.json("audit")["whole"], where
    assert find_faults(recall.db) == [], where
