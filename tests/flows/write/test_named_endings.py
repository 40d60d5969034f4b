"""What the author of a new memory says that it replaces, and what the answer asks about."""

import json
from typing import Any

import pytest

from tests.command import Home


def store_json(recall: Home, text: str, *args: str, **more: Any) -> dict[str, Any]:
    recall.later()
    (memory,) = json.loads(recall.quick("--json", "store", *args, "--", text, **more).out)["memories"]
    found: dict[str, Any] = memory
    return found


def test_a_store_ends_what_it_names(recall: Home) -> None:
    """Several too; in every form, and an undo brings them back."""
    first = recall.store("The staging cluster has 12 nodes.", "--type", "fact")
    second = recall.store("Nodes in staging have 8 cores.", "--type", "fact")
    memory = store_json(recall, "Staging was doubled in size.", "--type", "fact", "--ends", f"{first},{second}")
    assert memory["supersedes"] == [first, second]
    assert recall.json("count")["count"] == 1
    assert "its author named it as replaced" in recall.quick("why", first).out
    recall.quick("undo")
    assert recall.json("count")["count"] == 2


@pytest.mark.parametrize("is_pin", [False, True])
def test_an_agent_only_contests_the_users_words(recall: Home, is_pin: bool) -> None:
    """Whatever it names: the user's word stays, marked, and comes first; a pin of the user counts like their word."""
    users = recall.store("The demo runs on the blue account.", person=not is_pin)
    if is_pin:
        recall.quick("pin", users, person=True)
    memory = store_json(recall, "Demos moved.", "--extractor", "none", "--ends", users)
    assert (memory["supersedes"], memory["contests"]) == ([], [users])
    assert recall.json("get", users)["superseded_by"] is None
    assert len(recall.json("conflicts")["conflicts"]) == 1


def test_an_update_ends_what_it_names(recall: Home) -> None:
    """As one operation; nothing else about the memory changes."""
    old = recall.store("The staging cluster has 12 nodes.", "--type", "fact")
    recall.later()
    new = recall.store("Staging was doubled in size.", "--type", "fact")
    recall.later()
    assert recall.quick("update", new, "--ends", old).status == 0
    assert recall.json("get", old)["superseded_by"] == new
    recall.quick("undo")
    assert recall.json("get", old)["superseded_by"] is None


def test_an_agents_update_does_not_end_the_users_words(recall: Home) -> None:
    """The older words stay, marked."""
    users = recall.store("The demo runs on the blue account.", person=True)
    new = recall.store("Demos moved.", "--extractor", "none")
    recall.quick("update", new, "--ends", users)
    assert recall.json("get", users)["superseded_by"] is None
    assert recall.json("get", users)["contested"]


def test_an_unknown_id_stores_nothing(recall: Home) -> None:
    """The error comes before anything is written."""
    assert recall.quick("store", "Demos moved.", "--extractor", "none", "--ends", "01234567-89ab").status == 4
    assert recall.json("count")["count"] == 0


def test_a_repeated_text_ends_what_it_names(recall: Home) -> None:
    """An agent that is asked what it replaced may store the same text once more."""
    old = recall.store("The staging cluster has 12 nodes.", "--type", "fact")
    new = recall.store("Staging was doubled in size.", "--type", "fact")
    memory = store_json(recall, "Staging was doubled in size.", "--type", "fact", "--ends", old)
    assert (memory["id"], memory["action"], memory["supersedes"]) == (new, "seen-again", [old])


