"""Which sessions of this machine wait for the server; a hook asks it, so this loads little."""

from recall_cli.flows.agents.session_queue import has_spooled_sessions, next_idle_time
from recall_cli.flows.agents.spool import SpoolEntry, spooled_sessions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App


def is_session_waiting(app: "App", session: str) -> bool:
    """Whether a session that has ended, or is being compacted, waits to be sent now."""
    return any(entry.job.session == session and is_due(app, entry) for entry in spooled_sessions(app))


def has_due_sessions(app: "App") -> bool:
    """Whether any session is to be sent now."""
    return has_spooled_sessions(app) and any(is_due(app, entry) for entry in spooled_sessions(app))


def is_due(app: "App", entry: SpoolEntry) -> bool:
    """Whether a session is to be sent now: it has ended, or nothing was said in it for a while."""
    if entry.run_at is not None and entry.run_at > app.now():
        return False
    return not entry.job.open or next_idle_time(entry.job.path, app.now()) is None
