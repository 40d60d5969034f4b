"""Screens that are longer than the terminal go through a pager; never into a pipe, and never for an agent.

The environment is not trusted: no shell reads the command, a relative path is refused, and `less` gets no
preprocessor and starts no other programs.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen

PAGER_VARIABLES = ("RECALL_PAGER", "PAGER")
"""The first that is set names the pager; an empty RECALL_PAGER, `cat` and `off` mean none."""
NO_PAGER = frozenset({"", "cat", "off", "none", "never"})
DEFAULT_PAGER = "less"
LESS_OPTIONS = "FRX"
"""Options of less if LESS has none: quit if it fits, keep colours, leave the text on the screen."""
UNSAFE_VARIABLES = ("LESSOPEN", "LESSCLOSE", "LESSKEY", "LESSKEYIN", "LESSKEY_CONTENT", "LESSEDIT", "LESSHISTFILE")
"""Variables through which less would run other programs or write files."""


def print_screen(app: "App", screen: "Callable[[Screen], None]") -> None:
    """Print a screen, through a pager if it is longer than the terminal."""
    from recall_cli.cli.output.terminal import Screen

    out = Screen(app)
    if not (sys.stdout.isatty() and sys.stdin.isatty()):
        screen(out)
        return
    with out.console.capture() as capture:
        screen(out)
    print_drawn(app, capture.get(), out.console.height)


def print_drawn(app: "App", text: str, height: int = 0) -> None:
    """Print a screen that is drawn already, through a pager if it is longer than the terminal."""
    is_at_screen = sys.stdout.isatty() and sys.stdin.isatty()
    if is_at_screen and not height:
        height = os.get_terminal_size(sys.stdout.fileno()).lines or 25
    is_long = is_at_screen and text.count("\n") >= height
    command = pager_command(app.environment) if is_long and app.at_terminal else None
    if command is None or not _run_pager(command, text, app.environment):
        sys.stdout.write(text)


def pager_command(environment: "Mapping[str, str]") -> "list[str] | None":
    """The command of the pager, with a whole path; None if there is none or it is not wanted."""
    import shlex
    import shutil

    named = next((environment[name] for name in PAGER_VARIABLES if name in environment), DEFAULT_PAGER).strip()
    if named in NO_PAGER:
        return None
    try:
        words = shlex.split(named)
    except ValueError:
        return None
    if os.sep in words[0] and not os.path.isabs(words[0]):
        return None  # a program of the current folder
    program = shutil.which(words[0])
    return None if program is None or not os.path.isabs(program) else [program, *words[1:]]


def _run_pager(command: "list[str]", text: str, environment: "Mapping[str, str]") -> bool:
    """Show a text in the pager until it ends; False if it could not be started."""
    import signal
    import subprocess

    variables = {name: value for name, value in environment.items() if name not in UNSAFE_VARIABLES}
    variables |= {"LESS": environment.get("LESS") or LESS_OPTIONS, "LESSSECURE": "1", "LESSHISTFILE": "-"}
    sys.stdout.flush()
    try:
        pager = subprocess.Popen(command, stdin=subprocess.PIPE, env=variables)  # noqa: S603 — the user's pager
    except OSError:
        return False
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the pager
    try:
        pager.communicate(text.encode("utf-8", "backslashreplace"))
    except BrokenPipeError:
        pager.wait()
    finally:
        signal.signal(signal.SIGINT, before)
    return True
