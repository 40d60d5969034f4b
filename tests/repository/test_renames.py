"""Which file is another one under a new name, where history or index are large, odd or not whole."""

import struct
from pathlib import Path

import pytest

from recall_cli.repository import renames
from recall_cli.repository.index import MAX_PATH_BYTES, read_index_entries
from recall_cli.worktree import current_name
from tests.repository.hostile_folders import create_repository, run_git
from tests.repository.test_history import open_history


@pytest.mark.parametrize("cut", ["folder", "file"])
def test_what_a_missing_tree_held_is_not_known(tmp_path: Path, cut: str) -> None:
    """Part of the history may be elsewhere: nothing is counted then, and no file counts as a new name."""
    folder = create_repository(tmp_path / "r")
    first, head = run_git(folder, "rev-list", "HEAD").split()[::-1]
    run_git(folder, "mv", "src/app.py", "src/new.py")
    run_git(folder, "commit", "-qm", "moved")
    assert current_name(str(folder), "src/app.py", head) == "src/new.py"
    tree = run_git(folder, "rev-parse", f"{head}:src" if cut == "folder" else f"{head}^{{tree}}")
    (folder / ".git/objects" / tree[:2] / tree[2:]).unlink()
    assert current_name(str(folder), "src/app.py", head) is None
    with open_history(folder) as found:
        assert found.count_changes_since(first, "src/app.py", lambda: True) is None
        assert not found.surely_lacks(head, "src/none.py")


def test_names_in_an_index_cannot_fill_the_memory(tmp_path: Path) -> None:
    """In version 4 a name can repeat the one before it at the cost of a few bytes."""
    folder = create_repository(tmp_path / "r")

    def written(name: bytes) -> bytes:
        return bytes(24) + struct.pack(">I", 0o100644) + bytes(12) + b"\1" * 20 + b"\x0f\xff\0" + name + b"\0"

    for name, expected in ((b"n" * 1_000, 3), (b"n" * MAX_PATH_BYTES, 0), (b"n" * 1_000_000, 0)):
        raw = b"DIRC" + struct.pack(">II", 4, 500) + written(b"a") + written(name) + written(name) * 400
        (folder / ".git/index").write_bytes(raw)
        sizes = [len(one.path) for one in read_index_entries(str(folder / ".git"))]
        assert all(size <= MAX_PATH_BYTES for size in sizes)
        assert len(sizes) == 1 + expected + (expected > 0)


@pytest.mark.parametrize("version", ["2", "4"])
def test_an_index_in_two_parts_is_read(tmp_path: Path, version: str) -> None:
    """A file whose entry is in the shared part is found under its new name."""
    folder = create_repository(tmp_path / "r")
    head = run_git(folder, "rev-parse", "HEAD")
    run_git(folder, "mv", "src/app.py", "src/new.py")
    run_git(folder, "update-index", "--index-version", version, "--split-index")
    (folder / "more").write_text("more\n")
    run_git(folder, "add", "more")
    assert {one.path for one in read_index_entries(str(folder / ".git"))} == {"src/new.py", "more"}
    assert current_name(str(folder), "src/app.py", head) == "src/new.py"


def test_a_new_name_has_a_file(tmp_path: Path) -> None:
    """The index may name a file that is gone as well."""
    folder = create_repository(tmp_path / "r")
    head = run_git(folder, "rev-parse", "HEAD")
    run_git(folder, "mv", "src/app.py", "src/new.py")
    (folder / "src/new.py").unlink()
    assert current_name(str(folder), "src/app.py", head) is None


def test_files_that_were_there_before_take_no_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only new files are compared, so that many old ones do not hide them."""
    monkeypatch.setattr(renames, "MAX_COMPARED_FILES", 3)
    folder = create_repository(tmp_path / "r")
    lines = [f"line {step}\n" for step in range(20)]
    (folder / "src/app.py").write_text("".join(lines))
    for step in range(10):
        (folder / f"src/other{step}.py").write_text(f"{step}\n")
    run_git(folder, "add", ".")
    run_git(folder, "commit", "-qm", "many")
    head = run_git(folder, "rev-parse", "HEAD")
    (folder / "lib").mkdir()
    run_git(folder, "mv", "src/app.py", "lib/app_of_old.py")
    (folder / "lib/app_of_old.py").write_text("".join([*lines, "more\n"]))
    run_git(folder, "add", ".")
    assert current_name(str(folder), "src/app.py", head) == "lib/app_of_old.py"


def test_little_text_is_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit no more files are read."""
    monkeypatch.setattr(renames, "MAX_COMPARED_CHARS", 0)
    folder = create_repository(tmp_path / "r")
    head = run_git(folder, "rev-parse", "HEAD")
    (folder / "src/app.py").rename(folder / "src/new.py")
    (folder / "src/new.py").write_text("one\ntwo\nthree\n")
    run_git(folder, "add", "-A")
    assert current_name(str(folder), "src/app.py", head) is None
