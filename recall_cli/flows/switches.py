"""What switches memory off: for everything, for an agent, for a session. The switch of a project is in the store."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App

EVERY = frozenset({"all", "*", "1", "true", "yes", "on"})


def off(app: "App", agent: "str | None" = None) -> "str | None":
    """Why nothing is told and nothing kept, if it is so."""
    if app.settings["off"]:
        return f"recall is switched off ({_where(app, 'off')})"
    if agent is not None:
        names = _listed(app, "hooks.off")
        if agent in names or names & EVERY:
            return f"hooks are switched off for {agent} ({_where(app, 'hooks.off')})"
    return None


def private(app: "App", session: "str | None") -> "str | None":
    """Why nothing of a session is kept, if it is so."""
    if app.settings["private"]:
        return f"this session is private ({_where(app, 'private')})"
    if session and session.lower() in _listed(app, "private_sessions"):
        return f"this session is private ({_where(app, 'private_sessions')})"
    return None


def _listed(app: "App", name: str) -> "set[str]":
    return {word.strip().lower() for word in str(app.settings[name]).split(",") if word.strip()}


def _where(app: "App", name: str) -> str:
    from recall_cli.settings import find

    _, origin = app.settings.origin(name)
    if origin == "environment":
        return f"{find(name).variable} is set"
    return f"{name} in {app.settings.path}" if origin == "file" else origin
