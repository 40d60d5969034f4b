"""Anchored memories: they say when their code has changed, and cost nothing if there are no anchors."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.command import Home

CODE = "def retry(status):\n    return status == 503\n\n\ndef other():\n    return 1\n"
TEXT = "Retry only on 503."


def git(folder: Path, *args: str) -> None:
    """Run git in a folder."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1"}
    for who in ("AUTHOR", "COMMITTER"):
        environment |= {f"GIT_{who}_NAME": "t", f"GIT_{who}_EMAIL": "t@localhost"}
    subprocess.run(["git", *args], cwd=folder, env=environment, check=True, capture_output=True)


@pytest.fixture
def repository(recall: Home) -> Path:
    """A repository with one file."""
    folder = recall.path / "api"
    (folder / "src").mkdir(parents=True)
    (folder / "src/client.py").write_text(CODE)
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "one")
    git(folder, "remote", "add", "origin", "https://git.example.org/team/api.git")
    return folder


def change_file(repository: Path, text: str, *, commit: bool = True) -> None:
    """Write new content to the file."""
    (repository / "src/client.py").write_text(text)
    if commit:
        git(repository, "commit", "-qam", "again")


def stale_text(recall: Home, repository: Path, *command: str) -> "list[dict[str, object]]":
    """What a command's first memory says about its code."""
    answer = recall.json(*(command or ("search", "retry on 503")), cwd=repository)
    first = answer["results"][0] if "results" in answer else answer["memories"][0] if "memories" in answer else answer
    return list(first.get("staleness", []))


@pytest.fixture
def anchored_id(recall: Home, repository: Path) -> str:
    """A memory anchored to the first two lines of the file."""
    return recall.store(TEXT, "--anchor", "client.py:1-2", cwd=repository / "src")


def test_an_anchor_is_kept_with_commit_and_hash(recall: Home, repository: Path, anchored_id: str) -> None:
    """The path from the top of the repository, the lines, the present commit and a hash."""
    [anchor] = recall.json("get", anchored_id, cwd=repository)["anchors"]
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=repository, capture_output=True, text=True, check=True)
    assert (anchor["path"], anchor["lines"], anchor["commit"]) == ("src/client.py", [1, 2], head.stdout.strip())
    assert len(anchor["hash"]) == 16


def test_what_stands_unchanged_says_nothing_in_words(recall: Home, repository: Path, anchored_id: str) -> None:
    """Programs see that the anchor was checked; people see nothing."""
    assert stale_text(recall, repository) == [
        {"path": "src/client.py", "lines": [1, 2], "state": "unchanged", "commits": None}
    ]
    assert recall.quick("search", "retry on 503", cwd=repository).out.count("\t") == 3
    change_file(repository, "import os\n\n" + CODE)
    assert stale_text(recall, repository)[0] | {"commits": None} == {
        "path": "src/client.py", "lines": [3, 4], "state": "moved", "commits": None}  # fmt: skip
    assert "stale" not in recall.quick("context", "--compact", cwd=repository).out


def test_a_change_is_told_with_its_commits(recall: Home, repository: Path, anchored_id: str) -> None:
    """Uncommitted, after one commit, after two; in every command that shows the memory."""
    commands = (("search", "retry on 503"), ("list",), ("get", anchored_id))

    def states() -> "list[tuple[object, object]]":
        found = [status for command in commands for status in stale_text(recall, repository, *command)]
        return [(status["state"], status["commits"]) for status in found]

    wrong = CODE.replace("503", "500")
    change_file(repository, wrong, commit=False)
    assert states() == [("changed", 0)] * 3
    change_file(repository, wrong)
    change_file(repository, wrong.replace("500", "502"))
    assert states() == [("changed", 2)] * 3
    for command in commands:
        assert "src/client.py:1-2 changed, 2 commits since" in recall.quick(*command, cwd=repository).out
    (repository / "src/client.py").unlink()
    assert [state for state, _ in states()] == ["gone"] * 3


def test_a_brief_says_it_too(recall: Home, repository: Path) -> None:
    """A brief has one more note on the line, and stays within the budget."""
    recall.store(TEXT, "--type", "decision", "--anchor", "src/client.py", cwd=repository)
    change_file(repository, CODE + "\n# more\n")
    out = recall.quick("context", "--compact", cwd=repository).out
    assert f"- {TEXT} " in out
    assert ", src/client.py changed, 1 commit since]" in out
    for budget in range(50, 130, 4):
        brief = recall.json("context", "--budget", str(budget), cwd=repository)
        assert brief["tokens"] <= budget


def test_the_stale_stand_behind_the_true(recall: Home, repository: Path) -> None:
    """Of two equal matches, the one with unchanged code comes first, and --explain says why."""
    recall.store(TEXT, "--type", "decision", "--anchor", "src/client.py:1-2", cwd=repository)
    recall.store(TEXT, "--type", "finding", "--anchor", "src/client.py:5-6", cwd=repository)
    for gone, first in (("503", "finding"), ("return 1", "decision")):
        change_file(repository, CODE.replace(gone, "nothing"))
        results = recall.json("search", "retry on 503", "--explain", cwd=repository)["results"]
        assert results[0]["type"] == first
        assert [bool(result["terms"].get("stale")) for result in results] == [False, True]
        assert results[0]["score"] >= results[1]["score"]


