"""Where nothing is stored yet: every command says so, and none that only reads or corrects makes a store."""

import pytest

from recall_cli.cli.registry import COMMANDS
from recall_cli.cli.run import STORE_CREATING_COMMANDS
from recall_cli.domain.store_request import WHEN_TO_STORE
from tests.command import Home

ID = "019aa3f2-7c1e"
ARGUMENTS = {
    "update": [[ID, "--text", "x"]], "tag": [[ID, "a=b"]], "delete": [[ID], [ID, "--now"]], "pin": [[ID]],
    "erase": [[ID], [ID, "--confirm"], ["--query", "x"], ["--project", "x"]], "unpin": [[ID]],
    "feedback": [[ID, "--helpful"]], "review": [[], [ID], [ID, "--approve"]],
    "resolve": [["queue", "engine"], ["queue", "engine", "--keep", "NATS"]], "undo": [[], ["3"], ["--dry-run"]],
    "jobs": [[], ["retry"]], "worker": [["--once"]], "search": [["queue"]], "context": [[], ["queue"], ["--compact"]],
    "get": [[ID]], "list": [[]], "related": [[ID]], "history": [[ID], ["queue", "engine"]], "conflicts": [[]],
    "why": [[ID]], "diff": [[]], "count": [[]], "stats": [[]], "log": [[], [ID]], "export": [[]],
    "admin": [[]], "audit": [[], ["export"]], "verify": [[]], "hooks": [[], ["show", "codex"]], "mcp": [[], ["status"]], "maintain": [[], ["--dry-run"]],
    "consolidate": [[], ["--dry-run"]], "schedule": [["show"]], "scan": [[], ["--fix"]], "decrypt": [[]],
    "shadow": [[], ["--forget"]], "backup": [["--list"], ["copy.db"]], "doctor": [[], ["--fix"]],
    "setup": [["codex", "--no-schedule"]], "uninstall": [["--dry-run"]], "migrate": [["none.db", "new.db"]], "browse": [[]],
    "edit": [[ID]], "told": [[], ["s"]], "tags": [[]], "topics": [[]], "projects": [[]], "view": [["page.html"]],
    "ui": [["--port", "70000"]], "serve": [["--check"], ["--tls-cert", "x"]], "token": [[], ["list"], ["revoke", "x"], ["create", "../x"]],
    "completion": [["show", "bash"]], "sync": [[], ["--global"]], "share": [[ID]], "team": [[], ["accept", "ann"]], "join": [[], ["--off"], ["postgresql://nobody@127.0.0.1:1/none"]], "help": [["trust"], ["topics"], ["nosuch"]],
}  # fmt: skip


def test_every_command_is_either_tried_or_may_make_a_store() -> None:
    """A new command has to say which of the two it is."""
    assert {*ARGUMENTS} | STORE_CREATING_COMMANDS == {*COMMANDS}
    assert not {*ARGUMENTS} & STORE_CREATING_COMMANDS


@pytest.mark.parametrize("person", [False, True], ids=["agent", "person"])
@pytest.mark.parametrize("name", ARGUMENTS)
def test_what_reads_or_corrects_makes_no_store(recall: Home, name: str, person: bool) -> None:
    """A command that finds nothing leaves no file behind, whatever its answer is."""
    for words in ARGUMENTS[name]:
        answer = recall.quick(name, *words, person=person)
        assert "unexpected error" not in answer.err, answer
        assert not recall.db.exists(), (name, words)
    assert not [one.name for one in recall.path.rglob("*") if one.suffix.startswith(".db")]


@pytest.mark.parametrize("words", ["config project rename a b", "config project disable a", "config project merge a b"])
def test_projects_that_are_not_there_make_no_store(recall: Home, words: str) -> None:
    """Only `config project set` makes a project, and with it a store."""
    assert recall.quick(*words.split()).status == 4
    assert not recall.db.exists()


EMPTY_CALLS = (
    "list", "search queue", "context", "conflicts", "diff", "log", "jobs", "review", "consolidate --dry-run",
    "backup --list", "config project",
)  # fmt: skip


@pytest.mark.parametrize("words", EMPTY_CALLS)
def test_an_empty_answer_says_so_in_a_pipe(recall: Home, words: str) -> None:
    """Standard output stays empty for programs, and standard error has one line, so that silence is no riddle."""
    answer = recall.quick(*words.split())
    assert (answer.status, answer.out) == (0, "")
    assert answer.err.startswith("recall: ")
    assert answer.err.count("\n") == 1
    assert "notes" not in recall.json(*words.split())


@pytest.mark.parametrize("words", EMPTY_CALLS)
def test_an_empty_answer_is_no_blank_line_on_a_screen(recall: Home, words: str) -> None:
    """A person sees one sentence, and no empty line before it."""
    shown = recall.quick(*words.split(), env={"FORCE_COLOR": "1"}).out
    assert shown.strip()
    assert shown.splitlines()[0].strip()


def test_agents_get_an_empty_brief(recall: Home) -> None:
    """The form for agents is one sentence where nothing is known, and silent where a question has no answer."""
    begun = recall.quick("context", "--compact")
    assert (begun.status, begun.err, begun.out.count("\n")) == (0, "", 1)
    assert begun.out.startswith(WHEN_TO_STORE)
    assert recall.quick("context", "where is the queue", "--compact") == (0, "", "", b"")


@pytest.mark.parametrize("words", ["backup list", "backup LS", "export json", "export all", "export list"])
def test_an_action_is_not_taken_for_a_file(recall: Home, words: str) -> None:
    """`recall backup list` writes no file called list, and says how to get what was meant."""
    recall.store("the queue is NATS")
    name, word = words.split()
    answer = recall.quick(name, word)
    assert answer.status == 2
    assert f"./{word}" in answer.err
    assert not (recall.path / word).exists()
    assert recall.quick(name, f"./{word}").status == 0
    assert (recall.path / word).exists()
    if words == "backup list":
        assert "did you mean --list?" in answer.err


@pytest.mark.parametrize("words", ["list", "search queue"])
def test_an_empty_store_names_the_first_step_at_a_terminal(recall: Home, words: str) -> None:
    """Another project or other words would find nothing either."""
    shown = recall(*words.split(), tty=True).out
    assert 'no memories yet · store one: recall store "…"' in shown
    assert "--project" not in shown
