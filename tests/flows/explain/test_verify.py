"""Memories checked against their code: four states, and a person's decision; nothing is automatic."""

import os
from pathlib import Path

import pytest

from tests.command import Home
from tests.flows.brief.test_anchors import CODE, anchored_id, change_file, git, repository

__all__ = ["anchored_id", "repository"]


def states(recall: Home, repository: Path) -> "list[str]":
    """The results of verify, the worst first."""
    return [one["state"] for one in recall.json("verify", cwd=repository)["memories"]]


def test_every_state(recall: Home, repository: Path) -> None:
    """Unchanged, moved, changed and gone anchors are counted; the worst come first."""
    (repository / "old.py").write_text("x = 1\n")
    for anchor in ("src/client.py:1-2", "src/client.py:5-6", "old.py"):
        recall.store(f"About {anchor}.", "--anchor", anchor, cwd=repository)
    recall.store("About nothing.", cwd=repository)
    assert states(recall, repository) == ["unchanged"] * 3
    (repository / "old.py").unlink()
    change_file(repository, "# first\n" + CODE.replace("return 1", "return 2"))
    told = recall.json("verify", cwd=repository)
    assert [one["state"] for one in told["memories"]] == ["gone", "changed", "moved"]
    assert {state: told[state] for state in ("unchanged", "moved", "changed", "gone", "checked")} == {
        "unchanged": 0, "moved": 1, "changed": 1, "gone": 1, "checked": 3}  # fmt: skip
    lines = recall.quick("verify", cwd=repository).lines
    assert lines[1].split("\t")[2] == "src/client.py:5-6 changed, 1 commit since"


def test_a_renamed_file_is_followed(recall: Home, repository: Path, anchored_id: str) -> None:
    """In a file that git knows as renamed, the same lines have only moved."""
    git(repository, "mv", "src/client.py", "src/http.py")
    git(repository, "commit", "-qm", "renamed")
    assert states(recall, repository) == ["moved"]
    assert "moved to src/http.py:1-2" in recall.quick("verify", cwd=repository).out


def test_looking_changes_nothing_and_only_a_person_fixes(recall: Home, repository: Path, anchored_id: str) -> None:
    """Verifying changes neither memories nor the log; an agent cannot decide, and is told what it can do instead."""
    change_file(repository, "")
    before = (recall.json("get", anchored_id, "--no-touch", cwd=repository)["anchors"], recall.json("log"))
    recall.quick("verify", cwd=repository)
    refused = recall.quick("verify", "--fix", cwd=repository, stdin="s\n")
    assert (refused.status, "only a person" in refused.err) == (3, True)
    assert (recall.json("get", anchored_id, "--no-touch", cwd=repository)["anchors"], recall.json("log")) == before


@pytest.mark.parametrize("gone", [False, True])
def test_still_true(recall: Home, repository: Path, anchored_id: str, gone: bool) -> None:
    """Confirming anchors a memory to the present code, or to nothing; undo restores the anchor."""
    change_file(repository, CODE.replace("503", "500"))
    if gone:
        (repository / "src/client.py").unlink()
    answer = recall.quick("verify", "--fix", cwd=repository, stdin="s\n", person=True)
    assert answer.status == 0
    assert states(recall, repository) == ([] if gone else ["unchanged"])
    assert "verify" in recall.quick("log").out
    recall.quick("undo", person=True)
    assert states(recall, repository) == ["gone" if gone else "changed"]


def test_fewer_lines_than_before(recall: Home, repository: Path) -> None:
    """If the lines are gone, the anchor becomes the whole file."""
    recall.store("The end of it.", "--anchor", "src/client.py:5-6", cwd=repository)
    change_file(repository, "one line\n")
    recall.quick("verify", "--fix", cwd=repository, stdin="s\n", person=True)
    [one] = recall.json("verify", cwd=repository)["memories"]
    assert (one["state"], one["anchors"][0]["lines"]) == ("unchanged", None)


