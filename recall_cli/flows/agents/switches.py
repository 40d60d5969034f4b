"""The switches that turn memory off: for everything, an agent or a session. A project's switch is in the store."""

import os

from recall_cli.app import SESSION_VARIABLES, is_recall_error
from recall_cli.child_process import INSIDE_VARIABLE, PROGRAM_FOLDER_NAME
from recall_cli.domain.ids import is_session_id
from recall_cli.domain.record import Record
from recall_cli.workplace import client, current_folder, current_workplace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.app import App

OFF_VARIABLE = "RECALL_OFF"
OLDER_SUFFIX = ".older"
ALL_AGENTS_WORDS = frozenset({"all", "*", "1", "true", "yes", "on"})


def is_own_work(folder: "str | None") -> bool:
    """Whether a session runs in the folder where recall runs a program of the user's as a model.

    Some clients start their hooks without the variables of the client, so the folder says it too.
    """
    return folder is not None and PROGRAM_FOLDER_NAME in folder.split(os.sep)


def off_reason_here(app: "App") -> "str | None":
    """Why memory is off where this command runs: everywhere, for this project or for this session; None if it is on."""
    from recall_cli.flows.projects import project_of_workplace

    reason = storing_off_reason(app)
    if reason is not None or not app.settings.has_store():
        return reason
    try:
        with app.read_transaction() as tx:
            project = project_of_workplace(tx, current_workplace(), ask_git=True)
    except Exception as error:  # if the store cannot be read, the project is unknown
        if not is_recall_error(error):
            raise
        return None
    if project is None or project.enabled:
        return None
    from recall_cli.domain.shell_words import command_line

    return f"memory is switched off for {project.name} ({command_line('recall', 'projects', 'enable', project.name)})"


def off_reason(app: "App", agent: "str | None" = None) -> "str | None":
    """Why memory is off, everywhere or for this agent; None if it is on."""
    value, origin = app.settings.origin("off")
    if value:
        from recall_cli.domain.moment import format_when
        from recall_cli.off_period import off_until

        end = off_until(app.settings.file, app.environment) if origin == "file" else 0
        until = f" until {format_when(end, app.now())}" if end else ""
        back = "; recall config off false switches it on" if origin == "file" else ""
        return f"recall is switched off{until} ({_setting_origin(app, 'off')}{back})"
    if agent is not None:
        names = {word.strip().lower() for word in str(app.settings["hooks.off"]).split(",") if word.strip()}
        if agent in names or names & ALL_AGENTS_WORDS:
            return f"hooks are switched off for {agent} ({_setting_origin(app, 'hooks.off')})"
    return None


def uninvited_reason(app: "App", agent: "Agent", folder: str) -> "str | None":
    """Why a session is ignored: the hooks came with its repository and the user never installed them; else None."""
    from recall_cli.agents.agent import OWN_FILE

    path = os.path.join(folder, agent.project)
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            has_hooks = f"--agent {agent.name}" in file.read() or agent.form == OWN_FILE
    except OSError:
        return None
    from recall_cli.flows.agents import manifest

    if not has_hooks or any(
        record.agent == agent.name and (record.level == "user" or settings_path == path)
        for settings_path, record in manifest.all_hook_records(app).items()
    ):
        return None
    return f"{path} came with the repository (recall hooks install {agent.name} --project, if you want them)"


def private_reason(app: "App", session: "str | None", folder: "str | None" = None) -> "str | None":
    """Why nothing of a session is stored, or of a folder if it is given; None if it may be."""
    if (served := client()) is not None:
        return served.off_reason
    if app.settings["private"]:
        return f"this session is private ({_setting_origin(app, 'private')})"
    if session and is_private(app, session):
        return "this session is private (recall hooks private)"
    private_folder = folder and find_private_folder(app, folder)
    if not private_folder:
        return None
    from recall_cli.domain.shell_words import command_line

    return f"this folder is private ({command_line('recall', 'hooks', 'private', private_folder)})"


class WindowSwitch(Record):
    """What the other windows of an agent mean for a session, if one process runs the sessions of all of them."""

    reason: str
    """Why nothing of the session is stored."""
    off: bool
    """Whether the session gets nothing either."""


def window_switch(app: "App") -> "WindowSwitch | None":
    """The switch that a window of the calling agent has set, if its sessions run in a shared process."""
    if INSIDE_VARIABLE in app.environment:
        return None
    from recall_cli.agents.shared_process import find_shared_process

    shared = find_shared_process()
    if shared is None:
        return None
    ending = f"in a process of {shared.agent}, which runs all its windows in one"
    name = shared.window_switch
    if name is not None:
        return WindowSwitch(reason=f"{name} is set {ending}", off=name == OFF_VARIABLE)
    name = shared.unequal_variable
    return WindowSwitch(reason=f"{name} is set differently {ending}", off=True) if name is not None else None


