"""`recall worker --all-users`: one worker reads for everybody whose texts wait, a few of each in turn."""

import json
from typing import Any

import pytest

from recall_cli.app import App
from recall_cli.flows.write import worker
from tests.command import Home

USERS = ("owner", "ann", "bob")


def text_of(user: str, number: int = 0) -> str:
    return f"The service of {user} has the port {8000 + number}."


@pytest.fixture
def waiting(recall: Home) -> Home:
    """Every user has a token, and a text that waits."""
    for user in USERS:
        env = {"RECALL_USER": user}
        assert recall.quick("token", "create", f"of-{user}", env=env, person=True).status == 0
        recall.quick("store", "--defer", text_of(user), env=env)
    return recall


def stored(recall: Home, user: str) -> list[str]:
    return [memory["text"] for memory in recall.json("list", env={"RECALL_USER": user})["memories"]]


def test_everybodys_texts_are_read(waiting: Home) -> None:
    """Each becomes a memory of its own user. Without the option, those of the own user alone are read."""
    env = {"RECALL_USER": "owner"}
    assert waiting.json("worker", env=env)["done"] == 1
    assert [stored(waiting, user) for user in USERS] == [[text_of("owner")], [], []]
    assert waiting.json("worker", "--all-users", env=env)["done"] == 2
    assert [stored(waiting, user) for user in USERS] == [[text_of(user)] for user in USERS]
    assert waiting.json("worker", "--all-users", env=env)["done"] == 0


def test_nobody_waits_for_anothers_many_texts(waiting: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker goes on to the next user after a few jobs, and comes back."""
    for number in range(1, 8):
        waiting.quick("store", "--defer", text_of("ann", number), env={"RECALL_USER": "ann"})
    turns: list[str] = []
    run_job: Any = worker.run_job

    def noted(app: App, job: Any) -> Any:
        turns.append(str(app.settings["user"]))
        return run_job(app, job)

    monkeypatch.setattr(worker, "run_job", noted)
    done = json.loads(waiting.quick("--json", "worker", "--all-users", env={"RECALL_USER": "owner"}).out)["done"]
    assert done == len(turns) == 10
    assert {turns.index(user) // worker.JOBS_IN_TURN for user in USERS} <= {0, 1}
    assert turns[-3:] == ["ann"] * 3
    assert sorted(stored(waiting, "ann")) == [text_of("ann", number) for number in range(8)]


def test_only_one_worker_of_a_user_is_no_worker_of_all(recall: Home) -> None:
    """The lock of --alone is about one user's jobs."""
    answer = recall.quick("worker", "--alone", "--all-users")
    assert answer.status == 2
    assert "--alone and --all-users exclude each other" in answer.err
