"""Whatever ends an import: nothing of its input stays in a file."""

import contextlib
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.command import AS_INSTALLED, Home

WORD = b"zyxquartz"


def make_database(path: Path) -> bytes:
    """The database of another program with one memory."""
    with contextlib.closing(sqlite3.connect(path)) as store, store:
        store.execute("CREATE TABLE padding (text TEXT)")
        store.executemany("INSERT INTO padding VALUES (?)", [(WORD.decode() * 50,)] * 2000)
    return path.read_bytes()


@pytest.mark.parametrize("kind", ["markdown", "database"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_killed_import_leaves_no_input_behind(recall: Home, tmp_path: Path, number: int, kind: str) -> None:
    """While it reads and after a signal, no folder that recall uses has a file with what it read."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    text = b"# Notes\n\n" + b"- The zyxquartz wiki is at home.\n" * 100_000
    content = text if kind == "markdown" else make_database(tmp_path / "other.db")
    process = subprocess.Popen(
        [sys.executable, "-c", AS_INSTALLED, "import", "-"],
        stdin=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        env={"HOME": str(recall.path), "TMPDIR": str(temporary), "PATH": "/usr/bin:/bin"},
        cwd=recall.path,
    )
    assert process.stdin is not None
    process.stdin.write(content[:3_000_000])  # returns once recall has read all but what the pipe holds
    process.stdin.flush()
    time.sleep(0.2)
    assert [*temporary.rglob("*")] == []
    process.send_signal(number)
    process.wait(20)
    process.stdin.close()
    assert [*temporary.rglob("*")] == []
    assert not any(WORD in path.read_bytes() for path in recall.path.rglob("*") if path.is_file())
