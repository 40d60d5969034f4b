"""Whether a known agent is among the parent processes. This is checked only if a person seems to be at a terminal.

A program that leaves its process family is not found: one that starts a child which outlives it, or has a service start
one. `recall help security` states this limit.
"""

import os
import sys

from recall_cli.agents.agent_detection import INTERPRETERS, agent_of_process, find_agent_variable, interpreter_name
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_ANCESTORS = 500
"""A terminal's process family has about a dozen members. More than this many are treated as an attempt to hide."""
MAX_PROC_FILE_BYTES = 200_000
"""Bytes that are read of a process's arguments and of its environment."""


class Process(Record):
    """A parent process, as far as it can be seen."""

    name: str
    path: str = ""
    words: "tuple[str, ...]" = ()
    environment: "dict[str, str]" = {}
    """The variables with which it was started, if they can be read."""


def agent_above() -> "str | None":
    """The nearest agent among the parent processes; None if there is none that recall knows."""
    for count, process in enumerate(ancestors()):
        if count >= MAX_ANCESTORS:
            return "more processes than can be looked at"
        agent = agent_of_process(process.name, process.path, process.words) or find_agent_variable(process.environment)
        if agent is not None:
            return agent
    return None


def ancestors() -> "Iterator[Process]":
    """The parent of this process, its parent and so on, up to the first process."""
    return _from_proc() if os.path.isdir("/proc/self") else _from_ps()


def _from_proc() -> "Iterator[Process]":
    """The parent processes on Linux, from /proc."""
    process_id = os.getppid()
    while process_id > 0:
        folder = f"/proc/{process_id}"
        stat = _read_bytes(folder + "/stat").decode("utf-8", "replace")
        process_name, bracket, rest = stat.partition("(")[2].rpartition(")")
        if not bracket:
            return
        try:
            path = os.readlink(folder + "/exe")
        except OSError:  # another user's process
            path = ""
        words = tuple(_read_bytes(folder + "/cmdline").decode("utf-8", "replace").split("\0"))
        variables = _read_bytes(folder + "/environ").decode("utf-8", "replace").split("\0")
        environment = {name: value for name, _, value in (variable.partition("=") for variable in variables)}
        yield Process(name=process_name, path=path, words=words, environment=environment)
        process_id = int(rest.split()[1])


def _read_bytes(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(MAX_PROC_FILE_BYTES)
    except OSError:
        return b""


def _from_ps() -> "Iterator[Process]":
    """The parent processes from `ps`, on macOS and other systems without /proc."""
    parents: dict[int, tuple[int, str]] = {}
    for line in _ps_lines("-A", "-o", "pid=,ppid=,comm="):
        parts = line.split(None, 2)
        if len(parts) == 3 and parts[0].isdigit() and parts[1].isdigit():
            parents[int(parts[0])] = (int(parts[1]), parts[2].strip())
    process_id = os.getppid()
    while process_id in parents:
        parent, path = parents[process_id]
        words: tuple[str, ...] = (path,)
        if interpreter_name(path) in INTERPRETERS:
            words += tuple(" ".join(_ps_lines("-o", "args=", "-p", str(process_id))).split()[1:])
        yield Process(name=path, path=path, words=words)
        if parent == process_id:
            return
        process_id = parent


def _ps_lines(*arguments: str) -> "list[str]":
    """The lines that `ps` prints; none if it cannot run."""
    import subprocess

    program = "/bin/ps" if sys.platform == "darwin" else "ps"
    try:
        result = subprocess.run(  # noqa: S603 — a fixed program with fixed words
            [program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=5, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return []
    return result.stdout.decode("utf-8", "replace").splitlines()
