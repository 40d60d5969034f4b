"""However large or unusual a repository is, reading it needs little time, memory and open files."""

import os
from pathlib import Path

import pytest

from recall_cli.repository import history, objects
from tests.repository.hostile_folders import (
    commit_bytes,
    create_repository,
    pack_entry,
    run_git,
    write_head,
    write_loose_object,
    write_pack,
)
from tests.repository.test_history import open_history


def length_bytes(value: int) -> bytes:
    """A length in the format of deltas."""
    found = []
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])


def write_expensive_commits(folder: Path, count: int) -> None:
    """Each commit is small, but stored as a delta of one large object."""
    tree = run_git(folder, "rev-parse", "HEAD^{tree}")
    base, ids = bytes(1_000_000), [f"{one:040x}" for one in range(1, count + 1)]
    entries = [("ff" * 20, pack_entry(1, len(base), base))]
    for id_, parent in zip(ids, [*ids[1:], None], strict=True):
        text = commit_bytes(tree, *([parent] if parent else [])).partition(b"\0")[2]
        pieces = b"".join(bytes([len(text[at : at + 127])]) + text[at : at + 127] for at in range(0, len(text), 127))
        change = length_bytes(len(base)) + length_bytes(len(text)) + pieces
        entries.append((id_, pack_entry(7, len(change), change, b"\xff" * 20)))
    write_pack(folder, entries)
    write_head(folder, ids[0])


def test_much_work_for_small_commits_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The work on all objects together has a limit, and a count that it cut short is not returned."""
    monkeypatch.setattr(objects, "MAX_WORK_BYTES", 20_000_000)
    folder = create_repository(tmp_path / "r")
    file = run_git(folder, "rev-parse", "HEAD")
    write_expensive_commits(folder, 100)
    with open_history(folder) as found:
        assert found.first_commit() is None
        assert 5 < len(found._commits) < 25
        assert found.commit(file) is None
    with open_history(folder) as found:
        assert found.count_changes_since(f"{100:040x}", "src/app.py", lambda: True) is None


def test_an_ordinary_history_is_far_from_that_limit(tmp_path: Path) -> None:
    """Reading the maximum number of ordinary commits takes at most a fifth of the work limit."""
    folder = create_repository(tmp_path / "r")
    for step in range(20):
        run_git(folder, "commit", "-q", "--allow-empty", "-m", str(step))
    for packed in (False, True):
        if packed:
            run_git(folder, "gc", "-q", "--aggressive")
        with open_history(folder) as found:
            before = found.objects.work.remaining
            assert found.first_commit() is not None
            assert (before - found.objects.work.remaining) / 22 * history.MAX_ROOT_COMMITS < objects.MAX_WORK_BYTES / 5


def test_many_packs_need_few_open_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every object is found, though only some of the packs are open at once."""
    monkeypatch.setattr(objects, "MAX_OPEN_PACKS", 3)
    folder = create_repository(tmp_path / "r")
    for step in range(12):
        (folder / "src/app.py").write_text(f"{step}\n")
        run_git(folder, "commit", "-qam", str(step))
        run_git(folder, "repack", "-dq")
    commits = run_git(folder, "rev-list", "HEAD").split()
    before = len(os.listdir("/dev/fd"))
    with open_history(folder) as found:
        for _ in range(2):
            for id_ in commits:
                assert found.blob_id_at(id_, "src/app.py") == run_git(folder, "rev-parse", f"{id_}:src/app.py")
                assert len(os.listdir("/dev/fd")) <= before + 6
        assert found.first_commit() == commits[-1]
        assert not found.objects.has("ab" * 20)
    assert len(os.listdir("/dev/fd")) == before


def test_trees_are_kept_as_far_as_there_is_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Older trees are read again."""
    monkeypatch.setattr(history, "MAX_CACHED_ENTRIES", 3)
    folder = create_repository(tmp_path / "r")
    commits = run_git(folder, "rev-list", "HEAD").split()
    with open_history(folder) as found:
        for id_ in [*commits, *commits]:
            assert found.blob_id_at(id_, "src/app.py") == run_git(folder, "rev-parse", f"{id_}:src/app.py")
            assert sum(map(len, found._trees.values())) <= 3


def test_a_path_that_no_file_can_have_never_changed(tmp_path: Path) -> None:
    """Half of a letter, as JSON can write it, cannot be part of a path."""
    folder = create_repository(tmp_path / "r")
    first = run_git(folder, "rev-list", "--max-parents=0", "HEAD")
    with open_history(folder) as found:
        assert found.count_changes_since(first, "src/\ud800.py", lambda: True) == 0


def test_a_tree_costs_more_than_its_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wide nested folders are refused, however well they are compressed."""
    monkeypatch.setattr(objects, "MAX_WORK_BYTES", 2_000_000)
    folder = create_repository(tmp_path / "r")
    inner = None
    for step in range(5):
        body = (
            b"".join(b"100644 %05d\0" % one + b"\1" * 20 for one in range(2_000)) + b"100644 x%d\0" % step + b"\2" * 20
        )
        body += b"40000 y\0" + bytes.fromhex(inner) if inner else b""
        inner = write_loose_object(folder, b"tree %d\0" % len(body) + body)
    assert inner is not None
    commit = write_loose_object(folder, commit_bytes(inner))
    with open_history(folder) as found:
        assert found.blob_id_at(commit, "00001") == "01" * 20
        assert found.blob_id_at(commit, "y/y/y/y/00001") is None
        assert found.objects.work.remaining <= 0
