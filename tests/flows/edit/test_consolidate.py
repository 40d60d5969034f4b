"""Consolidation and patterns: what becomes one, what never does, and that an undo brings all of it back."""

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from tests.command import Home
from tests.inference.fake_api import API_KEY, FakeApi, run_fake_api

SHORT = "The user prefers Python for scripting."
LONG = "The user prefers Python for scripting. Python scripts of the user stay short."
FINDINGS = (
    "Flaky checkout tests were caused by a shared database fixture.",
    "Flaky checkout tests came from a shared database fixture again.",
    "Flaky checkout tests: the shared database fixture was to blame.",
)


@pytest.fixture
def filled_recall(recall: Home) -> Home:
    """A store in which two memories say the same, among a dozen that do not."""

    def fill(home: Home) -> None:
        for number in range(12):
            home.store(f"Room {number} of building {number * 7} has {number * 3} chairs.")
        home.later()

    recall.fill_once("rooms", fill)
    return recall


def dump_store(recall: Home) -> str:
    """Everything in the file."""
    with closing(sqlite3.connect(recall.db)) as store:
        return "\n".join(store.iterdump())


def texts(recall: Home, *args: str) -> set[str]:
    return {memory["text"] for memory in recall.json("list", "-n", "1000", *args)["memories"]}


def consolidate(recall: Home, *args: str, person: bool = False) -> dict[str, Any]:
    recall.later()
    found: dict[str, Any] = recall.json("consolidate", *args, person=person)
    return found


def test_what_says_the_same_becomes_one(filled_recall: Home) -> None:
    """The fuller words stay, as a memory that is no surer than any source; the originals are ended, linked, and back
    after one undo."""
    one = filled_recall.store(SHORT, "--importance", "0.9", "--confidence", "0.7", "--tag", "a=1")
    other = filled_recall.store(LONG, "--confidence", "0.9", "--tag", "b=2")
    before, moment = texts(filled_recall), filled_recall.moment
    found = consolidate(filled_recall)
    [union] = found["unions"]
    made = union["memory"]
    assert {source["id"] for source in union["sources"]} == {one, other}
    assert (made["text"], made["importance"], made["confidence"]) == (LONG, 0.9, 0.7)
    assert made["tags"] == {"a": "1", "b": "2"}
    assert made["trust"] == "agent"
    assert texts(filled_recall) == before - {SHORT}
    assert filled_recall.json("get", one)["superseded_by"] == made["id"]
    assert texts(filled_recall, "--as-of", moment) == before
    with closing(sqlite3.connect(filled_recall.db)) as store:
        assert store.execute("SELECT count(*) FROM link WHERE kind = 'merged'").fetchone() == (2,)
    assert "consolidate" in filled_recall.quick("log", "-n", "1").out
    filled_recall.later()
    filled_recall.json("undo")
    assert texts(filled_recall) == before
    assert consolidate(filled_recall)["unions"] == []  # who took it back need not do so every night


def test_a_rehearsal_shows_the_difference_and_writes_nothing(filled_recall: Home) -> None:
    """`--dry-run` tells the originals and the one, and every byte of the store stays."""
    filled_recall.store(SHORT)
    filled_recall.store(LONG)
    was = dump_store(filled_recall)
    answer = filled_recall.quick("consolidate", "--dry-run")
    assert [line.split("\t")[0] for line in answer.lines] == ["-", "-", "+"]
    assert answer.lines[-1].endswith(LONG)
    assert consolidate(filled_recall, "--dry-run")["operation"] is None
    assert dump_store(filled_recall) == was


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
def test_only_like_and_like(filled_recall: Home, args: tuple[str, ...], others: tuple[str, ...]) -> None:
    """Another topic, project, type, trust, class, owner, end or fact, and two memories stay two."""
    filled_recall.store(SHORT, *args)
    filled_recall.store(LONG, *others)
    assert consolidate(filled_recall, "--project", "*")["unions"] == []


def test_what_is_protected_is_never_swallowed(filled_recall: Home) -> None:
    """Pinned, contested, the user's own word, or an answer of his: none of them becomes part of another."""
    one = filled_recall.store(SHORT)
    filled_recall.store(LONG)
    filled_recall.quick("pin", one)
    assert consolidate(filled_recall)["unions"] == []
    filled_recall.quick("unpin", one)
    assert len(consolidate(filled_recall, "--dry-run")["unions"]) == 1
    filled_recall.quick("delete", one)
    filled_recall.store(SHORT, person=True)
    filled_recall.store(LONG + " ", "--type", "fact", person=True)
    assert consolidate(filled_recall)["unions"] == []
    assert filled_recall.quick("consolidate", "--own").status == 3


