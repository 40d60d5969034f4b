"""Whether a brief asks the agent to store, and with which command."""

import os
import sys

from recall_cli.domain.store_request import MIN_BUDGET, store_request
from recall_cli.flows.agents import switches
from recall_cli.workplace import client

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App

COMMAND = "recall"


def request_of_session(app: "App", session: "str | None") -> str:
    """The request for a session that begins; empty where nothing of it may be stored."""
    is_silent = app.settings["hooks.tokens"] < MIN_BUDGET or switches.private_reason(app, session)
    return "" if is_silent else store_request(store_command(app))


def request_of_command(app: "App", budget: int) -> str:
    """The request where a command runs; empty where nothing may be stored."""
    return "" if budget < MIN_BUDGET or switches.storing_off_reason(app) else store_request(store_command(app))


def store_command(app: "App") -> str:
    """The name of this command if the agent's shell finds it, or else its path."""
    if (served := client()) is not None:
        named = served.facts.get("command")
        return named if isinstance(named, str) and named.isprintable() else COMMAND
    called = os.path.abspath(sys.argv[0])
    folders = app.environment.get("PATH", "").split(os.pathsep)
    if os.path.basename(called) != COMMAND or any(os.access(os.path.join(f, COMMAND), os.X_OK) for f in folders if f):
        return COMMAND
    from recall_cli.domain.shell_words import quote

    return quote(called)
