"""Statements: where sentences, items and turns begin and end, and which lines are no prose."""

import pytest

from recall_cli.rules.reading.statements import LONGEST, line_kind, split


def texts(source: str) -> list[str]:
    return [statement.text for statement in split(source)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("One here. Two there! Three?", ["One here.", "Two there!", "Three?"]),
        ("We use e.g. Redis. It is fast.", ["We use e.g. Redis.", "It is fast."]),
        ("Version 1.2 is out. Ask Mr. Brown.", ["Version 1.2 is out.", "Ask Mr. Brown."]),
        ("hmm... not sure", ["hmm... not sure"]),
        ("i use vim. my shell is fish.", ["i use vim.", "my shell is fish."]),
        ("a line that was\nwrapped here", ["a line that was wrapped here"]),
        ("I like tea\nI like rye bread", ["I like tea", "I like rye bread"]),
        ("- one\n- two\n  goes on\n1. three", ["one", "two goes on", "three"]),
        ("東京に住んでいます。猫が好きです。", ["東京に住んでいます。", "猫が好きです。"]),
    ],
)
def test_sentences(source: str, expected: list[str]) -> None:
    """Abbreviations, numbers and pauses end nothing; wrapped lines are joined, items are not."""
    assert texts(source) == expected


def test_every_statement_knows_its_place() -> None:
    """The span of a statement holds its words in the source."""
    source = "# Notes\n\n- first  item\n\nUser: Hello there.\r\nAssistant: I will\n"
    for statement in split(source):
        assert " ".join(source[statement.start : statement.end].split()).lstrip("- ") == statement.text


def test_speakers() -> None:
    """Roles are known in a transcript; a label such as Note or Database is nobody."""
    statements = split("**User:** I use vim.\n\nStill me.\nAssistant: Fine.\nNote: careful.")
    assert [statement.speaker for statement in statements] == ["user", "user", "assistant", "assistant"]
    assert [statement.speaker for statement in split("Note: a b.\nNote: c d.\nResult: e f.")] == [None] * 3


def test_what_runs_on_is_cut() -> None:
    """A passage without an end is cut at a blank, so that no statement is longer than the limit."""
    assert all(len(text) <= LONGEST + 10 for text in texts("word " * 4000))


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("def load(path):", "code"), ("const a = b.map(x => x.id);", "code"), ('{"status": "ok", "n": 1}', "code"),
        ("git commit -m wip", "code"), ("+    return cache.get(key)", "code"), ("docker compose up -d", "code"),
        ("Traceback (most recent call last):", "tool output"), ("KeyError: 'id'", "tool output"),
        ("2024-03-01 12:00:03 INFO started", "tool output"), ("[ERROR] no such table", "tool output"),
        ("14 passed, 1 failed in 3.1s", "tool output"), ("src/app.py:12:5: F401 unused import", "tool output"),
        ("$ make test", "tool output"), ("-rw-r--r-- 1 root root 12 a.txt", "tool output"),
        ("## Setup", "heading"), ("-----", "no words in it"), ("| a | b |", "table row"),
        ("go ahead", None), ("make it shorter", None), ("Import sorting is done by ruff.", None),
        ("From now on use tabs.", None), ("3 of the 5 shards are read-only.", None), ("git hooks are managed by lefthook", None),
        ("Error messages should be short.", None), ("Class names are in CamelCase", None), ("- 5 degrees", None),
    ],
)  # fmt: skip
def test_shapes(line: str, kind: "str | None") -> None:
    """Lines of code, logs and tools are known by their shape; prose that resembles them is not."""
    assert line_kind(line) == kind


def test_the_last_line_of_a_trace_is_output() -> None:
    """Also where the class is not called an error; what somebody says of a class is prose."""
    for line in ("shop.cache.LockTaken: gave up after 5s", "psycopg.pool.TooManyRequests: queue full (12 waiting)"):
        assert [one.kind for one in split(line)] == ["tool output"], line
    for line in (
        "app.Pool: never open it before the settings are read.",
        "Node.js: we use version 20.",
        "README.MD: short",
    ):
        assert "tool output" not in [one.kind for one in split(line)], line
