"""Long screens go through a pager for a person; a pipe, an agent and an untrusted environment never start one."""

import os
from pathlib import Path

import pytest

from recall_cli.cli.output.pager import pager_command
from tests.command import Home

PAGER = """#!/bin/sh
cat > "{folder}/paged"
env > "{folder}/variables"
"""


@pytest.fixture
def pager(recall: Home) -> str:
    """A pager that writes what it gets into a file."""
    recall.fill_once("more than a screen", store_findings)
    path = recall.path / "pager"
    path.write_text(PAGER.format(folder=recall.path))
    path.chmod(0o755)
    return str(path)


def store_findings(recall: Home) -> None:
    for number in range(45):
        recall.store(f"Finding {number} about the build server.")


def at_terminal(recall: Home, *args: str, **env: str) -> str:
    return str(recall._at_terminal(args, {"TERM": "xterm", **env}, None, 60).out)


def test_a_long_screen_is_paged_and_a_short_one_is_not(recall: Home, pager: str) -> None:
    """The terminal of the tests has 40 lines."""
    shown = at_terminal(recall, "list", "-n", "45", RECALL_PAGER=pager)
    paged = recall.path / "paged"
    assert "Finding 44" in paged.read_text()
    assert "Finding 44" not in shown
    paged.unlink()
    assert "Finding 44" in at_terminal(recall, "list", "-n", "5", RECALL_PAGER=pager)
    assert not paged.exists()


def test_less_gets_no_preprocessor(recall: Home, pager: str) -> None:
    """Variables through which less runs programs do not reach it."""
    at_terminal(recall, "list", "-n", "45", PAGER=pager, RECALL_PAGER=pager, LESSOPEN="|evil %s", LESSKEYIN="evil")
    variables = (recall.path / "variables").read_text()
    assert "LESSSECURE=1" in variables
    assert "evil" not in variables


def test_a_pipe_is_never_paged(recall: Home, pager: str) -> None:
    """Not even with colour forced."""
    for env in ({}, {"FORCE_COLOR": "1"}):
        recall("list", "-n", "45", env={"RECALL_PAGER": pager, **env})
    assert not (recall.path / "paged").exists()


def test_a_pager_that_does_not_start_loses_nothing(recall: Home, pager: str) -> None:
    """The screen is printed as it is."""
    broken = recall.path / "broken"
    broken.write_text("no program")
    broken.chmod(0o755)
    assert "Finding 44" in at_terminal(recall, "list", "-n", "45", RECALL_PAGER=str(broken))


@pytest.mark.parametrize("named", ["", "cat", "off", "./evil", "sub/evil", "no-such-program", "'open quote", "evil"])
def test_these_start_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    """No pager, a program of the current folder, and one that is not there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", os.defpath)
    (tmp_path / "evil").write_text("#!/bin/sh\n")
    (tmp_path / "evil").chmod(0o755)
    assert pager_command({"RECALL_PAGER": named, "PAGER": "sh"}) is None


def test_no_shell_reads_the_command() -> None:
    """Words stay words."""
    assert (pager_command({"PAGER": "sh -c 'x; y' $(z)"}) or [])[1:] == ["-c", "x; y", "$(z)"]


def test_matched_words_stand_out(recall: Home) -> None:
    """The words of the question are bold on a screen, in any form; a pipe has no marks."""
    recall.store("We left RabbitMQ because replaying took forty minutes.")
    shown = recall.quick("search", "why did the replay take so long", env={"FORCE_COLOR": "1", "COLUMNS": "120"}).out
    assert "\x1b[1mreplaying\x1b[0m" in shown
    assert "\x1b[1mWe" not in shown
    assert "\x1b" not in recall.quick("search", "replay").out
