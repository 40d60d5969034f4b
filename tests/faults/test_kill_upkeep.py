"""kill -9 of what rearranges a store: maintenance, consolidation, undo, restoring, a migration, encryption, a model's worker."""

import json
import random
import re
import time
from collections import Counter
from pathlib import Path
from typing import Any

import apsw
import pytest

from tests.command import Home
from tests.faults.newer_recall import NEW_TABLES, NEWER_SCHEMA
from tests.faults.store_check import count_texts, find_faults
from tests.faults.tally import count
from tests.faults.test_kill import has_content, kill_all, run_and_kill, start_driver
from tests.faults.trial_counts import KILLS


def query_rows(path: Path, sql: str) -> list[Any]:
    """What a question of the file answers."""
    connection = apsw.Connection(str(path))
    connection.set_busy_timeout(10_000)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def assert_store_whole(recall: Home) -> None:
    """Nothing contradicts itself, the record included."""
    assert find_faults(recall.db) == []
    assert recall.json("audit")["whole"]


def test_maintenance_loses_nothing_and_finishes(recall: Home) -> None:
    """Rounds killed under writers: what was kept and put off is there once, what was deleted is purged in the end."""
    promised = run_and_kill(recall, ("aging", "maintain", "maintain"), KILLS, seed=13, longest=1.2, ending="erased")
    erased = {word for word in promised if word.endswith("erased")}
    assert erased
    recall.later(days=61)
    report = recall.json("maintain")
    found = count_texts(recall.db)
    assert promised - erased - found.keys() == set()
    assert [text for text, times in found.items() if times > 1] == []
    raw = b"".join(path.read_bytes() for path in recall.db.parent.iterdir())
    assert [word for word in erased if word.encode() in raw] == []
    assert {job["state"] for job in recall.json("jobs", "-n", "10000")["jobs"]} <= {"complete"}
    assert [one["step"] for one in report["steps"]][-1] == "sync"
    recall.later(days=31)
    assert recall.json("maintain")["steps"][0]["cleared"] > 0
    assert query_rows(recall.db, "SELECT 1 FROM job") == []
    assert_store_whole(recall)
    count("acknowledged writes found again", len(promised))


