"""The commits that HEAD and branches name."""

import os

from recall_cli.repository import read_file_inside

MAX_REFERENCE_LINKS = 5
"""References that may name one another."""
MAX_REFERENCE_BYTES = 4_096
MAX_PACKED_REFS_BYTES = 32_000_000
"""Bytes of the file of packed references that are read."""
BRANCHES, REMOTE_BRANCHES = "refs/heads/", "refs/remotes/"
MAX_REMOTES = 20
"""Remotes whose branches are looked up."""


def head_commit(private: str, shared: str) -> "str | None":
    """The id of the commit that is checked out; None if there is none or it is unknown."""
    return _follow(read_file_inside(private, "HEAD", MAX_REFERENCE_BYTES), private, shared)


def head_branch(private: str, shared: str) -> "tuple[str, str] | None":
    """The name of the branch that is checked out, and its commit; None if there is none or it is unknown."""
    raw = read_file_inside(private, "HEAD", MAX_REFERENCE_BYTES) or b""
    name = _named_reference(raw)
    if not name.startswith(BRANCHES):
        return None
    commit = _follow(raw, private, shared)
    return None if commit is None else (name.removeprefix(BRANCHES), commit)


def branch_commit(shared: str, branch: str) -> "str | None":
    """The commit of a branch of this repository; None if there is none."""
    return _follow(f"ref: {BRANCHES}{branch}".encode("utf-8", "surrogateescape"), shared, shared)


def remote_branch_commits(shared: str, branch: str) -> "list[str]":
    """The commits of a branch of the remotes, as they were last fetched."""
    return [commit for remote in remotes(shared) if (commit := _remote_commit(shared, f"{remote}/{branch}"))]


def default_branch(shared: str) -> "tuple[str, str] | None":
    """The default branch of the first remote that is known to have one, and its commit as it was last fetched."""
    for remote in remotes(shared):
        folder = f"{REMOTE_BRANCHES}{remote}/"
        name = _named_reference(read_file_inside(shared, f"{folder}HEAD", MAX_REFERENCE_BYTES) or b"")
        commit = _remote_commit(shared, f"{remote}/HEAD") if name.startswith(folder) else None
        if commit is not None:
            return name.removeprefix(folder), commit
    return None


def remotes(shared: str) -> "list[str]":
    """The names of the remotes that something was fetched from."""
    try:
        names = os.listdir(os.path.join(shared, REMOTE_BRANCHES))
    except OSError:
        return []
    return sorted(names, key=lambda name: (name != "origin", name))[:MAX_REMOTES]


def _remote_commit(shared: str, name: str) -> "str | None":
    return _follow(f"ref: {REMOTE_BRANCHES}{name}".encode("utf-8", "surrogateescape"), shared, shared)


def _follow(raw: "bytes | None", private: str, shared: str) -> "str | None":
    """The commit that a reference of this content leads to."""
    for _ in range(MAX_REFERENCE_LINKS):
        value = (raw or b"").strip()
        if not value.startswith(b"ref:"):
            text = value.decode("ascii", "replace").lower()
            return text if is_object_id(text) else None
        path = _named_reference(value)
        if not path:
            return None
        raw = read_file_inside(private, path, MAX_REFERENCE_BYTES) or read_file_inside(
            shared, path, MAX_REFERENCE_BYTES
        )
        raw = raw or _read_packed_reference(shared, os.fsencode(path))
    return None


def _named_reference(raw: bytes) -> str:
    """The reference that another one names; empty if it names none."""
    value = raw.strip()
    name = value[4:].strip() if value.startswith(b"ref:") else b""
    return os.fsdecode(name) if _is_reference_name(name) else ""


def _is_reference_name(name: bytes) -> bool:
    parts = name.split(b"/")
    odd = any(part in (b"", b".", b"..") for part in parts) or any(byte < 33 for byte in name)
    return name.startswith(b"refs/") and not odd


def _read_packed_reference(shared: str, name: bytes) -> "bytes | None":
    raw = read_file_inside(shared, "packed-refs", MAX_PACKED_REFS_BYTES) or b""
    at = raw.find(b" " + name + b"\n")
    return raw[raw.rfind(b"\n", 0, at) + 1 : at] if at > 0 else None


def is_object_id(text: str) -> bool:
    """Whether a text is a full object id, by SHA-1 or SHA-256."""
    return len(text) in (40, 64) and not text.strip("0123456789abcdef")
