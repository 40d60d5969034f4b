"""Which file is another one under a new name, where history or index are large, odd or not whole."""

import struct
from pathlib import Path

import pytest

from recall_cli.repository import renames
from recall_cli.repository.index import MAX_NAME, index_entries
from recall_cli.worktree import renamed
from tests.repository.hostile import git, ordinary
from tests.repository.test_history import opened


@pytest.mark.parametrize("cut", ["folder", "file"])
def test_what_a_missing_tree_held_is_not_known(tmp_path: Path, cut: str) -> None:
    """Part of the history may be elsewhere: nothing is counted then, and no file counts as a new name."""
    folder = ordinary(tmp_path / "r")
    first, head = git(folder, "rev-list", "HEAD").split()[::-1]
    git(folder, "mv", "src/app.py", "src/new.py")
    git(folder, "commit", "-qm", "moved")
    assert renamed(str(folder), "src/app.py", head) == "src/new.py"
    tree = git(folder, "rev-parse", f"{head}:src" if cut == "folder" else f"{head}^{{tree}}")
    (folder / ".git/objects" / tree[:2] / tree[2:]).unlink()
    assert renamed(str(folder), "src/app.py", head) is None
    with opened(folder) as found:
        assert found.changes_since(first, "src/app.py", lambda: True) is None
        assert not found.lacks(head, "src/none.py")


def test_names_in_an_index_cannot_fill_the_memory(tmp_path: Path) -> None:
    """In version 4 a name can repeat the one before it at the cost of a few bytes."""
    folder = ordinary(tmp_path / "r")

    def written(name: bytes) -> bytes:
        return bytes(24) + struct.pack(">I", 0o100644) + bytes(12) + b"\1" * 20 + b"\x0f\xff\0" + name + b"\0"

    for name, expected in ((b"n" * 1_000, 3), (b"n" * MAX_NAME, 0), (b"n" * 1_000_000, 0)):
        raw = b"DIRC" + struct.pack(">II", 4, 500) + written(b"a") + written(name) + written(name) * 400
        (folder / ".git/index").write_bytes(raw)
        sizes = [len(one.path) for one in index_entries(str(folder / ".git"))]
        assert all(size <= MAX_NAME for size in sizes)
        assert len(sizes) == 1 + expected + (expected > 0)


@pytest.mark.parametrize("version", ["2", "4"])
def test_an_index_in_two_parts_is_read(tmp_path: Path, version: str) -> None:
    """A file whose entry is in the shared part is found under its new name."""
    folder = ordinary(tmp_path / "r")
    head = git(folder, "rev-parse", "HEAD")
    git(folder, "mv", "src/app.py", "src/new.py")
    git(folder, "update-index", "--index-version", version, "--split-index")
    (folder / "more").write_text("more\n")
    git(folder, "add", "more")
    assert {one.path for one in index_entries(str(folder / ".git"))} == {"src/new.py", "more"}
    assert renamed(str(folder), "src/app.py", head) == "src/new.py"


def test_a_new_name_has_a_file(tmp_path: Path) -> None:
    """The index may name a file that is gone as well."""
    folder = ordinary(tmp_path / "r")
    head = git(folder, "rev-parse", "HEAD")
    git(folder, "mv", "src/app.py", "src/new.py")
    (folder / "src/new.py").unlink()
    assert renamed(str(folder), "src/app.py", head) is None


def test_files_that_were_there_before_take_no_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only new files are compared, so that many old ones do not hide them."""
    monkeypatch.setattr(renames, "MAX_COMPARED", 3)
    folder = ordinary(tmp_path / "r")
    lines = [f"line {step}\n" for step in range(20)]
    (folder / "src/app.py").write_text("".join(lines))
    for step in range(10):
        (folder / f"src/other{step}.py").write_text(f"{step}\n")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "many")
    head = git(folder, "rev-parse", "HEAD")
    (folder / "lib").mkdir()
    git(folder, "mv", "src/app.py", "lib/app_of_old.py")
    (folder / "lib/app_of_old.py").write_text("".join([*lines, "more\n"]))
    git(folder, "add", ".")
    assert renamed(str(folder), "src/app.py", head) == "lib/app_of_old.py"


def test_little_text_is_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit no more files are read."""
    monkeypatch.setattr(renames, "MAX_TEXT", 0)
    folder = ordinary(tmp_path / "r")
    head = git(folder, "rev-parse", "HEAD")
    (folder / "src/app.py").rename(folder / "src/new.py")
    (folder / "src/new.py").write_text("one\ntwo\nthree\n")
    git(folder, "add", "-A")
    assert renamed(str(folder), "src/app.py", head) is None
