"""`recall setup` connects everything with one question, and `recall setup --remove` takes it back without a trace."""

import json
from pathlib import Path

import pytest

from recall_cli.cli.registry import call_of
from tests.command import Home
from tests.schedulers.fake_crontab import write_fake_crontab

CLAUDE_SETTINGS = '{"model": "opus",\n   "hooks": {}}\n'


@pytest.fixture
def machine(recall: Home) -> Home:
    """A machine with two agents, bash, and a crontab with a line."""
    (recall.path / ".claude").mkdir()
    (recall.path / ".claude/settings.json").write_text(CLAUDE_SETTINGS)
    (recall.path / ".codex").mkdir()
    (recall.path / "crontab").write_text("0 4 * * * backup\n")
    recall.more["PATH"] = f"{write_fake_crontab(recall)}:/usr/bin:/bin"
    recall.more["SHELL"] = "/bin/bash"
    return recall


def user_files(home: Home) -> dict[str, bytes]:
    """Every file that is not recall's own."""
    return {
        str(path.relative_to(home.path)): path.read_bytes()
        for path in sorted(home.path.rglob("*"))
        if path.is_file() and "recall/" not in str(path.relative_to(home.path)) and "bin/" not in str(path)
    }


def actions(document: dict[str, list[dict[str, str]]]) -> dict[str, str]:
    """What was done, by part."""
    return {part["part"]: part["action"] for part in document["parts"]}


def test_one_command_connects_what_is_there(machine: Home) -> None:
    """The agents that are found, the shell and the scheduler; the second time changes nothing."""
    expected = ["claude-code hooks", "codex hooks", "bash completion", "daily maintenance"]
    first = machine.json("setup", "--yes")
    assert [*actions(first)] == expected
    assert {*actions(first).values()} == {"installed", "scheduled"}
    before = user_files(machine)
    again = machine.json("setup", "--yes")
    assert {*actions(again).values()} == {"already installed", "already scheduled"}
    assert (again["changed"], user_files(machine)) == (False, before)


def test_uninstall_leaves_every_byte_as_it_was(machine: Home) -> None:
    """Hooks, servers, completion and the schedule go; the memories stay and can be read."""
    before = user_files(machine)
    machine.json("setup", "--yes")
    machine.json("mcp", "install", "cursor")
    machine.store("The queue is NATS.")
    told = actions(machine.json("uninstall", "--yes"))
    assert told == {
        "claude-code hooks": "removed", "codex hooks": "removed", "cursor server": "disconnected",
        "bash completion": "removed", "daily maintenance": "removed",
    }  # fmt: skip
    assert user_files(machine) == before
    assert "NATS" in machine.quick("list").out
    assert machine.quick("uninstall", "--yes").err.startswith("recall: recall is connected to nothing here")


@pytest.mark.parametrize("command", ["setup", "uninstall"])
def test_nothing_is_done_without_a_yes(machine: Home, command: str) -> None:
    """In a pipe the changes are shown as diffs, with the way to make them; the files stay."""
    if command == "uninstall":
        machine.json("setup", "--yes")
    before = user_files(machine)
    answer = machine.quick(command)
    assert "+++ " in answer.out
    assert f"nothing was changed: recall {call_of(command)} --yes does it" in answer.err
    assert machine.json(command, "--dry-run")["dry_run"]
    assert user_files(machine) == before


def test_a_dry_run_shows_the_change_of_every_file(machine: Home) -> None:
    """The crontab and the completion too, in both directions; of a long script the first lines."""
    lines = machine.quick("setup", "--dry-run").lines
    assert "--- crontab" in lines
    assert " 0 4 * * * backup" in lines
    assert any(line.startswith("+17 12 * * * ") and line.endswith("maintain.log 2>&1") for line in lines)
    script = next(at for at, line in enumerate(lines) if line.startswith("+++ ") and "bash-completion" in line)
    assert lines[script - 1] == "--- /dev/null"
    assert any(line.startswith("… ") and line.endswith(" more lines") for line in lines[script:])
    machine.json("setup", "--yes")
    diffs = {part["part"]: part["diff"] for part in machine.json("uninstall", "--dry-run")["parts"]}
    assert any(line.startswith("-17 12 * * * ") for line in diffs["daily maintenance"])
    assert "+++ /dev/null" in diffs["bash completion"]
    assert not machine.json("setup", "--dry-run")["changed"]


@pytest.mark.parametrize(
    ("answers", "done"),
    [
        ("\n", {"claude-code", "codex", "bash", "daily"}),
        ("y\n", {"claude-code", "codex", "bash", "daily"}),
        ("what?\n9\n2 4\n", {"claude-code", "bash"}),
        ("1,2,3\n", {"daily"}),
        ("n\n", set()),
    ],
)
def test_a_person_is_asked_once(machine: Home, answers: str, done: set[str]) -> None:
    """Enter does everything, numbers leave something out, n does nothing; an answer that is none is asked again."""
    machine.quick("setup", stdin=answers, person=True)
    left = actions(machine.json("setup", "--dry-run"))
    assert {name.split()[0] for name, action in left.items() if action.startswith("already")} == done


