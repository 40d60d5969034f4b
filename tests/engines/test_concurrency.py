"""Many processes at once: on an empty folder, and as writers that lose nothing they acknowledged."""

import json
import re
import subprocess
import sys

import apsw
import pytest

from tests import engine_choice
from tests.command import Home

STORE_TEN_SCRIPT = """
import sys
from recall_cli.__main__ import run
failed = sum(run(["store", f"worker {sys.argv[1]} memory {n}"]) != 0 for n in range(10))
sys.exit(failed)
"""


def test_sixteen_processes_on_an_empty_folder_lose_nothing(recall: Home) -> None:
    """All of them find no store, create one together and store ten memories each: 160 in the end."""
    recall.more["RECALL_BUSY_SECONDS"] = "60"
    pipe = subprocess.PIPE
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", STORE_TEN_SCRIPT, str(number)],
            env=recall.environment(),
            cwd=recall.path,
            stdout=pipe,
            stderr=pipe,
            text=True,
        )
        for number in range(16)
    ]
    ended = [(worker.communicate(timeout=120)[1], worker.returncode) for worker in workers]
    assert ended == [("", 0)] * 16
    found = recall.json("list", "-n", "1000")
    assert found["total"] == len({memory["text"] for memory in found["memories"]}) == 160
    check_index(recall)


@pytest.mark.parametrize("how", ["at once", "put off", "both"])
def test_sixteen_processes_with_one_key_store_once(recall: Home, how: str) -> None:
    """One process stores the text, the others get the same memory; with `--defer` all get the same job."""
    recall.more["RECALL_BUSY_SECONDS"] = "60"
    put_off = {"at once": [False] * 16, "put off": [True] * 16, "both": [True, False] * 8}[how]
    running = [
        recall.start(
            "--json", "store", *(["--defer"] if later else []), "--key", "one", "told by all sixteen",
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for later in put_off
    ]  # fmt: skip
    answers = [(one.communicate(timeout=120), one.returncode) for one in running]
    assert [(err, status) for (_, err), status in answers] == [("", 0)] * 16
    told = [json.loads(out) for (out, _), _ in answers]
    assert sorted(one["status"] != "cached" for one in told) == [False] * 15 + [True]
    assert recall.json("worker")["failed"] == 0
    kept = recall.json("list")["memories"]
    assert len(kept) == 1
    assert recall.json("store", "--key", "one", "told by all sixteen")["memory_ids"] == [kept[0]["id"]]
    assert {id_ for one in told for id_ in one["memory_ids"]} <= {kept[0]["id"]}
    assert len({one["job_id"] for one in told if one["status"] == "cached"}) == 1
    check_index(recall)


def test_readers_are_never_stopped_by_a_writer(recall: Home) -> None:
    """Searches answer with a consistent state while another process writes."""
    recall.store("the first one")
    lines = "\n".join(f'{{"text": "line number {n} of the import"}}' for n in range(6000))
    (recall.path / "many.jsonl").write_text(lines)
    writer = recall.start("import", "many.jsonl", stdout=subprocess.DEVNULL)
    counts = []
    while writer.poll() is None:
        assert recall.json("search", "first")["total"] == 1
        counts.append(recall.json("count")["count"])
    assert writer.returncode == 0
    assert counts == sorted(counts)
    assert {count % 2000 for count in counts} == {1}, "batches of two thousand are kept whole"
    assert recall.json("count")["count"] == 6001


def check_index(recall: Home) -> None:
    """The store is intact, and its index matches its rows."""
    if engine_choice.is_postgres:
        recall.check_index()
        return
    connection = apsw.Connection(str(recall.db))
    assert connection.pragma("integrity_check") == "ok"
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.execute("INSERT INTO memory_fts (memory_fts, rank) VALUES ('integrity-check', 1)")
    connection.close()


def test_the_index_agrees_with_the_rows_after_any_writes(recall: Home) -> None:
    """After stores, corrections, tags, deletions, undos and erasures the word index is exact, without erased words."""
    ids = [recall.store(f"memory {n} 漢字 🙂 word{n}", "--tag", f"k=v{n}", "--topic", f"t{n}") for n in range(12)]
    for n, id_ in enumerate(ids):
        recall.later()
        recall.quick("update", id_, "--text", f"reworded {n} é", "--clear", "topic")
        recall.quick("tag", id_, f"k=other{n}", "area=x")
    recall.quick("delete", *ids[:4])
    recall.quick("undo")
    assert recall.quick("delete", "--now", *ids[4:8]).status == 0
    check_index(recall)
    if not engine_choice.is_postgres:
        held = b"".join(path.read_bytes() for path in recall.db.parent.iterdir())
        assert re.findall(rb"reworded [4-7]|word[4-7]|other[4-7]", held) == []
    assert recall.json("search", "word5")["total"] == 0
    assert recall.json("count")["count"] == 8
