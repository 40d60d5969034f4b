"""One command that is killed at one step: before the so manieth write, sync or renaming that reaches the disk.

`python -m tests.faults.kill_point STEP ARGS…`: step 0 kills nothing, and the number of steps goes to standard error.
"""

import os
import signal
import sys
from typing import Any

import apsw

from tests.faults import newer_recall

REAL_VFS = apsw.vfs_names()[0]
"""The disk as SQLite uses it by itself."""
STEPS = 0
KILL_AT = 0


def count_step() -> None:
    """One more; at the chosen one it ends here, as by kill -9."""
    global STEPS
    STEPS += 1
    if STEPS == KILL_AT:
        os.kill(os.getpid(), signal.SIGKILL)


class KillingVFS(apsw.VFS):
    """SQLite's own file system, with every change a step; a write that is cut off leaves its first half."""

    def __init__(self) -> None:
        super().__init__("deadly", base=REAL_VFS, makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        return KillingFile(name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        count_step()
        super().xDelete(filename, syncdir)


class KillingFile(apsw.VFSFile):
    """One file of it."""

    def __init__(self, name: Any, flags: list[int]) -> None:
        super().__init__(REAL_VFS, name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        if STEPS + 1 == KILL_AT:
            super().xWrite(bytes(data)[: len(data) // 2], offset)
        count_step()
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        count_step()
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        count_step()
        super().xSync(flags)


def count_calls(name: str) -> None:
    """A function of the system becomes a step."""
    really = getattr(os, name)

    def stepping(*args: Any, **more: Any) -> Any:
        count_step()
        return really(*args, **more)

    setattr(os, name, stepping)


def main(step: int | str, *words: str) -> None:
    """The command, until it ends or dies."""
    global KILL_AT
    from recall_cli import app
    from recall_cli.__main__ import run

    KILL_AT = int(step)
    disk = KillingVFS()
    for name in ("replace", "rename", "link", "unlink", "fsync"):
        count_calls(name)
    app.App.at_terminal = property(lambda _self: "FAULTS_PERSON" in os.environ)
    if "FAULTS_LATER" in os.environ:
        newer_recall.become_newer()
    status = run([*words])
    sys.stderr.write(f"\n{STEPS}\n")
    sys.stdout.flush()
    sys.stderr.flush()
    assert disk is not None
    os._exit(status)


if __name__ == "__main__":
    main(*sys.argv[1:])
