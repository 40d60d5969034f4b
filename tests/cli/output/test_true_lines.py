"""What a screen says holds for this machine and this folder, and what it names is the way to go on."""

import os

import pytest

from recall_cli.optional_packages import uninstall_command
from tests.command import Home
from tests.for_each import for_each
from tests.schedulers.fake_crontab import write_fake_crontab


def test_setup_promises_nothing_to_agents_that_are_not_there(recall: Home) -> None:
    """Only the scheduler and the shell are connected: no session starts with memories."""
    recall.more.update(PATH=f"{write_fake_crontab(recall)}:/usr/bin:/bin", SHELL="/bin/bash")
    answer = recall("setup", "--yes", tty=True)
    assert "these agents" not in answer.out
    assert "recall setup --remove" in answer.out
    assert "no agent was found on this machine" in answer.err
    (recall.path / ".codex").mkdir()
    answer = recall("setup", "--yes", tty=True)
    assert "sessions of these agents" in answer.out
    assert "no agent" not in answer.err


def test_the_home_screen_names_the_command_that_shows_the_conflicts(recall: Home) -> None:
    """In the project `recall conflicts`; in another folder the command for all projects."""
    for folder in ("shop", "blog"):
        (recall.path / folder / ".git").mkdir(parents=True)
    for value in ("NATS", "Kafka"):
        words = ("--entity", "queue", "--attribute", "engine", "--value", value)
        recall.quick("store", f"The queue is {value}.", *words, cwd=recall.path / "shop", person=value == "NATS")
    assert len(recall.json("conflicts", "--project", "*")["conflicts"]) == 1
    for folder, is_here in (("shop", True), ("blog", False)):
        place = recall.path / folder
        screen = recall(tty=True, cwd=place).out
        assert ("recall conflicts --project '*'" in screen) is not is_here, screen
        assert ("conflicting values here" in screen) is is_here
        assert bool(recall.json("conflicts", cwd=place)["conflicts"]) is is_here
        assert ("recall list" in screen) is is_here


def test_the_home_screen_names_the_command_that_asks(recall: Home) -> None:
    """Open questions of this project are counted apart from others, each with the command that asks them."""
    for folder in ("shop", "blog"):
        (recall.path / folder / ".git").mkdir(parents=True)
    for text in ("Deploys go out on Tuesdays.", "Our deploys now run on Thursdays in the release train."):
        recall.quick("store", text, "--type", "fact", cwd=recall.path / "shop")
        recall.later(days=1)
    for folder, place in (("shop", "here"), ("blog", "elsewhere")):
        lines = recall(tty=True, cwd=recall.path / folder).out.splitlines()
        (line,) = [line for line in lines if "recall conflicts --ask" in line]
        assert f"1 open question {place}" in line
        assert ("--project '*'" in line) is (place == "elsewhere")


def test_the_first_screens_name_setup(recall: Home) -> None:
    """A new user finds the one command that connects everything."""
    assert "recall setup" in recall(tty=True).out
    assert "recall setup" in recall("help", tty=True).out


@for_each(
    "prefix, command",
    [
        ("/home/ada/.local/share/pipx/venvs/recall-agent-memory", "pipx uninstall recall-agent-memory"),
        ("/home/ada/.local/share/uv/tools/recall-agent-memory", "uv tool uninstall recall-agent-memory"),
        ("/srv/venv", " -m pip uninstall recall-agent-memory"),
    ],
)
def test_the_uninstall_command_fits_the_installation(prefix: str, command: str) -> None:
    """The tool that installed recall removes it."""
    assert uninstall_command(prefix.replace("/", os.sep)).endswith(command)


def test_uninstall_names_the_tool_that_installed_recall(recall: Home) -> None:
    """The last line is a command that works for this installation."""
    screen = recall("uninstall", "--yes", tty=True).out
    assert " ".join(uninstall_command().split()) in " ".join(screen.split())


@pytest.mark.parametrize("word", ["latest", "last"])
def test_the_latest_of_no_sessions_is_no_unknown_id(recall: Home, word: str) -> None:
    """Where no session is recorded, the word is not taken for an id."""
    recall.store("The queue is NATS.")
    answer = recall.quick("told", word)
    assert answer.status == 4
    assert "no session is recorded yet" in answer.err
    assert "no session of codex is recorded yet" in recall.quick("told", word, "--agent", "codex").err


def test_the_latest_session_is_of_the_named_agent(recall: Home) -> None:
    """`told latest --agent` is the last session of that agent, and not of another."""
    recall.store("The queue is NATS.")
    for session, agent in (("71f0aa", "claude-code"), ("82e1bb", "codex")):
        message = f'{{"session_id": "{session}", "cwd": "{recall.path}", "source": "startup"}}'
        recall.quick("hook", "session-start", "--agent", agent, stdin=message)
        recall.later()
    assert recall.json("told", "latest")["session"] == "82e1bb"
    assert recall.json("told", "latest", "--agent", "claude-code")["session"] == "71f0aa"


@pytest.mark.parametrize("until", ["yesterday", "2026-02-01"])
def test_a_memory_that_is_over_is_stored_with_a_word(recall: Home, until: str) -> None:
    """At a terminal, in a pipe, in JSON, and after an update; nothing is said of a date to come."""
    note = "no longer valid: it ended on 2026-02-"
    assert note in recall("store", "The sale is on.", "--valid-until", until, tty=True).err
    assert note in recall.quick("store", "The shop is closed.", "--valid-until", until).err
    assert note in recall.json("store", "The lift is broken.", "--valid-until", until)["notes"][0]
    id_ = recall.store("The door is green.", "--valid-until", "tomorrow")
    assert "no longer" not in recall.quick("store", "The gate is red.", "--valid-until", "tomorrow").err
    assert note in recall.quick("update", id_, "--valid-until", until).err


def test_a_memory_that_has_not_begun_is_stored_with_a_word(recall: Home) -> None:
    """A search does not find it yet, so the answer says from when on it holds."""
    note = "not valid yet: it begins on 2026-03-02"
    assert note in recall("store", "The sale is on.", "--valid-from", "tomorrow", tty=True).err
    id_ = recall.store("The lift is broken.", "--valid-from", "yesterday")
    assert note in recall.quick("update", id_, "--valid-from", "tomorrow").err
    assert "valid" not in recall.quick("store", "The shop is open.", "--valid-from", "yesterday").err


def test_the_home_screen_counts_the_same_memories_twice(recall: Home) -> None:
    """The project's number leaves out what has ended or not begun, as the number of all memories does."""
    (recall.path / "shop/.git").mkdir(parents=True)
    for more in ((), ("--valid-until", "yesterday"), ("--valid-from", "tomorrow")):
        recall.quick("store", f"The sale is on {len(more)} {more[:1]}.", *more, cwd=recall.path / "shop")
    screen = recall(tty=True, cwd=recall.path / "shop").out
    assert screen.count("1 memory") == 2, screen


@pytest.mark.parametrize("command", ["store", "update"])
def test_the_help_of_a_writing_command_speaks_of_writing(recall: Home, command: str) -> None:
    """--project and --global say where the memory goes, and not what is searched."""
    options = recall.quick(command, "--help").out
    assert "Only memories without a project" not in options
    assert "'*': all projects" not in options
    assert "It belongs to no project" in " ".join(options.split())