def test_a_person_may_merge_his_own_words(filled_recall: Home) -> None:
    """With --own at a terminal; the result is his own word still."""
    filled_recall.store(SHORT, person=True)
    filled_recall.store(LONG, person=True)
    [union] = consolidate(filled_recall, "--own", person=True)["unions"]
    assert union["memory"]["trust"] == "user"


def test_what_differs_stays_apart(filled_recall: Home) -> None:
    """One other number, name or word, or a negation: near in meaning, and two claims all the same."""
    filled_recall.store("Retry the upload job only on status 503.")
    filled_recall.store("Retry the upload job only on status 504.")
    filled_recall.store("The cache of the storefront is enabled in staging.")
    filled_recall.store("The cache of the storefront is disabled in staging.")
    before = texts(filled_recall)
    assert consolidate(filled_recall)["unions"] == []
    assert texts(filled_recall) == before


def test_a_round_that_would_touch_much_asks(recall: Home) -> None:
    """Nothing is done without a person's yes, and only a person can say it."""
    recall.store(SHORT)
    recall.store(LONG)
    answer = recall.quick("consolidate")
    assert answer.status == 1
    assert "nothing was done: 2 memories (100% of all valid memories)" in answer.err
    assert recall.quick("consolidate", "--yes").status == 3
    assert recall.quick("consolidate", stdin="n\n", person=True).status == 1
    assert recall.quick("consolidate", stdin="", person=True).status == 1
    assert len(texts(recall)) == 2
    assert recall.quick("consolidate", stdin="y\n", person=True).status == 0
    assert texts(recall) == {LONG}
    assert consolidate(recall, "--yes", person=True)["unions"] == []


def test_what_recurs_becomes_a_pattern(filled_recall: Home) -> None:
    """Three findings about one thing become one memory that their own words still find; maintenance makes none."""
    sources = [filled_recall.store(text, "--type", "finding") for text in FINDINGS]
    before = texts(filled_recall)
    step = filled_recall.json("maintain", "--only", "patterns")["steps"][0]
    assert (step["touched"], step["said"]) == (0, "1 pattern waits for recall admin consolidate --patterns")
    assert texts(filled_recall) == before
    made = consolidate(filled_recall, "--patterns")
    [pattern] = [m for m in filled_recall.json("list", "-n", "100")["memories"] if m["type"] == "pattern"]
    assert (
        pattern["text"]
        == "Three findings about flaky checkout tests: " + "; ".join(text.rstrip(".") for text in FINDINGS) + "."
    )
    [hit] = filled_recall.json("search", "flaky checkout tests blame fixture", "-n", "1")["results"]
    assert hit["id"] == pattern["id"]
    assert all(filled_recall.json("get", one)["superseded_by"] == pattern["id"] for one in sources)
    assert filled_recall.json("maintain", "--only", "patterns")["steps"][0]["said"] == ""
    filled_recall.later()
    assert filled_recall.json("undo")["undone"]["operation"] == made["operation"]  # the last write
    assert texts(filled_recall) == before
    assert filled_recall.json("maintain", "--only", "patterns")["steps"][0]["said"] == ""
    assert "no new patterns" in filled_recall.quick("consolidate", "--patterns").err
    assert filled_recall.json("consolidate", "--patterns")["unions"] == []


def test_findings_that_share_a_few_words_are_no_pattern(filled_recall: Home) -> None:
    """Overlapping two by two is not enough: most words of each must be in all of them."""
    chain = (
        "The night export leaks file handles.",
        "The slow night export leaks restarts.",
        "A slow worker restarts at night.",
    )
    for text in chain:
        filled_recall.store(text, "--type", "finding")
    found = consolidate(filled_recall, "--patterns")
    assert found["unions"] == []
    assert [one["reason"] for one in found["apart"]] == ["they share too few words to be one pattern"]
    assert filled_recall.json("maintain", "--only", "patterns")["steps"][0]["said"] == ""


