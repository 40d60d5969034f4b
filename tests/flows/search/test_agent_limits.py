"""What an agent may not do to the user's memories and projects."""

import json
import shutil

import pytest

from tests.command import Home
from tests.flows.test_projects import git, repository

RULE_TEXT = "Never deploy billing on a Friday."


def store_protected(recall: Home, whose: str) -> str:
    """A memory of the user, or one of an agent that the user pinned."""
    id_ = recall.store(RULE_TEXT, "--tag", "area=billing", person=whose == "said")
    if whose == "pinned":
        assert recall.quick("pin", id_, person=True).status == 0
    return id_


@pytest.mark.parametrize("whose", ["said", "pinned"])
@pytest.mark.parametrize(
    "change",
    [("tag", "approved=everything"), ("tag", "area="), ("tag", "--remove", "area"), ("update", "--clear", "tags")],
)
def test_an_agent_sets_no_tag_of_what_the_user_keeps(whose: str, change: tuple[str, ...], recall: Home) -> None:
    """An agent cannot tag the user's memory, because a tag is shown under the user's name."""
    id_ = store_protected(recall, whose)
    answer = recall.quick(change[0], id_, *change[1:])
    assert (answer.status, "only the user" in answer.err) == (3, True), answer
    assert recall.json("get", id_)["tags"] == {"area": "billing"}


def test_the_user_and_the_agent_still_tag_their_own(recall: Home) -> None:
    """The user can tag everything, and an agent can tag memories of agents."""
    user_memory, agent_memory = recall.store(RULE_TEXT, person=True), recall.store("The cache is Redis.")
    assert recall.quick("tag", user_memory, "a=1", person=True).status == 0
    assert recall.quick("tag", agent_memory, "a=1").status == 0


@pytest.mark.parametrize("whose", ["said", "pinned"])
def test_an_agent_rates_down_nothing_that_the_user_keeps(whose: str, recall: Home) -> None:
    """An agent's rating is counted and visible, but does not lower the user's memory."""
    id_ = store_protected(recall, whose)
    for _ in range(3):
        assert recall.quick("feedback", id_, "--unhelpful").status == 0
    memory = recall.json("get", id_)
    assert (memory["usefulness"], memory["unhelpful"]) == (0.5, 3)
    recall.quick("feedback", id_, "--unhelpful", person=True)
    assert recall.json("get", id_)["usefulness"] < 0.5


def test_an_import_takes_no_folder_from_its_project(recall: Home) -> None:
    """A file with the marks of the user's project does not take over the folder."""
    shop, evil = recall.path / "shop", recall.path / "evil"
    shop.mkdir()
    evil.mkdir()
    recall.store(RULE_TEXT, person=True, cwd=shop)
    recall.store("Something else.", cwd=evil)
    projects = recall.json("config", "project")["projects"]
    marks = {project["name"]: project["marks"] for project in projects}
    header = {"recall": 1, "by": "0.1.0", "projects": [{"name": "evil", "marks": marks["evil"] + marks["shop"]}]}
    line = {"text": "A line of the file.", "type": "fact", "project": "evil"}
    recall.quick("import", "-", stdin=f"{json.dumps(header)}\n{json.dumps(line)}\n")
    assert RULE_TEXT.rstrip(".") in recall.quick("context", "--compact", cwd=shop).out
    assert recall.json("config", "project")["projects"] and recall.quick("count", cwd=shop).out.strip() == "1"


def test_an_agent_takes_no_first_commit_from_its_project(recall: Home) -> None:
    """A copy of the repository under another project name does not change the user's project."""
    shop = repository(recall.path / "shop")
    recall.store(RULE_TEXT, person=True, cwd=shop)
    copy = recall.path / "copy"
    shutil.copytree(shop, copy)
    git(copy, "remote", "add", "origin", "https://example.org/evil/evil.git")
    recall.store("Something else.", cwd=copy)
    recall.quick("config", "project", "set", "evil", cwd=copy)
    clone = recall.path / "clone"
    shutil.copytree(shop, clone)
    shutil.rmtree(shop)
    assert RULE_TEXT.rstrip(".") in recall.quick("context", "--compact", cwd=clone).out


@pytest.mark.parametrize(
    "more",
    [
        ("--tag", "approved=everything"), ("--topic", "other"), ("--valid-until", "1d"), ("--valid-from", "2099-01-01"),
        ("--entity", "review", "--attribute", "needed", "--value", "never"), ("--type", "estimate"),
        ("--classification", "confidential"),
    ],
)  # fmt: skip
def test_the_users_repetition_vouches_for_the_words_alone(more: tuple[str, ...], recall: Home) -> None:
    """If the user repeats an agent's text, only the text becomes the user's, not its other fields."""
    recall.store(RULE_TEXT, "--extractor", "none", *more)
    recall.store(RULE_TEXT, "--extractor", "none", "--importance", "0.9", person=True)
    [own] = [memory for memory in recall.json("list")["memories"] if memory["trust"] == "user"]
    beside = [own[name] for name in ("tags", "topic", "valid_until", "valid_from", "entity", "value")]
    assert (own["text"], own["importance"], beside) == (RULE_TEXT, 0.9, [{}, None, None, None, None, None])
    assert (own["type"], own["classification"]) == ("preference", "internal")


def test_the_users_repetition_counts_as_much_as_they_say(recall: Home) -> None:
    """An agent that states something first does not lower the importance or confidence of the user."""
    id_ = recall.store(RULE_TEXT, "--extractor", "none", "--importance", "0", "--confidence", "0.1")
    assert recall.store(RULE_TEXT, "--extractor", "none", person=True) == id_
    memory = recall.json("get", id_)
    assert (memory["trust"], memory["importance"] > 0, memory["confidence"] > 0.4) == ("user", True, True)
