"""Streams that are closed, full or gone: one line and a status, never a traceback, and nothing written where it must not be."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import AS_INSTALLED, Home

SHOWING_CALLS = ("list", "list --json", "count", "export -", "--help", "store --help", "context --compact", "stats")


def run_in_shell(recall: Home, line: str, cwd: Path | None = None) -> "subprocess.CompletedProcess[str]":
    """A line of the shell, with `recall` in it."""
    command = f'recall() {{ {shlex.quote(sys.executable)} -c {shlex.quote(AS_INSTALLED)} "$@"; }}\n{line}'
    return subprocess.run(
        ["bash", "-c", command], env=recall.environment(), cwd=cwd or recall.path, capture_output=True, text=True
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("words", SHOWING_CALLS)
def test_a_full_disk_behind_the_answer(recall: Home, words: str) -> None:
    """Whose answer cannot be written ends with 1 and one line."""
    recall.store("kept")
    ran = run_in_shell(recall, f"recall {words} > /dev/full")
    assert ran.returncode == 1, ran
    assert ran.stderr.count("\n") == 1
    assert "no space left on device" in ran.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_behind_the_error(recall: Home) -> None:
    """The status stays what it is where the error cannot be told."""
    ran = run_in_shell(recall, "recall nosuch 2> /dev/full")
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("words", ["store 'the queue is NATS'", "--json store 'the queue is NATS'"])
def test_a_write_whose_answer_is_lost_says_that_it_was_kept(recall: Home, words: str) -> None:
    """A full disk behind the answer ends a write with status 1, and the one line says that the memory is stored."""
    ran = run_in_shell(recall, f"recall {words} > /dev/full")
    assert ran.returncode == 1
    assert ran.stderr.count("\n") == 1
    assert "no space left on device; the command's changes are saved" in ran.stderr
    assert "recall log" in ran.stderr
    assert recall.json("count")["count"] == 1


ENDLESS_INPUT_CALLS = (
    "store",
    "store -",
    "store --defer",
    "store --dry-run",
    "store --extractor rules",
    "--json store -",
)


@pytest.mark.parametrize("words", ENDLESS_INPUT_CALLS)
def test_an_endless_input_is_refused_at_its_limit(recall: Home, words: str) -> None:
    """No more than the limit is read, one line names it and what to do, and nothing is stored or put off."""
    ran = run_in_shell(recall, f"ulimit -v 1000000; recall {words} < /dev/zero")
    assert ran.returncode == 3, ran
    assert ran.stderr.count("\n") == 1
    assert "longer than 5 MB; nothing was stored" in ran.stderr
    assert "split" in ran.stderr
    assert (recall.json("count")["count"], recall.json("jobs")["jobs"]) == (0, [])


def test_exactly_the_limit_is_read(recall: Home) -> None:
    """A text of 5,000,000 bytes is read, and one byte more is not."""
    assert "a memory at most" in recall.quick("store", stdin=b"word " * 1_000_000).err
    assert "longer than 5 MB" in recall.quick("store", stdin=b"word " * 1_000_000 + b".").err


def test_an_endless_line_ends_an_import(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that never ends stops an import where it stands; the lines before it are kept."""
    from recall_cli.flows.transfer.movein import files, sources

    monkeypatch.setattr(files, "MAX_LINE_BYTES", 1_000)
    monkeypatch.setattr(sources, "MAX_FILE_BYTES", 5_000)
    answer = recall.quick("import", "-", stdin=b'{"text": "The queue is NATS."}\n' + b"x" * 1_000_000)
    assert answer.status == 1, answer
    assert "more than" in answer.err, answer
    assert recall.json("count")["count"] == 1


def test_closed_streams_lead_nowhere(recall: Home) -> None:
    """With any of its streams closed a command does its work, and its words go into no file that it opens."""
    assert run_in_shell(recall, "recall store 'the first is kept' >&-").returncode == 0
    assert run_in_shell(recall, "recall store 'the second is kept' >&- 2>&-").returncode == 0
    assert run_in_shell(recall, "recall store 'the third is kept' <&- >&- 2>&-").returncode == 0
    assert run_in_shell(recall, "recall nosuch <&- >&- 2>&-").returncode == 2
    listed = run_in_shell(recall, "recall list 2>&- <&-")
    assert [line.split("\t")[-1] for line in listed.stdout.splitlines()] == [
        f"the {which} is kept" for which in ("third", "second", "first")
    ]
    assert recall.quick("doctor").status == 0


def test_nothing_to_read(recall: Home) -> None:
    """With standard input closed there is nothing to store, and it says so."""
    for line in ("recall store <&-", "recall store - <&-"):
        ran = run_in_shell(recall, line)
        assert ran.returncode == 2
        assert ran.stderr.startswith("recall: there is nothing to store")


@pytest.mark.parametrize("words", ["backup copy.db", "store kept --anchor a.py"])
def test_a_folder_that_is_gone(recall: Home, words: str) -> None:
    """What needs the folder that it was started in says that this is gone; the rest goes on."""
    recall.store("kept", "--global")
    gone = recall.path / "gone"
    gone.mkdir()
    ran = run_in_shell(recall, f"rmdir '{gone}'; recall {words}", cwd=gone)
    assert ran.returncode == 1, ran
    assert ran.stderr == "recall: the current folder no longer exists (change to another folder)\n"
    gone.mkdir()
    assert run_in_shell(recall, f"rmdir '{gone}'; recall list --count", cwd=gone).stdout == "1\n"


def test_a_text_from_a_folder_that_is_gone_says_where_it_is(recall: Home) -> None:
    """It is in no project, which would surprise later; with --global or --project nothing is to be said."""
    for words, is_told in (("", True), ("--global", False), ("--project shop", False)):
        gone = recall.path / "gone"
        gone.mkdir()
        ran = run_in_shell(
            recall, f"rmdir '{gone}'; recall store 'The gate{len(words)} opens at nine.' {words}", cwd=gone
        )
        assert (ran.returncode, "current folder no longer exists" in ran.stderr) == (0, is_told), ran


def test_a_closed_pipe_is_no_error(recall: Home) -> None:
    """`recall list | head -1`: no complaint, status 0."""
    lines = (json.dumps({"text": f"memory {n} " + "x" * 400}) for n in range(300))
    assert recall.json("import", "-", stdin="\n".join(lines))["created"] == 300
    for args in (
        ["list", "-n", "300"],
        ["export"],
        ["search", "memory", "-n", "300", "--json"],
        ["list", "--json", "-n", "300"],
    ):
        running = recall.start(*args, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert running.stdout.read(10)
        running.stdout.close()
        assert (running.wait(timeout=30), running.stderr.read()) == (0, b""), args
        running.stderr.close()
