"""recall completion: shell completion for bash, zsh and fish."""

import os

from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.cli.shells import SCRIPT_FILES, completion_script
from recall_cli.domain.errors import RecallError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from recall_cli.app import App

PARAMS = (
    argument(
        "action",
        "show prints the script; install writes it where the shell loads it; uninstall removes it.",
        choices=("show", "install", "uninstall"),
        metavar="show|install|uninstall",
    ),
    argument(
        "shell",
        "The shell (default: from $SHELL).",
        default=None,
        choices=tuple(SCRIPT_FILES),
        metavar="[bash|zsh|fish]",
    ),
    option("dry_run", "Show what would be done without doing it.", kind="flag"),
)
EXAMPLES = (
    ("recall admin completion install", "for your shell; prints any remaining step"),
    ("recall admin completion install zsh", ""),
    ("recall admin completion show fish | less", ""),
)
SCRIPT_MARK = "made by `recall completion show"
"""Text that identifies our scripts."""


def completion(app: "App", *, action: str, shell: "str | None", dry_run: bool) -> Reply:
    """Let the shell complete commands, options, ids and projects. Your own files are never edited."""
    shell = shell or _login_shell(app.environment)
    if action == "show":
        return Reply(
            lambda: {"shell": shell, "script": completion_script(shell)}, lambda: completion_script(shell).splitlines()
        )
    path = install_path(shell, app.environment)
    action_done = _install(path, shell, dry_run) if action == "install" else _uninstall(path, dry_run)
    next_step = _next_step(shell, path, app.environment) if action == "install" else ""
    document = {"shell": shell, "action": action_done, "file": path, "next": next_step or None}
    lines = [f"{action_done}\t{shell}\t{path}", *([next_step] if next_step else [])]
    return Reply(lambda: document, lambda: lines, lambda out: out.plain_lines(lines))


def install_path(shell: str, environment: "Mapping[str, str]") -> str:
    """The file from which a shell loads a user's completions."""
    data = environment.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    if shell == "bash":
        own = environment.get("BASH_COMPLETION_USER_DIR", "").partition(":")[0]
        return os.path.join(own or os.path.join(data, "bash-completion"), "completions", "recall")
    if shell == "zsh":
        return os.path.join(data, "zsh", "site-functions", SCRIPT_FILES[shell])
    config = environment.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return os.path.join(config, "fish", "completions", SCRIPT_FILES[shell])


def planned_change(shell: str, action: str, environment: "Mapping[str, str]") -> "tuple[str, str | None, str | None]":
    """The file that an action would change, its text now, and its text afterwards; None for no file."""
    path = install_path(shell, environment)
    return path, _installed_script(path), completion_script(shell) if action == "install" else None


def _login_shell(environment: "Mapping[str, str]") -> str:
    name = os.path.basename(environment.get("SHELL", ""))
    if name not in SCRIPT_FILES:
        raise UsageError("name a shell", f"one of {', '.join(SCRIPT_FILES)}")
    return name


def _install(path: str, shell: str, dry_run: bool) -> str:
    from recall_cli.settings_file import replace_file

    installed, wanted = _installed_script(path), completion_script(shell)
    if installed == wanted:
        return "already installed"
    if not dry_run:
        replace_file(os.path.realpath(path), wanted)
    return ("would be " if dry_run else "") + ("installed" if installed is None else "brought up to date")


def _uninstall(path: str, dry_run: bool) -> str:
    if _installed_script(path) is None:
        return "not installed"
    if not dry_run:
        os.remove(path)
    return "would be removed" if dry_run else "removed"


def _installed_script(path: str) -> "str | None":
    """The installed script, or None; RecallError if the file is not ours."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except FileNotFoundError:
        return None
    if SCRIPT_MARK not in text[:200]:
        raise RecallError(f"{path} was not written by recall", "move it away to install recall's script")
    return text


def _next_step(shell: str, path: str, environment: "Mapping[str, str]") -> str:
    from recall_cli.domain.shell_words import quote

    if shell == "fish":
        return ""
    if shell == "bash":
        return (
            "active in new shells if the package bash-completion is installed; "
            f"otherwise add this line to ~/.bashrc: . {quote(path)}"
        )
    folder = os.path.dirname(path)
    rc = os.path.join(environment.get("ZDOTDIR") or os.path.expanduser("~"), ".zshrc")
    try:
        with open(rc, encoding="utf-8", errors="replace") as file:
            if folder in file.read():
                return ""
    except OSError:
        pass
    return f"add to the end of {rc}: fpath=({quote(folder)} $fpath); autoload -Uz compinit; compinit"