def storing_off_reason(app: "App", session: "str | None" = None) -> "str | None":
    """Why nothing may be stored here; None if it may. A session is private by its id, its folder or its window."""
    if (served := client()) is not None:
        return off_reason(app) or served.off_reason
    reason = off_reason(app) or private_reason(app, session or current_session(app), current_folder())
    if reason is not None or not (current_session(app) or app.serves_agent):
        return reason
    window = window_switch(app)
    return window.reason if window else None


def check_memory_on(app: "App") -> None:
    """Refuse commands that add to the store or judge its contents while memory is off. Removing stays allowed."""
    reason = storing_off_reason(app)
    if reason is not None:
        from recall_cli.domain.errors import NotStored

        raise NotStored(f"not kept: {reason}", "recall delete, undo and erase still work")


def current_session(app: "App") -> "str | None":
    """The id of the agent session in which this command runs, if the environment has it."""
    return next((app.environment[name] for name in SESSION_VARIABLES if app.environment.get(name)), None)


def named_session(app: "App") -> "str | None":
    """The session in which an agent runs this command, as it may be stored: without a secret."""
    session = current_session(app)
    return _harmless_session_id(session) if session else None


def is_private_session(app: "App", session: "str | None", folder: "str | None") -> bool:
    """Whether a past session is private, by its id or its folder. The settings of this run do not count."""
    if session and is_private(app, session):
        return True
    return folder is not None and find_private_folder(app, folder) is not None


def is_private(app: "App", session: str) -> bool:
    """Whether this session is private, by its own setting or by a command."""
    path = private_list_path(app)
    if not os.path.exists(path):
        return False
    session = _harmless_session_id(session)
    try:
        return _lists_session(path, session) or _lists_session(path + OLDER_SUFFIX, session)
    except OSError:  # there is no older file without a newer one
        return False


def _lists_session(path: str, session: str) -> bool:
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return session in file.read().split("\n")


def make_private(app: "App", session: str) -> None:
    """Make a session private: nothing of it is stored from now on."""
    if is_private(app, session):
        return
    from recall_cli.flows.agents.hook_runs import make_hooks_folder

    make_hooks_folder(app)
    session = _harmless_session_id(session)
    file = os.open(private_list_path(app), os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        os.write(file, f"{session}\n".encode("utf-8", "surrogateescape"))
    finally:
        os.close(file)


def find_private_folder(app: "App", folder: str) -> "str | None":
    """The private folder that a folder is, or lies in; None if it is in none."""
    private = _read_private_folders(app)
    if not private:
        return None
    from recall_cli.workplace import path_key

    path = os.path.realpath(folder)
    while path_key(path) not in private:
        if path == os.path.dirname(path):
            return None
        path = os.path.dirname(path)
    return path


def set_private_folder(app: "App", folder: str, *, private: bool) -> None:
    """Make a folder private, with everything below it, or no longer so."""
    from recall_cli.atomic_file import replace_file
    from recall_cli.flows.agents.hook_runs import make_hooks_folder
    from recall_cli.workplace import path_key

    key = path_key(os.path.realpath(folder))
    folders = [other for other in _read_private_folders(app) if other != key] + ([key] if private else [])
    make_hooks_folder(app)
    lines = (f"{other}\n".encode("utf-8", "surrogateescape") for other in folders)
    replace_file(_private_folders_path(app), lines)


def _read_private_folders(app: "App") -> "list[str]":
    try:
        with open(_private_folders_path(app), encoding="utf-8", errors="surrogateescape") as file:
            return file.read().splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return []


def _private_folders_path(app: "App") -> str:
    return private_list_path(app) + "-folders"


def _harmless_session_id(session: str) -> str:
    """The id of a session as it is written to a file: one line, limited length, no secrets."""
    if is_session_id(session):
        return session
    from recall_cli.rules.secrets import mask

    return mask(" ".join(session[:4_096].split())).text


def private_list_path(app: "App") -> str:
    """The file with the ids of private sessions. A second file holds older ones."""
    return os.path.join(app.settings.hooks_folder, "private")


def _setting_origin(app: "App", setting: str) -> str:
    from recall_cli.settings import find_setting

    _, origin = app.settings.origin(setting)
    if origin == "environment":
        return f"{find_setting(setting).variable} is set"
    return f"{setting} in {app.settings.path}" if origin == "file" else origin
