"""Whether a person piped the input of this command at their own terminal. In doubt, an agent did.

Every condition can only take the person's word away. A pipe is never as strong as words typed at the terminal.
"""

import os
import signal
import stat

from recall_cli.agents.agent_detection import SHELLS, interpreter_name, program_name
from recall_cli.agents.ancestors import MAX_ANCESTORS, Process, ancestors, read_process

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

TERMINAL_PROGRAMS = frozenset(
    """alacritty foot ghostty gnome-terminal-server kgx kitty konsole login ptyxis-agent sshd sshd-session st tilix
    tmux urxvt wezterm-gui xfce4-terminal xterm""".split()
)
"""Programs that start a person's shell in a terminal. Editors are left out: their agents run commands there too."""
PIPE_PROGRAMS = SHELLS | {"xargs"}
"""Programs that only pass on what a person pipes: `xargs` makes arguments of it, and leaves no input."""
SYSTEM_FOLDERS = ("/usr/", "/bin/", "/sbin/", "/opt/", "/nix/store/", "/snap/", "/gnu/store/")
"""Where the programs of a system are installed. A program elsewhere may only have the name of a terminal."""


def is_own_pipe() -> bool:
    """Whether a person gave a pipe or a file as input at their own terminal; always false without /proc."""
    mode = os.fstat(0).st_mode
    if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN or not (
        stat.S_ISFIFO(mode) or stat.S_ISREG(mode) or _is_xargs(read_process(os.getppid()))
    ):
        return False
    own = read_process(os.getpid())
    return own is not None and own.terminal != 0 and is_pipe_of_person(own, ancestors())


def _is_xargs(process: "Process | None") -> bool:
    return process is not None and _program(process) == "xargs"


def is_pipe_of_person(own: Process, above: "Iterable[Process]") -> bool:
    """Whether only shells and xargs lie between this process and a known terminal program, in its foreground."""
    if own.group != own.foreground:
        return False
    has_passed_leader = False
    for count, process in enumerate(above):
        if has_passed_leader:
            return _is_installed(process) and _program(process) in TERMINAL_PROGRAMS
        in_session = (process.session, process.terminal) == (own.session, own.terminal)
        if count >= MAX_ANCESTORS or not in_session or not process.path:
            return False
        if not _is_installed(process) or interpreter_name(process.path).rstrip("-") not in PIPE_PROGRAMS:
            return False
        has_passed_leader = process.number == process.session
    return False


def _is_installed(process: Process) -> bool:
    """Whether a program lies in a folder of the system; the path of another user's program cannot be read."""
    return not process.path or process.path.startswith(SYSTEM_FOLDERS)


def _program(process: Process) -> str:
    """The name of a program, without what a server adds to its process name, as in `tmux: server`."""
    return program_name(process.path or process.name.partition(":")[0])
