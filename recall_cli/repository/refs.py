"""The commit that HEAD names, through branches."""

import os

from recall_cli.repository import read_file_inside

MAX_REFERENCE_LINKS = 5
"""References that may name one another."""
MAX_REFERENCE_BYTES = 4_096
MAX_PACKED_REFS_BYTES = 32_000_000
"""Bytes of the file of packed references that are read."""


def head_commit(private: str, shared: str) -> "str | None":
    """The id of the commit that is checked out; None if there is none or it is unknown."""
    raw = read_file_inside(private, "HEAD", MAX_REFERENCE_BYTES)
    for _ in range(MAX_REFERENCE_LINKS):
        value = (raw or b"").strip()
        if not value.startswith(b"ref:"):
            text = value.decode("ascii", "replace").lower()
            return text if is_object_id(text) else None
        name = value[4:].strip()
        if not _is_reference_name(name):
            return None
        path = os.fsdecode(name)
        raw = read_file_inside(private, path, MAX_REFERENCE_BYTES) or read_file_inside(
            shared, path, MAX_REFERENCE_BYTES
        )
        raw = raw or _read_packed_reference(shared, name)
    return None


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
