"""One operation may touch a memory more than once: it is one change, and one undo takes it back."""

import contextlib
from typing import Any

import pytest

from tests.command import Home

TWICE = "The billing API listens on port 8080. The billing API listens on port 8080!"


def seen(recall: Home) -> list[int]:
    return [memory["seen_count"] for memory in recall.json("list")["memories"]]


def test_a_text_that_says_a_known_thing_twice_counts_it_twice(recall: Home) -> None:
    """Both times are counted, in one operation that one undo takes back."""
    recall.store("The billing API listens on port 8080.", "--extractor", "rules")
    recall.json("store", TWICE, "--extractor", "rules")
    assert seen(recall) == [3]
    recall.json("undo")
    assert seen(recall) == [1]
    recall.json("undo", "3")
    assert seen(recall) == [3]


def test_a_text_that_says_a_new_thing_twice_can_be_taken_back(recall: Home) -> None:
    """What an operation brought in and then changed goes as one, and comes back as one."""
    recall.json("store", TWICE, "--extractor", "rules")
    assert seen(recall) == [2]
    assert recall.json("undo")["memories"] == 1
    assert seen(recall) == []
    recall.json("undo", "2")
    assert seen(recall) == [2]


def test_two_tags_at_once_both_stay(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever tags a memory while another does takes nothing away of the other's."""
    from recall_cli.app import App
    from recall_cli.flows.memories import tag

    one = recall.store("The port is 8080.")
    app = App(environment=recall.environment())
    writing = app.writing

    def late(*args: Any) -> Any:
        recall.json("tag", one, "b=2")
        return writing(*args)

    monkeypatch.setattr(app, "writing", late)
    with contextlib.closing(app):
        tag(app, one, {"a": "1"})
    assert recall.json("list")["memories"][0]["tags"] == {"a": "1", "b": "2"}
