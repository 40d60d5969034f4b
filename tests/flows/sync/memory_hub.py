"""A remote in this process, in place of git: so a test can play thousands of syncs."""

import os
import shutil
from hashlib import sha256
from itertools import count
from pathlib import Path

from recall_cli.flows.sync.git_runner import SyncFailed

_numbers = count()
_hubs: "dict[str, dict[str, tuple[str, list[bytes]]]]" = {}
"""The refs of each remote by its address: the commit and the segments of each machine."""


class MemoryRemote:
    """What GitRemote does, with refs in memory; the copy of a machine is a folder with its segments."""

    def __init__(self, folder: str, address: str, _space: str, **_: object) -> None:
        self.folder, self._hub = folder, _hubs.setdefault(address, {})
        self._copy: dict[str, tuple[str, list[bytes]]] = {}
        self._written: tuple[str, list[bytes]] = "", []

    def remove(self) -> None:
        """Remove the copy."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def fetch(self) -> None:
        """Copy the refs of all machines."""
        self._copy = dict(self._hub)
        os.makedirs(self.folder, 0o700, exist_ok=True)
        for device, (_, segments) in self._copy.items():
            (Path(self.folder) / device).write_bytes(b"".join(segments))

    def is_public(self) -> bool:
        """Nobody else reads it."""
        return False

    def other_spaces(self) -> int:
        """There is one space only."""
        return 0

    def heads(self) -> "dict[str, str]":
        """The commit of each machine."""
        return {device: commit for device, (commit, _) in self._copy.items()}

    def read(self, heads: "dict[str, str]") -> "dict[str, list[bytes]]":
        """The segments of each machine."""
        return {device: self._copy[device][1] for device in heads}

    def write(self, device: str, parent: "str | None", segments: "list[bytes]", _count: int) -> str:
        """Segments after those of the parent."""
        before = self._copy[device][1] if parent else []
        self._written = sha256(f"{next(_numbers)}".encode()).hexdigest(), [*before, *segments]
        return self._written[0]

    def push(self, device: str, commit: str, known: "str | None") -> None:
        """Set a machine's ref, if it still is what was known of it."""
        at_remote = self._hub.get(device, (None, []))[0]
        if at_remote != known:
            raise SyncFailed("rejected: stale info")
        assert commit == self._written[0]
        self._hub[device] = self._written
