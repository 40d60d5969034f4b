"""Texts that contradict each other without a common fact: contested, shown, settled, undone, exported and erased."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command import Home

OLD_TEXT = "The partner sandbox is wiped on Sundays."
NEW_TEXT = "The partner sandbox is wiped on Mondays."


def store_pair(recall: Home) -> tuple[str, str]:
    """The ids of what the user said, and of what an agent says instead."""
    old = recall.store(OLD_TEXT, "--type", "fact", person=True)
    recall.later()
    new = recall.store(NEW_TEXT, "--type", "fact", "--ends", old)
    return old, new


def conflicts(recall: Home, **more: Any) -> list[Any]:
    found: list[Any] = recall.json("conflicts", **more)["conflicts"]
    return found


def test_a_contest_is_shown_everywhere(recall: Home) -> None:
    """In the answer, in lists, in `conflicts` with its reason, in a search with both sides, in the brief as a mark."""
    old = recall.store(OLD_TEXT, "--type", "fact", person=True)
    recall.later()
    answer = recall.quick("--json", "store", NEW_TEXT, "--type", "fact", "--ends", old)
    (stored,) = json.loads(answer.out)["memories"]
    assert stored["contests"] == [old]
    assert stored["contested"]
    assert all(memory["contested"] for memory in recall.json("list")["memories"])
    (conflict,) = conflicts(recall)
    assert (conflict["entity"], {value["text"] for value in conflict["values"]}) == (None, {OLD_TEXT, NEW_TEXT})
    assert conflict["reason"] == "the user said the other one"
    results = recall.json("search", "when is the partner sandbox wiped")["results"]
    assert [result["text"] for result in results] == [OLD_TEXT, NEW_TEXT]
    assert all(result["contested"] for result in results)
    brief = recall.json("context", "--no-touch")["told"]
    assert [(line["text"], line["marks"]) for line in brief] == [(OLD_TEXT, ["others disagree: recall conflicts"])]
    why = recall.json("why", stored["id"])
    assert [(item["effect"], item["id"]) for item in why["evidence"]] == [("contested", old)]


def test_a_person_keeps_one(recall: Home) -> None:
    """An agent gets the line to show its user; the person's choice becomes their word, and an undo opens it again."""
    old, new = store_pair(recall)
    refused = recall.quick("resolve", old, new, "--keep", new)
    assert (refused.status, f"recall resolve {old} {new}" in refused.err) == (3, True)
    before = recall.moment
    recall.later(days=1)
    settled = recall.json("resolve", new, "--keep", new, person=True)  # the contest leads to the other side
    assert settled["supersedes"] == [old]
    assert conflicts(recall) == []
    kept = recall.json("get", new)
    assert (kept["trust"], kept["contested"]) == ("user", False)
    assert recall.json("get", old)["superseded_by"] == new
    assert [memory["contested"] for memory in recall.json("list", "--as-of", before)["memories"]] == [True, True]
    assert [memory["contested"] for memory in recall.json("list")["memories"]] == [False]
    assert recall.quick("undo", person=True).status == 0
    assert len(conflicts(recall)) == 1
    assert recall.json("get", new)["trust"] == "agent"


def test_a_person_says_that_both_are_true(recall: Home) -> None:
    """Then the contest is settled; the undo of that opens it again, and the undo of the contest removes it."""
    old, new = store_pair(recall)
    recall.later()
    settled = recall.json("resolve", old, new, "--many", person=True)
    assert settled["as"] == "many"
    assert conflicts(recall) == []
    assert not recall.json("get", old)["contested"]
    recall.quick("undo", person=True)
    assert len(conflicts(recall)) == 1
    recall.quick("undo")
    assert conflicts(recall) == []


@pytest.mark.parametrize(
    "choice", [("--keep", "{new}"), ("--many",), ("--when", "ci={new}", "--when", "default={old}")]
)
def test_ids_settle_the_fact_that_they_state(recall: Home, choice: tuple[str, ...]) -> None:
    """The same as if the fact had been named: it is contested no more, and an undo opens it again."""
    fact = ("--entity", "sandbox", "--attribute", "day", "--value")
    old = recall.store(OLD_TEXT, *fact, "Sunday", person=True)
    recall.later()
    new = recall.store(NEW_TEXT, *fact, "Monday")
    assert len(conflicts(recall)) == 1
    recall.json("resolve", old, new, *(word.format(old=old, new=new) for word in choice), person=True)
    assert conflicts(recall) == []
    assert not recall.json("get", new)["contested"]
    recall.quick("undo", person=True)
    assert len(conflicts(recall)) == 1


@pytest.mark.parametrize("args", [("--when", "a"), ("--when", "a=b", "--many"), ("--keep", "x", "--many")])
def test_wrong_options_are_refused(recall: Home, args: tuple[str, ...]) -> None:
    """A situation needs a memory, and one answer excludes the other."""
    old, new = store_pair(recall)
    assert recall.quick("resolve", old, new, *args, person=True).status == 2


