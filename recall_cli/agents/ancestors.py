"""The processes of this user: whether a known agent is among the parents, and which others are agents.

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
    number: int = 0
    parent: int = 0
    group: int = 0
    """The process group to which it belongs."""
    session: int = 0
    terminal: int = 0
    """The device number of its controlling terminal; 0 if it has none. Without /proc, 1 stands for any terminal."""
    foreground: int = 0
    """The process group in the foreground of that terminal."""

    @property
    def agent(self) -> "str | None":
        """The agent that it is, by its program; None if it is none."""
        return agent_of_process(self.name, self.path, self.words)


def agent_above() -> "str | None":
    """The nearest agent among the parent processes; None if there is none that recall knows."""
    for count, process in enumerate(ancestors()):
        if count >= MAX_ANCESTORS:
            return "more processes than can be looked at"
        agent = process.agent or find_agent_variable(process.environment)
        if agent is not None:
            return agent
    return None


def agent_process_above() -> int:
    """The number of the nearest agent's process among the parents, by its program; 0 if there is none."""
    return next((process.number for process in ancestors() if process.agent), 0)


def ancestors() -> "Iterator[Process]":
    """The parent of this process, its parent and so on, up to the first process."""
    return _from_proc() if os.path.isdir("/proc/self") else _from_ps()


def _from_proc() -> "Iterator[Process]":
    process_id = os.getppid()
    while process_id > 0:
        process = read_process(process_id)
        if process is None:
            return
        yield process
        process_id = process.parent


def read_process(number: int) -> "Process | None":
    """A process on Linux, from /proc; None if it is gone."""
    folder = f"/proc/{number}"
    stat = _read_bytes(folder + "/stat").decode("utf-8", "replace")
    process_name, bracket, rest = stat.partition("(")[2].rpartition(")")
    if not bracket:
        return None
    try:
        path = os.readlink(folder + "/exe")
    except OSError:  # another user's process
        path = ""
    words = tuple(_read_bytes(folder + "/cmdline").decode("utf-8", "replace").split("\0"))
    variables = _read_bytes(folder + "/environ").decode("utf-8", "replace").split("\0")
    parent, group, session, terminal, foreground = map(int, rest.split()[1:6])
    return Process(
        name=process_name,
        path=path,
        words=words,
        environment={name: value for name, _, value in (variable.partition("=") for variable in variables)},
        number=number,
        parent=parent,
        group=group,
        session=session,
        terminal=terminal,
        foreground=foreground,
    )


def _read_bytes(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(MAX_PROC_FILE_BYTES)
    except OSError:
        return b""


def _from_ps() -> "Iterator[Process]":
    """The parent processes from `ps`, on macOS and other systems without /proc."""
    table = _processes_by_number()
    process_id = os.getppid()
    while process_id in table:
        process = table[process_id]
        yield process.but(words=_words_from_ps(process))
        if process.parent == process_id:
            return
        process_id = process.parent


def all_processes() -> "Iterator[Process]":
    """All processes of this user; on macOS with the variables of those that may be agents alone."""
    if not os.path.isdir("/proc/self"):
        for process in _processes_by_number().values():
            found = process.but(words=_words_from_ps(process))
            yield found.but(environment=_variables_from_ps(found)) if found.agent else found
        return
    for name in os.listdir("/proc"):
        try:
            is_own = name.isdigit() and os.stat(f"/proc/{name}").st_uid == os.getuid()
        except OSError:  # it has just ended
            continue
        own = read_process(int(name)) if is_own else None
        if own is not None:
            yield own


def _processes_by_number() -> "dict[int, Process]":
    table: dict[int, Process] = {}
    for line in _ps_lines("-A", "-o", "pid=,ppid=,pgid=,tty=,comm="):
        parts = line.split(None, 4)
        if len(parts) == 5 and all(part.isdigit() for part in parts[:3]):
            number, parent, group = map(int, parts[:3])
            path, terminal = parts[4].strip(), int(parts[3].strip("?-") != "")
            table[number] = Process(
                name=path, path=path, words=(path,), number=number, parent=parent, group=group, terminal=terminal
            )
    return table


def _words_from_ps(process: Process) -> "tuple[str, ...]":
    if interpreter_name(process.path) not in INTERPRETERS:
        return process.words
    return process.words + tuple(" ".join(_ps_lines("-o", "args=", "-p", str(process.number))).split()[1:])


def _variables_from_ps(process: Process) -> "dict[str, str]":
    """The variables of recall, and HOME, with which a process was started; macOS shows them behind its command."""
    words = " ".join(_ps_lines("-E", "-ww", "-o", "command=", "-p", str(process.number))).split()
    variables = (word.partition("=") for word in words if word.startswith(("RECALL_", "HOME=")))
    return {name: value for name, _, value in variables}


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
