"""A small disk that tests fill, and give room again. Only root can mount one."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

needs_root = pytest.mark.skipif(os.geteuid() != 0 or sys.platform != "linux", reason="only root mounts a small disk")


@contextlib.contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A disk of this size at a folder; the test is skipped where the system allows none."""
    folder.mkdir(parents=True, exist_ok=True)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], capture_output=True)
    if mounted.returncode != 0:
        pytest.skip("no small disk can be made here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


def resize_disk(folder: Path, size: str) -> None:
    """Give a small disk another size."""
    subprocess.run(["mount", "-o", f"remount,size={size}", str(folder)], check=True)


def store_until_full(call: Callable[..., tuple[str, bool]], **options: bool) -> tuple[int, str]:
    """Store long texts through a client of a server until one is refused: how many were stored, and the error."""
    for number in range(400):
        answer, failed = call("store_memory", text=f"memory {number} " + os.urandom(9000).hex(), **options)
        if failed:
            return number, answer
    pytest.fail("the disk was never full")
