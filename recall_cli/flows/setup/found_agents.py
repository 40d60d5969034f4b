"""The agents on this machine that recall can connect to, and where it is connected already."""

import os
import shutil

from recall_cli.agents.registry import KNOWN_AGENTS
from recall_cli.flows.agents.settings_files import USER_LEVEL, settings_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.app import App

PROGRAM_NAMES = {"claude-code": "claude", "cursor": "cursor-agent"}
"""The programs of agents that are not called like the agent."""


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
