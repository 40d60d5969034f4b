"""Consolidation and patterns: what becomes one, what never does, and that an undo brings all of it back."""

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from tests.command import Home
from tests.inference.api import KEY, Play, played

SHORT = "The user prefers Python for scripting."
LONG = "The user mentioned that he prefers Python for scripting."
FINDINGS = (
    "Flaky checkout tests were caused by a shared database fixture.",
    "Flaky checkout tests came from a shared database fixture again.",
    "Flaky checkout tests: the shared database fixture was to blame.",
)


@pytest.fixture
def fed(recall: Home) -> Home:
    """A store in which two memories say the same, among a dozen that do not."""
    for number in range(12):
        recall.store(f"Room {number} of building {number * 7} has {number * 3} chairs.")
    recall.later()
    return recall


def dumped(recall: Home) -> str:
    """Everything in the file."""
    with closing(sqlite3.connect(recall.db)) as store:
        return "\n".join(store.iterdump())


def texts(recall: Home, *args: str) -> set[str]:
    return {memory["text"] for memory in recall.json("list", "-n", "1000", *args)["memories"]}


def merge(recall: Home, *args: str, person: bool = False) -> dict[str, Any]:
    recall.later()
    found: dict[str, Any] = recall.json("consolidate", *args, person=person)
    return found


def test_what_says_the_same_becomes_one(fed: Home) -> None:
    """The fuller words stay, as a memory that is no surer than any source; the originals are ended, linked, and back
    after one undo."""
    one = fed.store(SHORT, "--importance", "0.9", "--confidence", "0.7", "--tag", "a=1")
    other = fed.store(LONG, "--confidence", "0.9", "--tag", "b=2")
    before, moment = texts(fed), fed.moment
    found = merge(fed)
    [union] = found["unions"]
    made = union["memory"]
    assert {source["id"] for source in union["sources"]} == {one, other}
    assert (made["text"], made["importance"], made["confidence"]) == (LONG, 0.9, 0.7)
    assert made["tags"] == {"a": "1", "b": "2"}
    assert made["trust"] == "agent"
    assert texts(fed) == before - {SHORT}
    assert fed.json("get", one)["superseded_by"] == made["id"]
    assert texts(fed, "--as-of", moment) == before
    with closing(sqlite3.connect(fed.db)) as store:
        assert store.execute("SELECT count(*) FROM link WHERE kind = 'merged'").fetchone() == (2,)
    assert "consolidate" in fed.quick("log", "-n", "1").out
    fed.later()
    fed.json("undo")
    assert texts(fed) == before
    assert merge(fed)["unions"] == []  # who took it back need not do so every night


def test_a_rehearsal_shows_the_difference_and_writes_nothing(fed: Home) -> None:
    """`--dry-run` tells the originals and the one, and every byte of the store stays."""
    fed.store(SHORT)
    fed.store(LONG)
    was = dumped(fed)
    answer = fed.quick("consolidate", "--dry-run")
    assert [line.split("\t")[0] for line in answer.lines] == ["-", "-", "+"]
    assert answer.lines[-1].endswith(LONG)
    assert merge(fed, "--dry-run")["operation"] is None
    assert dumped(fed) == was


@pytest.mark.parametrize(
    ("args", "others"),
    [
        (("--topic", "a"), ("--topic", "b")),
        (("--project", "a"), ("--project", "b")),
        (("--type", "fact"), ("--type", "preference")),
        (("--source", "agent"), ("--source", "tool")),
        (("--classification", "restricted"), ()),
        (("--agent", "codex"), ("--agent", "claude")),
        (("--shared",), ()),
        ((), ("--valid-until", "30d")),
        (("--entity", "user", "--attribute", "scripting", "--value", "Python"), ()),
    ],
)
def test_only_like_and_like(fed: Home, args: tuple[str, ...], others: tuple[str, ...]) -> None:
    """Another topic, project, type, trust, class, owner, end or fact, and two memories stay two."""
    fed.store(SHORT, *args)
    fed.store(LONG, *others)
    assert merge(fed, "--project", "*")["unions"] == []


