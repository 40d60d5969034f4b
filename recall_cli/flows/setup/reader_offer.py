"""A program on this machine that could read sessions as a model: found, offered once, and used only after a yes."""

import shutil

from recall_cli.flows.settings_changes import write_settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App

READER_COMMANDS = {
    "claude": 'claude -p --model haiku --safe-mode --tools "" --no-session-persistence',
    "codex": "codex exec --skip-git-repo-check --sandbox read-only --ephemeral -",
    "gemini": "gemini --skip-trust --approval-mode plan",
}
"""Programs that answer on standard output, with the recipes of `recall help extractors`; the first is offered."""


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
