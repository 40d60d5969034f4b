"""A disk that remembers every write and every sync, and can be cut off after any of them.

What was synced is on the disk. Of what was written since, a power cut leaves some sectors and not others.
"""

import random
from pathlib import Path
from typing import Any

import apsw

SECTOR = 512


class RecordingDisk(apsw.VFS):
    """SQLite's own file system, with everything written down: ('write', file, at, bytes), ('sync', file), …"""

    def __init__(self, name: str) -> None:
        self.log: list[tuple[Any, ...]] = []
        self.name = name
        super().__init__(name, base="")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        return RecordingFile(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.log.append(("delete", Path(filename).name))
        super().xDelete(filename, syncdir)


class RecordingFile(apsw.VFSFile):
    """One file of it."""

    def __init__(self, recorder: RecordingDisk, name: Any, flags: list[int]) -> None:
        self._log = recorder.log
        path = name if isinstance(name, str) or name is None else name.filename()
        self._name = Path(path).name if path else ""
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        self._log.append(("write", self._name, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        self._log.append(("truncate", self._name, newsize))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        self._log.append(("sync", self._name))
        super().xSync(flags)


def files_after_cut(log: list[tuple[Any, ...]], end: int, dice: random.Random) -> dict[str, bytes]:
    """The files as a power cut after so many steps may leave them: all that was synced, and shreds of the rest."""
    safe: dict[str, bytearray] = {}
    loose: dict[str, list[tuple[Any, ...]]] = {}
    for step in log[:end]:
        if step[0] == "sync":
            for one in loose.pop(step[1], []):
                _apply_step(safe, one)
        elif step[0] == "delete":
            loose.pop(step[1], None)
            safe.pop(step[1], None)
        else:
            loose.setdefault(step[1], []).append(step)
    for steps in loose.values():
        for one in steps:
            _apply_torn_step(safe, one, dice)
    return {name: bytes(held) for name, held in safe.items()}


def _apply_step(files: dict[str, bytearray], step: tuple[Any, ...]) -> None:
    held = files.setdefault(step[1], bytearray())
    if step[0] == "truncate":
        del held[step[2] :]
        return
    at, data = step[2], step[3]
    held.extend(bytes(max(0, at + len(data) - len(held))))
    held[at : at + len(data)] = data


def _apply_torn_step(files: dict[str, bytearray], step: tuple[Any, ...], dice: random.Random) -> None:
    """Of a write that was not synced: all, nothing, or some sectors of it."""
    fate = dice.random()
    if fate < 0.3 or step[0] == "truncate":
        if fate < 0.5:
            _apply_step(files, step)
        return
    if fate < 0.6:
        return
    for start in range(0, len(step[3]), SECTOR):
        if dice.random() < 0.5:
            _apply_step(files, ("write", step[1], step[2] + start, step[3][start : start + SECTOR]))