def test_other_words(recall: Home, repository: Path, anchored_id: str) -> None:
    """Rewording sets the text and the anchor; an empty answer changes nothing."""
    change_file(repository, CODE.replace("503", "500"))
    recall.quick("verify", "--fix", cwd=repository, stdin="o\n\n", person=True)
    assert states(recall, repository) == ["changed"]
    recall.quick("verify", "--fix", cwd=repository, stdin="o\nRetry only on 500.\n", person=True)
    [one] = recall.json("verify", cwd=repository)["memories"]
    assert (one["state"], one["text"]) == ("unchanged", "Retry only on 500.")


def test_expire_next_quit(recall: Home, repository: Path, anchored_id: str) -> None:
    """An expired memory is not found; next, quit, other answers and the end of input change nothing."""
    recall.store("About it all.", "--anchor", "src/client.py", cwd=repository)
    change_file(repository, "")
    for said in ("n\nn\n", "q\n", "", "maybe\n?\n"):
        assert recall.quick("verify", "--fix", cwd=repository, stdin=said, person=True).status == 0
        assert len(states(recall, repository)) == 2
    recall.quick("verify", "--fix", cwd=repository, stdin="e\nq\n", person=True)
    recall.later()
    assert len(states(recall, repository)) == 1


def test_where_nothing_is_anchored(recall: Home, tmp_path: Path) -> None:
    """Without anchored memories or a project: one note, no error."""
    for folder in (tmp_path, Path(os.sep)):
        answer = recall.quick("verify", cwd=folder)
        assert (answer.status, answer.out) == (0, "")
        assert "no memory in this project" in answer.err


def review_screen(recall: Home, repository: Path) -> str:
    """What a person is shown before they answer."""
    return recall.quick("verify", "--fix", cwd=repository, stdin="q\n", person=True).err


def test_the_changed_lines_are_shown(recall: Home, repository: Path, anchored_id: str) -> None:
    """The question shows the old and the new lines, and no other part of the file; of a deleted file the old ones."""
    change_file(repository, "# new first line\n" + CODE.replace("503", "500").replace("return 1", "return 2"))
    said = review_screen(recall, repository)
    assert "    -     return status == 503\n    +     return status == 500\n" in said
    assert "      def retry(status):\n" in said
    assert "return 2" not in said
    assert said.index("503") < said.index("still true")
    (repository / "src/client.py").unlink()
    assert "    - def retry(status):\n    -     return status == 503\n" in review_screen(recall, repository)


def test_a_whole_file_shows_only_what_changed(recall: Home, repository: Path) -> None:
    """Equal lines are left out, and of many lines only the first are shown."""
    recall.store("About it all.", "--anchor", "src/client.py", cwd=repository)
    change_file(repository, CODE.replace("return 1", "return 2"))
    said = review_screen(recall, repository)
    assert "    -     return 1\n    +     return 2\n" in said
    assert "retry" not in said
    change_file(repository, "".join(f"x{number}\n" for number in range(100)))
    said = review_screen(recall, repository)
    assert "more lines" in said
    assert said.count("\n    ") <= 26


def test_lines_that_were_never_committed_are_shown_as_they_are_now(recall: Home, repository: Path) -> None:
    """If the old lines are unknown, only the new ones are shown."""
    (repository / "new.py").write_text("a = 1\n")
    recall.store("About a.", "--anchor", "new.py:1", cwd=repository)
    (repository / "new.py").write_text("a = 2\n")
    said = review_screen(recall, repository)
    assert "      a = 2\n" in said
    assert "- " not in said.partition("still true")[0].partition("new.py:1 changed")[2]


def test_shown_lines_cannot_write_to_the_terminal(recall: Home, repository: Path, anchored_id: str) -> None:
    """Control characters of the code are escaped."""
    change_file(repository, CODE.replace("503", "'\x1b]0;owned\x07\x9b31m'"))
    said = review_screen(recall, repository)
    assert "owned" in said
    assert "\x1b]" not in said
    assert "\x07" not in said
