"""The files under hooks/, as they should be. `python -m tests.docs.generate hooks` writes them."""

from pathlib import PurePath
from typing import Any

from recall_cli import __version__
from recall_cli.agents.agent import Agent
from recall_cli.agents.hook_entries import SNIPPET, HookChoice, format_settings, settings_document
from recall_cli.agents.registry import AGENTS, CLAUDE_CODE, GEMINI
from recall_cli.flows.agents.hooks import own_file_text
from tests.command import ROOT

HOOKS_FOLDER = ROOT / "hooks"
PLUGIN_DESCRIPTION = "Sessions begin with what matters and end with what was learned."
PLUGIN_README = """\
# recall

Long-term memory for coding agents: a session begins with what matters in its project and ends with what was learned
being kept, in one SQLite file on this machine. Nothing leaves it.

The plugin holds hooks and a skill; the command `recall` comes from its own package. Install it with pipx or uv, so that
it lies in `~/.local/bin`, or anywhere on the PATH that your agent is started with. Where there is no `recall`, the
plugin does nothing. `recall doctor` says what it finds.

Use either this plugin or `recall hooks install claude-code`. With both, the brief is told once all the same, and
`recall doctor` says that there are two.

Hooks run when a session starts, when the agent uses a tool or starts a subagent, before its conversation is compacted,
and when it ends. `recall hooks` shows how they do, `recall config off true` switches everything off.
"""
SKILL_FILE = """\
---
name: recall
description: Long-term memory across sessions. Use it to look up earlier decisions, findings, preferences and corrections,
  and to keep what later sessions need.
---
"""


def agent_document(agent: Agent) -> dict[str, Any]:
    return settings_document(agent, None, HookChoice())


GENERATED_FILES = {
    **{f"{agent.name}/{PurePath(agent.user).name}": own_file_text(agent, None) for agent in AGENTS},
    ".claude-plugin/marketplace.json": format_settings(
        {
            "name": "recall",
            "owner": {"name": "recall"},
            "plugins": [{"name": "recall", "source": "./claude-plugin", "description": PLUGIN_DESCRIPTION}],
        }
    ),
    "claude-plugin/.claude-plugin/plugin.json": format_settings(
        {"name": "recall", "version": __version__, "description": PLUGIN_DESCRIPTION, "author": {"name": "recall"}}
    ),
    "claude-plugin/hooks/hooks.json": format_settings(
        {"description": PLUGIN_DESCRIPTION, **agent_document(CLAUDE_CODE)}
    ),
    "claude-plugin/skills/recall/SKILL.md": SKILL_FILE + SNIPPET,
    "claude-plugin/README.md": PLUGIN_README,
    "claude-plugin/LICENSE": (ROOT / "LICENSE").read_text(encoding="utf-8"),
    "gemini-extension/gemini-extension.json": format_settings(
        {"name": "recall", "version": __version__, "contextFileName": "GEMINI.md"}
    ),
    "gemini-extension/hooks/hooks.json": format_settings(agent_document(GEMINI)),
    "gemini-extension/GEMINI.md": SNIPPET,
}
"""By the path under hooks/. Each agent has a folder with its name."""


def shown_file(agent: str) -> str:
    """The text of the file that shows what an agent's settings get."""
    for path, text in GENERATED_FILES.items():
        if path.startswith(f"{agent}/"):
            return text
    raise AssertionError(f"hooks/ has no file for {agent}")


def write_file(name: str) -> None:
    """Write one file under hooks/."""
    path = HOOKS_FOLDER / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(GENERATED_FILES[name], encoding="utf-8")
