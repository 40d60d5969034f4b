"""A session to work in, and workers that are only counted."""

import json
from pathlib import Path

import pytest

from tests.command import Home


@pytest.fixture
def work(recall: Home) -> Path:
    """A folder to work in, with the record of a session in it."""
    folder = recall.path / "work"
    folder.mkdir()
    said = {
        "type": "user",
        "uuid": "1",
        "sessionId": "s-1",
        "message": {"role": "user", "content": "We use tabs in Go."},
    }
    (folder / "s-1.jsonl").write_text(json.dumps(said) + "\n")
    return folder


@pytest.fixture(autouse=True)
def no_worker(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Workers that are started in this process are counted, not run."""
    started: list[int] = []
    monkeypatch.setattr(
        "recall_cli.flows.agents.worker_process.start_worker", lambda app, after=0: started.append(after)
    )
    return started