def test_what_an_open_question_is_about_stays(filled_recall: Home) -> None:
    """A memory that stands beside a newer one until somebody answers is not taken away from it."""
    for text in FINDINGS:
        filled_recall.store(text, "--type", "finding")
    newer = "Flaky checkout tests now come from a slow network."
    filled_recall.store(newer, "--type", "decision", "--extractor", "none")
    found = consolidate(filled_recall, "--patterns")
    assert found["unions"] == []
    assert [one["reason"] for one in found["apart"]] == ["an open question is about one of them"]


def test_two_are_no_pattern_and_opposites_are_none(filled_recall: Home) -> None:
    """Fewer than three, or one that denies another, stay as they are."""
    for text in (*FINDINGS[:2], FINDINGS[2].replace("was to", "was not to")):
        filled_recall.store(text, "--type", "finding")
    assert consolidate(filled_recall, "--patterns")["unions"] == []


def test_a_pattern_waits_where_it_would_take_much(recall: Home) -> None:
    """A person is asked before a large part of the store changes."""
    for text in FINDINGS:
        recall.store(text, "--type", "finding")
    recall.later()
    assert recall.quick("consolidate", "--patterns").status == 1
    assert len(consolidate(recall, "--patterns", "--yes", person=True)["unions"]) == 1


@pytest.fixture
def api(filled_recall: Home) -> Iterator[FakeApi]:
    """Claude, played on this machine."""
    with run_fake_api() as play:
        filled_recall.store(SHORT)
        filled_recall.store(LONG)
        filled_recall.more.update(RECALL_EXTRACTOR="claude", RECALL_CLAUDE_BASE_URL=play.url, ANTHROPIC_API_KEY=API_KEY)
        yield play


def test_claude_merges_where_he_proves_it(filled_recall: Home, api: FakeApi) -> None:
    """His words are taken if nothing is lost or made up; the sources go to him as data, and the cost is counted."""
    told = "The user prefers Python for scripting and Python scripts of the user stay short."
    api.answer_text(json.dumps({"text": told}))
    [union] = consolidate(filled_recall)["unions"]
    assert (union["text"], union["by"]) == (told, "consolidate:claude:claude-haiku-5-5")
    [request] = api.requests
    content = request["body"]["messages"][0]["content"]
    assert content == f"<text-1>\n- {SHORT}\n- {LONG}\n</text-1>"
    assert filled_recall.json("stats")["claude"]["usd"] > 0


@pytest.mark.parametrize("answer", [{"text": "The user prefers Ruby."}, {"text": ""}, {"text": 1}, [], {"no": "text"}])
def test_claude_who_proves_nothing_is_not_believed(filled_recall: Home, api: FakeApi, answer: Any) -> None:
    """Then the rules merge, or nobody does."""
    api.answer_text(json.dumps(answer))
    [union] = consolidate(filled_recall)["unions"]
    assert (union["text"], union["by"]) == (LONG, "consolidate:rules")


def test_claude_who_fails_is_told_of(filled_recall: Home, api: FakeApi) -> None:
    """The rules merge, and a line says why."""
    api.answer_error(401, times=5)
    answer = filled_recall.quick("consolidate")
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
def test_what_was_changed_since_it_was_planned_is_left_alone(filled_recall: Home, change: tuple[str, ...]) -> None:
    """Between the plan and the writing a model may have been asked: who sees a memory, and of what, may be another."""
    from recall_cli.app import App
    from recall_cli.domain.scope import Filters
    from recall_cli.flows.edit.consolidate import apply_plan, plan_merges

    one = filled_recall.store(SHORT)
    filled_recall.store(LONG)
    app = App(environment=filled_recall.environment())
    with contextlib.closing(app):
        plan = plan_merges(app, Filters(), include_user_words=False)
        assert len(plan.merges) == 1
        filled_recall.later()
        filled_recall.json("update", one, *change)
        assert apply_plan(app, plan, kind="consolidate", link="merged", agreed=True, dry_run=False).merges == []
    assert {SHORT, LONG} <= texts(filled_recall, "--project", "*")


def test_a_fact_whose_names_differ_in_case_stays_a_fact(filled_recall: Home) -> None:
    """Two spellings of an entity are one entity; the union is about it, and the newest spelling names it."""
    fact = ("--attribute", "language", "--value", "Python")
    filled_recall.store(SHORT, "--entity", "The User", *fact)
    filled_recall.later()
    filled_recall.store(LONG, "--entity", "the user", *fact)
    [union] = consolidate(filled_recall)["unions"]
    made = union["memory"]
    assert (made["entity"], made["attribute"], made["value"]) == ("the user", "language", "Python")
