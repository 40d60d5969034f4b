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


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("help", "serch"), "did you mean recall help search?"),
        (("list", "5"), "did you mean --limit 5?"),
        (("list", "-5"), "did you mean --limit 5?"),
        (("list", "--since", "2w", "ago"), "in quotes"),
        (("config", "set", "decay.rate", "0.1"), "recall config NAME VALUE sets it"),
        (("config", "get", "decay.rate"), "recall config NAME shows a setting"),
        (("hooks", "add", "codex"), "did you mean install?"),
        (("hooks", "uninstall"), "did you mean remove?"),
        (("schedule", "off"), "did you mean remove?"),
        (("completion", "remove"), "did you mean uninstall?"),
        (("audit", "check"), "did you mean verify?"),
        (("audit", "verify", "--head", "zz"), "hexadecimal"),
        (("bench", "nowhere"), "no such file or directory"),
        (("import", "--from", "codex"), "recall import FILE"),
        (("store", "--file", "notes.md"), "recall import FILE"),
        (("export", "--format", "csv"), "one of jsonl, markdown"),
    ],
)
def test_a_guess_leads_on(recall: Home, words: tuple[str, ...], hint: str) -> None:
    """What somebody types who knows other programs is answered with what to type here."""
    answer = recall.quick(*words)
    assert answer.status == 2
    assert hint in answer.err
    assert "Errno" not in answer.err


def test_no_write_of_a_kind(recall: Home) -> None:
    """A record that has writes, but none that fits, is not called empty."""
    recall.quick(*STORE_IN_PROJECT, "billing-api", "The queue is NATS.")
    assert "no matching writes" in recall.quick("log", "--kind", "typo").err
