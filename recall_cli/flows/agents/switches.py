"""What switches memory off: for everything, for an agent, for a session. The switch of a project is in the store."""

import os

from recall_cli.app import SESSION_VARIABLES, is_recall_error
from recall_cli.domain.ids import is_session_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.app import App

OLDER_SUFFIX = ".older"
ALL_AGENTS_WORDS = frozenset({"all", "*", "1", "true", "yes", "on"})


def off_reason_here(app: "App") -> "str | None":
    """Why nothing is told and nothing kept where this command runs: for all, for this project, for this session."""
    from recall_cli.flows.projects import project_of_workplace
    from recall_cli.workplace import current_workplace

    found = off_reason(app) or private_reason(app, current_session(app))
    if found is not None or not os.path.exists(app.settings.database):
        return found
    try:
        with app.read_transaction() as tx:
            project = project_of_workplace(tx, current_workplace(), ask_git=True)
    except Exception as error:  # of a store that cannot be read it is not known
        if not is_recall_error(error):
            raise
        return None
    if project is None or project.enabled:
        return None
    return f"memory is switched off for {project.name} (recall config project enable {project.name})"


def off_reason(app: "App", agent: "str | None" = None) -> "str | None":
    """Why nothing is told and nothing kept, if it is so."""
    if app.settings["off"]:
        return f"recall is switched off ({_setting_origin(app, 'off')})"
    if agent is not None:
        names = _setting_words(app, "hooks.off")
        if agent in names or names & ALL_AGENTS_WORDS:
            return f"hooks are switched off for {agent} ({_setting_origin(app, 'hooks.off')})"
    return None


def uninvited_reason(app: "App", agent: "Agent", folder: str) -> "str | None":
    """Why a session is left alone, if its repository brought the hooks along and its user never installed any."""
    from recall_cli.agents.agent import OWN_FILE

    path = os.path.join(folder, agent.project)
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            brings = f"--agent {agent.name}" in file.read() or agent.form == OWN_FILE
    except OSError:
        return None
    from recall_cli.flows.agents import manifest

    if not brings or any(one.get("agent") == agent.name and (one.get("level") == "user" or known == path)
                         for known, one in manifest.all_records(app).items()):  # fmt: skip
        return None
    return f"{path} came with the repository (recall hooks install {agent.name} --project, if you want them)"


def private_reason(app: "App", session: "str | None") -> "str | None":
    """Why nothing of a session is kept, if it is so."""
    if app.settings["private"]:
        return f"this session is private ({_setting_origin(app, 'private')})"
    if session and is_private(app, session):
        return "this session is private (recall hooks private)"
    return None


def check_memory_on(app: "App") -> None:
    """Refuse what would add to the store or judge what is in it, where nothing is kept; taking away stays allowed."""
    reason = off_reason(app) or private_reason(app, current_session(app))
    if reason is not None:
        from recall_cli.domain.errors import NotStored

        raise NotStored(f"not kept: {reason}", "recall delete, undo and erase still take away")


def current_session(app: "App") -> "str | None":
    """The session of the agent that this command runs in, where it says so."""
    return next((app.environment[name] for name in SESSION_VARIABLES if app.environment.get(name)), None)


def is_private(app: "App", session: str) -> bool:
    """Was this session made private, by whoever ran it or by a command?"""
    path = private_list_path(app)
    if not os.path.exists(path):
        return False
    session = _harmless_session_id(session)
    try:
        return _lists_session(path, session) or _lists_session(path + OLDER_SUFFIX, session)
    except OSError:  # there are no older ones without newer ones
        return False


def _lists_session(path: str, session: str) -> bool:
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return session in file.read().split("\n")


def make_private(app: "App", session: str) -> None:
    """Nothing of this session is kept from now on, whoever reads its record."""
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


def _harmless_session_id(session: str) -> str:
    """The id of a session as it is kept in a file: in one line, bounded, without a secret."""
    if is_session_id(session):
        return session
    from recall_cli.rules.secrets import mask

    return mask(" ".join(session[:4_096].split())).text


def private_list_path(app: "App") -> str:
    """Where private sessions are written down; older ones stand beside it."""
    from recall_cli.flows.agents import hook_runs

    return os.path.join(hook_runs.hooks_folder(app), "private")


def _setting_words(app: "App", setting: str) -> "set[str]":
    return {word.strip().lower() for word in str(app.settings[setting]).split(",") if word.strip()}


def _setting_origin(app: "App", setting: str) -> str:
    from recall_cli.settings import find_setting

    _, origin = app.settings.origin(setting)
    if origin == "environment":
        return f"{find_setting(setting).variable} is set"
    return f"{setting} in {app.settings.path}" if origin == "file" else origin
