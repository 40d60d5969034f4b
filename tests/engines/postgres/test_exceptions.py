"""The list of tests that do not run on PostgreSQL, and the fixture of the server."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import engine_choice, postgres_server
from tests.command import ROOT
from tests.for_each import for_each
from tests.long_run import LONG_RUN

LINES = [line.partition("  ") for line in (ROOT / "tests/sqlite_only.txt").read_text().splitlines() if line[0] != "#"]
OWN_PARTS = ("tests/engines/", "tests/flows/transfer/test_backup.py", "tests/flows/transfer/test_encryption.py")
"""These exceptions are about parts of the SQLite engine alone: they pass on any run, and say nothing about a server."""


def run_exceptions(*arguments: str) -> str:
    """What pytest prints about the tests of the list, on PostgreSQL and without skipping them."""
    folders = sorted({"/".join(start.split("/")[:2]) for start, _, _ in LINES})
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-o",
        "addopts=",
        "--engine",
        "postgres",
        "--exceptions",
        *arguments,
        *folders,
    ]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=3000, check=False).stdout


def names_tests(start: str) -> bool:
    """Is it a folder or a file of tests, or the beginning of a test's name in one, and the first word of its case?"""
    path, _, name = start.partition("::")
    name, _, case = name.partition("[")
    case = case.rstrip("]").partition("-")[0]
    text = (ROOT / path).read_text(encoding="utf-8") if name else ""
    return (ROOT / path).exists() and (not name or (f"def {name}" in text and case in text))


@for_each("start, separator, reason", LINES)
def test_every_exception_has_a_reason_and_names_tests(start: str, separator: str, reason: str) -> None:
    """Each line is the beginning of a test's id; none is left of a test that is gone."""
    assert len(reason.strip()) >= 10
    assert names_tests(start)


@pytest.mark.slow
@pytest.mark.skipif(not LONG_RUN, reason="it runs every exception: RECALL_LONG=1")
def test_every_exception_is_still_needed() -> None:
    """Each line has a test that does not pass on a server."""
    lines = [line.split() for line in run_exceptions("-v", "-n", "2").splitlines()]
    ends = {word: line for line in lines for word in line if word.startswith("tests/") and "::" in word}
    failing = [id_ for id_, line in ends.items() if "PASSED" not in line]
    needless = [start for start, _, _ in LINES if not any(id_.startswith(start) for id_ in failing)]
    assert [start for start in needless if not start.startswith(OWN_PARTS)] == []


def test_folders_of_killed_tests_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server's folder is removed if the process that it is named after is gone, and no other folder."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    names = [f"recall-pg-{ended.pid}-abc", f"recall-pg-{os.getpid()}-abc", "recall-pg-unnamed", f"other-{ended.pid}-a"]
    for name in names:
        (tmp_path / name).mkdir()
    monkeypatch.setattr(postgres_server, "SERVER_FOLDERS", (tmp_path,))
    postgres_server.remove_folders_of_dead_tests()
    assert sorted(folder.name for folder in tmp_path.iterdir()) == sorted(names[1:])


def test_a_run_on_sqlite_leaves_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list counts on PostgreSQL alone."""
    start = LINES[0][0]
    monkeypatch.setattr(engine_choice, "is_postgres", False)
    assert engine_choice.reason_to_skip(start) == ""
    monkeypatch.setattr(engine_choice, "is_postgres", True)
    assert engine_choice.reason_to_skip(start)
