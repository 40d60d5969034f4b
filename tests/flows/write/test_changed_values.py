"""One operation may touch a memory more than once: it is one change, and one undo takes it back."""

import contextlib
from typing import Any

import pytest

from tests.command import Home, open_sqlite
from tests.flows.write.many_texts import keep_texts

TWICE = ("The billing API listens on port 8080.", "The billing API listens on port 8080!")


def seen_counts(recall: Home) -> list[int]:
    return [memory["seen_count"] for memory in recall.json("list")["memories"]]


def test_what_says_a_known_thing_twice_counts_it_twice(recall: Home) -> None:
    """Both times are counted, in one operation that one undo takes back."""
    recall.store(TWICE[0])
    keep_texts(recall, TWICE)
    assert seen_counts(recall) == [3]
    recall.json("undo")
    assert seen_counts(recall) == [1]
    recall.json("undo", "3")
    assert seen_counts(recall) == [3]


def test_what_says_a_new_thing_twice_can_be_taken_back(recall: Home) -> None:
    """What an operation brought in and then changed goes as one, and comes back as one."""
    keep_texts(recall, TWICE)
    assert seen_counts(recall) == [2]
    assert recall.json("undo")["memories"] == 1
    assert seen_counts(recall) == []
    recall.json("undo", "2")
    assert seen_counts(recall) == [2]


def test_two_tags_at_once_both_stay(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever tags a memory while another does takes nothing away of the other's."""
    from recall_cli.app import App
    from recall_cli.flows.edit.memory_edits import tag

    one = recall.store("The port is 8080.")
    app = App(environment=recall.environment())
    writing = app.write_transaction

    def late(*args: Any) -> Any:
        recall.json("tag", one, "b=2")
        return writing(*args)

    monkeypatch.setattr(app, "write_transaction", late)
    with contextlib.closing(app):
        tag(app, [one], {"a": "1"})
    assert recall.json("list")["memories"][0]["tags"] == {"a": "1", "b": "2"}


def test_the_worker_says_why_a_job_failed(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each reason once, with how many jobs it stopped, and in JSON for each attempt."""
    from recall_cli.domain.errors import RecallError
    from recall_cli.flows.write import worker

    def fail(*_: Any) -> None:
        raise RecallError("the program does not answer")

    for text in ("We chose NATS over Kafka because replay was slow.", "The port is 8080."):
        recall.json("store", "--defer", text)
    monkeypatch.setattr(worker, "run_job", fail)
    ran = recall.quick("worker", "--once")
    assert ran.out == "0 jobs run, 0 memories stored, 2 failed\n"
    assert ran.err == "recall: 2 jobs failed: the program does not answer (see recall worker --jobs)\n"
    recall.later(days=1)
    assert recall.json("worker", "--once")["reasons"] == ["the program does not answer"] * 2


@pytest.mark.parametrize("key", [("--key", "k"), ()], ids=["key", "text"])
@pytest.mark.parametrize("later", ["--defer", ""])
def test_what_failed_for_good_may_be_told_again(recall: Home, key: tuple[str, ...], later: str) -> None:
    """Its key is no reason to say that it is known: it is kept now, or put down once more."""
    told = ("We chose NATS over Kafka because replay was slow.", *key)
    assert recall.json("store", "--defer", *told)["status"] == "queued"
    with open_sqlite(recall.db) as store:
        store.execute("UPDATE job SET state = 'failed', finished_at = created_at, error = 'once'")
    again = recall.json("store", *([later] if later else []), *told)
    assert again["status"] == ("queued" if later else "stored")
    recall.json("worker", "--once")
    assert [memory["text"] for memory in recall.json("list")["memories"]] == [told[0]]
    if key or later:
        assert recall.json("store", "--defer", *told)["status"] == "cached"
