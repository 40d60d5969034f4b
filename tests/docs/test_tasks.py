"""The page of tasks: every command in it works as it is written."""

import re
import shlex

import pytest

from tests.command import ROOT, Home
from tests.schedulers.fake_crontab import write_fake_crontab

PAGE = (ROOT / "recall_cli/docs/tasks.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (?!what you want)([^|-][^|]*) \| (`.*`) \|$", PAGE, re.MULTILINE)
COMMANDS = [(wish, command) for wish, cell in ROWS for command in re.findall(r"`(recall [^`]*)`", cell)]
FOR_A_TERMINAL = ("recall list --browse", "recall view --live")
"""Commands that take over the screen or go on until they are stopped; they have tests of their own."""


@pytest.fixture
def machine(recall: Home) -> Home:
    """A store with everything that a task needs."""
    recall.fill_once("every task", store_texts)
    (recall.path / ".claude").mkdir()
    recall.more |= {"PATH": f"{write_fake_crontab(recall)}:/usr/bin:/bin", "SHELL": "/bin/bash", "EDITOR": "true"}
    (recall.path / "notes.md").write_text("The nightly job of the shop writes to the ledger at four.\n")
    return recall


def store_texts(recall: Home) -> None:
    label = ("--topic", "OLD", "--tag", "OLD=1")
    port = ("--entity", "api", "--attribute", "port", "--value")
    for project in ("NAME", "OLD", "NEW"):
        recall.store(f"The queue of {project} is NATS, with WORD.", "--session", "SESSION", "--project", project)
    recall.store("The api of the shop has port 8080.", *port, "8080", *label)
    recall.quick("store", "The meeting is at nine.", "--entity", "ENTITY", "--attribute", "ATTRIBUTE", "--value", "9",
                 "--extractor", "none", person=True)  # fmt: skip
    recall.later()
    recall.store("The meeting is at ten.", "--entity", "ENTITY", "--attribute", "ATTRIBUTE", "--value", "10")


def test_the_page_has_tasks() -> None:
    """The table is read: a change of its form does not empty the test."""
    assert len(ROWS) > 25


@pytest.mark.parametrize(("wish", "command"), [one for one in COMMANDS if one[1] not in FOR_A_TERMINAL])
def test_each_command_does_what_it_says(machine: Home, wish: str, command: str) -> None:
    """With the words in capitals replaced it ends with status 0 for a person who says yes."""
    id_ = machine.json("list", "--project", "NAME")["memories"][-1]["id"]
    other = next(one["id"] for one in machine.json("list", "--project", "*")["memories"] if one["id"] != id_)
    command = re.sub(r"\bOTHER_ID\b", other, command)
    command = re.sub(r"\bID\b", id_, command).replace("undo N", "undo 1")
    if "import FILE" in command:
        command = command.replace("FILE", "notes.md")
    elif "restore" in command:
        machine.json("backup", "FILE")
        machine.db.rename(machine.path / "moved.db")
    words = shlex.split(command)[1:]
    where = ("--project", "NAME") if words[0] == "edit" and "--query" in words else ()
    where = ("--project", "*") if words[0] == "history" else where
    answer = machine.quick(*words, *where, stdin="y\n" * 9, person=True)
    assert answer.status == 0, (wish, command, answer)