def test_the_answer_asks_about_what_may_be_outdated(recall: Home) -> None:
    """With the reason in JSON, as a line in a pipe, and with the command that settles it."""
    old = recall.store("Users can have two devices.", "--type", "fact")
    memory = store_json(recall, "Users can have up to five devices now.", "--type", "fact")
    assert [(item["id"], item["text"]) for item in memory["maybe_outdated"]] == [(old, "Users can have two devices.")]
    assert memory["maybe_outdated"][0]["why"]
    assert memory["similar"] == []
    recall.quick("undo")
    answer = recall.quick("store", "Users can have up to five devices now.", "--type", "fact")
    assert answer.status == 0
    assert answer.lines[1].split("\t")[:2] == ["perhaps replaced", old]
    label, line = answer.lines[2].split("\t")
    assert label == "settle it"
    command = line.partition(" (")[0].split()[1:]
    assert (command[0], command[-1]) == ("conflicts", "--replaced")
    assert recall.quick(*command).status == 0
    assert recall.json("get", old)["superseded_by"]


def test_a_global_memory_is_only_asked_about(recall: Home) -> None:
    """What holds in every project is not ended from within one."""
    everywhere = recall.store("The API listens on port 8080.", "--type", "fact", "--global")
    memory = store_json(recall, "The API listens on port 9090.", "--type", "fact", "--project", "shop")
    assert memory["supersedes"] == []
    assert [item["id"] for item in memory["maybe_outdated"]] == [everywhere]


def test_another_project_is_left_alone(recall: Home) -> None:
    """It is neither ended nor asked about."""
    other = recall.store("The API listens on port 8080.", "--type", "fact", "--project", "warehouse")
    memory = store_json(recall, "The API listens on port 9090.", "--type", "fact", "--project", "shop")
    assert (memory["supersedes"], memory["maybe_outdated"]) == ([], [])
    assert recall.json("get", other)["superseded_by"] is None


def test_a_less_certain_statement_ends_nothing(recall: Home) -> None:
    """By 0.15 or more, and estimates: its author is asked, and nothing is contested."""
    old = recall.store("The nightly import runs on Jenkins.", "--type", "fact", "--confidence", "0.9")
    said = "The nightly import was moved from Jenkins to Argo."
    for options in (("fact", "0.75"), ("estimate", "0.9")):
        memory = store_json(recall, said, "--type", options[0], "--confidence", options[1])
        assert (memory["supersedes"], memory["contests"]) == ([], [])
        assert [item["id"] for item in memory["maybe_outdated"]] == [old]
        recall.quick("undo")
    assert store_json(recall, said, "--type", "fact", "--confidence", "0.9")["supersedes"] == [old]


def test_an_agent_does_not_end_what_the_user_said(recall: Home) -> None:
    """It is asked, and the user's word is neither ended nor contested."""
    recall.quick("store", "We deploy with Jenkins.", "--type", "fact", person=True)
    (old,) = [memory["id"] for memory in recall.json("list")["memories"]]
    memory = store_json(recall, "We replaced Jenkins with Argo.", "--type", "fact")
    assert [item["id"] for item in memory["maybe_outdated"]] == [old]
    assert not recall.json("get", old)["contested"]
    assert recall.json("conflicts")["conflicts"] == []


def test_the_past_is_closed_and_changes_nothing(recall: Home) -> None:
    """What held until a day in the past ends nothing that holds now."""
    recall.store("The CEO is Ana.", "--type", "fact")
    past = store_json(recall, "The CEO was Bob until May 2025.", "--type", "fact")
    assert past["valid_until"] == "2025-05-01T00:00:00.000Z"
    assert [memory["text"] for memory in recall.json("list")["memories"]] == ["The CEO is Ana."]


def test_the_same_words_contradict_nothing(recall: Home) -> None:
    """With another type they are a memory of their own."""
    recall.store("Tabs, not spaces, in Go.", "--type", "preference", person=True)
    memory = store_json(recall, "Tabs, not spaces, in Go.", "--type", "fact")
    assert (memory["supersedes"], memory["contests"], memory["maybe_outdated"]) == ([], [], [])


def test_numbered_names_are_different_things(recall: Home) -> None:
    """Another number names another note."""
    for number in range(5):
        recall.store(f"Ordinary note {number} about builds and tests.", "--type", "fact")
    assert recall.json("count")["count"] == 5
    assert recall.json("conflicts")["conflicts"] == []
