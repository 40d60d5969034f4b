"""Foreign folders: whatever a repository holds, reading it runs nothing, waits for nothing and does not fail."""

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recall_cli.cli.registry import COMMANDS
from tests.command import CommandResult, Home
from tests.long_run import LONG_RUN
from tests.repository.hostile_folders import (
    BUILDERS,
    append_config,
    create_repository,
    filtered,
    hooked,
    missing_object_in_a_partial_clone,
    run_git,
)

MAX_SECONDS = 60
"""Seconds after which a command counts as hanging; each takes a fraction of one."""
READING_COMMANDS: tuple[tuple[str, ...], ...] = (
    (),
    ("store", "The queue is NATS.", "--anchor", "src/app.py"),
    ("list",),
    ("search", "port"),
    ("context", "port"),
    ("context", "--diff"),
    ("context", "--file", "src/app.py"),
    ("hook", "tool-start", "--agent", "claude-code"),
    ("verify",),
    ("count",),
    ("import", "NOTES.md"),
    ("doctor",),
    ("hook", "session-start", "--agent", "claude-code"),
    ("hook", "prompt", "--agent", "claude-code"),
    ("hook", "session-end", "--agent", "claude-code"),
)
COMMANDS_PER_FOLDER = len(READING_COMMANDS) if LONG_RUN else 8
"""How many of them a hostile folder meets; each folder meets others, and each command meets half of the folders."""
ARGUMENTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "store": (("The queue is NATS.",), ("The queue is NATS.", "--anchor", "src/app.py:1"), ("Later.", "--defer")),
    "update": (("ID", "--importance", "0.9"), ("ID", "--project", "other")),
    "tag": (("ID", "a=b"),),
    "delete": (("ID",),),
    "erase": (("ID",), ("ID", "--confirm")),
    "feedback": (("ID", "--useful"),),
    "pin": (("ID",),),
    "unpin": (("ID",),),
    "resolve": (("queue", "engine", "--keep", "NATS"),),
    "worker": (("--once",),),
    "import": (("NOTES.md",), (".",), ("transcripts",)),
    "search": (("port",), ("port", "--project", "*")),
    "context": ((), ("port",), ("--diff",), ("--file", "src/app.py"), ("--error", "KeyError: 'port'")),
    "get": (("ID",),),
    "related": (("ID",),),
    "history": (("ID",),),
    "why": (("ID",),),
    "export": (("all.jsonl",),),
    "hooks": ((), ("install", "claude-code", "--project"), ("remove", "claude-code", "--project")),
    "hook": tuple(
        (event, "--agent", agent)
        for event in ("session-start", "prompt", "session-end", "compact", "tool-start", "tool-failed")
        for agent in ("claude-code", "codex", "gemini")
    ),
    "audit": (("verify",),),
    "backup": (("copy.db",),),
    "restore": (("copy.db",),),
    "doctor": ((), ("--fix",)),
    "shadow": (("--ranking", "recency"),),
    "config": ((), ("project",), ("project", "set", "mine"), ("project", "rename", "mine", "ours")),
    "completion": (("bash",),),
    "encrypt": ((),),
    "schedule": (("status",),),
    "bench": (("--quick",),),
}
"""The arguments of each command; a command that is not here runs without arguments."""


