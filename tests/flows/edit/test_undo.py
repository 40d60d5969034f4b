"""Undo: every kind of write can be taken back, in any order in which nothing later stands on it."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import Home


def believed_state(recall: Home) -> list[tuple[object, ...]]:
    """Everything that is believed, without when it was touched."""
    found = recall.json("list", "-n", "1000", "--project", "*")["memories"]
    return sorted(
        (
            m["id"],
            m["text"],
            m["importance"],
            str(m["tags"]),
            m["project"],
            m["seen_count"],
            m["usefulness"],
            m["pinned"],
        )
        for m in found
    )


KINDS: dict[str, Callable[[Home, str, Path], object]] = {
    "store": lambda recall, id_, file: recall.store("another"),
    "seen again": lambda recall, id_, file: recall.store("the first"),
    "update": lambda recall, id_, file: recall.quick(
        "update", id_, "--text", "reworded", "--importance", "0.9", "--topic", "t"
    ),
    "move": lambda recall, id_, file: recall.quick("update", id_, "--project", "elsewhere"),
    "tag": lambda recall, id_, file: recall.quick("tag", id_, "a=b", "c=d"),
    "untag": lambda recall, id_, file: recall.quick("tag", id_, "--remove", "kept"),
    "feedback": lambda recall, id_, file: recall.quick("feedback", id_, "--helpful", "--note", "it helped"),
    "pin": lambda recall, id_, file: recall.quick("pin", id_),
    "delete": lambda recall, id_, file: recall.quick("delete", id_),
    "import": lambda recall, id_, file: recall.quick("import", str(file)),
    "rename-project": lambda recall, id_, file: recall.quick("projects", "rename", "one", "uno"),
    "merge-project": lambda recall, id_, file: recall.quick("config", "project", "merge", "one", "two"),
}


@pytest.fixture
def started_store(recall: Home, tmp_path: Path) -> tuple[Home, str, Path]:
    """A store with a few memories in two projects."""
    file = tmp_path / "notes.jsonl"
    file.write_text('{"text": "imported one"}\n{"text": "imported two"}\n')
    return recall, recall.fill_once("two projects", store_three), file


def store_three(recall: Home) -> str:
    id_ = recall.store("the first", "--tag", "kept=yes")
    recall.store("in one", "--project", "one")
    recall.store("in two", "--project", "two")
    recall.later()
    return id_


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_taken_back_and_done_again(started_store: tuple[Home, str, Path], kind: str) -> None:
    """Undo gives back what was; undoing the undo does it again; and so on, as often as one likes."""
    recall, id_, file = started_store
    before = believed_state(recall)
    KINDS[kind](recall, id_, file)
    after = believed_state(recall)
    assert after != before
    for expected in (before, after, before, after):
        recall.later()
        last = recall.json("log")["operations"][0]["operation"]
        answer = recall.json("undo", str(last))
        assert answer["undone"]["operation"] == last
        assert believed_state(recall) == expected
    assert [op["kind"] for op in recall.json("log")["operations"][:4]] == ["undo"] * 4


@pytest.mark.parametrize("kind", KINDS)
def test_a_rehearsal_changes_nothing(started_store: tuple[Home, str, Path], kind: str) -> None:
    """`--dry-run` says what would be taken back, and leaves it."""
    recall, id_, file = started_store
    KINDS[kind](recall, id_, file)
    after, log = believed_state(recall), recall.json("log")
    answer = recall.json("undo", "--dry-run")
    assert (answer["operation"], answer["dry_run"]) == (None, True)
    assert (believed_state(recall), recall.json("log")) == (after, log)


def test_without_a_number_the_last_that_stands_is_taken_back(recall: Home) -> None:
    """One after the other, newest first; undos themselves are passed over; in the end there is nothing."""
    for n in range(3):
        recall.store(f"memory {n}")
    assert [recall.json("undo")["undone"]["operation"] for _ in range(3)] == [3, 2, 1]
    answer = recall.quick("undo")
    assert (answer.status, answer.err) == (4, "recall: there is nothing to undo (recall log)\n")


def test_out_of_order_where_nothing_depends_on_it(recall: Home) -> None:
    """An old correction of one column is taken back under a newer one of another."""
    id_ = recall.store("text one")
    recall.quick("update", id_, "--importance", "0.9")
    recall.quick("update", id_, "--text", "text two")
    recall.quick("tag", id_, "a=b")
    assert recall.quick("undo", "2").status == 0
    found = recall.json("get", id_)
    assert (found["text"], found["importance"], found["tags"]) == ("text two", 0.5, {"a": "b"})


def test_tags_do_not_depend_on_one_another(recall: Home) -> None:
    """Two operations that set two tags are taken back in any order; two that set the same one are not."""
    id_ = recall.store("x")
    recall.quick("tag", id_, "a=1")
    recall.quick("tag", id_, "b=2")
    recall.quick("tag", id_, "a=3")
    assert recall.quick("undo", "3").status == 0
    assert recall.json("get", id_)["tags"] == {"a": "3"}
    assert recall.quick("undo", "2").status == 1
    assert recall.quick("undo", "4").status == 0
    assert recall.json("get", id_)["tags"] == {"a": "1"}
    assert recall.quick("undo", "2").status == 0
    assert recall.json("get", id_)["tags"] == {}


def test_what_something_later_stands_on_says_what_that_is(recall: Home) -> None:
    """The error names the operations in the way, newest first, and the next step; following it works."""
    id_ = recall.store("one")
    recall.quick("update", id_, "--text", "two")
    recall.quick("update", id_, "--text", "three")
    answer = recall.quick("undo", "1")
    assert answer.status == 1
    assert answer.err == (
        "recall: operation 1 (store) cannot be undone alone: 3 (update), 2 (update) changed the same memories later "
        "(undo them first, beginning with recall undo 3)\n"
    )
    assert recall.quick("--json", "undo", "2").error["code"] == "dependent"
    assert [recall.quick("undo", n).status for n in ("3", "2", "1")] == [0, 0, 0]
    assert recall.json("count")["count"] == 0


def test_what_was_undone_says_by_what(recall: Home) -> None:
    """Twice is once; the error says how to do it again."""
    recall.store("x")
    recall.quick("undo", "1")
    answer = recall.quick("undo", "1")
    assert (answer.status, answer.err) == (
        1,
        "recall: operation 1 was already undone, by 2 (recall undo 2 does it again)\n",
    )


def test_what_is_erased_cannot_come_back(recall: Home) -> None:
    """Erasing is for good, and says so."""
    id_ = recall.store("secret")
    recall.quick("delete", "--now", id_)
    answer = recall.quick("undo", "1")
    assert answer.status == 1
    assert "erased" in answer.err


def test_an_undone_merge_gives_the_marks_back(recall: Home) -> None:
    """After it, the folder of the old project is the old project again."""
    folder = recall.path / "old"
    folder.mkdir()
    recall.store("in old", cwd=folder)
    recall.store("in new", "--project", "new")
    recall.quick("config", "project", "merge", "old", "new")
    recall.quick("undo")
    recall.store("in old again", cwd=folder)
    assert {p["name"]: p["memories"] for p in recall.json("config", "project")["projects"]} == {"old": 2, "new": 1}


def test_a_merge_done_again_takes_the_marks_along(recall: Home) -> None:
    """Undoing the undo of a merge merges again, folder and all."""
    folder = recall.path / "old"
    folder.mkdir()
    recall.store("in old", cwd=folder)
    recall.store("in new", "--project", "new")
    recall.quick("config", "project", "merge", "old", "new")
    recall.quick("undo")
    recall.quick("undo", str(recall.json("log")["operations"][0]["operation"]))
    recall.store("in old again", cwd=folder)
    assert recall.json("count", "--project", "new")["count"] == 3


def test_undo_of_undo_of_undo(recall: Home) -> None:
    """However often it is taken back and done again, the record says what stands."""
    recall.store("Tabs, not spaces.")
    for turn in range(6):
        recall.later()
        last = recall.json("log", "-n", "1")["operations"][0]["operation"]
        recall.json("undo", str(last))
        assert recall.json("count")["count"] == turn % 2
        store = recall.json("log", "--kind", "store")["operations"][0]
        assert (store["undone_by"] is None) == bool(turn % 2)


@pytest.mark.parametrize(("days", "limit"), [("30", " (within 30 days)"), ("1", " (within 1 day)"), ("0", "")])
def test_a_deletion_says_for_how_long_it_can_be_undone(recall: Home, days: str, limit: str) -> None:
    """As long as maintenance keeps deleted memories; without a limit, no number of days is shown."""
    recall.quick("config", "maintain.purge_days", days, person=True)
    id_ = recall.store("The queue is NATS.")
    recall.store("The API listens on port 8080.", "--project", "shop")
    screen = re.sub(r"\x1b\[[0-9;]*m", "", recall.quick("delete", id_, env={"FORCE_COLOR": "1"}).out)
    assert f"undo: recall undo 3{limit}\n" in screen
    answer = recall.quick("projects", "forget", "shop", "--yes")
    assert answer.out.endswith(f"1 memory deleted, undo: recall undo 4{limit}\n")
    recall.quick("undo")
    assert recall.json("projects", "forget", "shop", "--yes")["undo_days"] == (int(days) or None)
