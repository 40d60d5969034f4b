"""Whether commits are part of a history, compared with what git says."""

import random
import subprocess
from pathlib import Path

import pytest

from recall_cli.repository.history import History, find_ancestors
from recall_cli.repository.location import find_repository

LIMIT = 10_000


def git(folder: Path, *arguments: str, given: bytes = b"") -> str:
    ran = subprocess.run(["git", *arguments], cwd=folder, input=given, capture_output=True, check=True)
    return ran.stdout.decode().strip()


def make_history(folder: Path, seed: int, count: int) -> "list[str]":
    """Commits with one to three parents each, with clocks that are wrong at times; the newest last."""
    chance = random.Random(seed)
    git(folder, "init", "-q", "-b", "main", ".")
    stream = b""
    for n in range(1, count + 1):
        parents = chance.sample(range(max(1, n - 6), n), min(n - 1, chance.choice((1, 1, 1, 2, 3)))) if n > 1 else []
        skew = chance.choice((0, 0, 0, 0, -300, 400))
        links = b"".join(b"%b :%d\n" % (b"merge" if at else b"from", parent) for at, parent in enumerate(parents))
        stream += b"commit refs/heads/main\nmark :%d\ncommitter x <x> %d +0000\ndata 0\n%b\n" % (
            n, 1_000_000 + 60 * n + skew, links,
        )  # fmt: skip
        stream += b"reset refs/heads/n%d\nfrom :%d\n\n" % (n, n)
    git(folder, "fast-import", "--quiet", "--force", given=stream)
    return [git(folder, "rev-parse", f"n{n}") for n in range(1, count + 1)]


@pytest.mark.parametrize("seed", range(6))
def test_it_agrees_with_git(tmp_path: Path, seed: int) -> None:
    """Of every commit of a random history, loose and packed, though some clocks are minutes wrong."""
    ids = make_history(tmp_path, seed, 40)
    location = find_repository(str(tmp_path.resolve()))
    assert location is not None
    for tip in (ids[-1], ids[20], ids[3]):
        inside = set(git(tmp_path, "rev-list", tip).split())
        with History(location) as history:
            assert find_ancestors(history, tip, ids, LIMIT) == {id_: id_ in inside for id_ in ids}
            for id_ in ids:
                assert find_ancestors(history, tip, [id_], LIMIT) == {id_: id_ in inside}
        git(tmp_path, "repack", "-adq")


def test_what_cannot_be_decided_is_left_out(tmp_path: Path) -> None:
    """Beyond the limit, in a shallow clone, and without the tip. A commit that is nowhere is in no whole history."""
    ids = make_history(tmp_path, 1, 40)
    nowhere = "ab" * 20
    location = find_repository(str(tmp_path.resolve()))
    assert location is not None
    with History(location) as history:
        assert find_ancestors(history, ids[-1], [ids[0], nowhere], 5) == {nowhere: False}
        assert find_ancestors(history, nowhere, [ids[0]], LIMIT) == {}
        assert find_ancestors(history, "", [ids[0]], LIMIT) == {}
    shallow = tmp_path / "shallow"
    git(tmp_path, "clone", "-q", "--depth", "2", "--no-tags", f"file://{tmp_path}", str(shallow))
    location = find_repository(str(shallow.resolve()))
    assert location is not None
    with History(location) as history:
        assert find_ancestors(history, ids[-1], [ids[-1], ids[0], nowhere], LIMIT) == {ids[-1]: True}
