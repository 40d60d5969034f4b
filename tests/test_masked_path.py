"""A path that looks like a secret is written down masked, and found again."""

import os
from pathlib import Path

import pytest

from recall_cli.masked_path import find_masked_path
from recall_cli.workplace import path_key
from tests.rules.samples import invented_secrets

SECRET = "ghp_" + invented_secrets.draw_secret(36)


@pytest.mark.parametrize("name", [SECRET, f"-home-u-{SECRET}", f"{SECRET}.d", f"a-{SECRET}-b"])
@pytest.mark.parametrize("below", ["", "s-1.jsonl", f"{SECRET}/s-1.jsonl"])
def test_a_masked_path_is_found(name: str, below: str, tmp_path: Path) -> None:
    """Whatever part of it looks like a secret: the last name, one above it, or two of them."""
    path = tmp_path / name / below
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("")
    masked = path_key(str(path))
    assert SECRET not in masked
    assert find_masked_path(masked) == str(path)


def test_the_right_one_of_two_is_found(tmp_path: Path) -> None:
    """Two folders whose names mask to the same text have different inode numbers."""
    folders = [tmp_path / f"ghp_{invented_secrets.draw_secret(36)}" for _ in range(2)]
    for folder in folders:
        folder.mkdir()
    assert [find_masked_path(path_key(str(folder))) for folder in folders] == [*map(str, folders)]


def test_a_path_is_found_that_was_written_down_before_its_file_was_there(tmp_path: Path) -> None:
    """An agent tells the name of its transcript before it writes it. Then the newest one like it is taken."""
    (tmp_path / SECRET).mkdir()
    path = tmp_path / SECRET / "s-1.jsonl"
    masked = path_key(str(path))
    assert find_masked_path(masked) is None
    path.write_text("")
    assert find_masked_path(masked) == str(path)


def test_what_is_gone_is_not_found(tmp_path: Path) -> None:
    """Another file in its place has another inode number."""
    path = tmp_path / SECRET
    path.write_text("")
    masked = path_key(str(path))
    other = tmp_path / f"ghp_{invented_secrets.draw_secret(36)}"
    other.write_text("")
    path.unlink()
    assert find_masked_path(masked) is None
    assert find_masked_path(f"{os.sep}nowhere{os.sep}[secret: token]{os.sep}x") is None


def test_a_plain_path_stays_what_it_is() -> None:
    """Nothing is looked for."""
    assert find_masked_path("/srv/notes/s-1.jsonl") == "/srv/notes/s-1.jsonl"
