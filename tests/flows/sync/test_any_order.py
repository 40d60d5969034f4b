"""Answers, questions and ends are the same on all machines, in whatever order the operations arrive."""

import pytest

from recall_cli.flows.sync import sync
from tests.flows.sync.machines import PORT, Machine, exchange


def test_an_older_value_that_arrives_later_is_compared(pair: "list[Machine]") -> None:
    """The memory was changed in another way since, on the machine that did not know its value."""
    one, two = pair
    id_ = str(one.state()[0]["id"])
    one.run("update", id_, "--entity", "api", "--attribute", "port", "--value", "7001")
    two.later()
    two.run("update", id_, "--type", "decision")
    two.run("store", "The API listens on port 9090.", "--type", "fact", *PORT, "9090")
    two.run("sync")
    exchange(one, two)
    assert one.questions() == two.questions() == '[["api", ["7001", "9090"]]]'


def test_two_answers_to_one_question(pair: "list[Machine]") -> None:
    """The later one counts on both machines; without it the other does, and what was stated after both is asked."""
    one, two = pair
    one.run("store", "The API listens on port 8080.", "--type", "fact", *PORT, "8080")
    one.later()
    two.later()
    two.run("store", "The API listens on port 7001.", "--type", "fact", *PORT, "7001")
    exchange(one, two)
    two.later()
    one.run("resolve", "api", "port", "--keep", "7001")
    two.run("resolve", "api", "port", "--many")
    exchange(one, two)

    def settled() -> "list[list[object]]":
        return [[memory["settles"] for memory in machine.exported() if "settles" in memory] for machine in pair]

    assert settled() == [["many"], ["many"]]
    assert one.questions() == two.questions() == "[]"
    two.later()
    two.run("delete", "--query", "Settled: port of api holds several values", "--yes")
    exchange(one, two)
    assert settled() == [["keep"], ["keep"]]
    two.later()
    one.now = two.now
    one.run("store", "The API listens on port 9090.", "--type", "fact", *PORT, "9090")
    two.run("store", "The API listens on port 9191.", "--type", "fact", *PORT, "9191")
    exchange(one, two)
    assert one.questions() == two.questions() == '[["api", ["9090", "9191"]]]'
    assert one.exported() == two.exported()


def test_what_was_undone_before_its_sender_knew_that_it_arrived(
    pair: "list[Machine]", monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change arrives, its machine is killed before it knows, and the other machine undoes the change."""
    one, two = pair
    id_ = str(one.state()[0]["id"])
    one.later()
    one.run("store", "Another rule holds.", "--ends", id_)
    with monkeypatch.context() as patch:
        patch.setattr(sync.Sync, "_remember", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
        one.run("sync")
    two.later()
    two.run("sync")
    assert two.run("undo").status == 0
    two.run("sync")
    exchange(one, two)
    assert one.exported() == two.exported()
    assert one.run("--json", "get", id_).data["superseded_at"] is None


def test_a_successor_that_comes_back_is_named_again(pair: "list[Machine]") -> None:
    """A memory arrives while its successor is deleted; later that is brought back."""
    one, two = pair
    id_ = str(one.state()[0]["id"])
    one.later()
    successor = one.run("--json", "store", "Another rule holds.", "--ends", id_).data["memories"][0]["id"]
    one.run("delete", successor)
    exchange(one, two)
    one.later()
    assert one.run("undo").status == 0
    one.run("sync")
    exchange(one, two)
    assert one.exported() == two.exported()
    assert two.run("--json", "get", id_).data["superseded_by"] == successor