def add_program(home: Home, name: str) -> None:
    program = home.path / "tools" / name
    program.parent.mkdir(exist_ok=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    home.more["PATH"] = f"{program.parent}:{home.more['PATH']}"


def settings_text(home: Home) -> str:
    return home.config.read_text() if home.config.exists() else ""


@pytest.mark.parametrize(("answer", "is_used"), [("\n", False), ("n\n", False), ("", False), ("y\n", True)])
def test_a_reader_is_offered_and_never_turned_on_unasked(machine: Home, answer: str, is_used: bool) -> None:
    """Only a yes to its own question, which names the program and what a session costs."""
    machine.more["RECALL_EXTRACTOR"] = "auto"
    add_program(machine, "claude")
    said = machine.quick("setup", stdin="y\n" + answer, person=True)
    assert "claude -p --model haiku" in said.err
    assert "once for each ended session" in said.err
    assert ('extractor = "command"' in settings_text(machine)) is is_used
    assert ("claude -p --model haiku" in settings_text(machine)) is is_used
    assert "claude -p" not in machine.quick("setup", stdin="y\n", person=True).err


def test_no_reader_is_offered_where_none_is_wanted(machine: Home) -> None:
    """Without a program, with --yes, after a no to everything, or where the user has chosen already."""
    machine.more["RECALL_EXTRACTOR"] = "auto"
    asked = "use it? [y, N]"
    assert asked not in machine.quick("setup", "codex", stdin="y\ny\n", person=True).err
    add_program(machine, "codex")
    assert asked not in machine.quick("setup", stdin="n\ny\n", person=True).err
    machine.quick("config", "extractor", "rules", person=True)
    assert asked not in machine.quick("setup", stdin="1\ny\n", person=True).err
    assert asked not in machine.quick("setup", "--yes", stdin="y\n", person=True).err
    assert 'extractor = "rules"' in settings_text(machine)


@pytest.mark.parametrize("command", ["setup", "uninstall"])
def test_a_person_who_says_no_is_told_that_nothing_was_changed(machine: Home, command: str) -> None:
    """Not that no agent was found, nor that recall is connected to nothing."""
    if command == "uninstall":
        machine.json("setup", "--yes")
    before = user_files(machine)
    answer = machine.quick(command, stdin="n\n", person=True)
    assert answer.err.endswith("recall: nothing was changed\n")
    assert user_files(machine) == before


@pytest.mark.parametrize("answer", ["y\n", "n\n"])
@pytest.mark.parametrize("command", ["setup", "uninstall"])
def test_a_question_does_not_disturb_the_json(machine: Home, command: str, answer: str) -> None:
    """What would be done stands beside the question, and standard output has the document alone."""
    if command == "uninstall":
        machine.json("setup", "--yes")
    answered = machine.quick(command, "--json", stdin=answer, person=True)
    assert "codex hooks" in answered.err
    assert ("codex hooks" in {part["part"] for part in answered.data["parts"]}) is (answer == "y\n")


def test_the_end_of_input_is_no_yes_to_deleting(machine: Home) -> None:
    """A person whose terminal goes away has deleted nothing."""
    machine.json("setup", "--yes")
    machine.store("The queue is NATS.")
    machine.quick("uninstall", stdin="y\n", person=True)
    assert "NATS" in machine.quick("list").out


def test_memories_are_deleted_only_after_a_word(machine: Home) -> None:
    """The word deletes the store, the settings and what stands beside them; anything else keeps them."""
    machine.json("setup", "--yes")
    machine.store("The queue is NATS.")
    machine.quick("config", "topics", "x", person=True)
    machine.quick("uninstall", "--memories", stdin="y\nyes\n", person=True)
    assert machine.db.exists()
    answer = machine.quick("uninstall", "--memories", stdin="delete\n", person=True)
    assert answer.status == 0, answer
    assert not machine.db.parent.exists()
    assert not machine.config.exists()


def test_an_agent_cannot_delete_memories(machine: Home) -> None:
    """Without a person at a terminal the option is refused."""
    machine.store("The queue is NATS.")
    answer = machine.quick("uninstall", "--memories", "--yes", "--json")
    assert (answer.status, answer.error["message"]) == (2, "only a person at a terminal deletes all memories")
    assert machine.db.exists()


def test_what_is_not_possible_stops_nothing_else(machine: Home) -> None:
    """A broken settings file is told with its reason, and the other parts are done."""
    settings = machine.path / ".claude/settings.json"
    settings.write_text("{ broken")
    answer = machine.quick("setup", "--yes", "--json")
    parts = {part["part"]: part for part in json.loads(answer.out)["parts"]}
    assert (answer.status, parts["claude-code hooks"]["action"]) == (1, "not possible")
    assert "settings.json" in parts["claude-code hooks"]["note"]
    assert parts["codex hooks"]["action"] == "installed"
    assert settings.read_text() == "{ broken"


def test_parts_can_be_left_out(machine: Home) -> None:
    """Named agents only, without completion, without a schedule."""
    told = actions(machine.json("setup", "gemini", "--no-completion", "--no-schedule", "--yes"))
    assert told == {"gemini hooks": "installed", "gemini rules": "installed"}


def test_a_machine_without_agents(recall: Home, tmp_path: Path) -> None:
    """It says how to name one."""
    recall.more["PATH"] = str(tmp_path)
    answer = recall.quick("setup", "--no-schedule", "--no-completion")
    assert (answer.status, answer.out) == (0, "")
    assert "no agent was found on this machine" in answer.err


def test_server_options_need_a_server(recall: Home) -> None:
    """--login and --only belong to a server; agents do not."""
    assert "--db postgresql://" in recall.quick("setup", "--login", "alice").err
    answer = recall.quick("setup", "codex", "--login", "alice", "--db", "postgresql://127.0.0.1:1/none")
    assert "only prepares that server" in answer.err and "leave out" in answer.err
    answer = recall.quick("setup", "--yes", "--db", "postgresql://127.0.0.1:1/none")
    assert "cannot reach" in answer.err, "there is nothing to ask, so --yes changes nothing"
