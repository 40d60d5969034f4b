"""Projects and memories outside an agent's view are not named, counted or moved for it."""

import json

import pytest

from tests.command import Home


def test_an_import_moves_no_memory_that_the_reader_may_not_see(recall: Home) -> None:
    """A line with the id of a hidden memory changes nothing, and is no internal error."""
    recall.quick("config", "view.codex.clearance", "internal", person=True)
    hidden = recall.store("The budget is 4 million.", "--classification", "restricted")
    header = {"recall": 1, "by": "0.1.0", "projects": []}
    ended = {"superseded_at": "2099-01-01T00:00:00Z", "updated_at": "2099-01-01T00:00:00Z"}
    line = {"id": hidden, "text": "x", "type": "fact", "created_at": "2026-01-01T00:00:00Z", **ended}
    answer = recall.quick(
        "import", "-", stdin=f"{json.dumps(header)}\n{json.dumps(line)}\n", env={"RECALL_AGENT": "codex"}
    )
    assert "unexpected" not in answer.err
    assert recall.json("get", hidden)["superseded_at"] is None


READING_COMMANDS = [
    ("config", "project"), ("config", "project", "--json"), ("stats", "--json"), ("stats",), ("--json",),
    ("export", "-", "--project", "*"), ("export", "-", "--project", "payroll"), ("count", "--project", "payrol"),
    ("list", "--project", "payrol"), ("config", "project", "enable", "elsewhere"),
]  # fmt: skip


@pytest.mark.parametrize("words", READING_COMMANDS)
@pytest.mark.parametrize("narrowed", ["clearance", "topics", "scoping"])
def test_a_narrowed_view_shows_no_project_that_it_sees_nothing_of(
    narrowed: str, words: tuple[str, ...], recall: Home
) -> None:
    """Neither the name of such a project nor its number of memories is shown."""
    setting = {
        "clearance": ("view.codex.clearance", "internal"),
        "topics": ("view.codex.topics", "infra"),
        "scoping": ("agent_scoping", "true"),
    }
    assert recall.quick("config", *setting[narrowed], person=True).status == 0
    hidden = ("--classification", "confidential", "--agent", "claude-code", "--topic", "money")
    recall.store("The salaries come to 4 million.", *hidden, "--project", "payroll-secret")
    recall.store("Redis is the cache.", "--agent", "codex", "--topic", "infra", "--project", "shop")
    answer = recall.quick(*words, env={"RECALL_AGENT": "codex"})
    assert "payroll-secret" not in answer.out + answer.err
    assert "payroll-secret" in recall.quick("config", "project", person=True).out


@pytest.mark.parametrize(
    "verb", [("rename", "payroll", "x"), ("merge", "payroll", "shop"), ("merge", "shop", "payroll")]
)
def test_an_agent_moves_no_project_that_it_may_not_see(verb: tuple[str, ...], recall: Home) -> None:
    """For the agent, such a project does not exist."""
    recall.quick("config", "view.codex.clearance", "internal", person=True)
    recall.store("The salaries come to 4 million.", "--classification", "confidential", "--project", "payroll")
    recall.store("Redis is the cache.", "--project", "shop")
    answer = recall.quick("config", "project", *verb, env={"RECALL_AGENT": "codex"})
    assert (answer.status, "there is no project 'payroll'" in answer.err) == (4, True), answer


def test_an_agent_merges_away_nothing_hidden_and_nothing_pinned(recall: Home) -> None:
    """Only the user can move a project with a hidden or pinned memory."""
    recall.quick("config", "view.codex.clearance", "internal", person=True)
    for name, more in (("half", ("--classification", "confidential")), ("marked", ())):
        recall.store(f"The cache of {name} is Redis.", "--project", name)
        id_ = recall.store(f"The queue of {name} is NATS.", "--project", name, *more)
    recall.quick("pin", id_, person=True)
    recall.store("Something else.", "--project", "shop")
    for name, why in (("half", "you may not see"), ("marked", "own words or pins")):
        answer = recall.quick("config", "project", "merge", name, "shop", env={"RECALL_AGENT": "codex"})
        assert (answer.status, why in answer.err) == (3, True), answer
