"""Names that are mistyped, and words that are no names: what is said of them."""

from importlib import import_module

import pytest

from recall_cli.cli.parsing.params import REQUIRED, Param
from recall_cli.cli.registry import COMMANDS, command_module_name
from recall_cli.rules.text.spelling import closest_words
from tests.command import Home

STORE_IN_PROJECT = ("store", "--extractor", "none", "--project")


def test_a_new_project_is_announced(recall: Home) -> None:
    """A name that makes a new project is told of, with the project that was perhaps meant; a known one is not."""
    assert "new project 'billing-api'\n" in recall.quick(*STORE_IN_PROJECT, "billing-api", "The queue is NATS.").err
    typo = recall.quick(*STORE_IN_PROJECT, "billling-api", "The cache is Redis.").err
    assert "new project 'billling-api' (did you mean billing-api?" in typo
    assert "new project" not in recall.quick(*STORE_IN_PROJECT, "billing-api", "The database is Postgres.").err


def test_an_import_announces_a_new_project(recall: Home) -> None:
    """Importing into a project that there is not says so, in a dry run too; a known project is not announced."""
    recall.quick(*STORE_IN_PROJECT, "billing-api", "The queue is NATS.")
    (recall.path / "a.txt").write_text("The cache is Redis.\n")
    (recall.path / "b.txt").write_text("The database is Postgres.\n")
    typo = "new project 'billling-api' (did you mean billing-api?"
    assert typo in recall.quick("import", "a.txt", "--project", "billling-api", "--dry-run").err
    assert typo in recall.quick("import", "a.txt", "--project", "billling-api").err
    assert "new project" not in recall.quick("import", "a.txt", "--project", "billling-api").err
    assert "new project" not in recall.quick("import", "b.txt", "--project", "billing-api").err


def test_an_import_of_nothing_announces_no_project(recall: Home) -> None:
    """Where nothing was kept, no project is begun, and none is announced."""
    (recall.path / "empty.txt").write_text("")
    assert "new project" not in recall.quick("import", "empty.txt", "--project", "billing-api").err


def test_a_move_announces_a_new_project(recall: Home) -> None:
    """Moving a memory into a project that there is not says so, with the project that was perhaps meant."""
    recall.quick(*STORE_IN_PROJECT, "billing-api", "The queue is NATS.")
    id_ = recall.json("list", "--project", "*")["memories"][0]["id"]
    assert "new project 'billing-ap' (did you mean" in recall.quick("update", id_, "--project", "billing-ap").err
    assert "new project" not in recall.quick("update", id_, "--project", "billing-api").err


@pytest.mark.parametrize(
    ("words", "note"),
    [
        ("list --topic deplyo", "no memory has the topic 'deplyo' (did you mean deploy?)"),
        ("list --topic Deploy", "no memory has the topic 'Deploy' (did you mean deploy?)"),
        ("count --topic deplyo", "no memory has the topic 'deplyo' (did you mean deploy?)"),
        ("search queue --topic deplyo", "no memory has the topic 'deplyo' (did you mean deploy?)"),
        ("list --tag are=billing", "no memory has the tag 'are' (did you mean area?)"),
        ("list --tag area=biling", "no memory has the tag 'area=biling' (did you mean area=billing?)"),
        ("list --tag kind", "no memory has the tag 'kind' (there is area)"),
        ("list --agent codx", "no memory was stored by the agent 'codx' (did you mean codex?)"),
        ("delete --topic deplyo", "no memory has the topic 'deplyo' (did you mean deploy?)"),
        ("list --project billing-ap", "there is no project 'billing-ap' (did you mean billing-api?)"),
        ("list --project zebra", "there is no project 'zebra' (there is billing-api)"),
    ],
)
def test_an_unknown_name_is_noted_with_the_one_that_was_meant(recall: Home, words: str, note: str) -> None:
    """A filter with a name that nothing has finds nothing, and the answer says which name, and what is near."""
    how = ("--topic", "deploy", "--tag", "area=billing", "--agent", "codex")
    recall.quick(*STORE_IN_PROJECT, "billing-api", *how, "The queue is NATS.")
    where = () if "--project" in words else ("--project", "billing-api")
    answer = recall.quick(*words.split(), *where)
    assert answer.status == 0
    assert f"recall: {note}\n" in answer.err
    assert note in recall.json(*words.split(), *where)["notes"]


def test_a_known_name_is_not_noted(recall: Home) -> None:
    """A topic that is known, and has nothing for another filter, is not called unknown."""
    recall.quick(*STORE_IN_PROJECT, "billing-api", "--topic", "deploy", "The queue is NATS.")
    found = recall.quick("list", "--project", "billing-api", "--topic", "deploy", "--type", "decision")
    assert "no match in this project" in found.err
    assert "topic" not in found.err