def texts(recall: Home) -> set[str]:
    """The texts that are believed."""
    return {memory["text"] for memory in recall.json("list")["memories"]}


IN_STAGING = "In staging: The partner sandbox is wiped on Sundays."
OTHERWISE = "Otherwise: The partner sandbox is wiped on Mondays."


def test_each_memory_holds_in_its_situation(recall: Home) -> None:
    """Each text gets its situation and becomes the user's word, as one operation that can be undone."""
    old, new = store_pair(recall)
    recall.later()
    settled = recall.json("resolve", old, new, "--when", f"staging={old[-6:]}", "--when", f"default={new}", person=True)
    assert (settled["as"], settled["supersedes"]) == ("when", [])
    assert texts(recall) == {IN_STAGING, OTHERWISE}
    assert conflicts(recall) == []
    assert {recall.json("get", id_)["trust"] for id_ in (old, new)} == {"user"}
    assert recall.json("search", "sandbox staging")["results"][0]["id"] == old
    recall.quick("undo", person=True)
    assert texts(recall) == {OLD_TEXT, NEW_TEXT}
    assert len(conflicts(recall)) == 1
    assert recall.json("get", old)["trust"] == "user"


def test_the_situation_can_be_typed(recall: Home) -> None:
    """At a terminal, `w` asks for the situation of each memory; the same one twice is asked again."""
    old, new = store_pair(recall)
    answer = recall.quick("resolve", old, new, person=True, stdin="w\nstaging\nstaging\nw\nin staging\n\n")
    assert "two of them have the same situation" in answer.err
    assert texts(recall) == {IN_STAGING, OTHERWISE}
    assert conflicts(recall) == []


def test_memories_of_facts_keep_their_situation(recall: Home) -> None:
    """A memory with a fact gets the situation as its context too."""
    first = recall.store("The pool size is 8.", "--entity", "pool", "--attribute", "size", "--value", "8")
    second = recall.store("The workers are 4.", "--entity", "workers", "--attribute", "count", "--value", "4")
    recall.json("resolve", first, second, "--when", f"on Linux={first}", "--when", f"macOS={second}", person=True)
    assert texts(recall) == {"On Linux: The pool size is 8.", "For macOS: The workers are 4."}
    assert recall.json("get", second)["qualifier"] == "macOS"


@pytest.mark.parametrize(
    "when", [("a={old}",), ("a={old}", "b={old}"), ("a={old}", "b=zzzzzz"), ("a={old}", "b={other}")]
)
def test_each_memory_needs_one_situation(recall: Home, when: tuple[str, ...]) -> None:
    """A memory left out, named twice, unknown, or not among those to settle is an error, and nothing changes."""
    old, new = store_pair(recall)
    other = recall.store("Deploys run from CI only.", "--type", "fact")
    options = [part for text in when for part in ("--when", text.format(old=old, other=other))]
    answer = recall.quick("resolve", old, new, *options, person=True)
    assert answer.status in (2, 4)
    assert answer.err.startswith("recall: ")
    assert len(conflicts(recall)) == 1


def test_a_contest_ends_with_its_sides(recall: Home) -> None:
    """Where one is erased, and where a later plain statement of the user ends both; what is left is not marked."""
    old, new = store_pair(recall)
    assert recall.quick("erase", new, "--confirm", person=True).status == 0
    assert conflicts(recall) == []
    assert not recall.json("get", old)["contested"]
    recall.store(NEW_TEXT, "--type", "fact", "--ends", old)
    assert len(conflicts(recall)) == 1
    recall.later()
    recall.store("The partner sandbox is wiped on Tuesdays.", "--type", "fact", person=True)
    assert conflicts(recall) == []


def test_a_contest_moves_with_an_export(recall: Home, tmp_path: Path) -> None:
    """Into another store, where it is open too; the settlement comes only with the user's own file."""
    store_pair(recall)
    file = tmp_path / "all.jsonl"
    file.write_text(recall.quick("export", person=True).out)
    assert recall.quick("--db", str(tmp_path / "other.db"), "import", str(file)).status == 0
    assert len(recall.json("--db", str(tmp_path / "other.db"), "conflicts", "--project", "*")["conflicts"]) == 1


def test_the_sides_of_a_question_stand_in_columns(recall: Home) -> None:
    """Numbers, ages and authors are aligned, so that the texts are easy to compare."""
    old = recall.store(OLD_TEXT, "--type", "fact", person=True)
    recall.later(days=12)
    recall.store(NEW_TEXT, "--type", "fact", "--agent", "codex", "--ends", old)
    asked = recall.quick("resolve", conflicts(recall)[0]["values"][0]["id"], person=True, stdin="\n").err
    rows = [line for line in asked.splitlines() if "The partner" in line]
    assert len({row.index("The partner") for row in rows}) == 1
    assert len(rows) == 2
