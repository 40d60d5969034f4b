"""Does an agent wait for its user before it runs our hooks? It says nothing of it, so recall does."""

import os

from recall_cli.agents import approval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.agents.agent import Agent
    from recall_cli.app import App

UNREAD = "its settings cannot be read, so nobody knows whether you approved the hooks"


def missing(app: "App", agent: "Agent", level: str, text: "str | None") -> str:
    """What keeps an agent from running the hooks of a settings file with this text; nothing where nothing does."""
    if not agent.approvals or text is None:
        return ""
    from recall_cli.agents import jsonc
    from recall_cli.flows.agents.hooks import PROJECT, USER, place

    kept = os.path.join(os.path.dirname(place(app, agent, USER)), agent.approvals)
    try:
        settings, document = _toml(kept), jsonc.read(text).plain()
    except (OSError, ValueError):
        return UNREAD
    path = place(app, agent, level)
    features = settings.get("features")
    if isinstance(features, dict) and False in (features.get("hooks"), features.get("codex_hooks")):
        return f"{agent.title} has hooks switched off ([features] in {kept})"
    if level == PROJECT and not _trusted(settings, os.path.dirname(os.path.dirname(path))):
        return f"{agent.title} does not trust this folder yet: start {agent.name} in it"
    found = approval.states(document, agent.name, (path, os.path.realpath(path)), settings)
    return _said(found, agent.name)


def _said(found: "list[str]", name: str) -> str:
    open_ = [state for state in found if state in (approval.NEW, approval.CHANGED)]
    if open_:
        again = ", since they changed" if approval.CHANGED in open_ else ""
        some = "" if len(open_) == len(found) else f" ({len(open_)} of {len(found)} hooks)"
        return f"waiting for your approval{again}{some}: run /hooks in {name}"
    off = found.count(approval.OFF)
    return f"{off} of {len(found)} hooks are switched off: run /hooks in {name}" if off else ""


def _toml(path: str) -> "dict[str, Any]":
    import tomllib

    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        return {}


def _trusted(settings: "dict[str, Any]", folder: str) -> bool:
    projects = settings.get("projects")
    known = [projects.get(one) for one in (folder, os.path.realpath(folder))] if isinstance(projects, dict) else []
    return any(isinstance(one, dict) and one.get("trust_level") == "trusted" for one in known)
