"""Claude Code's own memory folder belongs to its project."""

import json
from pathlib import Path

import pytest

from recall_cli.agents.claude_memory import project_slug
from tests.command import Home
from tests.repository.hostile_folders import create_repository, run_git


def make_memory_folder(recall: Home, project: Path, *, sessions: bool, base: str = ".claude") -> Path:
    """The memory folder of a project, with a note in it."""
    folder = recall.path / base / "projects" / project_slug(str(project))
    (folder / "memory").mkdir(parents=True)
    (folder / "memory/MEMORY.md").write_text("- The port of the billing API is 8443.\n")
    if sessions:
        line = {"type": "user", "sessionId": "s", "cwd": str(project), "message": {"content": "hi"}}
        (folder / "s.jsonl").write_text(json.dumps(line) + "\n")
    return folder / "memory"


def count_by_project(recall: Home) -> dict[str, int]:
    return {one["name"]: one["memories"] for one in recall.json("config", "project")["projects"]}


@pytest.mark.parametrize("sessions", [True, False], ids=["with sessions", "by the name alone"])
@pytest.mark.parametrize("name", ["billing", "my.billing-api", "deep_er/billing"])
@pytest.mark.parametrize("of_git", [True, False])
def test_an_import_goes_to_the_project_itself(
    recall: Home, tmp_path: Path, sessions: bool, name: str, of_git: bool
) -> None:
    """For the folder or a file in it: the same project as for a command in the project's own folder."""
    project = tmp_path / name
    if of_git:
        create_repository(project)
    else:
        project.mkdir(parents=True)
    folder = make_memory_folder(recall, project, sessions=sessions)
    recall.json("import", str(folder))
    assert recall.json("count", cwd=project)["count"] == 1
    assert count_by_project(recall) == {project.name: 1}
    recall.json("import", str(folder / "MEMORY.md"))
    recall.store("Said there.", cwd=folder)
    recall.store("Said above.", cwd=folder.parent)
    assert count_by_project(recall) == {project.name: 3}


def test_the_folder_may_be_moved(recall: Home, tmp_path: Path) -> None:
    """CLAUDE_CONFIG_DIR sets its place."""
    project = create_repository(tmp_path / "billing")
    folder = make_memory_folder(recall, project, sessions=True, base="elsewhere")
    recall.json("import", str(folder), env={"CLAUDE_CONFIG_DIR": str(recall.path / "elsewhere")})
    assert count_by_project(recall) == {"billing": 1}


def test_a_project_that_is_gone_keeps_a_name_of_its_own(recall: Home, tmp_path: Path) -> None:
    """If neither a session nor a folder names the project, it gets its own name, not "memory"."""
    folder = make_memory_folder(recall, tmp_path / "no/such", sessions=False)
    recall.json("import", str(folder))
    [name] = count_by_project(recall)
    assert name != "memory"
    assert name.split("-")[0] in project_slug(str(tmp_path))


def test_a_session_that_names_another_folder_is_not_believed(recall: Home, tmp_path: Path) -> None:
    """The folder in a session must match the name of its data folder."""
    project, other = create_repository(tmp_path / "billing"), create_repository(tmp_path / "other")
    run_git(other, "commit", "-q", "--amend", "-m", "other")
    folder = make_memory_folder(recall, project, sessions=False)
    (folder.parent / "s.jsonl").write_text(json.dumps({"type": "user", "sessionId": "s", "cwd": str(other)}) + "\n")
    recall.json("import", str(folder))
    assert count_by_project(recall) == {"billing": 1}


def test_a_folder_called_projects_is_an_ordinary_one(recall: Home, tmp_path: Path) -> None:
    """Only Claude Code's own folder is special."""
    folder = tmp_path / "projects/-a-b/memory"
    folder.mkdir(parents=True)
    recall.store("Said there.", cwd=folder)
    assert count_by_project(recall) == {"memory": 1}