def test_consolidation_is_whole_and_can_be_taken_back(recall: Home) -> None:
    """Unions killed under writers: each is there with all that it stands for, and undone they leave what was told."""

    def list_rounds() -> list[Any]:
        sql = "SELECT n, touched FROM operation WHERE kind = 'consolidate' ORDER BY n DESC"
        return query_rows(recall.db, sql) if has_content(recall.db) else []

    kinds = ("twins", "consolidate", "consolidate")
    promised = run_and_kill(recall, kinds, KILLS // 2, seed=17, longest=1.6, reached=list_rounds)
    assert promised <= count_texts(recall.db).keys()
    rounds = list_rounds()
    assert rounds
    for op, _ in rounds:
        ended = query_rows(recall.db, f"SELECT count(*) FROM change WHERE op = {op}")[0][0]
        made = query_rows(recall.db, f"SELECT count(*) FROM memory WHERE born = {op}")[0][0]
        assert ended == 2 * made > 0, "two become one, in one piece"
        assert recall.quick("undo", str(op)).status == 0
    live = Counter(text for (text,) in query_rows(recall.db, LIVE_TEXTS_SQL))
    assert promised <= live.keys()
    assert max(live.values()) == 1
    assert_store_whole(recall)
    count("acknowledged writes found again", len(promised))


LIVE_TEXTS_SQL = "SELECT text FROM memory WHERE deleted_at IS NULL AND superseded_at IS NULL"


def test_an_undo_is_whole_or_has_not_begun(recall: Home) -> None:
    """Stores that are taken back: what was acknowledged as undone is gone, and operation and memory always agree."""
    promised = run_and_kill(recall, ("undo", "undo", "store"), KILLS, seed=19, ending=" undone")
    gone = {text.removesuffix(" undone") for text in promised if text.endswith(" undone")}
    assert gone
    found = count_texts(recall.db)
    assert gone & found.keys() == set()
    assert {text for text in promised if not text.endswith(" undone")} <= found.keys()
    split = """SELECT m.text, m.deleted_at, o.undone_by FROM memory m JOIN operation o ON o.n = m.born
        WHERE (m.deleted_at IS NULL) <> (o.undone_by IS NULL)"""
    assert query_rows(recall.db, split) == []
    assert_store_whole(recall)
    count("acknowledged writes found again", len(promised))


def test_restoring_leaves_one_store_or_the_other(recall: Home) -> None:
    """Copies brought back under a writer: what was acknowledged is in the store or in what was kept beside it."""
    recall.more["FAULTS_PERSON"] = "1"
    for n in range(20):
        recall.store(f"in the copy {n}")
    recall.quick("backup", "copy.db")
    dice, promised, turn = random.Random(23), set[str](), -1
    while (turn := turn + 1) < max(1, KILLS // 6) or (turn < 10 and not list_replaced_stores(recall)):
        running = [
            start_driver(recall, kind, f"{kind}{turn}x{at}") for at, kind in enumerate(("restore", "store", "store"))
        ]
        time.sleep(dice.uniform(0.1, 0.9) * (1 if turn < 3 else turn))
        promised |= set(kill_all(running, dice, silent=False))
        assert recall.quick("count").status == 0
        assert find_faults(recall.db) == []
    kept = list_replaced_stores(recall)
    assert kept
    held = set[str]().union(*(count_texts(path).keys() for path in (recall.db, *kept)))
    assert promised - held == set()
    assert {f"in the copy {n}" for n in range(20)} <= count_texts(recall.db).keys()
    assert all(find_faults(path) == [] for path in kept[:20])
    assert recall.quick("restore", "copy.db", "--force", person=True).status == 0
    count("acknowledged writes found again", len(promised))


def list_replaced_stores(recall: Home) -> list[Path]:
    """What was kept of the stores that a copy replaced."""
    return sorted(recall.db.parent.glob("recall.db.before-*Z"))


def test_a_migration_of_a_full_store_is_whole_or_has_not_begun(recall: Home) -> None:
    """A later recall is killed while it brings an old store up to date: each row is there, in the old form or the new."""
    lines = [json.dumps({"text": f"old note {n} " + "x" * (n * 7 % 500)}) for n in range(400)]
    (recall.path / "old.jsonl").write_text("\n".join(lines))
    assert recall.json("import", "old.jsonl")["created"] == 400
    query_rows(recall.db, "PRAGMA wal_checkpoint(TRUNCATE)")
    old, dice, seen = recall.db.read_bytes(), random.Random(29), Counter[str]()
    for turn in range(max(6, KILLS // 4)):
        for path in recall.db.parent.glob("recall.db*"):
            path.unlink()
        recall.db.write_bytes(old)
        running = [start_driver(recall, "upgrade", f"later{turn}x{at}") for at in range(2)]
        _wait_for_migration(recall.db, dice)
        promised = set(kill_all(running, dice, silent=False))
        [(version,)] = query_rows(recall.db, "PRAGMA user_version")
        names = {name for (name,) in query_rows(recall.db, "SELECT name FROM sqlite_schema")}
        seen["new" if version == NEWER_SCHEMA else "old"] += 1
        assert NEW_TABLES & names == (NEW_TABLES if version == NEWER_SCHEMA else set())
        assert len(query_rows(recall.db, "SELECT 1 FROM migration")) == version
        if version == NEWER_SCHEMA:
            assert query_rows(
                recall.db, "SELECT count(*) FROM memory WHERE mood IS NULL AND text LIKE 'old note%'"
            ) == [(0,)]
            assert query_rows(recall.db, "SELECT count(*) FROM omen") == [(400,)]
        found = count_texts(recall.db)
        assert promised | {text for text in found if text.startswith("old note")} <= found.keys()
        assert sum(text.startswith("old note") for text in found) == 400
        assert find_faults(recall.db) == []
        _check_both_versions(recall, version)
    count("migrations killed before their end", seen["old"])


def _wait_for_migration(path: Path, dice: random.Random) -> None:
    """Wait until the migration is writing, then a moment longer."""
    wal, deadline = Path(f"{path}-wal"), time.monotonic() + 5
    while time.monotonic() < deadline and not (wal.exists() and wal.stat().st_size):
        time.sleep(0.001)
    time.sleep(dice.choice((0, 0, 0.002, 0.01, 0.05, 0.2)))


def _check_both_versions(recall: Home, version: int) -> None:
    """The old recall goes on with an old store and refuses a new one in one line; the later one goes on with both."""
    answer = recall.quick("store", "by the old one")
    assert answer.status == (5 if version == NEWER_SCHEMA else 0)
    assert answer.err.count("\n") == (1 if version == NEWER_SCHEMA else 0)
    later = start_driver(recall, "upgrade", "last")
    assert later.stdout.readline() == b"last keeps note 0\n"
    later.kill()
    later.communicate()
    assert query_rows(recall.db, "PRAGMA user_version") == [(NEWER_SCHEMA,)]


def test_a_store_that_changes_its_key_can_be_read(
    recall: Home, tmp_path_factory: pytest.TempPathFactory, ciphers: Path
) -> None:
    """Encrypting and decrypting killed under a writer: it opens, or one line says what to do, and then all is there."""
    import os

    from tests.command import ROOT

    recall.more.update(PYTHONPATH=f"{ciphers}{os.pathsep}{ROOT}", FAULTS_PERSON="1", RECALL_BUSY_SECONDS="20")
    assert recall("store", "there before").status == 0
    dice, promised = random.Random(31), {"there before"}
    for turn in range(max(4, KILLS // 12)):
        running = [start_driver(recall, kind, f"{kind}{turn}") for kind in ("convert", "store")]
        time.sleep(dice.uniform(0.3, 1.5))
        promised |= set(kill_all(running, dice, silent=False))
        _check_readable(recall)
    if recall.db.read_bytes()[:6] != b"SQLite":
        assert recall("decrypt", tty=True).status == 0
    assert promised - count_texts(recall.db).keys() == set()
    assert find_faults(recall.db) == []
    assert recall.db.read_bytes()[:6] == b"SQLite"
    count("acknowledged writes found again", len(promised))


def _check_readable(recall: Home) -> None:
    """It opens; where a kill fell between the settings and the file, the one line says how to go on."""
    answer = recall("count")
    if answer.status:
        assert (answer.status, answer.err.count("\n")) == (5, 1), answer
        plain = recall.db.read_bytes()[:6] == b"SQLite"
        words = ("encrypt",) if plain else ("config", "encryption.key_file", str(recall.path / "key"))
        assert ("recall admin encrypt" if plain else "recall config encryption.key_file") in answer.err, answer
        assert recall(*words, tty=True).status == 0
        count("times the next command had to be told")
    assert recall("count").status == 0


def test_a_worker_that_asks_a_model_loses_and_doubles_nothing(recall: Home) -> None:
    """Killed before, while and after Claude answers, who fails now and then: each text is kept once, each call billed."""
    from tests.inference.fake_api import API_KEY, PORT_NOTE, run_fake_api

    dice = random.Random(37)

    def answer(body: Any) -> tuple[int, str | None]:
        time.sleep(dice.choice((0, 0, 0.05)))
        said, _, _ = str(body["messages"][0]["content"]).partition("Known already:")
        sentences = re.findall(r"The service of \w+ listens on port \d+\.", said)
        if dice.random() < 0.05 or not sentences:
            return 500, None
        item = {**PORT_NOTE, "text": sentences[-1], "from": [1]}
        return play.message([item])

    with run_fake_api() as play:
        play.always = answer
        recall.more.update(
            RECALL_EXTRACTOR="claude", RECALL_CLAUDE_BASE_URL=play.url,
            ANTHROPIC_API_KEY=API_KEY, RECALL_CLAUDE_MONTHLY_USD="1000",
        )  # fmt: skip
        promised = run_and_kill(recall, ("asks", "worker", "worker"), KILLS // 3, seed=41, longest=4)
        for _ in range(8):
            recall.later(days=2)
            assert recall.quick("worker").status == 0
        assert {job["state"] for job in recall.json("jobs", "-n", "10000")["jobs"]} <= {"complete"}
        asked = len(play.requests)
    assert promised
    live = Counter(text for (text,) in query_rows(recall.db, LIVE_TEXTS_SQL))
    assert promised - live.keys() == set()
    assert max(live.values()) == 1
    assert query_rows(recall.db, "SELECT count(*) FROM spend WHERE outcome = 'answered'")[0][0] > 0
    assert query_rows(recall.db, "SELECT count(*) FROM spend")[0][0] >= asked / 3, "a call tries three times at most"
    assert query_rows(recall.db, "SELECT count(*) FROM memory WHERE extracted_by LIKE 'claude%'")[0][0] > 0
    assert_store_whole(recall)
    count("acknowledged writes found again", len(promised))
    count("questions to a model", asked)
