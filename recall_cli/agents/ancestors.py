"""Is a known agent among the processes above this one? It is asked only where somebody seems to sit at a terminal.

A program that runs as the user and leaves its family (it starts a child that outlives it, or asks a service to start
one) is not found. That limit is stated in recall help security.
"""

import os
import sys

from recall_cli.agents.agent_detection import INTERPRETERS, agent_of_process, find_agent_variable, interpreter_name
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_ANCESTORS = 500
"""A terminal's family is a dozen processes. Whoever puts more above this one hides something."""
MAX_PROC_FILE_BYTES = 200_000
"""So much is read of a process's words and of its environment."""


class Process(Record):
    """A process above this one, as far as it can be seen."""

    name: str
    path: str = ""
    words: "tuple[str, ...]" = ()
    environment: "dict[str, str]" = {}
    """The variables that it was started with, where they can be read."""


def agent_above() -> "str | None":
    """The nearest agent among the ancestors of this process; None where there is none that recall knows."""
    for count, process in enumerate(ancestors()):
        if count >= MAX_ANCESTORS:
            return "more processes than can be looked at"
        found = agent_of_process(process.name, process.path, process.words) or find_agent_variable(process.environment)
        if found is not None:
            return found
    return None


def ancestors() -> "Iterator[Process]":
    """The parent of this process, its parent and so on, up to the first one."""
    return _from_proc("/proc") if os.path.isdir("/proc/self") else _from_ps()


def _from_proc(root: str) -> "Iterator[Process]":
    """The ancestors as Linux tells them."""
    number = os.getppid()
    while number > 0:
        folder = f"{root}/{number}"
        stat = _read_bytes(folder + "/stat").decode("utf-8", "replace")
        called, closed, rest = stat.partition("(")[2].rpartition(")")
        if not closed:
            return
        try:
            path = os.readlink(folder + "/exe")
        except OSError:  # a process of another user
            path = ""
        words = tuple(_read_bytes(folder + "/cmdline").decode("utf-8", "replace").split("\0"))
        variables = _read_bytes(folder + "/environ").decode("utf-8", "replace").split("\0")
        environment = {name: value for name, _, value in (one.partition("=") for one in variables)}
        yield Process(name=called, path=path, words=words, environment=environment)
        number = int(rest.split()[1])


def _read_bytes(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(MAX_PROC_FILE_BYTES)
    except OSError:
        return b""


def _from_ps() -> "Iterator[Process]":
    """The ancestors as `ps` tells them, on macOS and wherever there is no /proc."""
    parents: dict[int, tuple[int, str]] = {}
    for line in _ps_lines("-A", "-o", "pid=,ppid=,comm="):
        parts = line.split(None, 2)
        if len(parts) == 3 and parts[0].isdigit() and parts[1].isdigit():
            parents[int(parts[0])] = (int(parts[1]), parts[2].strip())
    number = os.getppid()
    while number in parents:
        parent, path = parents[number]
        words: tuple[str, ...] = (path,)
        if interpreter_name(path) in INTERPRETERS:
            words += tuple(" ".join(_ps_lines("-o", "args=", "-p", str(number))).split()[1:])
        yield Process(name=path, path=path, words=words)
        if parent == number:
            return
        number = parent


def _ps_lines(*arguments: str) -> "list[str]":
    """The lines that `ps` prints; none where it cannot be run."""
    import subprocess

    program = "/bin/ps" if sys.platform == "darwin" else "ps"
    try:
        ran = subprocess.run(  # noqa: S603 — a fixed program with fixed words
            [program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=5, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return []
    return ran.stdout.decode("utf-8", "replace").splitlines()