def test_a_narrowed_view_names_no_other_agents(recall: Home) -> None:
    """A view up to a clearance does not learn which agents stored something."""
    recall.quick(*STORE_IN_PROJECT, "billing-api", "--agent", "codex", "The queue is NATS.")
    answer = recall.quick("list", "--project", "billing-api", "--agent", "codx", "--clearance", "internal")
    assert "codex" not in answer.err


def test_the_count_of_an_unknown_project_is_that_of_its_list(recall: Home) -> None:
    """A project that there is not has no memories, also where some are without a project."""
    recall.store("Answer in German.", "--type", "preference", "--global")
    assert recall.json("list", "--project", "nowhere")["total"] == recall.json("count", "--project", "nowhere")["count"]


def test_the_latest_session_needs_no_id(recall: Home) -> None:
    """--session latest means the session that stored something last; its name is noted."""
    recall.quick(*STORE_IN_PROJECT, "billing-api", "--session", "session-old", "The queue is NATS.")
    recall.later()
    recall.quick(*STORE_IN_PROJECT, "billing-api", "--session", "session-new", "The cache is Redis.")
    listed = recall.json("list", "--session", "latest")
    assert [memory["text"] for memory in listed["memories"]] == ["The cache is Redis."]
    removed = recall.quick("delete", "--session", "latest", "--yes")
    assert (removed.status, "session-new" in removed.err) == (0, True)
    again = recall.quick("delete", "--session", "latest", "--yes")
    assert "no memory matches" in again.err, "the session before stays"
    assert recall.json("count", "--project", "billing-api")["count"] == 1
    assert "The cache is Redis." not in recall.quick("told", "latest").out


def params(name: str) -> tuple[Param, ...]:
    """What a command takes."""
    declared: tuple[Param, ...] = import_module(command_module_name(name)).PARAMS
    return declared


TAKE_PROJECT = [
    name for name in COMMANDS if any(param.name == "project" and param.kind == "text" for param in params(name))
]


@pytest.mark.parametrize("name", TAKE_PROJECT)
@pytest.mark.parametrize("empty", ["", "  "])
def test_an_empty_project_is_refused(recall: Home, name: str, empty: str) -> None:
    """An empty name of a project means nothing, and every command that takes one says so and does nothing."""
    arguments = ["word" for param in params(name) if param.positional and param.default is REQUIRED]
    answer = recall.quick(name, *arguments, f"--project={empty}")
    assert answer.status == 2
    assert "--project needs a name" in answer.err


def test_an_export_of_no_project_fails(recall: Home, tmp_path: object) -> None:
    """The export of a project that there is not writes no file that looks like a copy of it."""
    recall.quick(*STORE_IN_PROJECT, "billing-api", "The queue is NATS.")
    answer = recall.quick("export", "--project", "billling-api")
    assert (answer.status, answer.out) == (4, "")
    assert "did you mean billing-api?" in answer.err


@pytest.mark.parametrize("name", ["-", "--", "on", "OFF", "this", "claude-code", "…"])
def test_not_every_word_is_a_session(recall: Home, name: str) -> None:
    """A word that no agent calls a session by makes nothing private."""
    answer = (
        recall.quick("hooks", "private", "--", name)
        if name.startswith("--")
        else recall.quick("hooks", "private", name)
    )
    assert answer.status == 2


def test_a_very_long_word_is_near_nothing() -> None:
    """A word of a megabyte is compared with nothing that is not about as long."""
    assert closest_words("x" * 1_000_000, ["queued", "processing", "complete"]) == []


def test_no_write_of_a_kind(recall: Home) -> None:
    """A record that has writes, but none that fits, is not called empty."""
    recall.quick(*STORE_IN_PROJECT, "billing-api", "The queue is NATS.")
    assert "no matching writes" in recall.quick("log", "--kind", "typo").err
    assert "no matching writes" in recall("log", "--kind", "typo", tty=True).out


@pytest.mark.parametrize("words", [("zzzzzz", "The new text."), ("zzzzzz",), ("zzzzzz", "--importance", "0.5")])
def test_update_of_an_unknown_id_names_it(recall: Home, words: tuple[str, ...]) -> None:
    """The id is wrong, whatever else was given."""
    recall.store("The port is 8080.")
    answer = recall.quick("update", *words)
    assert answer.status == 4
    assert "there is no memory 'zzzzzz'" in answer.err


def test_update_without_a_change_asks_for_one(recall: Home) -> None:
    """A known id, and nothing to set."""
    answer = recall.quick("update", recall.store("The port is 8080."))
    assert answer.status == 2
    assert "say what to change" in answer.err


def test_a_mistyped_time_to_switch_off_shows_the_right_forms(recall: Home) -> None:
    """Not only true and false, but also the times that are possible."""
    answer = recall.quick("config", "off", "5parsecs")
    assert answer.status == 2
    assert "recall config off 1h" in answer.err
    assert "recall config off tomorrow" in answer.err
