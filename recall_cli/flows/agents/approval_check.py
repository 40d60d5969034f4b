"""Whether an agent waits for its user's approval before it runs our hooks. Agents do not say so, so recall does."""

import os

from recall_cli.agents import codex_approval
from recall_cli.flows.agents.settings_files import PROJECT_LEVEL, USER_LEVEL, settings_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.app import App

UNREADABLE_SETTINGS = "its settings cannot be read, so recall cannot tell whether you approved the hooks"


def approval_problem(app: "App", agent: "Agent", level: str, settings_text: "str | None") -> str:
    """The reason why an agent does not run the hooks of a settings file with this text; empty if it runs them."""
    if not agent.approval_file or settings_text is None:
        return ""
    from recall_cli.agents import jsonc

    approval_path = os.path.join(os.path.dirname(settings_path(app, agent, USER_LEVEL)), agent.approval_file)
    try:
        settings, document = _read_toml(approval_path), jsonc.parse_jsonc(settings_text).plain()
    except (OSError, ValueError):
        return UNREADABLE_SETTINGS
    path = settings_path(app, agent, level)
    features = settings.get("features")
    if isinstance(features, dict) and False in (features.get("hooks"), features.get("codex_hooks")):
        return f"{agent.title} has hooks switched off ([features] in {approval_path})"
    if level == PROJECT_LEVEL and not _is_trusted_folder(settings, os.path.dirname(os.path.dirname(path))):
        return f"{agent.title} does not trust this folder yet: start {agent.name} in it"
    states = codex_approval.approval_states(document, agent.name, (path, os.path.realpath(path)), settings)
    return _describe_states(states, agent.name)


def _describe_states(states: "list[str]", agent_name: str) -> str:
    waiting = [state for state in states if state in (codex_approval.NEW, codex_approval.CHANGED)]
    if waiting:
        since = ", because they changed" if codex_approval.CHANGED in waiting else ""
        share = "" if len(waiting) == len(states) else f" ({len(waiting)} of {len(states)} hooks)"
        return f"waiting for your approval{since}{share}: run /hooks in {agent_name}"
    off = states.count(codex_approval.OFF)
    return f"{off} of {len(states)} hooks are switched off: run /hooks in {agent_name}" if off else ""


def _read_toml(path: str) -> "dict[str, object]":
    import tomllib

    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        return {}


def _is_trusted_folder(settings: "dict[str, object]", folder: str) -> bool:
    projects = settings.get("projects")
    known = [projects.get(path) for path in (folder, os.path.realpath(folder))] if isinstance(projects, dict) else []
    return any(isinstance(path, dict) and path.get("trust_level") == "trusted" for path in known)
