"""Fake programs, so that no test schedules anything on this machine."""

import atexit
import functools
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.command import Home

CRONTAB_SCRIPT = """#!/bin/sh
# A crontab like Debian's, in a file of its own.
file=$HOME/crontab
case $1 in
-l) [ -f "$file" ] || { echo "no crontab for me" >&2; exit 1; }; cat "$file" ;;
-r) rm "$file" ;;
-) cat >"$file.new"; [ -s "$file.new" ] && [ -n "$(tail -c1 "$file.new")" ] && { echo "missing newline" >&2; exit 1; }
   mv "$file.new" "$file" ;;
esac
"""


def write_fake_crontab(recall: "Home") -> Path:
    """A folder with a crontab that writes into the home, to be put first into PATH."""
    programs = recall.path / "programs"
    programs.mkdir()
    _write_program(programs)
    return programs


@functools.cache
def fake_programs() -> Path:
    """The same for all tests of a process; tests of odd arguments would else change the crontab of who runs them."""
    programs = Path(tempfile.mkdtemp(prefix="recall-programs-"))
    atexit.register(shutil.rmtree, programs, ignore_errors=True)
    programs.chmod(0o755)
    _write_program(programs)
    return programs


def _write_program(programs: Path) -> None:
    (programs / "crontab").write_text(CRONTAB_SCRIPT)
    (programs / "crontab").chmod(0o755)
