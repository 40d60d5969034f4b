"""History without git: the same first commit, files and counts as from git."""

import os
import random
import subprocess
from pathlib import Path

import pytest

from recall_cli.repository import history as module
from recall_cli.repository.history import History
from recall_cli.repository.location import find_repository
from recall_cli.repository.objects import apply_delta
from recall_cli.worktree import current_name, read_text
from tests.for_each import for_each
from tests.repository.hostile_folders import create_repository, run_git


def open_history(folder: Path) -> History:
    location = find_repository(os.path.realpath(folder))
    assert location is not None
    return History(location)


class RandomHistory:
    """Random commits, branches and merges; each commit is a second after the one before."""

    def __init__(self, folder: Path, seed: int, *options: str) -> None:
        self.folder, self.random, self.clock = folder, random.Random(seed), 1_700_000_000
        folder.mkdir()
        self.git("init", "-q", "-b", "main", *options)
        self.branches = ["main"]
        self.commit()

    def git(self, *args: str, check: bool = True) -> str:
        who = {f"GIT_{one}_{what}": "a@b" for one in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        when = {f"GIT_{one}_DATE": f"{self.clock} +0000" for one in ("AUTHOR", "COMMITTER")}
        environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1", **who, **when}
        done = subprocess.run(["git", *args], cwd=self.folder, env=environment, capture_output=True, text=True)
        assert not check or done.returncode == 0, done.stderr
        return done.stdout.strip()

    def commit(self) -> None:
        self.clock += 1
        (self.folder / "d").mkdir(exist_ok=True)
        for name in self.random.sample(["a", "b", "d/c"], self.random.choice([1, 2])):
            (self.folder / name).write_text(f"{self.random.randrange(4)}\n" * self.random.randrange(1, 2000))
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", str(self.clock))

    def step(self) -> None:
        chance = self.random.random()
        if chance < 0.2:
            self.branches.append(f"b{self.clock}")
            self.git("checkout", "-q", "-b", self.branches[-1])
            self.commit()
        elif chance < 0.35:
            self.git("checkout", "-q", self.random.choice(self.branches))
        elif chance < 0.5:
            self.clock += 1
            side, other = self.random.choice(["ours", "theirs"]), self.random.choice(self.branches)
            self.git("merge", "-q", "--allow-unrelated-histories", "--no-edit", "-X", side, other, check=False)
            self.git("reset", "-q", "--hard")
        elif chance < 0.58:
            self.git("checkout", "-q", "--orphan", f"o{self.clock}")
            self.branches.append(f"o{self.clock}")
            self.commit()
        else:
            self.commit()


@pytest.mark.parametrize(("seed", "options"), [(1, ()), (2, ()), (3, ()), (4, ("--object-format=sha256",))])
def test_it_agrees_with_git(tmp_path: Path, seed: int, options: tuple[str, ...]) -> None:
    """Loose and packed, with branches, merges and several first commits, by SHA-1 and SHA-256."""
    script = RandomHistory(tmp_path / "r", seed, *options)
    for _ in range(25):
        script.step()
    for packed in (False, True):
        if packed:
            script.git("gc", "-q", "--aggressive")
        with open_history(script.folder) as history:
            assert history.head == script.git("rev-parse", "HEAD")
            assert history.first_commit() == script.git("rev-list", "--max-parents=0", "HEAD").split()[-1]
            for commit in script.git("rev-list", "--all").split()[::3]:
                for path in ("a", "d/c", "d", "nothing"):
                    counted = int(script.git("rev-list", "--count", f"{commit}..HEAD", "--", path))
                    assert history.count_changes_since(commit, path, lambda: True) == counted
                for line in script.git("ls-tree", "-r", commit).splitlines():
                    blob, path = line.split()[2:]
                    assert history.blob_id_at(commit, path) == blob
                    content = history.content(blob)
                    assert content is not None
                    assert content.decode().strip() == script.git("cat-file", "blob", blob)


def test_a_shallow_history_has_no_first_commit(tmp_path: Path) -> None:
    """The oldest commit of a shallow clone is not the first one."""
    create_repository(tmp_path / "whole")
    run_git(tmp_path, "clone", "-q", "--depth=1", f"file://{tmp_path}/whole", "cut")
    with open_history(tmp_path / "cut") as history:
        assert history.head is not None
        assert history.first_commit() is None


def test_a_long_history_is_followed_by_first_parents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit only first parents are read; beyond that limit too, there is no first commit."""
    folder = create_repository(tmp_path / "r")
    first = run_git(folder, "rev-list", "--max-parents=0", "HEAD")
    for number in range(12):
        run_git(folder, "commit", "-q", "--allow-empty", "-m", str(number))
    for limit, expected in ((20, first), (7, first), (5, None)):
        monkeypatch.setattr(module, "MAX_ROOT_COMMITS", limit)
        with open_history(folder) as history:
            assert history.first_commit() == expected


def test_no_time_is_no_answer(tmp_path: Path) -> None:
    """If the time is over, the result is None."""
    folder = create_repository(tmp_path / "r")
    first = run_git(folder, "rev-list", "--max-parents=0", "HEAD")
    with open_history(folder) as history:
        assert history.count_changes_since(first, "src/app.py", lambda: False) is None


@pytest.mark.parametrize("how", ["same", "edited", "rewritten", "untracked", "copied before"])
def test_a_new_name_is_found(tmp_path: Path, how: str) -> None:
    """The same content, or at least half of its lines, in a tracked file that did not exist before."""
    folder = create_repository(tmp_path / "r")
    lines = [f"line number {number}\n" for number in range(20)]
    (folder / "src/old.py").write_text("".join(lines))
    if how == "copied before":
        (folder / "src/new.py").write_text("".join(lines))
    run_git(folder, "add", ".")
    run_git(folder, "commit", "-qm", "old")
    commit = run_git(folder, "rev-parse", "HEAD")
    (folder / "src/old.py").unlink()
    changed = {"edited": [*lines[:15], "more\n"], "rewritten": [f"other {n}\n" for n in range(20)]}.get(how, lines)
    (folder / "src/new.py").write_text("".join(changed))
    if how != "untracked":
        run_git(folder, "add", "-A")
    expected = "src/new.py" if how in ("same", "edited") else None
    assert current_name(str(folder), "src/old.py", commit) == expected
    assert read_text(str(folder), "src/new.py") is not None


@for_each(
    "change, result",
    [
        (b"\x05\x03\x03abc", b"abc"),
        (b"\x05\x05\x90\x05", b"hello"),
        (b"\x05\x02\x91\x01\x02", b"el"),
        (b"\x04\x03\x03abc", None),
        (b"\x05\x04\x03abc", None),
        (b"\x05\x02\x03abc", None),
        (b"\x05\x03\x00abc", None),
        (b"\x05\x03\x91\x09\x03", None),
        (b"\x05\xff\xff\xff\xff\x7f\x80", None),
        (b"", None),
        (b"\xff" * 30, None),
        (b"\x05\x03\x03", None),
        (b"\x05\x01\xff", None),
    ],
)
def test_differences_make_sense_or_nothing(change: bytes, result: bytes | None) -> None:
    """A delta is applied, or refused."""
    assert apply_delta(b"hello", change) == result
