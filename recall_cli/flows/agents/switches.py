"""What switches memory off: for everything, for an agent, for a session. The switch of a project is in the store."""

import os

from recall_cli.app import SESSION_VARIABLES, is_expected
from recall_cli.domain.ids import is_session_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.app import App

OLDER = ".older"
EVERY = frozenset({"all", "*", "1", "true", "yes", "on"})


def off_here(app: "App") -> "str | None":
    """Why nothing is told and nothing kept where this command runs: for all, for this project, for this session."""
    from recall_cli.flows.projects import recognised
    from recall_cli.workplace import here

    found = off(app) or private(app, own_session(app))
    if found is not None or not os.path.exists(app.settings.database):
        return found
    try:
        with app.reading() as tx:
            project = recognised(tx, here(), ask_git=True)
    except Exception as error:  # of a store that cannot be read it is not known
        if not is_expected(error):
            raise
        return None
    if project is None or project.enabled:
        return None
    return f"memory is switched off for {project.name} (recall config project enable {project.name})"


def off(app: "App", agent: "str | None" = None) -> "str | None":
    """Why nothing is told and nothing kept, if it is so."""
    if app.settings["off"]:
        return f"recall is switched off ({_where(app, 'off')})"
    if agent is not None:
        names = _listed(app, "hooks.off")
        if agent in names or names & EVERY:
            return f"hooks are switched off for {agent} ({_where(app, 'hooks.off')})"
    return None


def uninvited(app: "App", agent: "Agent", folder: str) -> "str | None":
    """Why a session is left alone, if its repository brought the hooks along and its user never installed any."""
    from recall_cli.agents.agent import FILE

    path = os.path.join(folder, agent.project)
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            brings = f"--agent {agent.name}" in file.read() or agent.form == FILE
    except OSError:
        return None
    from recall_cli.flows.agents import manifest

    if not brings or any(one.get("agent") == agent.name and (one.get("level") == "user" or known == path)
                         for known, one in manifest.everything(app).items()):  # fmt: skip
        return None
    return f"{path} came with the repository (recall hooks install {agent.name} --project, if you want them)"


def private(app: "App", session: "str | None") -> "str | None":
    """Why nothing of a session is kept, if it is so."""
    if app.settings["private"]:
        return f"this session is private ({_where(app, 'private')})"
    if session and is_private(app, session):
        return "this session is private (recall hooks private)"
    return None


def check_on(app: "App") -> None:
    """Refuse what would add to the store or judge what is in it, where nothing is kept; taking away stays allowed."""
    reason = off(app) or private(app, own_session(app))
    if reason is not None:
        from recall_cli.domain.errors import Refused

        raise Refused(f"not kept: {reason}", "recall delete, undo and erase still take away")


def own_session(app: "App") -> "str | None":
    """The session of the agent that this command runs in, where it says so."""
    return next((app.environment[name] for name in SESSION_VARIABLES if app.environment.get(name)), None)


def is_private(app: "App", session: str) -> bool:
    """Was this session made private, by whoever ran it or by a command?"""
    path = private_list(app)
    if not os.path.exists(path):
        return False
    session = _written_down(session)
    try:
        return _names(path, session) or _names(path + OLDER, session)
    except OSError:  # there are no older ones without newer ones
        return False


def _names(path: str, session: str) -> bool:
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return session in file.read().split("\n")


def make_private(app: "App", session: str) -> None:
    """Nothing of this session is kept from now on, whoever reads its record."""
    if is_private(app, session):
        return
    from recall_cli.flows.agents.runs import make_folder

    make_folder(app)
    session = _written_down(session)
    file = os.open(private_list(app), os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        os.write(file, f"{session}\n".encode("utf-8", "surrogateescape"))
    finally:
        os.close(file)


def _written_down(session: str) -> str:
    """The id of a session as it is kept in a file: in one line, bounded, without a secret."""
    if is_session_id(session):
        return session
    from recall_cli.rules.secrets import mask

    return mask(" ".join(session[:4_096].split())).text


def private_list(app: "App") -> str:
    """Where private sessions are written down; older ones stand beside it."""
    from recall_cli.flows.agents import runs

    return os.path.join(runs.folder(app), "private")


def _listed(app: "App", name: str) -> "set[str]":
    return {word.strip().lower() for word in str(app.settings[name]).split(",") if word.strip()}


def _where(app: "App", name: str) -> str:
    from recall_cli.settings import find

    _, origin = app.settings.origin(name)
    if origin == "environment":
        return f"{find(name).variable} is set"
    return f"{name} in {app.settings.path}" if origin == "file" else origin
