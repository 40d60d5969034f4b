"""recall tags, topics and projects: listed with counts, renamed, merged and forgotten; each change can be undone."""

from pathlib import Path

import pytest

from tests.command import Home


@pytest.fixture
def labelled(recall: Home) -> dict[str, str]:
    """Four memories with tags and topics."""
    return {
        "a": recall.store("Port one is 8081 on staging.", "--tag", "area=ops", "--topic", "ports"),
        "b": recall.store("Port two is 8082 on staging.", "--tag", "area=net", "--topic", "ports"),
        "c": recall.store("The queue is NATS for replay.", "--tag", "module=queue", "--topic", "port"),
        "d": recall.store("Deploy from main after the smoke tests.", "--tag", "area=ops", "--tag", "module=ci"),
    }


def tags_of(recall: Home, id_: str) -> dict[str, str]:
    tags: dict[str, str] = recall.json("get", id_)["tags"] or {}
    return tags


def test_tags_and_topics_are_counted(recall: Home, labelled: dict[str, str]) -> None:
    """The most used first; a deleted memory does not count."""
    recall.quick("delete", labelled["b"])
    tags = [(tag["name"], tag["value"], tag["memories"]) for tag in recall.json("tags")["tags"]]
    assert tags == [("area", "ops", 2), ("module", "ci", 1), ("module", "queue", 1)]
    assert [(t["name"], t["memories"]) for t in recall.json("topics")["topics"]] == [("port", 1), ("ports", 1)]
    assert recall.json("topics", "--project", "nowhere")["topics"] != []


def test_what_memories_are_about_is_listed_once(recall: Home) -> None:
    """Sessions give this tag another value nearly every time; a value of two memories is listed for itself."""
    for number, about in enumerate(["the build fails", "the login is slow", "which port?", "which port?"]):
        recall.store(f"Service number {number} is written in Go.", "--tag", f"about={about}")
    tags = [(tag["name"], tag.get("value"), tag["memories"]) for tag in recall.json("tags")["tags"]]
    assert tags == [("about", None, 2), ("about", "which port?", 2)]


def test_a_topic_is_renamed_merged_and_forgotten(recall: Home, labelled: dict[str, str]) -> None:
    """Renaming to a used name is refused, merging joins, forgetting leaves the memories; each is undone by one undo."""
    refused = recall.quick("topics", "rename", "port", "ports")
    assert (refused.status, "recall admin topics merge port ports" in refused.err) == (2, True)
    renamed = recall.json("topics", "rename", "port", "queue")
    assert recall.json("get", labelled["c"])["topic"] == "queue"
    recall.json("undo", str(renamed["operation"]))
    merged = recall.json("topics", "merge", "port", "ports")
    assert recall.json("count", "--topic", "ports")["count"] == 3
    recall.json("undo", str(merged["operation"]))
    assert recall.quick("topics", "forget", "ports").status == 1
    forgotten = recall.json("topics", "forget", "ports", "--yes")
    assert recall.json("count")["count"] == 4
    assert recall.json("count", "--topic", "ports")["count"] == 0
    recall.json("undo", str(forgotten["operation"]))
    assert recall.json("count", "--topic", "ports")["count"] == 2


def test_a_tag_is_renamed_by_key_or_by_value(recall: Home, labelled: dict[str, str]) -> None:
    """`k` means all values and keeps them, `k=v` one; a tag that a memory has already stays."""
    recall.json("tags", "rename", "area=ops", "area=operations")
    assert tags_of(recall, labelled["a"]) == {"area": "operations"}
    assert tags_of(recall, labelled["b"]) == {"area": "net"}
    recall.json("tags", "merge", "module", "area")
    assert tags_of(recall, labelled["c"]) == {"area": "queue"}
    assert tags_of(recall, labelled["d"]) == {"area": "operations"}
    recall.json("undo")
    assert tags_of(recall, labelled["d"]) == {"area": "operations", "module": "ci"}
    recall.json("tags", "forget", "area", "--yes")
    assert tags_of(recall, labelled["a"]) == {}


def test_an_unknown_name_is_answered_with_a_similar_one(recall: Home, labelled: dict[str, str]) -> None:
    """Status 4 and the name that was perhaps meant."""
    said = recall.quick("topics", "rename", "prots", "x")
    assert (said.status, "did you mean ports?" in said.err) == (4, True)
    said = recall.quick("tags", "forget", "modul")
    assert (said.status, "did you mean module?" in said.err) == (4, True)
    assert recall.quick("topics", "renam", "a", "b").status == 2


