"""Filters: the same ones select memories in every command that reads or changes them."""

import pytest

from recall_cli.domain.scope import SORT_CHOICES
from tests.command import Home


@pytest.fixture
def five(recall: Home) -> dict[str, str]:
    """Five memories: two sessions, two agents, three types, two topics, a tag."""
    ids: dict[str, str] = recall.fill_once("five", store_five)
    return ids


def store_five(recall: Home) -> dict[str, str]:
    """The ids of the five, by their letters."""
    make = recall.store
    first = make("Port one is 8081 on staging.", "--session", "71f0aa", "--agent", "codex", "--topic", "ports")
    recall.later(minutes=1)
    return {
        "a": first,
        "b": make("Port two is 8082 on staging.", "--session", "71f0aa", "--type", "finding", "--topic", "ports"),
        "c": make("The queue is NATS for replay.", "--session", "8b22", "--source", "tool", "--importance", "0.9"),
        "d": make("Deploy from main after the smoke tests.", "--type", "procedure", "--tag", "area=ops"),
        "e": make("Retry only on 503 errors.", "--type", "correction", "--confidence", "0.95"),
    }


CASES = [
    (("--session", "71f0aa"), "ab"),
    (("--session", "71f0"), "ab"),
    (("--agent", "codex"), "a"),
    (("--source", "tool"), "c"),
    (("--source", "tool", "--source", "user"), "c"),
    (("--type", "finding", "--type", "procedure"), "bd"),
    (("--topic", "ports"), "ab"),
    (("--tag", "area"), "d"),
    (("--tag", "area=ops"), "d"),
    (("--trust", "tool"), "c"),
    (("--unused", "--topic", "ports"), "ab"),
    (("--since", "1h", "--type", "correction"), "e"),
    (("--until", "2001-01-01"), ""),
    (("--session", "71f0", "--type", "fact"), "a"),
]


@pytest.mark.parametrize(("filters", "names"), CASES, ids=str)
def test_list_count_and_a_dry_run_of_a_change_select_the_same(
    recall: Home, five: dict[str, str], filters: tuple[str, ...], names: str
) -> None:
    """What `list` shows with filters is what `delete`, `tag` and `erase` would change with them."""
    wanted = {five[name] for name in names}
    assert {memory["id"] for memory in recall.json("list", *filters)["memories"]} == wanted
    assert recall.json("count", *filters)["count"] == len(wanted)
    for command in (("delete",), ("tag", "x=y")):
        answer = recall.json(*command, *filters, "--dry-run")
        assert {memory["id"] for memory in answer["selected"]} == wanted
    if wanted:
        assert set(recall.json("erase", *filters)["would_erase"]) == wanted
    exported = recall.quick("export", *filters).out.splitlines()[1:]
    assert len(exported) == len(wanted)


def test_a_change_by_filters_needs_yes_in_a_pipe_and_is_one_operation(recall: Home, five: dict[str, str]) -> None:
    """Without --yes nothing happens and the number is named; with it, one undo brings everything back."""
    refused = recall.quick("delete", "--session", "71f0")
    assert refused.status == 1
    assert "2 memories match (" in refused.err
    assert "--yes" in refused.err
    assert recall.json("count")["count"] == 5
    done = recall.json("delete", "--session", "71f0", "--yes")
    assert set(done["deleted"]) == {five["a"], five["b"]}
    assert recall.json("count")["count"] == 3
    recall.json("undo", str(done["operation"]))
    assert recall.json("count")["count"] == 5


def test_a_person_is_asked_before_many(recall: Home, five: dict[str, str]) -> None:
    """Above five memories a person sees them and is asked; the answer no changes nothing. Up to five go at once."""
    assert recall.quick("delete", "--topic", "ports", person=True).status == 0
    assert recall.json("count")["count"] == 3
    for number in range(7):
        recall.store(f"Finding {number} about the build server.", "--topic", "build")
    said = recall.quick("delete", "--topic", "build", stdin="n\n", person=True)
    assert "delete 7 memories? [y/N]" in said.err
    assert "Finding 3" in said.err
    assert recall.json("count")["count"] == 10
    said = recall.quick("delete", "--topic", "build", stdin="y\n", person=True)
    assert said.status == 0
    assert recall.json("count")["count"] == 3


def test_words_select_what_contains_all_of_them(recall: Home, five: dict[str, str]) -> None:
    """`--query` is no search: it selects exactly the memories with all of the words."""
    answer = recall.json("delete", "--query", "port staging", "--dry-run")
    assert {memory["id"] for memory in answer["selected"]} == {five["a"], five["b"]}
    assert recall.json("delete", "--query", "port kafka", "--dry-run")["selected"] == []
    assert recall.quick("delete", "--query", "?!", "--dry-run").status == 2


def test_ids_and_filters_exclude_each_other(recall: Home, five: dict[str, str]) -> None:
    """An id with a filter, and neither of the two, are refused."""
    assert recall.quick("delete", five["a"], "--topic", "ports", "--yes").status == 2
    assert recall.quick("delete").status == 2
    assert recall.json("count")["count"] == 5


def test_many_are_tagged_at_once(recall: Home, five: dict[str, str]) -> None:
    """Tags of many memories are one operation."""
    tagged = recall.json("tag", "area=net", "--topic", "ports", "--yes")
    assert [memory["tags"] for memory in tagged["memories"]] == [{"area": "net"}] * 2
    recall.json("undo", str(tagged["operation"]))
    assert recall.json("count", "--tag", "area=net")["count"] == 0


