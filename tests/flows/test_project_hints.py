"""A folder that recall does not know, and that is perhaps a known project: a person is told once, with the command."""

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import Home
from tests.flows.test_projects import git, project_counts, project_of, repository


def clone_with_remote(origin: Path, folder: Path, remote: str) -> Path:
    """A clone under another remote."""
    git(origin.parent, "clone", "-q", "--no-hardlinks", str(origin), str(folder))
    git(folder, "remote", "set-url", "origin", remote)
    return folder


def renamed_clone(recall: Home, base: Path) -> Path:
    """The old clone is still there, the new one has another remote and name."""
    origin = repository(base / "tool", "git@github.com:acme/tool.git", commit="of tool")
    recall.store("The till opens at 8.", cwd=origin)
    return clone_with_remote(origin, base / "next", "git@github.com:acme/next.git")


def moved_folder(recall: Home, base: Path) -> Path:
    """A plain folder in another place, of the same name."""
    (base / "tool").mkdir()
    recall.store("The till opens at 8.", cwd=base / "tool")
    (base / "elsewhere").mkdir()
    return (base / "tool").rename(base / "elsewhere/tool")


def renamed_folder(recall: Home, base: Path) -> Path:
    """A plain folder in the same place, under another name."""
    (base / "tool").mkdir()
    recall.store("The till opens at 8.", cwd=base / "tool")
    return (base / "tool").rename(base / "next")


def moved_folder_of_git(recall: Home, base: Path) -> Path:
    """A plain folder that was moved and became a repository then."""
    folder = moved_folder(recall, base)
    git(folder, "init", "-q")
    git(folder, "remote", "add", "origin", "git@github.com:acme/other.git")
    return folder


def empty_repository(recall: Home, base: Path) -> Path:
    """A repository without a commit or a remote, whose folder got another name."""
    folder = repository(base / "tool", commit=None)
    recall.store("The till opens at 8.", cwd=folder)
    return folder.rename(base / "next")


def repository_around(recall: Home, base: Path) -> Path:
    """A repository made around the folder of a project."""
    folder = base / "all/tool"
    folder.mkdir(parents=True)
    recall.store("The till opens at 8.", cwd=folder)
    git(folder.parent, "init", "-q")
    return folder


MOVES = (renamed_clone, moved_folder, renamed_folder, moved_folder_of_git, empty_repository, repository_around)
READING = (("list",), ("search", "till"), ("context", "till"), ("context", "--compact"), ("count",))


@pytest.mark.parametrize("move", MOVES)
def test_a_reading_command_names_the_former_project_once(
    recall: Home, tmp_path: Path, move: Callable[[Home, Path], Path]
) -> None:
    """With the command that joins the folder to it; only to a person, and no longer once it is joined."""
    folder = move(recall, tmp_path)
    for words in READING:
        shown = recall.quick(*words, cwd=folder, person=True).err
        assert shown.count("recall projects set tool") == 1, (words, shown)
        assert "project set" not in "".join(recall.quick(*words, cwd=folder)[1:3])
    command = shown.partition("if it is that project: recall ")[2].partition(")")[0]
    assert recall.quick(*shlex.split(command), cwd=folder, person=True).status == 0
    assert recall.json("count", cwd=folder)["count"] == 1
    assert "project set" not in recall.quick("list", cwd=folder, person=True).err
    assert recall.quick("undo", person=True).status == 0
    assert recall.json("count", cwd=folder)["count"] == 0


@pytest.mark.parametrize("move", MOVES)
def test_storing_names_the_former_project_once(
    recall: Home, tmp_path: Path, move: Callable[[Home, Path], Path]
) -> None:
    """The new project that it begins is merged by the command, so that both memories are in one project."""
    folder = move(recall, tmp_path)
    shown = recall.quick("store", "The till shuts at 9.", cwd=folder, person=True).err
    command = shown.partition("if it is that project: recall ")[2].partition(")")[0]
    assert command.startswith("projects merge "), shown
    assert recall.quick("store", "The till is red.", cwd=folder, person=True).err == ""
    assert recall.quick(*shlex.split(command), cwd=folder, person=True).status == 0
    assert recall.json("count", cwd=folder)["count"] == 3


