"""Files of the work tree that a command runs in, and what git says of them: read carefully, and never for long.

What an anchor names may come from an import, so nothing outside the tree is read, nothing that is no ordinary file, and
nothing large; and git is told to run no program of the repository's choosing.
"""

import os

LARGE = 2_000_000
"""Bytes of a file beyond which nothing can be anchored in it."""
ASKED = 8
"""So many questions are put to git at once."""
_GIT = ("git", "-c", "log.showSignature=false", "-c", "core.fsmonitor=false", "--literal-pathspecs", "--no-pager")


def inside(top: str, path: str) -> "str | None":
    """The whole path of a file in the tree; None where it would be outside, or in git's own folder."""
    root = os.path.realpath(top)
    whole = os.path.realpath(os.path.join(root, path))
    below = os.path.relpath(whole, root)
    if whole == root or below.startswith("..") or below.split(os.sep)[0] == ".git":
        return None
    return whole


def text_of(top: str, path: str) -> "str | None":
    """What a file of the tree says; None where there is no ordinary file of that name, or too large a one."""
    from stat import S_ISREG

    try:
        whole = inside(top, path)
        if whole is None:
            return None
        told = os.stat(whole)
        if not S_ISREG(told.st_mode) or told.st_size > LARGE:
            return None
        with open(whole, encoding="utf-8", errors="surrogateescape", newline="") as file:
            return file.read().replace("\r\n", "\n")
    except (OSError, ValueError):
        return None


def head(top: str) -> "str | None":
    """The commit that is checked out."""
    return _answer(top, "rev-parse", "--verify", "--quiet", "HEAD")


def renamed(top: str, path: str, commit: str) -> "str | None":
    """What a file is called now that was called `path` at a commit, if git sees it under another name."""
    if not _is_commit(commit):
        return None
    said = _answer(
        top, "diff", "--no-ext-diff", "--no-textconv", "--name-status", "-z", "-M", "--diff-filter=R", commit
    )
    parts = (said or "").split("\0")
    moves = zip(parts[1::3], parts[2::3], strict=False)
    return next((after for before, after in moves if before == path), None)


def commits_since(top: str, asked: "list[tuple[str, str]]", seconds: float) -> "dict[tuple[str, str], int]":
    """How many commits touched a file since a commit, for pairs of both; all are asked at once, and none waited for.

    What git does not answer in time, or does not know, is left out.
    """
    import subprocess
    from time import monotonic

    deadline = monotonic() + seconds
    running: dict[tuple[str, str], subprocess.Popen[bytes]] = {}
    for commit, path in dict.fromkeys(asked):
        if _is_commit(commit) and len(running) < ASKED:
            try:
                running[commit, path] = subprocess.Popen(  # noqa: S603 — git, with a checked commit and a literal path
                    [*_GIT, "rev-list", "--count", f"{commit}..HEAD", "--", path],
                    cwd=top, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                    env=_environment(),
                )  # fmt: skip
            except OSError:
                break  # no git
    found = {}
    for pair, process in running.items():
        try:
            said = process.communicate(timeout=max(0.0, deadline - monotonic()))[0].strip()
            if process.returncode == 0 and said.isdigit():
                found[pair] = int(said)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
    return found


def _answer(top: str, *args: str) -> "str | None":
    """One answer of git's, for commands that may wait for it."""
    import subprocess

    try:
        ran = subprocess.run(  # noqa: S603 — git, with arguments of ours and a checked commit
            [*_GIT, *args], cwd=top, capture_output=True, text=True, timeout=5, check=False, env=_environment()
        )
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
    return ran.stdout.rstrip("\n") if ran.returncode == 0 else None


def _is_commit(text: str) -> bool:
    return 7 <= len(text) <= 64 and not text.strip("0123456789abcdef")


def _environment() -> "dict[str, str]":
    return {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