def test_many_are_updated_by_their_ids(recall: Home, five: dict[str, str]) -> None:
    """Fields of several memories are one operation; a text is of one memory only."""
    done = recall.json("update", five["a"], five["b"], "--importance", "0.3", "--topic", "network")
    assert {memory["id"] for memory in done["memories"]} == {five["a"], five["b"]}
    assert recall.json("count", "--topic", "network")["count"] == 2
    recall.json("undo", str(done["operation"]))
    assert recall.json("count", "--topic", "ports")["count"] == 2
    assert recall.quick("update", five["a"], five["b"], "--text", "One text.").status == 2


FIRST = {"newest": "e", "used": "d", "unused": "a", "importance": "c", "confidence": "e", "strength": "e"}
"""The first of the five in each order."""


@pytest.mark.parametrize("sort", SORT_CHOICES)
def test_a_list_has_other_orders(recall: Home, five: dict[str, str], sort: str) -> None:
    """The first of each order; the same at a moment in the past, where Python sorts."""
    recall.quick("get", five["d"])
    recall.quick("update", five["a"], "--clear", "topic")
    recall.later(days=1)
    for more in ((), ("--as-of", "1h")):
        assert recall.json("list", "--sort", sort, *more)["memories"][0]["id"] == five[FIRST[sort]]


def test_the_most_used_come_first(recall: Home, five: dict[str, str]) -> None:
    """What an agent got counts as a use, and is no longer unused."""
    recall.quick("get", five["d"])
    recall.quick("search", "smoke tests deploy main")
    assert recall.json("list", "--sort", "used")["memories"][0]["id"] == five["d"]
    assert five["d"] not in {memory["id"] for memory in recall.json("list", "--unused")["memories"]}


def test_a_list_is_grouped(recall: Home, five: dict[str, str]) -> None:
    """Under headings at a terminal, in the first column in a pipe, as ids in JSON."""
    groups = recall.json("list", "--group", "session")["groups"]
    assert [(group["session"], len(group["ids"])) for group in groups] == [
        ("no session", 2),
        ("8b22", 1),
        ("71f0aa", 2),
    ]
    lines = recall.quick("list", "--group", "topic").out.splitlines()
    assert [line.split("\t")[0] for line in lines] == ["no topic"] * 3 + ["ports"] * 2
    shown = recall.quick("list", "--group", "topic", env={"FORCE_COLOR": "1", "NO_COLOR": "1", "COLUMNS": "100"}).out
    assert "no topic" in shown
    assert "\x1b[1mports" in shown
    groups = recall.json("list", "--group", "type")["groups"]
    assert [group["type"] for group in groups] == ["correction", "procedure", "fact", "finding"]


def test_a_session_is_found_in_any_project(recall: Home) -> None:
    """A session's memories are shown wherever the command runs, unless a project is named."""
    recall.store("Of the shop.", "--session", "aa11", "--project", "shop")
    assert recall.json("count", "--session", "aa11")["count"] == 1
    assert recall.json("count", "--session", "aa11", "--global")["count"] == 0
    recall.store("Of another.", "--session", "aa12")
    said = recall.quick("count", "--session", "aa1")
    assert said.status == 4
    assert "fits 2 sessions" in said.err


def test_an_agent_deletes_nothing_of_a_persons(recall: Home) -> None:
    """Filters do not widen what an agent may do: one memory of the user keeps all of them."""
    recall.quick("store", "Tabs, not spaces.", "--topic", "style", person=True)
    recall.store("Go files use tabs everywhere.", "--topic", "style")
    assert recall.quick("delete", "--topic", "style", "--yes").status == 3
    assert recall.json("count", "--topic", "style")["count"] == 2
    assert recall.quick("delete", "--topic", "style", "--trust", "agent", "--yes").status == 0


def test_list_shows_what_a_query_selects(recall: Home) -> None:
    """The same memories as a change with --query, a page at a time; not together with --as-of."""
    for number in range(4):
        recall.store(f"Rabbit {number} runs in staging.")
    recall.store("The queue is NATS.")
    shown = recall.json("list", "--query", "staging rabbit", "-n", "3")
    assert (len(shown["memories"]), shown["total"]) == (3, 4)
    rest = recall.json("list", "-q", "rabbit", "-n", "3", "--offset", "3")
    selected = recall.json("delete", "--query", "rabbit", "--dry-run")["selected"]
    assert [one["id"] for one in (*shown["memories"], *rest["memories"])] == [one["id"] for one in selected]
    assert "nothing matches" in recall.quick("list", "-q", "kafka").err
    assert recall.quick("list", "-q", "rabbit", "--as-of", "2026-01-01").status == 2


@pytest.mark.parametrize("command", [
    ("delete", "--topic", "mixed", "-p", "shop"), ("topics", "forget", "mixed", "-p", "shop"),
    ("projects", "forget", "shop"),
])  # fmt: skip
def test_what_a_question_is_about_is_shown_as_a_list(recall: Home, command: tuple[str, ...]) -> None:
    """Before a person agrees they see the memories in columns, with the ages that `recall list` shows."""
    for number, kind in enumerate(("fact", "preference", "decision", "fact", "procedure", "fact")):
        recall.store(f"Words {number} of it.", "--type", kind, "--topic", "mixed", "--project", "shop")
    recall.later(days=3)
    asked = recall.quick(*command, person=True, stdin="n\n").err
    rows = [line for line in asked.splitlines() if "Words " in line]
    assert len(rows) == 6
    assert len({row.index("Words ") for row in rows}) == 1
    assert all("3 days" in row for row in rows)
