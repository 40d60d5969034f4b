"""The programs on this machine: agents that recall can connect to, and one that could read sessions as a model.

A reader is offered once, and used only after a yes.
"""

import os
import shutil

from recall_cli.agents.registry import KNOWN_AGENTS
from recall_cli.flows.agents.settings_files import USER_LEVEL, settings_path
from recall_cli.flows.settings_changes import write_settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.app import App

PROGRAM_NAMES = {"claude-code": "claude", "cursor": "cursor-agent"}
"""The programs of agents that are not called like the agent."""
READER_COMMANDS = {
    "claude": 'claude -p --model haiku --safe-mode --tools "" --no-session-persistence',
    "codex": "codex exec --skip-git-repo-check --sandbox read-only --ephemeral -",
    "gemini": "gemini --skip-trust --approval-mode plan",
}
"""Programs that answer on standard output, with the recipes of `recall help extractors`; the first is offered."""


def find_agents(app: "App") -> "list[Agent]":
    """The agents that are on this machine: those with a folder of their own, or a program on the PATH."""
    return [agent for agent in KNOWN_AGENTS.values() if _has_folder(app, agent) or _has_program(app, agent)]


def _has_folder(app: "App", agent: "Agent") -> bool:
    """Whether the folder of an agent's settings is there; folders of the system's, such as .config, do not count."""
    parts = agent.user.split("/")
    own = 2 if parts[0] == ".config" else 1
    path = settings_path(app, agent, USER_LEVEL)
    for _ in parts[own:]:
        path = os.path.dirname(path)
    return os.path.isdir(path)


def _has_program(app: "App", agent: "Agent") -> bool:
    return shutil.which(PROGRAM_NAMES.get(agent.name, agent.name), path=app.environment.get("PATH", "")) is not None


def find_reader(app: "App") -> str:
    """The command of a program that could read sessions; empty if there is none, or the user has chosen already."""
    is_own_file = app.settings.path == app.settings.usual_settings.path
    if not is_own_file or "extractor" in app.settings.file or app.settings["extractor"] != "auto":
        return ""
    path = app.environment.get("PATH", "")
    return next((command for name, command in READER_COMMANDS.items() if shutil.which(name, path=path)), "")


def use_reader(app: "App", command: str) -> None:
    """Let a program read the sessions from now on."""
    write_settings(app, {"extractor.command": command, "extractor": "command"})