def test_what_is_protected_is_never_swallowed(fed: Home) -> None:
    """Pinned, contested, the user's own word, or an answer of his: none of them becomes part of another."""
    one = fed.store(SHORT)
    fed.store(LONG)
    fed.quick("pin", one)
    assert merge(fed)["unions"] == []
    fed.quick("unpin", one)
    assert len(merge(fed, "--dry-run")["unions"]) == 1
    fed.quick("delete", one)
    fed.store(SHORT, person=True)
    fed.store(LONG + " ", "--type", "fact", person=True)
    assert merge(fed)["unions"] == []
    assert fed.quick("consolidate", "--own").status == 3


def test_a_person_may_merge_his_own_words(fed: Home) -> None:
    """With --own at a terminal; the result is his own word still."""
    fed.store(SHORT, person=True)
    fed.store(LONG, person=True)
    [union] = merge(fed, "--own", person=True)["unions"]
    assert union["memory"]["trust"] == "user"


def test_what_differs_stays_apart(fed: Home) -> None:
    """One other number, name or word, or a negation: near in meaning, and two claims all the same."""
    fed.store("Retry the upload job only on status 503.")
    fed.store("Retry the upload job only on status 504.")
    fed.store("The cache of the storefront is enabled in staging.")
    fed.store("The cache of the storefront is disabled in staging.")
    before = texts(fed)
    assert merge(fed)["unions"] == []
    assert texts(fed) == before


def test_a_round_that_would_touch_much_asks(recall: Home) -> None:
    """Nothing is done without a person's yes, and only a person can say it."""
    recall.store(SHORT)
    recall.store(LONG)
    answer = recall.quick("consolidate")
    assert answer.status == 1
    assert "nothing was done: 2 memories (100% of what is believed)" in answer.err
    assert recall.quick("consolidate", "--yes").status == 3
    assert recall.quick("consolidate", stdin="n\n", person=True).status == 1
    assert recall.quick("consolidate", stdin="", person=True).status == 1
    assert len(texts(recall)) == 2
    assert recall.quick("consolidate", stdin="y\n", person=True).status == 0
    assert texts(recall) == {LONG}
    assert merge(recall, "--yes", person=True)["unions"] == []


def test_what_recurs_becomes_a_pattern(fed: Home) -> None:
    """Three findings about one thing are told as one pattern with all their words, by hand or by maintenance."""
    sources = [fed.store(text, "--type", "finding") for text in FINDINGS]
    before = texts(fed)
    step = fed.json("maintain", "--only", "patterns")["steps"][0]
    assert (step["touched"], step["said"]) == (3, "1 pattern")
    [pattern] = [m for m in fed.json("list", "-n", "100")["memories"] if m["type"] == "pattern"]
    assert all(text in pattern["text"] for text in FINDINGS)
    assert pattern["text"].startswith("Seen 3 times (")
    assert all(fed.json("get", one)["superseded_by"] == pattern["id"] for one in sources)
    assert fed.json("maintain", "--only", "patterns")["steps"][0]["touched"] == 0
    fed.later()
    fed.json("undo", str(step["operation"]))
    assert texts(fed) == before
    assert fed.json("maintain", "--only", "patterns")["steps"][0]["touched"] == 0
    assert fed.json("consolidate", "--patterns")["unions"] == []


def test_two_are_no_pattern_and_opposites_are_none(fed: Home) -> None:
    """Fewer than three, or one that denies another, stay as they are."""
    for text in (*FINDINGS[:2], FINDINGS[2].replace("was to", "was not to")):
        fed.store(text, "--type", "finding")
    assert merge(fed, "--patterns")["unions"] == []


