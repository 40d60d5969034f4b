"""Whether a person pipes what is stored."""

import os

from recall_cli.workplace import client

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App


def has_own_pipe(app: "App") -> bool:
    """True if a person pipes the input at their own terminal. It is shown as theirs and trusted like an agent's."""
    if (served := client()) is not None:
        return served.facts.get("pipe") is True
    if app.at_terminal or app.serves_agent or app.settings["agent"]:
        return False
    try:  # a process without a controlling terminal learns so at once, and loads nothing more
        terminal = os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError:
        return False
    os.close(terminal)
    from recall_cli.agents.own_pipe import is_own_pipe
    from recall_cli.child_process import INSIDE_VARIABLE

    return INSIDE_VARIABLE not in app.environment and is_own_pipe() and app.calling_agent is None
