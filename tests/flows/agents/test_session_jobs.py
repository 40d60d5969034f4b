"""One job reads a session, however its hooks and the worker meet."""

from pathlib import Path
from typing import Any

import apsw
import pytest

from tests.command import Home
from tests.flows.agents.test_sessions import (
    run_hook,
    run_worker,
    started_workers,
    stored_texts,
    work_folder,
    write_turns,
)

__all__ = ["started_workers", "work_folder"]


def list_jobs(recall: Home) -> list[Any]:
    jobs: list[Any] = recall.json("jobs")["jobs"]
    return jobs


def set_job(recall: Home, state: str) -> None:
    """Let a worker hold every queued job, or give them back."""
    store = apsw.Connection(str(recall.db))
    store.execute(
        "UPDATE job SET state = ?, lease_until = ? WHERE finished_at IS NULL", (state, recall.now + 60_000)
    ).fetchall()
    store.close()


@pytest.mark.parametrize("event", ["compact", "session-end"])
def test_a_beginning_during_the_reading_leaves_no_job_behind(event: str, recall: Home, work_folder: Path) -> None:
    """A worker reads a compacted session while it begins again; its end then uses the job of that beginning."""
    run_hook(recall, work_folder, "session-start")
    write_turns(recall, work_folder, "s-1", "We use tabs in Go.")
    run_hook(recall, work_folder, "compact")
    set_job(recall, "processing")
    run_hook(recall, work_folder, "session-start", source="compact")
    assert len(list_jobs(recall)) == 2
    store = apsw.Connection(str(recall.db))
    store.execute("UPDATE job SET state = 'queued', lease_until = NULL WHERE state = 'processing'").fetchall()
    store.close()
    run_worker(recall)
    assert [job["state"] for job in list_jobs(recall)] == ["queued", "complete"]
    recall.later(minutes=1)
    write_turns(recall, work_folder, "s-1", "The port is 8080.")
    run_hook(recall, work_folder, event, source="compact")
    run_worker(recall)
    assert {job["state"] for job in list_jobs(recall)} == {"complete"}
    assert stored_texts(recall) == ["The port is 8080.", "We use tabs in Go."]
