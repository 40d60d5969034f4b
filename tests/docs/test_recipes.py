"""The recipes work as they are written, from the first command to the last."""

import re
import shlex
from pathlib import Path

import pytest

from tests.command import ROOT, Home
from tests.schedulers.fake_crontab import write_fake_crontab

PAGE = (ROOT / "recall_cli/docs/tasks.md").read_text(encoding="utf-8")


def recipe(title: str) -> list[list[str]]:
    """The commands of one recipe, block by block."""
    text = PAGE.split(f"## Recipe: {title}\n")[1].split("\n## ")[0]
    return [block.strip().splitlines() for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL)]


def run_lines(home: Home, lines: list[str], **replaced: str) -> list[str]:
    """Run commands as they stand, with the words in capitals replaced; their outputs."""
    outputs = []
    for line in lines:
        for word, value in replaced.items():
            line = line.replace(word.replace("_", " "), value)
        answer = home.quick(*shlex.split(line)[1:])
        assert answer.status == 0, (line, answer)
        outputs.append(answer.out)
    return outputs


@pytest.fixture
def machine(recall: Home) -> Home:
    """A machine with Claude Code, Codex, bash and a crontab."""
    for folder in (".claude", ".codex"):
        (recall.path / folder).mkdir()
    recall.more |= {"PATH": f"{write_fake_crontab(recall)}:/usr/bin:/bin", "SHELL": "/bin/bash"}
    return recall


@pytest.fixture
def second_home(tmp_path: Path) -> Home:
    """Somebody else's home, or another machine's."""
    home = Home(tmp_path / "second")
    home.more |= {"PATH": f"{write_fake_crontab(home)}:/usr/bin:/bin", "SHELL": "/bin/bash"}
    return home


def test_every_recipe_is_tried() -> None:
    """A new recipe gets a test here."""
    assert re.findall(r"^## Recipe: (.*)$", PAGE, re.MULTILINE) == [
        "a new laptop", "another agent", "share with a colleague", "forget a project", "my agent believes nonsense",
    ]  # fmt: skip


def test_a_new_laptop(machine: Home, second_home: Home) -> None:
    """The memories and the settings are there, and setup shows what it would connect."""
    old, new = recipe("a new laptop")
    machine.store("The queue is NATS.")
    machine.quick("config", "hooks.tokens", "600", person=True)
    run_lines(machine, old)
    assert str(machine.config) in machine.quick("backup", "memories.db", "--force").err
    (second_home.path / "memories.db").write_bytes((machine.path / "memories.db").read_bytes())
    in_home = re.search(r"`~/(\S+config.toml)`", PAGE)
    assert in_home
    (second_home.path / in_home[1]).parent.mkdir(parents=True)
    (second_home.path / in_home[1]).write_bytes((machine.path / in_home[1]).read_bytes())
    run_lines(second_home, new)
    assert "NATS" in second_home.quick("list").out
    assert "600" in second_home.quick("config", "hooks.tokens").out


def test_another_agent(machine: Home) -> None:
    """Its hooks are installed, and doctor has looked at them."""
    [lines] = recipe("another agent")
    machine.store("The queue is NATS.")
    setup, doctor = run_lines(machine, lines[:1]), machine.quick(*shlex.split(lines[1])[1:])
    assert "codex hooks" in setup[0]
    assert "hooks" in doctor.out
    assert "codex\tinstalled" in machine.quick("hooks").out


def test_share_with_a_colleague(machine: Home, second_home: Home) -> None:
    """Only what is not confidential in that project travels; it arrives as imported, and one undo takes it back."""
    ours, theirs = recipe("share with a colleague")
    machine.quick("store", "The shop's API listens on port 8080.", "--project", "shop", person=True)
    machine.store("A private matter.", "--project", "home")
    machine.store("The boss is annoying.", "--project", "shop", "--classification", "confidential")
    machine.quick("store", "Tabs, not spaces, in Go.", "--global", person=True)
    run_lines(machine, ours)
    (second_home.path / "shop.jsonl").write_bytes((machine.path / "shop.jsonl").read_bytes())
    run_lines(second_home, theirs)
    [memory] = second_home.json("list", "--project", "*")["memories"]
    assert (memory["text"], memory["trust"]) == ("The shop's API listens on port 8080.", "imported")
    run_lines(second_home, ["recall undo"])
    assert second_home.json("count")["count"] == 0


def test_forget_a_project(machine: Home) -> None:
    """Nothing more is stored there; then it is erased, with the receipt."""
    stop, forget, *erase = recipe("forget a project")
    machine.store("A try with zyxquartz.", "--project", "scratch")
    machine.quick(*shlex.split(stop[0])[1:], person=True)
    run_lines(machine, forget)
    assert machine.json("count", "--project", "*")["count"] == 0
    machine.quick("undo")
    for lines in erase:
        outputs = run_lines(machine, lines)
    assert "zyxquartz" not in machine.quick("list", "--project", "*").out
    assert "0" in outputs[-1]
    assert b"zyxquartz" not in machine.db.read_bytes()


@pytest.mark.parametrize("way", range(3))
def test_my_agent_believes_nonsense(machine: Home, way: int) -> None:
    """It is found and explained; each of the three ways out works."""
    find, act, _ = recipe("my agent believes nonsense")
    id_ = machine.store("The billing API listens on port 7.", "--session", "s1")
    shown, why = run_lines(machine, find, WHAT_THE_AGENT_SAID="billing API port", ID=id_)
    assert "port 7" in shown
    assert "said by" in why
    run_lines(machine, [act[way]], WHAT_IS_TRUE="The billing API listens on port 9090.", ID=id_)
    found = machine.quick("search", "billing API port").out
    assert ("port 9090" in found, "port 7." in found) == ((True, False), (False, False), (False, True))[way]


def test_what_a_bad_session_left_is_removed(machine: Home) -> None:
    """The session is listed, its memories are shown first, and nothing else goes."""
    _, _, session = recipe("my agent believes nonsense")
    machine.store("Retry only on 503 errors.")
    message = f'{{"session_id": "71f0aa", "cwd": "{machine.path}", "source": "startup"}}'
    machine.quick("hook", "session-start", "--agent", "claude-code", stdin=message)
    for text in ("The billing API listens on port 7.", "The moon is a database."):
        machine.store(text, "--session", "71f0aa")
    told, shown, _ = run_lines(machine, session, SESSION="71f0aa")
    assert "71f0aa" in told and "moon" in shown and "503" not in shown
    assert [memory["text"] for memory in machine.json("list")["memories"]] == ["Retry only on 503 errors."]
    machine.quick("undo")
    assert machine.json("count")["count"] == 3