def test_elsewhere_nothing_is_said(recall: Home, repository: Path, anchored_id: str) -> None:
    """From another folder, the state of the file is not known."""
    other = recall.path / "other"
    other.mkdir()
    change_file(repository, "")
    answer = recall.json("search", "retry on 503", "--project", "*", cwd=other)
    assert "staleness" not in answer["results"][0]


def test_told_again_it_is_anchored_anew(recall: Home, repository: Path, anchored_id: str) -> None:
    """Storing the same text again with --anchor renews the anchor: it is no longer stale, and undo takes that back.

    Also by an agent that read the memory; without --anchor, nothing changes.
    """
    change_file(repository, CODE.replace("503", "500"))
    assert recall.json("store", TEXT, "--anchor", "src/client.py:1-2", cwd=repository)["status"] == "duplicate"
    assert stale_text(recall, repository)[0]["state"] == "unchanged"
    recall.quick("undo")
    recall.json("list", cwd=repository)
    recall.json("search", "retry on 503", cwd=repository)
    recall.json("store", TEXT, cwd=repository)
    assert stale_text(recall, repository)[0]["state"] == "changed"
    answer = recall.json("store", TEXT, "--anchor", "src/client.py:1-2", cwd=repository)
    assert (answer["status"], answer["memory_ids"]) == ("duplicate", [anchored_id])
    assert stale_text(recall, repository)[0]["state"] == "unchanged"
    recall.quick("undo")
    assert stale_text(recall, repository)[0]["state"] == "changed"


def test_update_sets_and_clears_anchors(recall: Home, repository: Path, anchored_id: str) -> None:
    """`--anchor` sets new anchors, `--clear anchors` removes them."""
    change_file(repository, "")
    recall.quick("update", anchored_id, "--anchor", "src/client.py", cwd=repository)
    assert stale_text(recall, repository)[0] | {"lines": None} == {
        "path": "src/client.py", "lines": None, "state": "unchanged", "commits": None}  # fmt: skip
    recall.quick("update", anchored_id, "--clear", "anchors", cwd=repository)
    assert stale_text(recall, repository) == []


NO_ANCHORS = {
    "src/client.py:9-3": "has no valid lines",
    "src/client.py:400": "has only 7 lines",
    "src/nothing.py": "cannot read the file",
    "src": "cannot read the file",
    "../secret.txt": "not in this project",
    "/etc/hostname": "not in this project",
    "link.py": "not in this project",
    ".git/config": "cannot read the file",
    "pipe": "cannot read the file",
}


def test_what_cannot_be_an_anchor(recall: Home, repository: Path) -> None:
    """Missing lines, folders, pipes, links and paths outside the project are refused, and nothing is stored."""
    (recall.path / "secret.txt").write_text("x")
    (repository / "link.py").symlink_to(recall.path / "secret.txt")
    os.mkfifo(repository / "pipe")
    for place, reason in NO_ANCHORS.items():
        answer = recall.quick("store", TEXT, "--anchor", place, cwd=repository)
        assert (answer.status, reason in answer.err) == (2, True), (place, answer)
    assert recall.json("count", cwd=repository)["count"] == 0


def test_an_import_reads_nothing_outside(recall: Home, repository: Path, anchored_id: str) -> None:
    """Imported anchors outside the tree, to a pipe or to nothing, count as gone, and nothing hangs."""
    os.mkfifo(repository / "pipe")
    for path in ("../../../etc/hostname", "/etc/hostname", "pipe", "\0", "a" * 5000):
        line = {"text": f"Beware of {path[:9]!r}.", "project": "api",
                "anchors": [{"path": path, "hash": "0" * 16, "commit": "--output=/nowhere"}]}  # fmt: skip
        assert recall.quick("import", "-", stdin=json.dumps(line), cwd=repository).status == 0
    for memory in recall.json("list", cwd=repository)["memories"][:5]:
        assert [(s["state"], s["commits"]) for s in memory["staleness"]] == [("gone", None)]


def test_git_is_never_started(recall: Home, repository: Path, anchored_id: str) -> None:
    """Commits are counted without running git; git need not be installed."""
    change_file(repository, CODE.replace("503", "500"))
    folder = recall.path / "bin"
    folder.mkdir()
    (folder / "git").write_text("#!/bin/sh\ntouch STARTED\n")
    (folder / "git").chmod(0o755)
    for path in (str(folder), str(recall.path)):
        answer = recall.quick("list", "--json", cwd=repository, env={"PATH": path})
        [memory] = answer.data["memories"]
        assert [(stand["state"], stand["commits"]) for stand in memory["staleness"]] == [("changed", 1)]
    assert not (repository / "STARTED").exists()


def test_without_anchors_nothing_is_loaded(recall: Home, repository: Path) -> None:
    """A search without anchored results does not load the code that reads files."""
    import sys

    recall.store(TEXT, cwd=repository)
    sys.modules.pop("recall_cli.flows.brief.anchors", None)
    recall.quick("search", "retry", cwd=repository)
    recall.quick("context", cwd=repository)
    assert "recall_cli.flows.brief.anchors" not in sys.modules


def test_a_folder_without_git_has_anchors_too(recall: Home) -> None:
    """Changed and gone are reported, without numbers of commits."""
    folder = recall.path / "plain"
    folder.mkdir()
    (folder / "notes.md").write_text("a\nb\n")
    recall.store("The notes say b.", "--anchor", "notes.md:2", cwd=folder)
    (folder / "notes.md").write_text("a\nc\n")
    assert [(status["state"], status["commits"]) for status in stale_text(recall, folder, "list")] == [
        ("changed", None)
    ]