@pytest.mark.parametrize("move", MOVES)
def test_the_home_screen_and_doctor_name_the_former_project(
    recall: Home, tmp_path: Path, move: Callable[[Home, Path], Path]
) -> None:
    """The one as a line, the other as a note."""
    folder = move(recall, tmp_path)
    notes = [row["said"] for row in recall.json("doctor", cwd=folder, person=True)["findings"]]
    assert sum("recall projects set tool" in note for note in notes) == 1
    shown = " ".join(recall(cwd=folder, tty=True, env={"COLUMNS": "500"}).out.split())
    assert shown.count("recall projects set tool") == 1
    assert "project set" not in recall(cwd=folder).out


def test_nothing_is_joined_without_the_command(recall: Home, tmp_path: Path) -> None:
    """A folder with a known first commit, or with the name of a folder that is gone, gets no memory by itself."""
    folder = renamed_clone(recall, tmp_path)
    assert recall.json("count", cwd=folder)["count"] == 0
    assert project_of(recall, recall.store("The till shuts at 9.", cwd=folder)) == "next"
    assert project_counts(recall) == {"next": 1, "tool": 1}


def test_a_copy_without_a_remote_is_not_a_project_with_one(recall: Home, tmp_path: Path) -> None:
    """Its first commit is public: while the project is in its folder, only a person joins the copy to it."""
    folder = renamed_clone(recall, tmp_path)
    git(folder, "remote", "remove", "origin")
    assert recall.json("count", cwd=folder)["count"] == 0
    assert "recall projects set tool" in recall.quick("list", cwd=folder, person=True).err


def test_an_unrelated_folder_is_not_asked_about(recall: Home, tmp_path: Path) -> None:
    """Another name, another history; a folder of the same name beside one that is still there; two that are gone."""
    (tmp_path / "a").mkdir()
    renamed_clone(recall, tmp_path / "a")
    for number in range(2):
        (tmp_path / f"gone-{number}/notes").mkdir(parents=True)
        recall.store(f"The till {number} is red.", cwd=tmp_path / f"gone-{number}/notes")
    unrelated = [repository(tmp_path / "b/other", commit="x")]
    unrelated.append(repository(tmp_path / "b/tool", "git@example.com:acme/till.git", commit="y"))
    for name in ("c/notes", "c/plain"):
        (tmp_path / name).mkdir(parents=True)
        unrelated.append(tmp_path / name)
    for folder in unrelated:
        assert recall.quick("list", cwd=folder, person=True).err.count("that project") == 0, folder
    for number in range(2):
        (tmp_path / f"gone-{number}/notes").rmdir()
    assert "that project" not in recall.quick("list", cwd=tmp_path / "c/notes", person=True).err


def test_a_folder_with_control_signs_in_its_name_shows_none(recall: Home, tmp_path: Path) -> None:
    """They could change what the terminal shows."""
    (tmp_path / "a\x1b[31m/tool").mkdir(parents=True)
    recall.store("The till opens at 8.", cwd=tmp_path / "a\x1b[31m/tool")
    (tmp_path / "a\x1b[31m").rename(tmp_path / "b")
    shown = recall.quick("list", cwd=tmp_path / "b/tool", person=True).err
    assert "recall projects set tool" in shown
    assert "\x1b" not in shown


def test_two_projects_are_not_guessed_between(recall: Home, tmp_path: Path) -> None:
    """A repository around two projects names neither."""
    for name in ("one", "two"):
        (tmp_path / "all" / name).mkdir(parents=True)
        recall.store(f"The till {name} is red.", cwd=tmp_path / "all" / name)
    git(tmp_path / "all", "init", "-q")
    assert "that project" not in recall.quick("list", cwd=tmp_path / "all/one", person=True).err