def test_a_project_is_forgotten_and_comes_back(recall: Home) -> None:
    """All its memories are deleted, in any state, and undo brings them back; rename and merge go on."""
    for number in range(3):
        recall.store(f"Finding {number} of the shop.", "--project", "shop")
    recall.store("Of the api.", "--project", "api")
    assert [(p["name"], p["memories"]) for p in recall.json("projects")["projects"]] == [("shop", 3), ("api", 1)]
    assert recall.quick("projects", "forget", "shop").status == 1
    done = recall.json("projects", "forget", "shop", "--yes")
    assert recall.json("count", "--project", "*")["count"] == 1
    recall.json("undo", str(done["operation"]))
    assert recall.json("count", "--project", "*")["count"] == 4
    recall.json("projects", "rename", "shop", "store")
    merged = recall.json("projects", "merge", "store", "api")
    assert merged["memories"] == 3
    assert recall.json("count", "--project", "api")["count"] == 4
    missing = recall.quick("projects", "forget", "nowhere", "--yes")
    assert missing.status == 4


def test_a_project_gets_its_former_name_back(recall: Home, tmp_path: Path) -> None:
    """A rename is an operation: in the log with both names, undone and redone; its folder stays with it."""
    folder = tmp_path / "shop"
    (folder / ".git").mkdir(parents=True)
    recall.store("The shop sells tea.", cwd=folder)
    done = recall.json("projects", "rename", "shop", "tea to go")
    assert recall.json("log")["operations"][0]["note"] == "shop to tea to go"

    def names() -> list[str]:
        return [one["name"] for one in recall.json("projects")["projects"]]

    undone = recall.json("undo", str(done["operation"]))
    assert names() == ["shop"] and recall.json("count", cwd=folder)["count"] == 1
    recall.json("undo", str(undone["operation"]))
    assert names() == ["tea to go"]
    recall.store("The shop sells cups.", cwd=folder)
    assert names() == ["tea to go"] and recall.json("count", cwd=folder)["count"] == 2


def test_a_former_name_that_is_taken_does_not_come_back(recall: Home) -> None:
    """The message names what stands in the way, and nothing is changed."""
    recall.store("The shop sells tea.", "--project", "shop")
    done = recall.json("projects", "rename", "shop", "store")
    recall.store("Another shop.", "--project", "shop")
    taken = recall.quick("undo", str(done["operation"]))
    assert taken.status == 1 and "another project is called shop by now" in taken.err
    recall.json("projects", "rename", "store", "market")
    later = recall.quick("undo", str(done["operation"]))
    assert later.status == 1 and "the project has another name by now, market" in later.err


def test_an_agent_forgets_no_label_of_a_persons(recall: Home) -> None:
    """A label of the user's own memories is the user's."""
    recall.quick("store", "Tabs, not spaces.", "--topic", "style", person=True)
    assert recall.quick("topics", "forget", "style", "--yes").status == 3
    assert recall.quick("topics", "forget", "style", person=True).status == 0


def test_several_names_are_merged_at_once(recall: Home, labelled: dict[str, str]) -> None:
    """The last name stays; one undo takes all back; an unknown name changes nothing."""
    recall.quick("tag", labelled["d"], "kind=ci")
    recall.store("Builds run every night.", "--topic", "nightly")
    answer = recall.quick("topics", "merge", "port", "ports", "nightly")
    assert "topics port, ports are now nightly: 3 memories changed" in answer.out
    assert recall.json("count", "--topic", "nightly")["count"] == 4
    recall.quick("undo")
    assert recall.json("count", "--topic", "ports")["count"] == 2
    assert recall.quick("topics", "merge", "port", "pots", "nightly").status == 4
    assert recall.json("count", "--topic", "port")["count"] == 1
    recall.json("tags", "merge", "module", "area", "scope")
    assert tags_of(recall, labelled["d"]) == {"kind": "ci", "scope": "ci"}
    refused = recall.quick("projects", "merge", "a", "b", "c")
    assert (refused.status, "projects merge takes two names" in refused.err) == (2, True)
