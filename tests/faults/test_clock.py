"""The clock runs ahead and is put right, and a worker that thinks for longer than its lease: nothing waits, nothing doubles."""

import json
import threading
from typing import Any

import pytest

from recall_cli.app import App
from recall_cli.domain.job import LEASE_MS
from tests.command import Home
from tests.faults import kill_point
from tests.faults.forked_process import start_process
from tests.faults.store_check import count_texts, find_faults
from tests.faults.test_kill_upkeep import LIVE_TEXTS_SQL, query_rows
from tests.inference.fake_api import API_KEY, PORT_NOTE, run_fake_api

TEXT = "The billing API listens on port 8080."


def test_what_was_put_off_by_a_fast_clock_is_done(recall: Home) -> None:
    """Put down, or taken into work, while the clock was a year ahead: a worker does it now, not in a year."""
    recall.later(days=365)
    recall.quick("store", "Put off in the future.", "--defer")
    recall.quick("store", "Taken in the future.", "--defer")
    app = App(environment=recall.environment())
    with app.write_transaction() as tx:
        assert tx.jobs.claim(tx.now + LEASE_MS) is not None
    app.close()
    recall.later(days=-365)
    assert recall.json("maintain", "--dry-run", "--only", "jobs")["steps"][0]["touched"] == 2
    assert recall.quick("worker").status == 0
    assert count_texts(recall.db) == {"Put off in the future.": 1, "Taken in the future.": 1}
    assert find_faults(recall.db) == []


def test_a_job_of_later_waits_for_its_time(recall: Home) -> None:
    """A clock that is a little behind takes neither what is just worked on nor what shall wait."""
    recall.quick("store", "In other hands.", "--defer")
    app = App(environment=recall.environment())
    with app.write_transaction() as tx:
        assert tx.jobs.claim(tx.now + LEASE_MS) is not None
    app.close()
    recall.later(minutes=-1)
    assert recall.json("worker")["done"] == 0
    assert recall.json("jobs")["jobs"][0]["state"] == "processing"


def test_copies_of_the_future_do_not_stop_the_rotation(recall: Home) -> None:
    """Copies made while the clock was ahead: a new one is made all the same, stays, and they go first."""
    recall.more.update(RECALL_BACKUP_FOLDER=str(recall.path / "copies"), RECALL_BACKUP_KEEP="2")
    recall.store("Kept.")
    recall.later(days=365)
    for _ in range(2):
        recall.quick("maintain", "--only", "copies")
        recall.later(days=2)
    ahead = sorted(path.name for path in (recall.path / "copies").iterdir())
    recall.later(days=-369)
    recall.quick("maintain", "--only", "copies")
    made = sorted(path.name for path in (recall.path / "copies").iterdir())
    assert len(ahead) == len(made) == 2
    assert made[0] < ahead[0]
    recall.later(minutes=10)
    recall.quick("maintain", "--only", "copies")
    assert sorted(path.name for path in (recall.path / "copies").iterdir()) == made, "it is new enough now"


@pytest.mark.parametrize("late", ["answers", "fails", "hangs up"])
def test_a_worker_overtaken_while_it_thinks(recall: Home, late: str) -> None:
    """Its lease runs out while a model keeps it waiting, another does the job; whatever comes then changes nothing."""
    asked, go_on = threading.Event(), threading.Event()

    def answer(_body: Any) -> tuple[int, str | None]:
        if len(play.requests) == 1:
            asked.set()
            assert go_on.wait(60)
            if late != "answers":
                return (400, None) if late == "fails" else (200, "no JSON")
        return play.message([{**PORT_NOTE, "text": TEXT, "from": [1]}])

    with run_fake_api() as play:
        play.always = answer
        recall.more.update(
            RECALL_EXTRACTOR="claude", RECALL_CLAUDE_BASE_URL=play.url,
            ANTHROPIC_API_KEY=API_KEY,
        )  # fmt: skip
        recall.quick("store", TEXT, "--defer")
        slow = start_process(kill_point.main, (0, "--json", "worker"), recall.environment(), recall.path)
        assert asked.wait(60)
        recall.now += LEASE_MS + 1
        assert recall.json("worker")["done"] == 1
        go_on.set()
        out, err = slow.communicate()
    assert slow.returncode == 0, err
    assert json.loads(out)["done"] == 0
    assert query_rows(recall.db, LIVE_TEXTS_SQL) == [(TEXT,)]
    [job] = recall.json("jobs")["jobs"]
    assert (job["state"], job["attempts"], job["error"]) == ("complete", 2, None)
    assert query_rows(recall.db, "SELECT count(*) FROM spend") == [(2,)], "both calls are billed"
    assert find_faults(recall.db) == []
    assert recall.json("audit")["whole"]