def test_a_pattern_waits_where_it_would_take_much(recall: Home) -> None:
    """Maintenance does not ask; it says what waits."""
    for text in FINDINGS:
        recall.store(text, "--type", "finding")
    step = recall.json("maintain", "--only", "patterns")["steps"][0]
    assert (step["touched"], step["said"]) == (0, "1 pattern waits for recall consolidate --patterns")
    assert len(merge(recall, "--patterns", "--yes", person=True)["unions"]) == 1


@pytest.fixture
def api(fed: Home) -> Iterator[Play]:
    """Claude, played on this machine."""
    with played() as play:
        fed.store(SHORT)
        fed.store(LONG)
        fed.more.update(RECALL_EXTRACTOR="claude", RECALL_CLAUDE_BASE_URL=play.url, ANTHROPIC_API_KEY=KEY)
        yield play


def test_claude_merges_where_he_proves_it(fed: Home, api: Play) -> None:
    """His words are taken if nothing is lost or made up; the sources go to him as data, and the cost is counted."""
    told = "The user prefers Python for scripting, he mentioned."
    api.says(json.dumps({"text": told}))
    [union] = merge(fed)["unions"]
    assert (union["text"], union["by"]) == (told, "consolidate:claude:claude-haiku-5-5")
    [request] = api.requests
    content = request["body"]["messages"][0]["content"]
    assert content == f"<text-1>\n- {SHORT}\n- {LONG}\n</text-1>"
    assert fed.json("stats")["claude"]["usd"] > 0


@pytest.mark.parametrize("answer", [{"text": "The user prefers Ruby."}, {"text": ""}, {"text": 1}, [], {"no": "text"}])
def test_claude_who_proves_nothing_is_not_believed(fed: Home, api: Play, answer: Any) -> None:
    """Then the rules merge, or nobody does."""
    api.says(json.dumps(answer))
    [union] = merge(fed)["unions"]
    assert (union["text"], union["by"]) == (LONG, "consolidate:rules")


def test_claude_who_fails_is_told_of(fed: Home, api: Play) -> None:
    """The rules merge, and a line says why."""
    api.fails(401, times=5)
    answer = fed.quick("consolidate")
    assert answer.status == 0
    assert "claude failed (the key was not accepted (401)): the rules merge" in answer.err


@pytest.mark.parametrize(
    "change",
    [
        ("--classification", "confidential"),
        ("--entity", "user", "--attribute", "language", "--value", "Python"),
        ("--topic", "tools"),
        ("--valid-until", "2027-01-01"),
        ("--project", "elsewhere"),
    ],
    ids=lambda change: change[0],
)
def test_what_was_changed_since_it_was_planned_is_left_alone(fed: Home, change: tuple[str, ...]) -> None:
    """Between the plan and the writing a model may have been asked: who sees a memory, and of what, may be another."""
    from recall_cli.app import App
    from recall_cli.domain.scope import Filters
    from recall_cli.flows.edit.consolidate import carried_out, planned

    one = fed.store(SHORT)
    fed.store(LONG)
    app = App(environment=fed.environment())
    with contextlib.closing(app):
        plan = planned(app, Filters(), own=False)
        assert len(plan.unions) == 1
        fed.later()
        fed.json("update", one, *change)
        assert carried_out(app, plan, kind="consolidate", link="merged", agreed=True, dry_run=False).unions == []
    assert {SHORT, LONG} <= texts(fed, "--project", "*")


def test_a_fact_whose_names_differ_in_case_stays_a_fact(fed: Home) -> None:
    """Two spellings of an entity are one entity; the union is about it, and the newest spelling names it."""
    fact = ("--attribute", "language", "--value", "Python")
    fed.store(SHORT, "--entity", "The User", *fact)
    fed.later()
    fed.store(LONG, "--entity", "the user", *fact)
    [union] = merge(fed)["unions"]
    made = union["memory"]
    assert (made["entity"], made["attribute"], made["value"]) == ("the user", "language", "Python")
