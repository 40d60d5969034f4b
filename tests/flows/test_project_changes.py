"""Which project a folder belongs to, and whether its memory is on: operations that the log shows and undo takes back."""

from pathlib import Path

import pytest

from tests.command import CommandResult, Home
from tests.flows.test_projects import git, project_counts, project_of, repository


def assign(recall: Home, name: str, folder: Path, *, person: bool = True) -> CommandResult:
    """Assign a folder to a project."""
    answer = recall.quick("config", "project", "set", name, cwd=folder, person=person)
    assert answer.status == 0, answer
    return answer


def here(recall: Home, folder: Path) -> int:
    """How many memories a folder has, without those of no project."""
    return int(recall.json("count", cwd=folder)["count"])


@pytest.mark.parametrize("remote", [None, "git@github.com:acme/shop.git"])
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("of_git", [True, False])
def test_an_assigned_folder_goes_back_and_forth(
    recall: Home, tmp_path: Path, remote: str | None, known: bool, of_git: bool
) -> None:
    """An undo gives the folder back to its former project or to none, and an undo of the undo assigns it again."""
    folder = tmp_path / "shop"
    repository(folder, remote) if of_git else folder.mkdir()
    if known:
        recall.store("The shop has two tills.", cwd=folder)
    recall.store("Bills go out on Mondays.", "--project", "billing")
    recall.store("Bills are sent as PDF.", "--project", "billing")
    before = [project["marks"] for project in recall.json("config", "project")["projects"]]
    number = recall.json("config", "project", "set", "billing", cwd=folder, person=True)["operation"]
    assert here(recall, folder) == 2
    for expected in (int(known), 2, int(known)):
        number = recall.json("undo", str(number), person=True)["operation"]
        assert here(recall, folder) == expected
    assert [project["marks"] for project in recall.json("config", "project")["projects"]] == before
    [line] = [line for line in recall.quick("log").lines if "set-project" in line]
    assert "set-project: shop to billing" in line


def test_an_older_assignment_is_undone_by_its_number(recall: Home, tmp_path: Path) -> None:
    """What a later operation gave to another project stays there."""
    folder = repository(tmp_path / "shop")
    first = recall.json("config", "project", "set", "one", cwd=folder, person=True)["operation"]
    second = recall.json("config", "project", "set", "two", cwd=folder, person=True)["operation"]
    assert recall.quick("undo", str(first), person=True).status == 0
    assert project_of(recall, recall.store("The till is open.", cwd=folder)) == "two"
    assert recall.quick("undo", str(second), person=True).status == 0
    assert project_of(recall, recall.store("The till is shut.", cwd=folder)) == "one"


def test_an_assignment_that_was_made_again_stays(recall: Home, tmp_path: Path) -> None:
    """To undo the undo of the first assignment takes nothing from the second."""
    folder = repository(tmp_path / "shop")
    assign(recall, "billing", folder)
    undo = recall.json("undo", person=True)["operation"]
    assign(recall, "billing", folder)
    assert recall.quick("undo", str(undo), person=True).status == 0
    assert project_of(recall, recall.store("The till is open.", cwd=folder)) == "billing"


def test_an_assignment_without_effect_is_no_operation(recall: Home, tmp_path: Path) -> None:
    """The folder belonged to the project already."""
    folder = repository(tmp_path / "shop")
    assign(recall, "billing", folder)
    count = len(recall.quick("log").lines)
    assert (
        assign(recall, "billing", folder).out == f"the whole repository {folder} belongs to project billing already\n"
    )
    assert len(recall.quick("log").lines) == count


def test_an_assignment_names_the_whole_repository(recall: Home, tmp_path: Path) -> None:
    """From a folder inside, too; with the undo, and with what stays in the former project."""
    folder = repository(tmp_path / "shop")
    (folder / "src/deep").mkdir(parents=True)
    recall.store("The shop has two tills.", cwd=folder)
    assert assign(recall, "billing", folder / "src/deep").out == (
        f"the whole repository {folder} now belongs to project billing (undo: recall undo 2); "
        "what was stored in shop stays there (recall projects merge shop billing moves it)\n"
    )
    assert recall.quick("projects", "merge", "shop", "billing", person=True).status == 0
    assert here(recall, folder) == 1
    plain = tmp_path / "plain"
    plain.mkdir()
    assert assign(recall, "billing", plain).out.startswith("this folder now belongs to project billing (undo: ")


def test_an_agent_undoes_no_assignment_of_its_user(recall: Home, tmp_path: Path) -> None:
    """Its own it may undo."""
    folder, other = repository(tmp_path / "shop"), repository(tmp_path / "other", commit="other")
    assign(recall, "billing", folder)
    assert recall.quick("undo").status == 3
    assign(recall, "billing", other, person=False)
    assert recall.quick("undo").status == 0
    assert project_of(recall, recall.store("The till is open.", cwd=folder)) == "billing"
    assert project_of(recall, recall.store("The till is shut.", cwd=other)) == "other"


def test_a_switch_of_memory_goes_back_and_forth(recall: Home, tmp_path: Path) -> None:
    """In the log, with its undo; an agent cannot undo it; the same switch again is no operation."""
    folder = repository(tmp_path / "shop")
    recall.store("The shop has two tills.", cwd=folder)
    off = recall.quick("config", "project", "disable", "shop", person=True)
    assert off.out == "memory is off for shop (undo: recall undo 2)\n"
    assert recall.quick("config", "project", "disable", "shop", person=True).out == "memory is off for shop\n"
    assert recall.quick("undo").status == 3
    number = 2
    for status in (0, 3, 0):
        number = recall.json("undo", str(number), person=True)["operation"]
        assert recall.quick("store", "--dry-run", "The till is open.", cwd=folder).status == status
    assert any("disable-project: shop" in line for line in recall.quick("log").lines)


def test_a_merge_after_an_assignment_is_undone_alone(recall: Home, tmp_path: Path) -> None:
    """Each undo takes back its own operation."""
    folder = repository(tmp_path / "shop", "git@github.com:acme/shop.git")
    recall.store("The shop has two tills.", cwd=folder)
    assign(recall, "billing", folder)
    assert recall.quick("projects", "merge", "shop", "billing", person=True).status == 0
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(folder), str(clone))
    git(clone, "remote", "set-url", "origin", "git@github.com:acme/shop.git")
    assert here(recall, clone) == 1
    assert recall.quick("undo", person=True).status == 0
    assert (here(recall, clone), project_counts(recall)) == (0, {"billing": 0, "shop": 1})
    assert recall.quick("undo", person=True).status == 0
    assert here(recall, clone) == 1
