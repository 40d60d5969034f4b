"""The repository of a folder: only one that knows the folder and belongs to the user."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from recall_cli.repository.location import find_repository
from recall_cli.workplace import current_workplace
from tests.command import Home
from tests.repository.hostile_folders import append_config, create_repository, run_git

IS_ROOT = os.geteuid() == 0
OTHER_USER_ID = 12345


@pytest.fixture
def secret_repository(tmp_path: Path) -> Path:
    """A repository with memories that no other folder may see."""
    folder = create_repository(tmp_path / "secret")
    append_config(folder, '[remote "origin"]\nurl = git@github.com:acme/secret.git\n')
    return folder


def project_name(folder: Path) -> str | None:
    """The project name of a folder."""
    return (current_workplace(str(folder)).names or (None,))[0]


def worktree(secret_repository: Path, at: Path) -> Path:
    run_git(secret_repository, "worktree", "add", "-q", str(at))
    return at


def moved_worktree(secret_repository: Path, at: Path) -> Path:
    worktree(secret_repository, at.parent / "first").rename(at)
    return at


def submodule(secret_repository: Path, at: Path) -> Path:
    outer = create_repository(at.parent / "outer")
    run_git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(secret_repository), "inner")
    run_git(outer / "inner", "remote", "set-url", "origin", "git@github.com:acme/secret.git")
    return outer / "inner"


def separate(secret_repository: Path, at: Path) -> Path:
    run_git(at.parent, "clone", "-q", f"--separate-git-dir={at.parent}/elsewhere", str(secret_repository), str(at))
    run_git(at, "remote", "set-url", "origin", "git@github.com:acme/secret.git")
    return at


def separate_and_moved(secret_repository: Path, at: Path) -> Path:
    separate(secret_repository, at.parent / "first").rename(at)
    return at


def linked(secret_repository: Path, at: Path) -> Path:
    """The repository is elsewhere, and `.git` is a link."""
    separate(secret_repository, at)
    (at / ".git").unlink()
    (at / ".git").symlink_to(at.parent / "elsewhere")
    return at


def through_a_link(secret_repository: Path, at: Path) -> Path:
    at.symlink_to(secret_repository)
    return at


def inside(secret_repository: Path, at: Path) -> Path:
    """The repository is in the folder under another name."""
    shutil.copytree(secret_repository, at)
    (at / ".git").rename(at / "data")
    (at / ".git").write_text("gitdir: data\n")
    return at


WORK_TREES = (worktree, moved_worktree, submodule, separate, separate_and_moved, linked, through_a_link, inside)


@pytest.mark.parametrize("make", WORK_TREES)
@pytest.mark.parametrize("version", ["2", "4"])
def test_a_work_tree_of_a_repository_is_its_project(
    secret_repository: Path, tmp_path: Path, make: Callable[[Path, Path], Path], version: str
) -> None:
    """In every way that git connects them."""
    run_git(secret_repository, "config", "index.version", version)
    folder = make(secret_repository, tmp_path / "tree")
    assert project_name(folder) == "secret"
    assert project_name(folder / "src") == "secret"


def git_file(secret_repository: Path, at: Path) -> None:
    (at / ".git").write_text(f"gitdir: {secret_repository}/.git\n")


def relative_git_file(secret_repository: Path, at: Path) -> None:
    (at / ".git").write_text("gitdir: ../secret/.git\n")


def git_link(secret_repository: Path, at: Path) -> None:
    (at / ".git").symlink_to(secret_repository / ".git")


def link_to_a_link(secret_repository: Path, at: Path) -> None:
    (at / "a").symlink_to(secret_repository)
    (at / ".git").symlink_to("a/.git")


def file_to_a_link(secret_repository: Path, at: Path) -> None:
    (at / "data").symlink_to(secret_repository / ".git")
    (at / ".git").write_text("gitdir: data\n")


def shared_folder(secret_repository: Path, at: Path) -> None:
    """A private part of its own, which names the other repository as the shared one."""
    (at / "data").mkdir()
    (at / "data/commondir").write_text(f"{secret_repository}/.git\n")
    (at / "data/gitdir").write_text(f"{at}/.git\n")
    (at / ".git").write_text("gitdir: data\n")


def work_tree_of_another(secret_repository: Path, at: Path) -> None:
    run_git(secret_repository, "worktree", "add", "-q", str(at.parent / "other"))
    (at / ".git").write_text(f"gitdir: {secret_repository}/.git/worktrees/other\n")


def link_to_the_settings(secret_repository: Path, at: Path) -> None:
    (at / ".git").mkdir()
    (at / ".git/config").symlink_to(secret_repository / ".git/config")


def links_to_everything(secret_repository: Path, at: Path) -> None:
    (at / ".git").mkdir()
    for name in ("config", "HEAD", "refs", "objects", "packed-refs", "index"):
        (at / ".git" / name).symlink_to(secret_repository / ".git" / name)


def linked_files(secret_repository: Path, at: Path) -> None:
    """The files are links to those of the other repository."""
    (at / "src").symlink_to(secret_repository / "src")
    git_file(secret_repository, at)


def copied_files(secret_repository: Path, at: Path) -> None:
    shutil.copytree(secret_repository / "src", at / "src")
    git_file(secret_repository, at)


def named_as_worktree(secret_repository: Path, at: Path) -> None:
    """A folder that claims to be one of its work trees, and is not listed."""
    (at / ".git").write_text(f"gitdir: {secret_repository}/.git/worktrees/none\n")


FALSE_CLAIMS = (
    git_file,
    relative_git_file,
    git_link,
    link_to_a_link,
    file_to_a_link,
    shared_folder,
    work_tree_of_another,
    link_to_the_settings,
    links_to_everything,
    linked_files,
    copied_files,
    named_as_worktree,
)


@pytest.mark.parametrize("claim", FALSE_CLAIMS)
def test_a_folder_cannot_claim_a_repository(
    recall: Home, secret_repository: Path, tmp_path: Path, claim: Callable[[Path, Path], None]
) -> None:
    """It is a project of its own and sees nothing of the other."""
    recall.store("The vault opens at nine.", cwd=secret_repository)
    folder = tmp_path / "claims"
    folder.mkdir()
    claim(secret_repository, folder)
    assert recall.json("count", cwd=folder)["count"] == 0
    recall.store("The port is 8080.", cwd=folder)
    assert recall.json("count", cwd=secret_repository)["count"] == 1


def test_a_made_up_first_commit_claims_nothing(recall: Home, tmp_path: Path) -> None:
    """Without a remote, a repository is known by its first commit. A forged commit with that id does not count."""
    known = create_repository(tmp_path / "known")
    recall.store("The vault opens at nine.", cwd=known)
    first = run_git(known, "rev-list", "--max-parents=0", "HEAD")
    fake = create_repository(tmp_path / "fake")
    run_git(fake, "commit", "-q", "--amend", "--allow-empty", "-m", "another")
    other = run_git(fake, "rev-parse", "HEAD")
    target = fake / ".git/objects" / first[:2] / first[2:]
    target.parent.mkdir(exist_ok=True)
    target.unlink(missing_ok=True)
    shutil.copy(fake / ".git/objects" / other[:2] / other[2:], target)
    (fake / ".git/HEAD").write_text(first + "\n")
    assert recall.json("count", cwd=fake)["count"] == 0


needs_root = pytest.mark.skipif(not IS_ROOT, reason="only root gives files away")


def give_to_other_user(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        for one in (path, *(path.rglob("*") if path.is_dir() else ())):
            os.chown(one, OTHER_USER_ID, OTHER_USER_ID)


@needs_root
def test_a_repository_of_another_user_is_not_read(secret_repository: Path, tmp_path: Path) -> None:
    """If it is a parent folder, each folder below is a project by its path."""
    give_to_other_user(secret_repository, ".git")
    assert find_repository(str(secret_repository)) is None
    assert current_workplace(str(secret_repository / "src")).marks == (f"path:{secret_repository}/src",)
    tree = create_repository(tmp_path / "mine")
    (tree / ".git").rename(tree / "data")
    (tree / ".git").write_text("gitdir: data\n")
    give_to_other_user(tree, ".git")
    assert find_repository(str(tree)) is None


@needs_root
@pytest.mark.parametrize(
    ("settings", "allowed"),
    [
        ("[safe]\ndirectory = *\n", True),
        ("[safe]\n\tdirectory = TOP\n", True),
        ('[safe] directory = "TOP"  # mine\n', True),
        ("[safe]\ndirectory = ABOVE/*\n", True),
        ("[safe]\ndirectory = ~/../secret\n", True),
        ("[safe]\ndirectory = /elsewhere\ndirectory = TOP/\n", True),
        ("[include]\npath = more.cfg\n", True),
        ("[safe]\ndirectory = *\ndirectory =\n", False),
        ("[safe]\ndirectory = ABOVE\n", False),
        ("[safe]\ndirectory = TOP/src\n", False),
        ("[safe]\ndirectory = TOPx\n", False),
        ('[safe "x"]\ndirectory = *\n', False),
        ("[unsafe]\ndirectory = *\n", False),
        ("# [safe]\n;directory = *\n", False),
        ('[includeIf "gitdir:**"]\npath = more.cfg\n', False),
        ("[safe]\ndirectory = .\n", False),
        ("", False),
    ],
)
@pytest.mark.parametrize("place", [".gitconfig", ".config/git/config"])
def test_the_users_own_settings_name_what_is_safe(
    secret_repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: str, allowed: bool, place: str
) -> None:
    """As in git; the settings of the repository itself never count."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    append_config(secret_repository, "[safe]\ndirectory = *\n")
    give_to_other_user(secret_repository, ".git")
    file = tmp_path / "home" / place
    file.parent.mkdir(parents=True)
    file.write_text(settings.replace("TOP", str(secret_repository)).replace("ABOVE", str(tmp_path)))
    (file.parent / "more.cfg").write_text("[safe]\ndirectory = *\n[include]\npath = more.cfg\n")
    assert (find_repository(str(secret_repository)) is not None) is allowed


@needs_root
def test_roots_caller_counts_as_root(secret_repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under sudo, the repository of the user who called it is used, as git does it."""
    give_to_other_user(secret_repository, ".git")
    for caller, allowed in ((str(OTHER_USER_ID), True), ("999", False), ("x", False), ("", False)):
        monkeypatch.setenv("SUDO_UID", caller)
        assert (find_repository(str(secret_repository)) is not None) is allowed
