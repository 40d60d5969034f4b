"""Settling a fact: past values beside it, values given by their beginning, and contexts in a phrase."""

import re

import pytest

from tests.command import Home


def test_a_past_value_is_marked_beside_a_conflict(recall: Home) -> None:
    """It is shown with its id, and as ended, so that nobody takes it for a side of the conflict."""
    fact = ("--entity", "queue", "--attribute", "engine")
    old = recall.store("The queue is RabbitMQ.", *fact, "--value", "RabbitMQ")
    recall.quick("store", "The queue is NATS.", *fact, "--value", "NATS", person=True)
    recall.store("The queue is Kafka.", *fact, "--value", "Kafka", "--source", "tool")
    screen = re.sub(r"\x1b\[[0-9;]*m", "", recall.quick("conflicts", env={"FORCE_COLOR": "1", "COLUMNS": "150"}).out)
    [line] = [line for line in screen.splitlines() if "The queue is RabbitMQ." in line]
    assert ", ended" in line.partition("The queue is RabbitMQ.")[0]
    assert old[-4:] in line
    assert screen.count(", ended") == 1


@pytest.fixture
def timeout(recall: Home) -> tuple[str, ...]:
    """A fact with two values of several words."""
    fact = ("timeout", "limit")
    for value in ("30 seconds", "2 minutes"):
        words = ("--entity", fact[0], "--attribute", fact[1], "--value", value)
        recall.store(f"The timeout limit is {value}.", *words, "--source", "tool" if value[0] == "2" else "user")
    return fact


def held_values(recall: Home) -> dict[str | None, str]:
    return {one["qualifier"]: one["value"] for one in recall.json("list")["memories"] if one["trust"] == "user"}


def test_the_beginning_of_a_value_is_completed(recall: Home, timeout: tuple[str, ...]) -> None:
    """Nobody gave the value 30: the stored value is taken, and a note says so."""
    pairs = ("--when", "production=30", "--when", "default=2 minutes")
    answer = recall.quick("resolve", *timeout, *pairs, person=True)
    assert answer.status == 0, answer
    assert "30 was taken as 30 seconds" in answer.err
    assert held_values(recall) == {"production": "30 seconds", None: "2 minutes"}


def test_a_context_may_be_answered_in_a_phrase(recall: Home, timeout: tuple[str, ...]) -> None:
    """The answer "in production" names the context production."""
    recall.quick("resolve", *timeout, person=True, stdin="w\nin production\n\n")
    assert set(held_values(recall)) == {"production", None}


def test_a_tools_word_without_a_context_ends_when_contexts_are_named(recall: Home) -> None:
    """The answer for "otherwise" says the same more exactly; the user's own word ends with another value only."""
    fact = ("--entity", "project", "--attribute", "worker_count")
    said = "The worker count is "
    stored = [
        recall.store(f"{said}{value}.", *fact, "--value", value, "--source", source)
        for value, source in (("10", "user"), ("9", "tool"))
    ]
    assert len(recall.json("conflicts")["conflicts"]) == 1
    answer = ("resolve", "project", "worker_count", "--when", "production=10", "--when", "default=9")
    settled = recall.json(*answer, person=True)
    assert sorted(settled["supersedes"]) == sorted(stored)
    assert {(one["qualifier"], one["value"]) for one in recall.json("list")["memories"]} == {
        ("production", "10"),
        (None, "9"),
    }
    context = recall.quick("context", "what is the worker count").out
    assert f"{said}9." not in context
    assert "worker count of project is 9 otherwise" in context
    assert recall.json(*answer, person=True)["operation"] is None
    assert recall.quick("undo", person=True).status == 0
    assert len(recall.json("conflicts")["conflicts"]) == 1
