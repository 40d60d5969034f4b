"""However large or odd a repository is, reading it takes neither long, nor much memory, nor many open files."""

import os
from pathlib import Path

import pytest

from recall_cli.repository import history, objects, packs
from tests.repository.hostile import at_head, commit_of, entry, git, loose, ordinary, pack
from tests.repository.test_history import opened


def number(value: int) -> bytes:
    """A length as differences write it."""
    found = []
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])


def commits_of_much_work(folder: Path, count: int) -> None:
    """Each commit is small, but written as a difference to one large object."""
    tree = git(folder, "rev-parse", "HEAD^{tree}")
    base, ids = bytes(1_000_000), [f"{one:040x}" for one in range(1, count + 1)]
    entries = [("ff" * 20, entry(1, len(base), base))]
    for id_, parent in zip(ids, [*ids[1:], None], strict=True):
        text = commit_of(tree, *([parent] if parent else [])).partition(b"\0")[2]
        pieces = b"".join(bytes([len(text[at : at + 127])]) + text[at : at + 127] for at in range(0, len(text), 127))
        change = number(len(base)) + number(len(text)) + pieces
        entries.append((id_, entry(7, len(change), change, b"\xff" * 20)))
    pack(folder, entries)
    at_head(folder, ids[0])


def test_much_work_for_small_commits_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The work on all objects together has a limit, and a count that it cut short is not given."""
    monkeypatch.setattr(objects, "MAX_WORK", 20_000_000)
    folder = ordinary(tmp_path / "r")
    file = git(folder, "rev-parse", "HEAD")
    commits_of_much_work(folder, 100)
    with opened(folder) as found:
        assert found.first_commit() is None
        assert 5 < len(found._commits) < 25
        assert found.commit(file) is None
    with opened(folder) as found:
        assert found.changes_since(f"{100:040x}", "src/app.py", lambda: True) is None


def test_an_ordinary_history_is_far_from_that_limit(tmp_path: Path) -> None:
    """As many commits as are read at most take a fifth of the work at most."""
    folder = ordinary(tmp_path / "r")
    for step in range(20):
        git(folder, "commit", "-q", "--allow-empty", "-m", str(step))
    for packed in (False, True):
        if packed:
            git(folder, "gc", "-q", "--aggressive")
        with opened(folder) as found:
            before = found.objects.work.left
            assert found.first_commit() is not None
            assert (before - found.objects.work.left) / 22 * history.MAX_COMMITS < objects.MAX_WORK / 5


def test_many_packs_need_few_open_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every object is found, though only some of the packs are open at once."""
    monkeypatch.setattr(packs, "MAX_OPEN", 3)
    folder = ordinary(tmp_path / "r")
    for step in range(12):
        (folder / "src/app.py").write_text(f"{step}\n")
        git(folder, "commit", "-qam", str(step))
        git(folder, "repack", "-dq")
    commits = git(folder, "rev-list", "HEAD").split()
    before = len(os.listdir("/dev/fd"))
    with opened(folder) as found:
        for _ in range(2):
            for id_ in commits:
                assert found.file_at(id_, "src/app.py") == git(folder, "rev-parse", f"{id_}:src/app.py")
                assert len(os.listdir("/dev/fd")) <= before + 6
        assert found.first_commit() == commits[-1]
        assert not found.objects.has("ab" * 20)
    assert len(os.listdir("/dev/fd")) == before


def test_trees_are_kept_as_far_as_there_is_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Older ones are read again."""
    monkeypatch.setattr(history, "MAX_KEPT", 3)
    folder = ordinary(tmp_path / "r")
    commits = git(folder, "rev-list", "HEAD").split()
    with opened(folder) as found:
        for id_ in [*commits, *commits]:
            assert found.file_at(id_, "src/app.py") == git(folder, "rev-parse", f"{id_}:src/app.py")
            assert sum(map(len, found._trees.values())) <= 3


def test_a_path_that_no_file_can_have_never_changed(tmp_path: Path) -> None:
    """Half of a letter, as JSON can write it, is no part of a path."""
    folder = ordinary(tmp_path / "r")
    first = git(folder, "rev-list", "--max-parents=0", "HEAD")
    with opened(folder) as found:
        assert found.changes_since(first, "src/\ud800.py", lambda: True) == 0


def test_a_tree_costs_more_than_its_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wide folders inside one another are given up, however well they are packed."""
    monkeypatch.setattr(objects, "MAX_WORK", 2_000_000)
    folder = ordinary(tmp_path / "r")
    inner = None
    for step in range(5):
        body = (
            b"".join(b"100644 %05d\0" % one + b"\1" * 20 for one in range(2_000)) + b"100644 x%d\0" % step + b"\2" * 20
        )
        body += b"40000 y\0" + bytes.fromhex(inner) if inner else b""
        inner = loose(folder, b"tree %d\0" % len(body) + body)
    assert inner is not None
    commit = loose(folder, commit_of(inner))
    with opened(folder) as found:
        assert found.file_at(commit, "00001") == "01" * 20
        assert found.file_at(commit, "y/y/y/y/00001") is None
        assert found.objects.work.left <= 0
