"""The project of imported notes: their own, or the one that you are in; and the answer says which and why."""

import subprocess
from pathlib import Path

import pytest

from tests.command import Home

NOTE = "The nightly job of the shop writes to the ledger at four.\n"


def repository(path: Path) -> Path:
    """An empty git repository."""
    path.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(path)], check=True, env={"PATH": "/usr/bin:/bin", "HOME": str(path)})
    return path


def notes(folder: Path) -> Path:
    """A file of notes in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "notes.md").write_text(NOTE)
    return folder / "notes.md"


def project_of_notes(recall: Home) -> "str | None":
    """The project of the one memory in the store."""
    (memory,) = recall.json("list", "--project", "*")["memories"]
    project: str | None = memory["project"]
    return project


@pytest.mark.parametrize("place", ["a folder that is no project", "another repository"])
def test_in_a_repository_only_another_repository_is_nearer(recall: Home, place: str) -> None:
    """A file is imported into the repository that you are in, or into its own if it is in one."""
    shop, is_own = repository(recall.path / "shop"), place == "another repository"
    file = notes(repository(recall.path / "weblog") / "docs" if is_own else recall.path / "Downloads")
    project, why = ("weblog", "the repository of the file") if is_own else ("shop", "where you are")
    answer = recall.quick("import", str(file), cwd=shop)
    assert f"into the project {project}, {why} (--project NAME names another)" in answer.err
    assert project_of_notes(recall) == project


def test_a_folder_that_is_a_project_keeps_its_notes(recall: Home) -> None:
    """Something was stored there before: that project goes on."""
    shop, file = repository(recall.path / "shop"), notes(recall.path / "vault")
    recall.json("undo", str(recall.json("store", "The vault has a door.", cwd=file.parent)["operation"]))
    answer = recall.quick("import", str(file), cwd=shop)
    assert "into the project vault, the project of its folder" in answer.err
    assert project_of_notes(recall) == "vault"


@pytest.mark.parametrize(("where", "project", "why"), [
    ("work", "work", "where you are"),
    (".", "docs", "named after the folder of the file"),
    ("other", "docs", "named after the folder of the file"),
])  # fmt: skip
def test_outside_of_repositories_the_folder_counts(recall: Home, where: str, project: str, why: str) -> None:
    """The current folder, if the file is in it; never the home folder; else the folder of the file."""
    file = notes(recall.path / "work" / "docs")
    (recall.path / "other").mkdir()
    answer = recall.quick("import", str(file), cwd=recall.path / where)
    assert f"into the project {project}, {why}" in answer.err
    assert project_of_notes(recall) == project


def test_a_named_project_needs_no_explanation(recall: Home) -> None:
    """With --project or --global nothing was guessed; and what brings nothing new explains nothing."""
    file = notes(recall.path / "docs")
    assert "where you are" not in recall.quick("import", str(file), "--project", "api").err
    assert project_of_notes(recall) == "api"
    again = recall.quick("import", str(file), "--project", "api").err
    assert "--project NAME" not in again


def test_a_dry_run_names_the_project_too(recall: Home) -> None:
    """Nothing is written, and no project is made."""
    answer = recall.quick("import", str(notes(recall.path / "docs")), "--dry-run")
    assert "into the project docs, named after the folder" in answer.err
    assert recall.json("projects")["projects"] == []
