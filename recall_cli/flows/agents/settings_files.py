"""The settings files of agents: where they are, and how to read and replace one."""

import os

from recall_cli.domain.errors import RecallError
from recall_cli.settings_file import read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.app import App

USER_LEVEL, PROJECT_LEVEL = "user", "project"
MAX_LENGTH = 100_000_000
"""Some agents keep the history of all their projects beside their settings."""


def settings_path(app: "App", agent: "Agent", level: str) -> str:
    """The path of an agent's settings: the user's, or those of the repository that this runs in, if it reads them."""
    if level == PROJECT_LEVEL and agent.project:
        from recall_cli.workplace import current_workplace

        return os.path.join(current_workplace().top or os.getcwd(), agent.project)
    variable, first = agent.home
    moved = app.environment.get(variable, "") if variable else ""
    if moved:
        return os.path.join(moved, agent.user.removeprefix(first + "/"))
    return os.path.join(os.path.expanduser("~"), agent.user)


def read_settings(path: str) -> "str | None":
    """The exact text of a settings file; None if there is none."""
    try:
        return read_text(path, MAX_LENGTH, newline="")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise RecallError(f"{path} is not UTF-8 text", "nothing was changed") from None
    except ValueError as error:
        raise RecallError(f"cannot read {path}: {error}", "nothing was changed") from None
    except OSError as error:
        raise _file_error("read", path, error) from None


def _file_error(verb: str, path: str, error: OSError) -> RecallError:
    return RecallError(f"cannot {verb} {path}: {(error.strerror or str(error)).lower()}", "nothing was changed")


def replace_file(path: str, text: str, *, new_mode: int = 0o600) -> None:
    """Replace a file atomically, at the target of a link. It keeps its permissions; a new file gets `new_mode`."""
    from recall_cli import atomic_file

    path = os.path.realpath(path)
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        mode = os.stat(path).st_mode & 0o777 if os.path.exists(path) else new_mode
        atomic_file.replace_file(path, [text.encode()], mode)
    except OSError as error:
        raise _file_error("write", path, error) from None