@pytest.fixture(autouse=True)
def time_limit() -> Iterator[None]:
    """A command that waits forever fails its test instead of blocking all of them."""

    def give_up(*_: object) -> None:
        raise AssertionError("the command hangs")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(MAX_SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(autouse=True)
def started_programs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every program that this process starts. The detached worker is recorded and not started."""
    found: list[str] = []
    popen = subprocess.Popen.__init__

    def opened(self: Any, args: Any, *rest: Any, **more: Any) -> None:
        found.append(str(args if isinstance(args, str) else args[0]))
        popen(self, args, *rest, **more)

    monkeypatch.setattr(subprocess.Popen, "__init__", opened)
    monkeypatch.setattr(os, "posix_spawn", lambda path, *_, **__: found.append(str(path)) or 0)
    monkeypatch.setattr(os, "system", lambda command: found.append(command) or 0)
    return found


@pytest.fixture(scope="module")
def original_repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An ordinary repository, to be copied."""
    return create_repository(tmp_path_factory.mktemp("original") / "tool")


def copy_with_memory(recall: Home, original_repository: Path) -> tuple[Path, str]:
    """A copy of it with an anchored memory, and the memory's id."""
    folder = recall.path / "tool"
    shutil.copytree(original_repository, folder, symlinks=True)
    (folder / "NOTES.md").write_text("- The port of the API is 8080.\n")
    id_ = recall.store("The port is in the first line.", "--type", "decision", "--anchor", "src/app.py:1-2", cwd=folder)
    (folder / "src/app.py").write_text("three\nfour\n")
    run_git(folder, "commit", "-qam", "three")
    recall.later()
    return folder, id_


def check_answer(answer: CommandResult, words: tuple[str, ...]) -> None:
    """Check that a command ended normally."""
    assert answer.status in (0, 1, 2, 3, 4), (words, answer)
    assert "unexpected" not in answer.err, (words, answer)
    assert "Traceback" not in answer.err, (words, answer)


@pytest.mark.parametrize("kind", BUILDERS)
def test_a_hostile_folder_runs_nothing(
    recall: Home, original_repository: Path, started_programs: list[str], kind: str
) -> None:
    """Commands that read a folder, and hooks, end normally in it, and no program is started."""
    folder, _ = copy_with_memory(recall, original_repository)
    trace = recall.path / "TRACE"
    BUILDERS[kind](folder, f"touch {trace}")
    started_programs.clear()
    message = f'{{"session_id": "s", "cwd": "{folder}", "prompt": "which port?", "transcript_path": "{folder}/none"}}'
    for words in random.Random(kind).sample(READING_COMMANDS, COMMANDS_PER_FOLDER):
        answer = recall.quick(*words, cwd=folder, stdin=message)
        check_answer(answer, words)
        assert answer.status == 0 or words[:1] in (("store",), ("doctor",)), (words, answer)
    for project in recall.json("config", "project")["projects"]:  # a command can add a project, none takes one away
        assert len(project["name"]) <= 200
        assert project["name"].isprintable()
    (folder / "src/app.py").unlink()
    check_answer(recall.quick("verify", cwd=folder), ("verify",))
    assert not trace.exists()
    assert set(started_programs) <= {sys.executable}


@pytest.fixture
def worst_repository(recall: Home, original_repository: Path) -> tuple[Path, str]:
    """One repository that names programs wherever it can."""
    folder, id_ = copy_with_memory(recall, original_repository)
    program = f"touch {recall.path / 'TRACE'}"
    missing_object_in_a_partial_clone(folder, program)
    hooked(folder, program)
    filtered(folder, program)
    for section, name in (
        ("core", "fsmonitor pager editor askPass sshCommand gitProxy alternateRefsCommand"),
        ("diff", "external"),
        ('filter "x"', "clean smudge process"),
        ('diff "x"', "textconv command"),
        ("gpg", "program"),
        ("credential", "helper"),
    ):
        append_config(folder, f"[{section}]\n" + "".join(f'{one} = "{program}"\n' for one in name.split()))
    return folder, id_


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in ("serve", "ui")])
def test_no_command_runs_anything(
    recall: Home, worst_repository: tuple[Path, str], started_programs: list[str], command: str
) -> None:
    """Every command of the registry, in a repository that names programs for everything git does."""
    folder, id_ = worst_repository
    started_programs.clear()
    message = f'{{"session_id": "s", "cwd": "{folder}", "prompt": "which port?"}}'
    for given in ARGUMENTS.get(command, ((),)):
        words = (command, *(id_ if word == "ID" else word for word in given))
        check_answer(recall.quick(*words, cwd=folder, stdin=message), words)
    assert not (recall.path / "TRACE").exists()
    assert not [program for program in started_programs if program.endswith(("git", "sh"))]


def test_the_corpus_is_looked_at(recall: Home, worst_repository: tuple[Path, str]) -> None:
    """The history of such a repository is still read, and git itself would run its programs."""
    folder, _ = worst_repository
    [found] = recall.json("verify", cwd=folder)["memories"]
    assert (found["state"], found["staleness"][0]["commits"]) == ("changed", 1)
    subprocess.run(["git", "status"], cwd=folder, capture_output=True)
    assert (recall.path / "TRACE").exists()


@pytest.mark.parametrize("target", ["", "/dev/zero"])
def test_settings_that_are_no_file_are_not_waited_for(recall: Home, target: str) -> None:
    """A folder from elsewhere may hold a pipe or a link to a device there: it is left alone, and named to who installs."""
    folder = recall.path / "theirs"
    settings = folder / ".claude/settings.json"
    settings.parent.mkdir(parents=True)
    if target:
        settings.symlink_to(target)
    else:
        os.mkfifo(settings)
    for words in (["doctor"], ["hooks"]):
        assert "unexpected" not in recall(*words, cwd=folder, timeout=30).err
    refused = recall("hooks", "install", "claude-code", "--project", cwd=folder, timeout=30)
    assert (refused.status, "not an ordinary file" in refused.err) == (1, True), refused
